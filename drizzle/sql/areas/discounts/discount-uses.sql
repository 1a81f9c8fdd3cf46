-- The discounts that orders use.

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
    v_problem := app.discount_problem(v_wanted.discount, NULL, NULL,
      app.customer_history(app.store(), p_customer, p_order, ARRAY[v_wanted.discount]), p_order, p_decimals);
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
