-- What an imported order costs: as the file states it, also if later rules would compute something else.
-- p_order: the input of app.place_order. It may also have
--   tax_included, tax_rate, tax_label   whether the prices contain the tax, and its percentage and name
--   delivery_tax                        of an order without delivery method, if the items have the rest of the tax
--   delivery                            {name, kind, cod_fee, tax_amount, estimated_days, pickup_address, destination}
--   destination                         of an order without delivery
--   items                               with discount_amount and tax_amount, their shares of the order's
-- Returns what app.price_order does.
CREATE OR REPLACE FUNCTION app.imported_price(p_store public.stores, p_order jsonb) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_scale constant numeric := power(10::numeric, p_store.currency_exponent);
  v_delivery constant jsonb := nullif(p_order -> 'delivery', 'null');
  v_cod_fee constant numeric := coalesce((v_delivery ->> 'cod_fee')::numeric, 0) * v_scale;
  v_delivery_tax constant numeric := coalesce((v_delivery ->> 'tax_amount')::numeric, 0) * v_scale;
  v_priced jsonb := app.price_order(p_store, p_order, NULL, NULL);
  v_discounts numeric;
  v_taxes numeric;
  v_problems jsonb;
  v_states_tax boolean;
BEGIN
  IF v_priced -> 'problems' <> '[]' THEN
    RETURN v_priced;
  END IF;
  SELECT coalesce(sum((i.value ->> 'discount_amount')::numeric), 0) * v_scale,
         coalesce(sum((i.value ->> 'tax_amount')::numeric), 0) * v_scale + v_delivery_tax
    INTO v_discounts, v_taxes
    FROM jsonb_array_elements(p_order -> 'items') AS i;
  v_states_tax := v_delivery IS NULL AND p_order ->> 'delivery_tax' IS NOT NULL;
  IF v_states_tax AND v_taxes + (p_order ->> 'delivery_tax')::numeric * v_scale <> (v_priced ->> 'tax')::numeric THEN
    PERFORM app.refuse(422, 'delivery_tax_without_method', '{}');
  END IF;
  SELECT coalesce(jsonb_agg(jsonb_build_object('pointer', '/' || a.name, 'code', 'parts_exceed_amount', 'amount', a.name,
           'parts', a.parts, 'sum_of_parts', a.sum / v_scale)), '[]') INTO v_problems
    FROM (VALUES ('discount_amount', (v_priced ->> 'discount')::numeric, v_discounts, 'items'),
                 ('tax_amount', (v_priced ->> 'tax')::numeric, v_taxes, 'items and the delivery'),
                 ('shipping_amount', (v_priced ->> 'shipping')::numeric, v_cod_fee, 'fee for cash on delivery'))
         AS a(name, minor, sum, parts)
   WHERE a.sum > a.minor;
  RETURN v_priced || jsonb_build_object(
    'problems', v_problems,
    'stated', (v_priced -> 'stated') || CASE WHEN v_states_tax THEN '["delivery_tax"]'::jsonb ELSE '[]' END,
    'destination', p_order -> 'destination',
    'lines', (
      SELECT jsonb_agg(l.value || jsonb_strip_nulls(jsonb_build_object(
               'discount_minor', nullif(trim_scale((i.value ->> 'discount_amount')::numeric * v_scale), 0),
               'tax_minor', nullif(trim_scale((i.value ->> 'tax_amount')::numeric * v_scale), 0))) ORDER BY l.at)
        FROM jsonb_array_elements(v_priced -> 'lines') WITH ORDINALITY AS l(value, at)
        JOIN jsonb_array_elements(p_order -> 'items') AS i ON i.value -> 'position' = l.value -> 'position'),
    'delivery', v_delivery - '{cod_fee,tax_amount}'::text[] || jsonb_build_object(
      'method_id', NULL, 'amount_minor', trim_scale((v_priced ->> 'shipping')::numeric - v_cod_fee),
      'cod_fee_minor', trim_scale(v_cod_fee), 'tax_minor', trim_scale(v_delivery_tax)));
END
$$;
