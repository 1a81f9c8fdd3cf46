-- The discounts of a cart.

-- A part of an amount, rounded half up. Division would round twice.
CREATE OR REPLACE FUNCTION app.part(p_amount numeric, p_part numeric, p_whole numeric) RETURNS bigint
  LANGUAGE sql IMMUTABLE
AS $$ SELECT div(2 * p_amount * p_part + p_whole, 2 * p_whole)::bigint $$;

-- Takes an amount off some of the lines (p_lines NULL: all), in proportion. Minor units that are left over go to the lines
-- with the largest remainders, and among equal ones to the first.
CREATE OR REPLACE FUNCTION app.take_off(p_amount numeric, p_left bigint[], p_lines integer[]) RETURNS bigint[]
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_base constant numeric := app.sum_of(p_left, p_lines);
  v_left bigint[] := p_left;
  v_remainders numeric[] := '{}';
  v_open bigint := p_amount;
  v_share bigint;
  v_most integer;
BEGIN
  FOR v_at IN 1 .. cardinality(p_left) LOOP
    v_remainders[v_at] := -1;
    IF p_lines IS NULL OR v_at = ANY (p_lines) THEN
      v_share := div(p_amount * p_left[v_at], v_base);
      v_remainders[v_at] := p_amount * p_left[v_at] % v_base;
      v_left[v_at] := p_left[v_at] - v_share;
      v_open := v_open - v_share;
    END IF;
  END LOOP;
  -- Fewer than there are lines. Sorting them in a query costs more.
  FOR v_unit IN 1 .. v_open LOOP
    v_most := 1;
    FOR v_at IN 2 .. cardinality(p_left) LOOP
      IF v_remainders[v_at] > v_remainders[v_most] THEN
        v_most := v_at;
      END IF;
    END LOOP;
    v_left[v_most] := v_left[v_most] - 1;
    v_remainders[v_most] := -1;
  END LOOP;
  RETURN v_left;
END
$$;

-- The sum of some of the numbers (p_at NULL: of all). Costs less than a query.
CREATE OR REPLACE FUNCTION app.sum_of(p_numbers bigint[], p_at integer[] DEFAULT NULL) RETURNS bigint
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_sum bigint := 0;
  v_number bigint;
  v_at integer;
BEGIN
  IF p_at IS NULL THEN
    FOREACH v_number IN ARRAY p_numbers LOOP
      v_sum := v_sum + v_number;
    END LOOP;
  ELSE
    FOREACH v_at IN ARRAY p_at LOOP
      v_sum := v_sum + p_numbers[v_at];
    END LOOP;
  END IF;
  RETURN v_sum;
END
$$;

-- What a discount takes off goods of this amount.
CREATE OR REPLACE FUNCTION app.discount_amount(d public.discounts, p_base bigint) RETURNS bigint
  LANGUAGE plpgsql IMMUTABLE
AS $$
BEGIN
  RETURN CASE d.kind
    WHEN 'percentage' THEN least(app.part(p_base, d.percentage, 100), d.max_amount_minor)
    WHEN 'fixed' THEN least(d.amount_minor, p_base)
    ELSE 0 END;
END
$$;

-- The lowest amount that a discount takes something off (app.discount_amount), which percentages round. NULL: none.
CREATE OR REPLACE FUNCTION app.discounted_from(d public.discounts) RETURNS bigint
  LANGUAGE plpgsql IMMUTABLE
AS $$
BEGIN
  RETURN CASE WHEN d.kind = 'percentage' AND d.max_amount_minor = 0 THEN NULL
              WHEN d.kind = 'percentage' THEN ceil(50 / d.percentage)
              WHEN d.kind = 'fixed' THEN 1 END;
END
$$;

-- Why a discount does not apply, as a problem; NULL if it does.
-- p_base, p_quantity: the goods in the cart that it applies to; NULL: not checked.
-- p_customer: NULL if unknown or new. p_order: the order being changed, whose own use does not count.
CREATE OR REPLACE FUNCTION app.discount_problem(
  d public.discounts, p_base bigint, p_quantity bigint, p_customer uuid, p_order uuid, p_decimals integer
) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  IF d.id IS NULL OR NOT d.active THEN
    RETURN '{"code": "discount_not_found"}';
  ELSIF d.starts_at > clock_timestamp() THEN
    RETURN jsonb_build_object('code', 'discount_not_started', 'starts_at', app.rfc3339(d.starts_at));
  ELSIF d.ends_at <= clock_timestamp() THEN
    RETURN jsonb_build_object('code', 'discount_ended', 'ended_at', app.rfc3339(d.ends_at));
  END IF;
  -- The conditions are nested so that no query runs for a discount without them.
  IF d.usage_limit <= d.uses THEN
    IF d.usage_limit <= d.uses - (
      SELECT count(*) FROM public.discount_uses u
       WHERE u.store_id = d.store_id AND u.order_id = p_order AND u.discount_id = d.id) THEN
      RETURN '{"code": "discount_used_up"}';
    END IF;
  END IF;
  IF d.first_order_only AND p_customer IS NOT NULL THEN
    IF EXISTS (
      SELECT FROM public.orders o
       WHERE o.store_id = d.store_id AND o.customer_id = p_customer AND o.status <> 'cancelled' AND o.id IS DISTINCT FROM p_order) THEN
      RETURN '{"code": "discount_not_first_order"}';
    END IF;
  END IF;
  IF d.usage_limit_per_customer IS NOT NULL AND p_customer IS NOT NULL THEN
    IF d.usage_limit_per_customer <= (
      SELECT count(*) FROM public.orders o
        JOIN public.discount_uses u ON u.store_id = o.store_id AND u.order_id = o.id AND u.discount_id = d.id
       WHERE o.store_id = d.store_id AND o.customer_id = p_customer AND o.id IS DISTINCT FROM p_order) THEN
      RETURN '{"code": "discount_used_by_customer"}';
    END IF;
  END IF;
  IF p_quantity = 0 THEN
    RETURN '{"code": "discount_not_applicable"}';
  ELSIF p_base < d.min_subtotal_minor OR p_quantity < d.min_quantity THEN
    RETURN jsonb_build_object('code', 'discount_below_minimum', 'min_subtotal', d.min_subtotal_minor / power(10::numeric, p_decimals),
      'min_quantity', d.min_quantity, 'subtotal', p_base / power(10::numeric, p_decimals), 'quantity', p_quantity);
  END IF;
  RETURN NULL;
