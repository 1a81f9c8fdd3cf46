-- Whether a discount applies, and what it takes off.

-- What a discount does at a moment. `running` says nothing of its uses, which may have reached their limit. A new discount without
-- `active` is switched on.
CREATE OR REPLACE FUNCTION app.discount_state(
  p_active boolean, p_starts_at timestamptz, p_ends_at timestamptz, p_at timestamptz DEFAULT now()
) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT CASE WHEN NOT p_active THEN 'off' WHEN p_ends_at <= p_at THEN 'expired' WHEN p_starts_at > p_at THEN 'scheduled'
              ELSE 'running' END
$$;

-- Whether there are goods that a discount is not for, though they are among those that it is for. app.covered_products then says
-- what it is for.
CREATE OR REPLACE FUNCTION app.has_exceptions(d public.discounts) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT d.except_product_ids IS NOT NULL OR d.except_tags IS NOT NULL OR d.except_collection_ids IS NOT NULL
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
-- p_history: what the customer has ordered (app.customer_history); NULL if unknown or new, or if it does not matter.
-- p_order: the order being changed, whose own use does not count.
CREATE OR REPLACE FUNCTION app.discount_problem(
  d public.discounts, p_base bigint, p_quantity bigint, p_history jsonb, p_order uuid, p_decimals integer
) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_now constant timestamptz := clock_timestamp();
  v_state constant text := app.discount_state(d.active, d.starts_at, d.ends_at, v_now);
BEGIN
  IF d.id IS NULL OR v_state = 'off' THEN
    RETURN '{"code": "discount_not_found"}';
  ELSIF v_state = 'scheduled' THEN
    RETURN jsonb_build_object('code', 'discount_not_started', 'starts_at', app.rfc3339(d.starts_at));
  ELSIF v_state = 'expired' THEN
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
  IF p_history IS NOT NULL THEN
    IF d.first_order_only AND (p_history -> 'has_ordered')::boolean THEN
      RETURN '{"code": "discount_not_first_order"}';
    ELSIF d.usage_limit_per_customer <= coalesce((p_history -> 'uses' ->> d.id::text)::integer, 0) THEN
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

-- What a customer has ordered, as far as some of the discounts ask: {has_ordered, uses: {discount_id: orders}}, without p_order.
-- Counted for all discounts at once. NULL: none of them asks.
CREATE OR REPLACE FUNCTION app.customer_history(p_store uuid, p_customer uuid, p_order uuid, p_discounts public.discounts[]) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_asks_first boolean := false;
  v_asks_uses boolean := false;
  v_discount public.discounts;
BEGIN
  FOREACH v_discount IN ARRAY p_discounts LOOP
    v_asks_first := v_asks_first OR v_discount.first_order_only;
    v_asks_uses := v_asks_uses OR v_discount.usage_limit_per_customer IS NOT NULL;
  END LOOP;
  IF NOT v_asks_first AND NOT v_asks_uses THEN
    RETURN NULL;
  END IF;
  RETURN jsonb_build_object(
    'has_ordered', CASE WHEN v_asks_first THEN EXISTS (
      SELECT FROM public.orders o
       WHERE o.store_id = p_store AND o.customer_id = p_customer AND o.status <> 'cancelled' AND o.id IS DISTINCT FROM p_order) END,
    'uses', CASE WHEN v_asks_uses THEN (SELECT jsonb_object_agg(c.discount_id, c.count) FROM (
      SELECT u.discount_id, count(*) AS count FROM public.orders o
        JOIN public.discount_uses u ON u.store_id = o.store_id AND u.order_id = o.id
       WHERE o.store_id = p_store AND o.customer_id = p_customer AND o.id IS DISTINCT FROM p_order
       GROUP BY u.discount_id) AS c) END);
END
$$;
