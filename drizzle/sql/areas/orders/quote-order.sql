-- Prices an order of a merchant without creating it. p_input: the validated body of POST /api/orders/quote, with the
-- position of each item. The store is that of the customer, or the caller's only store. p_context: the results of the functions
-- that opened the tenant context, which run because they are arguments.
CREATE OR REPLACE FUNCTION app.quote_order(p_context text[], p_input jsonb) RETURNS json
  LANGUAGE plpgsql
AS $$
DECLARE
  v_customer public.customers;
  v_id uuid := app.named('customer');
  v_order_id uuid := app.named('order');
  v_order public.orders;
  v_store_id uuid;
  v_store public.stores;
  v_goods record;
  v_cart record;
  v_problems jsonb := '[]';
BEGIN
  p_input := app.with_named_method(p_input);
  IF p_input ? 'order_id' THEN
    IF v_order_id IS NULL THEN
      v_order_id := p_input ->> 'order_id';
    END IF;
    SELECT * INTO v_order FROM public.orders o WHERE o.store_id = ANY (app.stores()) AND o.id = v_order_id;
    IF NOT FOUND THEN
      PERFORM app.refuse(422, 'order_refused', '[{"pointer": "/order_id", "code": "order_not_found"}]');
    END IF;
    -- What a change of the order would keep, as in app.cart_of.
    p_input := jsonb_strip_nulls(jsonb_build_object('customer_id', v_order.customer_id, 'destination', v_order.destination,
        'delivery_method_id', v_order.delivery -> 'method_id', 'payment_method', v_order.payment_method,
        'discount_code', jsonb_path_query_first(v_order.discounts, '$[*].code ? (@ != null)')))
      || p_input || jsonb_build_object('order_id', v_order.id);
  END IF;
  IF p_input ? 'customer_id' THEN
    IF v_id IS NULL THEN
      v_id := p_input ->> 'customer_id';
    END IF;
    SELECT * INTO v_customer FROM public.customers c
     WHERE c.store_id = ANY (app.stores()) AND c.id = app.kept_customer(v_id);
    IF NOT FOUND THEN
      v_problems := '[{"pointer": "/customer_id", "code": "customer_not_found"}]';
    ELSIF v_customer.anonymized_at IS NOT NULL THEN
      v_problems := '[{"pointer": "/customer_id", "code": "customer_anonymized"}]';
    END IF;
  END IF;
  IF v_problems = '[]' OR cardinality(app.stores()) = 1 THEN
    -- Not coalesce in the query: the planner would call app.only_store, which refuses a caller with several stores.
    v_store_id := v_customer.store_id;
    IF v_store_id IS NULL THEN
      v_store_id := app.only_store();
    END IF;
    SELECT * INTO v_store FROM public.stores s WHERE s.id = v_store_id;
    p_input := app.with_usual_address(p_input, app.as_ordered(v_customer));
    SELECT * INTO v_goods FROM app.price_items(v_store.id, app.with_named_items(v_store.id, p_input) -> 'items', v_store.currency_exponent, false);
    v_problems := v_problems || v_goods.problems;
  END IF;
  IF v_problems = '[]' THEN
    v_cart := app.price_goods(v_store, v_goods, p_input, p_input || jsonb_build_object('customer_id', v_customer.id));
    v_problems := coalesce(v_cart.problems, CASE WHEN app.code_problems(v_cart.priced) = '[]' THEN coalesce(
      nullif(app.amount_mismatches(p_input, v_cart.priced, v_store.currency_exponent), '[]'),
      app.total_problems(v_store, v_cart.priced, false)) END, '[]');
  END IF;
  IF v_problems <> '[]' THEN
    PERFORM app.refuse(422, 'order_refused', v_problems);
  END IF;
  IF app.could_be_short(v_store.id, v_goods.variants, app.sum_of(v_goods.quantities)) THEN
    v_problems := app.stock_problems(v_store.id, v_goods.lines, 
      CASE WHEN v_order.moves_stock AND v_order.status <> 'cancelled' THEN v_order.lines ELSE '[]' END);
    IF v_problems IS NOT NULL THEN
      PERFORM app.refuse(409, 'order_refused', v_problems);
    END IF;
  END IF;
  RETURN app.with_ignored_region(v_cart.priced::json, p_input);
END
$$;

-- A quote with the region that it ignores, if any.
CREATE OR REPLACE FUNCTION app.with_ignored_region(p_priced json, p_input jsonb) RETURNS json
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE WHEN app.ignored_region(p_input) IS NULL THEN p_priced
    ELSE (p_priced::jsonb || jsonb_build_object('ignored_region', app.ignored_region(p_input)))::json END
$$;
