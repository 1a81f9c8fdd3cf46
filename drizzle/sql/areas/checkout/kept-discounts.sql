-- The discount of an order's code, when the order changes and the change does not name it.

-- The discount of an order's code, for a change that does not name it: as it is now, though it ended or was used up or turned off. If
-- it was deleted, see app.stored_discount. p_kept: as in orders.discounts, with `combines`, and `conditions`: whether its minimum must
-- still be met.
CREATE OR REPLACE FUNCTION app.kept_discount(p_store uuid, p_kept jsonb) RETURNS public.discounts
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  d public.discounts;
BEGIN
  SELECT * INTO d FROM public.discounts k WHERE k.store_id = p_store AND k.id = (p_kept ->> 'discount_id')::uuid;
  IF NOT FOUND THEN
    RETURN app.stored_discount(p_store, p_kept);
  END IF;
  RETURN jsonb_populate_record(d, jsonb_build_object('code', p_kept -> 'code', 'active', true, 'starts_at', NULL, 'ends_at', NULL,
    'usage_limit', NULL, 'usage_limit_per_customer', NULL, 'first_order_only', false)
    || CASE WHEN (p_kept -> 'conditions')::boolean THEN '{}' ELSE '{"min_subtotal_minor": null, "min_quantity": null}'::jsonb END);
END
$$;

-- The amount that an order has of a discount, as a discount for all goods.
CREATE OR REPLACE FUNCTION app.stored_discount(p_store uuid, p_kept jsonb) RETURNS public.discounts
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN jsonb_populate_record(NULL::public.discounts, jsonb_build_object('store_id', p_store, 'id', p_kept -> 'discount_id',
    'code', p_kept -> 'code', 'name', p_kept -> 'name', 'active', true, 'combines', p_kept -> 'combines', 'amount_minor', p_kept -> 'amount_minor',
    'kind', CASE p_kept ->> 'kind' WHEN 'free_delivery' THEN 'free_delivery' ELSE 'fixed' END));
END
$$;
