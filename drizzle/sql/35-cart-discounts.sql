-- The discounts of a cart.

-- A part of an amount, rounded half up. Division would round twice.
CREATE OR REPLACE FUNCTION app.part(p_amount numeric, p_part numeric, p_whole numeric) RETURNS bigint
  LANGUAGE sql IMMUTABLE
AS $$ SELECT div(2 * p_amount * p_part + p_whole, 2 * p_whole)::bigint $$;

-- Takes an amount off some of the lines (p_lines NULL: all), in proportion. Minor units that are left over go to the lines
-- with the largest remainders, and among equal ones to the first.
CREATE OR REPLACE FUNCTION app.take_off(p_amount numeric, p_left bigint[], p_lines integer[]) RETURNS bigint[]
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT array_agg(s.amount - s.share - (s.rank <= p_amount - s.shared)::integer ORDER BY s.at)
    FROM (SELECT r.*, sum(r.share) OVER () AS shared, row_number() OVER (ORDER BY r.remainder DESC, r.at) AS rank
            FROM (SELECT l.at, l.amount, coalesce(div(p_amount * l.base, t.base), 0)::bigint AS share,
                         coalesce(p_amount * l.base % t.base, 0) AS remainder
                    FROM (SELECT at, amount, CASE WHEN p_lines IS NULL OR at = ANY (p_lines) THEN amount ELSE 0 END AS base
                            FROM unnest(p_left) WITH ORDINALITY AS u(amount, at)) AS l,
                         (SELECT nullif(sum(amount), 0) AS base FROM unnest(p_left) WITH ORDINALITY AS u(amount, at)
                           WHERE p_lines IS NULL OR at = ANY (p_lines)) AS t) AS r) AS s
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

-- Why a discount does not apply, as a problem; NULL if it does.
-- p_base, p_quantity: the goods in the cart that it is for; NULL: not checked.
-- p_customer: NULL if unknown or new. p_order: the order being changed, whose own use does not count.
CREATE OR REPLACE FUNCTION app.discount_problem(
  d public.discounts, p_base bigint, p_quantity numeric, p_customer uuid, p_order uuid, p_decimals integer
) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_scale constant numeric := power(10::numeric, p_decimals);
BEGIN
  IF d.id IS NULL OR NOT d.active THEN
    RETURN '{"code": "discount_not_found"}';
  ELSIF d.starts_at > clock_timestamp() THEN
    RETURN jsonb_build_object('code', 'discount_not_started', 'starts_at', to_char(d.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  ELSIF d.ends_at <= clock_timestamp() THEN
    RETURN jsonb_build_object('code', 'discount_ended', 'ended_at', to_char(d.ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  ELSIF d.usage_limit <= d.uses AND d.usage_limit <= d.uses - (
    SELECT count(*) FROM public.discount_uses u
     WHERE u.store_id = d.store_id AND u.order_id = p_order AND u.discount_id = d.id) THEN
    RETURN '{"code": "discount_used_up"}';
  ELSIF d.first_order_only AND p_customer IS NOT NULL AND EXISTS (
    SELECT FROM public.orders o
     WHERE o.store_id = d.store_id AND o.customer_id = p_customer AND o.status <> 'cancelled' AND o.id IS DISTINCT FROM p_order) THEN
    RETURN '{"code": "discount_not_first_order"}';
  ELSIF d.usage_limit_per_customer IS NOT NULL AND p_customer IS NOT NULL AND d.usage_limit_per_customer <= (
    SELECT count(*) FROM public.orders o
      JOIN public.discount_uses u ON u.store_id = o.store_id AND u.order_id = o.id AND u.discount_id = d.id
     WHERE o.store_id = d.store_id AND o.customer_id = p_customer AND o.id IS DISTINCT FROM p_order) THEN
    RETURN '{"code": "discount_used_by_customer"}';
  ELSIF p_quantity = 0 THEN
    RETURN '{"code": "discount_not_applicable"}';
  ELSIF p_base < d.min_subtotal_minor OR p_quantity < d.min_quantity THEN
    RETURN jsonb_build_object('code', 'discount_below_minimum', 'min_subtotal', d.min_subtotal_minor / v_scale,
      'min_quantity', d.min_quantity, 'subtotal', p_base / v_scale, 'quantity', p_quantity);
  END IF;
  RETURN NULL;
END
$$;

-- The store's automatic discounts, oldest first, and then the one with this code, each with the goods that it is for:
-- `lines` NULL means all.
CREATE OR REPLACE FUNCTION app.cart_discounts(
  p_store uuid, p_products uuid[], p_amounts bigint[], p_quantities bigint[], p_code text
) RETURNS TABLE (discount public.discounts, is_code boolean, lines integer[], base bigint, quantity numeric)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_base constant bigint := (SELECT sum(a) FROM unnest(p_amounts) AS a);
  v_quantity constant numeric := (SELECT sum(q) FROM unnest(p_quantities) AS q);
  v_tagged uuid[];
BEGIN
  FOR discount IN
    SELECT found.*
      FROM (SELECT d.* FROM public.discounts d WHERE d.store_id = p_store AND d.code IS NULL AND d.active
            UNION ALL
            SELECT d.* FROM public.discounts d WHERE d.store_id = p_store AND d.code_key = app.discount_key(p_code)) AS found
     ORDER BY found.code IS NOT NULL, found.created_at, found.id
  LOOP
    is_code := discount.code IS NOT NULL;
    lines := NULL;
    base := v_base;
    quantity := v_quantity;
    IF discount.product_ids IS NOT NULL OR discount.tags IS NOT NULL THEN
      v_tagged := CASE WHEN discount.tags IS NOT NULL THEN ARRAY(
        SELECT p.id FROM public.products p
         WHERE p.store_id = p_store AND p.id = ANY (p_products) AND p.tags && discount.tags) END;
      SELECT coalesce(array_agg(l.at), '{}'), coalesce(sum(l.amount), 0), coalesce(sum(l.quantity), 0)
        INTO lines, base, quantity
        FROM unnest(p_products, p_amounts, p_quantities) WITH ORDINALITY AS l(product, amount, quantity, at)
       WHERE l.product = ANY (discount.product_ids) OR l.product = ANY (v_tagged);
    END IF;
    RETURN NEXT;
  END LOOP;
END
$$;

-- Locks discounts in order of id. Their place among the locks of app.place_order: after the inventory and the counter, and
-- before the customer.
CREATE OR REPLACE FUNCTION app.lock_discounts(p_discounts uuid[]) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM FROM public.discounts d
    WHERE d.store_id = app.store() AND d.id = ANY (p_discounts) ORDER BY d.id FOR NO KEY UPDATE;
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
     WHERE u.store_id = app.store() AND u.order_id = p_order AND u.discount_id <> ALL (p_discounts)
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
