-- The price of a shopper's cart.

-- The price of a shopper's cart at the store's prices, in the form of app.price_order, but without the lines' shares.
-- p_customer: NULL if unknown or new.
CREATE OR REPLACE FUNCTION app.price_shop_cart(p_store public.stores, p_input jsonb, p_customer uuid) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_lines jsonb;
  v_has_unknown boolean;
  v_products uuid[];
  v_quantities bigint[];
  v_amounts numeric[];
  v_taxable boolean[];
  v_weight_g numeric;
  v_extra jsonb;
BEGIN
  SELECT jsonb_agg(jsonb_build_object(
           'position', l.position, 'product_id', l.product_id, 'product_name', l.product_name,
           'variant_id', l.variant_id, 'variant_name', l.variant_name, 'variant_sku', l.variant_sku,
           'variant_options', l.variant_options, 'variant_attributes', '{}'::jsonb, 'quantity', l.quantity,
           'unit_price_minor', l.price_minor, 'list_price_minor', l.price_minor)
           || CASE WHEN l.cost_minor IS NOT NULL THEN jsonb_build_object('cost_minor', l.cost_minor) ELSE '{}' END
           ORDER BY l.position),
         bool_or(l.variant_id IS NULL), array_agg(l.product_id ORDER BY l.position), array_agg(l.quantity ORDER BY l.position),
         array_agg(l.price_minor::numeric * l.quantity ORDER BY l.position), array_agg(l.taxable ORDER BY l.position),
         sum(l.weight_g::numeric * l.quantity),
         jsonb_build_object('adjustment', 0, 'variants', array_agg(DISTINCT l.variant_id),
           'lines_key', md5(string_agg(l.variant_id || ' ' || l.quantity, ',' ORDER BY l.variant_id, l.quantity)))
    INTO v_lines, v_has_unknown, v_products, v_quantities, v_amounts, v_taxable, v_weight_g, v_extra
    FROM app.items_on_sale(p_store.id, p_input -> 'items') AS l;
  IF v_has_unknown THEN
    RETURN jsonb_build_object('problems', app.storefront_line_problems(p_store.id, p_input -> 'items'));
  END IF;
  RETURN app.price_cart(p_store, v_products, v_quantities, v_amounts, v_taxable, v_weight_g, jsonb_build_object(
      'destination', p_input -> 'destination', 'delivery_method_id', p_input -> 'delivery_method_id',
      'payment_method', p_input -> 'payment_method', 'discount_code', p_input -> 'discount_code',
      'chooses_delivery', true, 'customer_id', p_customer)) || v_extra || jsonb_build_object('lines', v_lines);
END
$$;

-- Problems of an order's discount code, and of a total that differs from the one that the shopper saw.
CREATE OR REPLACE FUNCTION app.shop_total_problems(p_store public.stores, p_priced jsonb, p_input jsonb) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_scale constant numeric := power(10::numeric, p_store.currency_exponent);
  v_expected constant numeric := (p_input ->> 'expected_total')::numeric * v_scale;
BEGIN
  RETURN CASE
    WHEN p_priced -> 'code_problem' <> 'null'
      THEN jsonb_build_array(p_priced -> 'code_problem' || '{"pointer": "/discount_code"}')
    WHEN v_expected % 1 <> 0
      THEN jsonb_build_array(app.inexact_amount('/expected_total', p_store.currency_exponent, app.max_order_amount()))
    WHEN v_expected <> (p_priced ->> 'total')::numeric THEN jsonb_build_array(jsonb_build_object(
      'pointer', '/expected_total', 'code', 'total_mismatch', 'expected_total_amount', (p_priced ->> 'total')::numeric / v_scale,
      'quote', app.quote_json(p_store, p_priced)))
    ELSE '[]' END;
END
$$;

-- Prices a shopper's cart, and changes nothing. The store is that of app.enter_storefront.
CREATE OR REPLACE FUNCTION app.quote_shop_cart(p_input jsonb) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_store public.stores;
  v_priced jsonb;
BEGIN
  SELECT * INTO v_store FROM public.stores s WHERE s.id = (app.stores())[1];
  v_priced := app.price_shop_cart(v_store, p_input, NULL);
  IF v_priced -> 'problems' <> '[]' THEN
    PERFORM app.refuse(422, 'order_refused', v_priced -> 'problems');
  END IF;
  RETURN app.quote_json(v_store, v_priced);
END
$$;
