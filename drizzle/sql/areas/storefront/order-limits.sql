-- Refuses quantities above the store's limits.
CREATE OR REPLACE FUNCTION app.limit_units(p_store public.stores, p_items jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_problems jsonb;
  v_units bigint;
BEGIN
  SELECT coalesce(jsonb_agg(jsonb_build_object('pointer', '/items/' || (l."position" - 1) || '/quantity', 'code', 'quantity_limit',
           'limit', p_store.max_units_per_line) ORDER BY l."position")
             FILTER (WHERE l.quantity > p_store.max_units_per_line), '[]'),
         sum(l.quantity)
    INTO v_problems, v_units
    FROM jsonb_to_recordset(p_items) AS l("position" integer, quantity bigint);
  IF v_units > p_store.max_units_per_order THEN
    v_problems := v_problems || jsonb_build_object('pointer', '/items', 'code', 'order_quantity_limit',
      'limit', p_store.max_units_per_order);
  END IF;
  IF v_problems <> '[]' THEN
    PERFORM app.refuse(422, 'quantity_limit', v_problems);
  END IF;
END
$$;

-- Refuses more of a variant than a line may have, in all lines together. p_lines: as priced.
CREATE OR REPLACE FUNCTION app.limit_variants(p_store public.stores, p_lines json) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM app.limit_units(p_store, (SELECT jsonb_agg(jsonb_build_object('position', g.at, 'quantity', g.quantity))
    FROM (SELECT min((l ->> 'position')::integer) AS at, sum((l ->> 'quantity')::bigint) AS quantity
            FROM json_array_elements(p_lines) AS l GROUP BY l ->> 'variant_id') AS g));
END
$$;

-- Refuses an order if its network address has reached the store's limit. Takes the lock of the address. p_address: a keyed hash,
-- NULL if unknown.
CREATE OR REPLACE FUNCTION app.limit_addresses(p_store public.stores, p_address text) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_now timestamptz;
  v_oldest timestamptz;
BEGIN
  IF p_address IS NULL THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', p_store.id, 'shopper address', p_address), 0));
  v_now := clock_timestamp();
  SELECT a.created_at INTO v_oldest FROM public.shopper_addresses a
   WHERE a.store_id = p_store.id AND a.address = p_address AND a.created_at > v_now - interval '1 hour'
   ORDER BY a.created_at DESC OFFSET p_store.max_hourly_orders_per_address - 1 LIMIT 1;
  IF FOUND THEN
    PERFORM app.refuse(429, 'rate_limited', jsonb_build_object(
      'pointer', '', 'limit', p_store.max_hourly_orders_per_address,
      'retry_after', ceil(extract(epoch FROM v_oldest + interval '1 hour' - v_now))));
  END IF;
END
$$;

-- Whether a phone number has as many unconfirmed orders as the store allows. The caller holds its lock.
CREATE OR REPLACE FUNCTION app.is_phone_at_limit(p_store public.stores, p_phone text) RETURNS boolean
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN (SELECT count(*) FROM public.orders o
           WHERE o.store_id = p_store.id AND o.customer_phone_e164 = p_phone AND o.reserved_until > clock_timestamp())
         >= p_store.max_orders_per_phone;
END
$$;

-- Refuses an order or quote that exceeds the available stock. For an order, the caller holds the stock locks. Lines that are sold
-- out are named.
-- Otherwise every line with limited stock is named and no quantity, because repeated refusals could reveal the stock.
CREATE OR REPLACE FUNCTION app.limit_stock(p_store public.stores, p_items jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_problems jsonb;
BEGIN
  WITH lines AS MATERIALIZED (
    SELECT * FROM app.storefront_lines(p_store, p_items)
  ), problems AS (
    SELECT s.*, jsonb_build_object(
             'pointer', '/items/' || (s."position" - 1) || '/quantity', 'product', s.product_name, 'code', CASE
               WHEN s.sold_out THEN 'sold_out'
               WHEN (SELECT count(DISTINCT o.variant_id) FROM lines o WHERE o.could_be_short) > 1 THEN 'some_are_short'
               ELSE 'is_short' END) AS problem
      FROM lines s
  )
  SELECT coalesce(jsonb_agg(t.problem ORDER BY t."position") FILTER (WHERE t.sold_out),
                  jsonb_agg(t.problem ORDER BY t."position") FILTER (WHERE t.could_be_short))
    INTO v_problems
    FROM problems t
  HAVING bool_or(t.short);
  IF v_problems IS NOT NULL THEN
    PERFORM app.refuse(409, 'insufficient_stock', v_problems);
  END IF;
END
$$;

-- Deletes shopper addresses older than an hour, at most 20,000 per call.
CREATE OR REPLACE FUNCTION app.sweep_shopper_addresses() RETURNS bigint
  LANGUAGE sql SECURITY DEFINER
AS $$
  WITH expired AS (
    SELECT a.ctid FROM public.shopper_addresses a WHERE a.created_at < now() - interval '1 hour' LIMIT 20000
  ), deleted AS (
    DELETE FROM public.shopper_addresses a USING expired WHERE a.ctid = expired.ctid RETURNING 1
  )
  SELECT count(*) FROM deleted
$$;