END
$$;

-- The lines that a discount applies to, by their place in the cart; NULL if it applies to all goods.
CREATE OR REPLACE FUNCTION app.discounted_lines(d public.discounts, p_products uuid[]) RETURNS integer[]
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_products uuid[] := d.product_ids;
  v_lines integer[] := '{}';
BEGIN
  IF d.tags IS NOT NULL OR d.collection_ids IS NOT NULL THEN
    v_products := ARRAY(
      SELECT p.id FROM public.products p
       WHERE p.store_id = d.store_id AND p.id = ANY (p_products)
         AND app.discount_covers(d, p.store_id, p.id, p.tags, p.price_minor, p.created_at));
  ELSIF d.product_ids IS NULL THEN
    RETURN NULL;
  END IF;
  FOR v_at IN 1 .. cardinality(p_products) LOOP
    IF p_products[v_at] = ANY (v_products) THEN
      v_lines := v_lines || v_at;
    END IF;
  END LOOP;
  RETURN v_lines;
END
$$;

-- Locks discounts in order of id. Their place among the locks of app.place_order: after the inventory and the counter, and
-- before the customer.
CREATE OR REPLACE FUNCTION app.lock_discounts(p_discounts uuid[]) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM FROM public.discounts d
    WHERE d.store_id = app.store() AND d.id = ANY ((SELECT p_discounts)::uuid[]) ORDER BY d.id FOR NO KEY UPDATE;
END
$$;

-- Refuses discounts of an order (orders.discounts) that another order used up since they were priced. The caller holds their
-- locks. A code that cannot be used is the caller's problem; an automatic discount only changes the price, so the whole
-- request runs again.
CREATE OR REPLACE FUNCTION app.expect_discounts(p_discounts jsonb, p_customer uuid, p_order uuid, p_decimals integer) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_wanted record;
  v_problem jsonb;
BEGIN
  FOR v_wanted IN
    SELECT w.value ->> 'code' AS code, d AS discount
      FROM jsonb_array_elements(p_discounts) AS w
      LEFT JOIN public.discounts d ON d.store_id = app.store() AND d.id = (w.value ->> 'discount_id')::uuid
  LOOP
    v_problem := app.discount_problem(v_wanted.discount, NULL, NULL, p_customer, p_order, p_decimals);
    IF v_problem IS NOT NULL AND v_wanted.code IS NULL THEN
      RAISE EXCEPTION USING ERRCODE = 'serialization_failure', MESSAGE = 'an automatic discount has just ended';
    ELSIF v_problem IS NOT NULL THEN
      PERFORM app.refuse(422, 'order_refused', jsonb_build_array(v_problem || '{"pointer": "/discount_code"}'));
    END IF;
  END LOOP;
END
$$;

-- Makes these the discounts that an order uses, and counts them. The caller holds the locks of the old and the new ones.
CREATE OR REPLACE FUNCTION app.count_discounts(p_order uuid, p_discounts uuid[]) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  WITH given_back AS (
    DELETE FROM public.discount_uses u
     -- The sub-select keeps the statement from being planned for each order.
     WHERE u.store_id = app.store() AND u.order_id = p_order AND u.discount_id <> ALL ((SELECT p_discounts)::uuid[])
    RETURNING u.discount_id
  ), used AS (
    INSERT INTO public.discount_uses (store_id, discount_id, order_id)
    SELECT app.store(), d, p_order FROM unnest(p_discounts) AS d ON CONFLICT DO NOTHING
    RETURNING discount_id
  )
  UPDATE public.discounts d SET uses = greatest(0, d.uses + c.change)
    FROM (SELECT discount_id, -1 AS change FROM given_back UNION ALL SELECT discount_id, 1 FROM used) AS c
   WHERE d.store_id = app.store() AND d.id = c.discount_id;
END
$$;

-- The discounts that these orders use.
CREATE OR REPLACE FUNCTION app.discounts_of(p_orders uuid[]) RETURNS uuid[]
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN ARRAY(SELECT DISTINCT u.discount_id FROM public.discount_uses u
                WHERE u.store_id = app.store() AND u.order_id = ANY (p_orders));
END
$$;
