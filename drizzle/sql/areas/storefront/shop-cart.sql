-- The price of a shopper's cart at the store's prices, as from app.price_cart, with the number of all units, and how many may be ordered
-- of the line with the least stock: NULL if none of them ends. p_customer: NULL if unknown or new.
CREATE OR REPLACE FUNCTION app.shop_cart(
  p_store public.stores, p_input jsonb, p_customer uuid, OUT priced json, OUT problems jsonb, OUT units bigint, OUT orderable bigint
)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_items constant jsonb := p_input -> 'items';
  v_count constant integer := jsonb_array_length(v_items);
  v_lines json[];
  v_products uuid[];
  v_quantities bigint[];
  v_amounts numeric[];
  v_taxable boolean[];
  v_weight_g numeric := 0;
  v_found integer := 0;
  l record;
  v_cart record;
BEGIN
  units := 0;
  -- A loop costs less than so many aggregates.
  FOR l IN SELECT * FROM app.visible_lines(p_store, v_items) LOOP
    v_lines[l.position] := json_build_object(
      'position', l.position, 'product_id', l.product_id, 'product_name', l.product_name, 'variant_id', l.variant_id,
      'variant_name', l.variant_name, 'variant_sku', l.variant_sku, 'variant_options', l.variant_options,
      'variant_attributes', '{}'::json, 'quantity', l.quantity, 'unit_price_minor', l.price_minor,
      'list_price_minor', l.price_minor, 'cost_minor', l.cost_minor, 'image_url', l.image_url);
    v_products[l.position] := l.product_id;
    units := units + l.quantity;
    orderable := least(orderable, l.orderable);
    v_quantities[l.position] := l.quantity;
    v_amounts[l.position] := l.price_minor * l.quantity;
    v_taxable[l.position] := l.taxable;
    v_weight_g := v_weight_g + l.weight_g * l.quantity;
    v_found := v_found + 1;
  END LOOP;
  -- As many rows as lines, and none is missing: each line stands for one variant.
  IF v_found = v_count AND array_position(v_products, NULL) IS NULL AND cardinality(v_products) = v_count THEN
    v_cart := app.price_cart(p_store, array_to_json(v_lines), v_products, v_quantities, v_amounts, v_taxable, v_weight_g, p_input,
      p_customer, true);
    priced := v_cart.priced;
    problems := v_cart.problems;
  ELSE
    problems := app.storefront_line_problems(p_store, v_items);
  END IF;
END
$$;

-- Problems of a total that differs from the one that the shopper saw. p_other_total: another total that is right, or NULL.
CREATE OR REPLACE FUNCTION app.shop_total_problems(p_store public.stores, p_priced jsonb, p_input jsonb, p_other_total numeric) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_scale constant numeric := power(10::numeric, p_store.currency_exponent);
  v_expected constant numeric := (p_input ->> 'expected_total')::numeric * v_scale;
BEGIN
  RETURN CASE
    WHEN v_expected % 1 <> 0
      THEN jsonb_build_array(app.inexact_amount('/expected_total', p_store.currency_exponent, app.max_order_amount()))
    WHEN v_expected <> (p_priced ->> 'total')::numeric AND v_expected IS DISTINCT FROM p_other_total THEN jsonb_build_array(jsonb_build_object(
      'pointer', '/expected_total', 'code', 'total_mismatch', 'expected_total_amount', (p_priced ->> 'total')::numeric / v_scale,
      'quote', p_priced))
    ELSE '[]' END;
END
$$;

-- Prices a shopper's cart, and changes nothing. Refuses what an order would be refused for. p_context: the result of
-- app.enter_storefront, which opens the tenant context because it is an argument.
CREATE OR REPLACE FUNCTION app.quote_shop_cart(p_context text[], p_input jsonb) RETURNS json
  LANGUAGE plpgsql
AS $$
DECLARE
  v_store public.stores;
  v_cart record;
BEGIN
  SELECT * INTO v_store FROM public.stores s WHERE s.id = (app.stores())[1];
  v_cart := app.shop_cart(v_store, p_input, NULL);
  IF v_cart.problems IS NULL AND v_cart.units <= least(v_cart.orderable, v_store.max_units_per_line, v_store.max_units_per_order) THEN
    RETURN app.with_ignored_region(v_cart.priced, p_input);
  END IF;
  -- Perhaps too many of one variant.
  PERFORM app.limit_units(v_store, p_input -> 'items');
  IF v_cart.problems IS NOT NULL THEN
    PERFORM app.refuse(422, 'order_refused', v_cart.problems);
  END IF;
  PERFORM app.limit_variants(v_store, v_cart.priced -> 'lines');
  PERFORM app.limit_stock(v_store, p_input -> 'items');
  RETURN app.with_ignored_region(v_cart.priced, p_input);
END
$$;
