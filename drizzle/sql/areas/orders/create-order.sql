-- Creates an order in the customer's store, as one write. p_input may have `customer` in place of customer_id
-- (app.customer_of_order), and items that name their products (app.with_named_items).
CREATE OR REPLACE FUNCTION app.create_order(p_input jsonb, p_operation text, p_key text, p_hash text) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_sent jsonb := p_input -> 'customer';
  v_customer public.customers;
  v_input jsonb;
  v_id uuid := app.named('customer');
BEGIN
  p_input := app.with_named_method(p_input);
  IF p_input ? 'customer' THEN
    PERFORM app.begin_write(app.only_store(), p_operation, p_key, p_hash);
    v_sent := v_sent || jsonb_build_object('phone_e164', app.e164(v_sent ->> 'phone', v_sent ->> 'phone_e164',
      coalesce(p_input #>> '{address,country}', p_input #>> '{destination,country}'), app.store_country()));
    -- What was sent stays on the order, whoever has the number. Without an address, it gets none from somebody whom the caller may not
    -- read.
    v_input := CASE WHEN app.reads_customers() THEN '{}' ELSE '{"shipping_address": null}'::jsonb END || app.with_named_items(app.store(), jsonb_strip_nulls(jsonb_build_object(
        'customer_phone', v_sent -> 'phone', 'customer_phone_e164', v_sent -> 'phone_e164', 'shipping_address', v_sent -> 'address'))
      || CASE WHEN p_input ->> 'customer_phone' IS NULL THEN p_input - '{customer_phone,customer_phone_e164}'::text[] ELSE p_input END
      || jsonb_build_object('customer_name', v_sent -> 'name'));
    v_customer := app.customer_of_order(v_sent || CASE WHEN p_input ? 'address' THEN jsonb_build_object(
      'address', coalesce(v_sent -> 'address', p_input -> 'shipping_address'), 'addresses', jsonb_build_array(p_input -> 'address')) ELSE '{}' END);
    v_input := app.with_usual_address(v_input, v_customer);
    RETURN app.finish_write(p_operation, p_key, p_hash, app.place_order(v_customer, v_input)
      || jsonb_build_object('joined_customer', app.joined_customer(v_customer, v_sent ->> 'name'),
           'customer_phone_read', v_sent ->> 'phone_e164' IS NOT NULL));
  END IF;
  -- Not coalesce: the planner would cast a name to an id.
  IF v_id IS NULL THEN
    v_id := p_input ->> 'customer_id';
  END IF;
  SELECT * INTO v_customer FROM public.customers WHERE store_id = ANY (app.stores()) AND id = app.kept_customer(v_id);
  IF NOT FOUND THEN
    PERFORM app.refuse(422, 'order_refused', '[{"pointer": "/customer_id", "code": "customer_not_found"}]'::jsonb
      || CASE WHEN p_input ? 'names_products' THEN '[]' ELSE app.order_problems(p_input) END);
  END IF;
  v_customer := app.as_ordered(v_customer);
  PERFORM app.begin_write(v_customer.store_id, p_operation, p_key, p_hash);
  RETURN app.finish_write(p_operation, p_key, p_hash,
    app.place_order(v_customer, app.with_usual_address(app.with_named_items(v_customer.store_id, p_input), v_customer)));
END
$$;

-- The other problems of an order whose customer was not found. Only known if the caller has exactly one store.
CREATE OR REPLACE FUNCTION app.order_problems(p_input jsonb) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_store public.stores;
BEGIN
  SELECT * INTO v_store FROM public.stores WHERE id = (app.stores())[1] AND cardinality(app.stores()) = 1;
  RETURN CASE WHEN FOUND THEN app.price_order(v_store, p_input, app.requested_cart(p_input, NULL), NULL) -> 'problems' ELSE '[]' END;
END
$$;
