-- Which automatic discounts there are, what they are for, and what a price shows of them before anything is in a cart.

-- The automatic discounts of a store that apply now, oldest first.
CREATE OR REPLACE FUNCTION app.running_discounts(p_store uuid) RETURNS SETOF public.discounts
  LANGUAGE sql STABLE
AS $$
  SELECT d.* FROM public.discounts d
   WHERE d.store_id = p_store AND d.code IS NULL AND d.active AND app.discount_state(d.active, d.starts_at, d.ends_at) = 'running'
   ORDER BY d.created_at, d.id LIMIT app.most('store.active_automatic_discounts')
$$;

-- Those that a price shows. Those with conditions on the rest of the cart or on the customer do not count, because a product page
-- knows neither.
CREATE OR REPLACE FUNCTION app.automatic_discounts(p_stores uuid[]) RETURNS SETOF public.discounts
  LANGUAGE sql STABLE
AS $$
  SELECT d.* FROM unnest(p_stores) AS s(id) CROSS JOIN LATERAL app.running_discounts(s.id) AS d
   WHERE d.kind <> 'free_delivery' AND coalesce(d.min_subtotal_minor, 0) = 0 AND coalesce(d.min_quantity, 1) = 1
     AND NOT d.first_order_only AND d.usage_limit_per_customer IS NULL AND coalesce(d.uses < d.usage_limit, true)
$$;

-- Which discounts for collections are for which of the products, found for all of them at once.
CREATE OR REPLACE FUNCTION app.covered_products(p_store uuid, p_discounts public.discounts[], p_products uuid[])
  RETURNS TABLE (discount_id uuid, product_id uuid)
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  v_collections constant uuid[] := ARRAY(SELECT DISTINCT c FROM unnest(p_discounts) AS d, unnest(d.collection_ids) AS c);
  v_facts constant public.product_facts[] := ARRAY(
    SELECT f FROM public.product_facts f WHERE f.store_id = p_store AND f.product_id = ANY (p_products));
BEGIN
  IF v_collections = '{}' OR v_facts = '{}' THEN
    RETURN;
  END IF;
  RETURN QUERY
    WITH listed AS MATERIALIZED (
      SELECT m.collection_id, m.product_id FROM public.collection_products m
       WHERE m.store_id = p_store AND m.collection_id = ANY (v_collections) AND m.product_id = ANY (p_products)
    ), ruled AS MATERIALIZED (
      SELECT d.id, bit_or(c.bits) AS bits FROM unnest(p_discounts) AS d CROSS JOIN LATERAL unnest(d.collection_ids) AS n(id)
        JOIN app.products_collected(p_store, v_collections, v_facts) AS c ON c.collection_id = n.id GROUP BY 1
    )
    SELECT d.id, l.product_id
      FROM unnest(p_discounts) AS d CROSS JOIN LATERAL unnest(d.collection_ids) AS n(id) JOIN listed AS l ON l.collection_id = n.id
    UNION
    SELECT r.id, f.product_id FROM ruled AS r CROSS JOIN unnest(v_facts) WITH ORDINALITY AS f
     WHERE get_bit(r.bits, f.ordinality::integer - 1) = 1;
END
$$;

-- The automatic discounts of the open store that a price shows. Each takes a rate off the price, up to a cap; a fixed amount is 100%
-- of the price up to that amount.
CREATE OR REPLACE FUNCTION app.shown_discounts()
  RETURNS TABLE (id uuid, product_ids uuid[], tags text[], collection_ids uuid[], rate numeric, cap bigint)
  LANGUAGE sql STABLE
AS $$
  SELECT d.id, d.product_ids, d.tags, d.collection_ids,
         CASE d.kind WHEN 'fixed' THEN 100 ELSE d.percentage END,
         CASE d.kind WHEN 'fixed' THEN d.amount_minor ELSE coalesce(d.max_amount_minor, app.max_amount()::bigint) END
    FROM app.automatic_discounts(app.stores()) AS d
$$;

-- Which products the discounts for collections are for. In PL/pgSQL, so that it costs nothing where there are none.
CREATE OR REPLACE FUNCTION app.shown_by_collection(p_products uuid[]) RETURNS TABLE (discount_id uuid, product_id uuid)
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN QUERY SELECT c.* FROM app.covered_products((app.stores())[1], ARRAY(
    SELECT d FROM app.automatic_discounts(app.stores()) AS d), p_products) AS c;
END
$$;

-- For each discount, the lowest price at which it takes off the most: the discount for a price is the one at the last of these that is
-- not above it. The arguments are ordered by rate, then by cap, the highest first. NULL without discounts.
CREATE OR REPLACE FUNCTION app.shown_from(p_rates numeric[], p_caps bigint[]) RETURNS bigint[]
  LANGUAGE plpgsql IMMUTABLE STRICT
AS $$
DECLARE
  v_prices bigint[] := '{0}';
  v_cap numeric := p_caps[1];
BEGIN
  FOR v_at IN 2 .. cardinality(p_rates) LOOP
    IF p_caps[v_at] > v_cap THEN
      -- The first price of which the rate is more than the cap before it; app.part rounds half up. Discounts in between, which never
      -- take off the most, get the same price, so that the last one counts.
      v_prices := v_prices || array_fill(
        least(div(1000000 * v_cap + 500000 + p_rates[v_at] * 10000 - 1, p_rates[v_at] * 10000), app.max_amount() + 1)::bigint,
        ARRAY[v_at - cardinality(v_prices)]);
      v_cap := p_caps[v_at];
    END IF;
  END LOOP;
  RETURN v_prices || array_fill(app.max_amount()::bigint + 1, ARRAY[cardinality(p_rates) - cardinality(v_prices)]);
END
$$;

-- What the best automatic discount takes off a price: app.discount_amount of the discount that takes off the most, of those with
-- these rates and caps. p_prices is what app.shown_from returns. NULL if there is no discount.
CREATE OR REPLACE FUNCTION app.shown_discount(p_price bigint, p_prices bigint[], p_rates numeric[], p_caps bigint[]) RETURNS bigint
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT least(app.part(p_price, p_rates[width_bucket(p_price, p_prices)], 100), p_caps[width_bucket(p_price, p_prices)])
$$;
