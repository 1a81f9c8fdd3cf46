-- Prices an order of a merchant without creating it. p_input: the validated body of POST /api/orders/quote, with the
-- position of each item. The store is that of the customer, or the caller's only store.
CREATE OR REPLACE FUNCTION app.quote_order(p_input jsonb) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_customer public.customers;
  v_store public.stores;
  v_goods record;
  v_priced jsonb;
  v_problems jsonb := '[]';
BEGIN
  IF p_input ? 'customer_id' THEN
    SELECT * INTO v_customer FROM public.customers c
     WHERE c.store_id = ANY (app.stores()) AND c.id = app.kept_customer((p_input ->> 'customer_id')::uuid);
    IF NOT FOUND THEN
      v_problems := '[{"pointer": "/customer_id", "code": "customer_not_found"}]';
    END IF;
  END IF;
  IF v_problems = '[]' OR cardinality(app.stores()) = 1 THEN
    SELECT * INTO v_store FROM public.stores s WHERE s.id = coalesce(v_customer.store_id, app.only_store());
    SELECT * INTO v_goods FROM app.price_items(v_store.id, p_input -> 'items', v_store.currency_exponent, false);
    v_problems := v_problems || v_goods.problems;
  END IF;
  IF v_problems = '[]' THEN
    v_priced := app.price_cart(v_store, v_goods.products, v_goods.quantities, v_goods.amounts, v_goods.taxable, v_goods.weight_g,
      p_input - 'items' || jsonb_build_object('customer_id', v_customer.id)) || jsonb_build_object('lines', v_goods.lines);
    v_problems := v_priced -> 'problems';
  END IF;
  IF v_problems <> '[]' THEN
    PERFORM app.refuse(422, 'order_refused', v_problems);
  END IF;
  RETURN app.quote_json(v_store, v_priced);
END
$$;
