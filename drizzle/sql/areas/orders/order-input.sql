-- What a new order's input leaves to the database: products by name, the customer by phone number, and how much the
-- total may differ from the total at catalogue prices.

-- The input with the ids of the products that its items name in `product`. An SKU also chooses the variant. Refuses with all
-- names that match no product or several.
CREATE OR REPLACE FUNCTION app.with_named_items(p_store uuid, p_input jsonb) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_item jsonb;
  v_items jsonb := '[]';
  v_found jsonb[];
  v_problems jsonb := '[]';
BEGIN
  IF NOT p_input ? 'names_products' THEN
    RETURN p_input;
  END IF;
  FOR v_item IN SELECT i.value FROM jsonb_array_elements(p_input -> 'items') AS i(value) LOOP
    IF v_item ? 'product' THEN
      v_found := app.candidates('product', ARRAY[p_store], v_item ->> 'product');
      IF cardinality(v_found) = 1 THEN
        v_item := v_item || jsonb_build_object('product_id', v_found[1] -> 'id') || CASE
          WHEN v_found[1] ->> 'variant_id' IS NOT NULL AND NOT v_item ?| '{variant_id,variant_sku,variant_options}'
          THEN jsonb_build_object('variant_id', v_found[1] -> 'variant_id') ELSE '{}' END;
      ELSE
        v_problems := v_problems || jsonb_build_object(
          'pointer', format('/items/%s/product_id', (v_item ->> 'position')::integer - 1), 'kind', 'product',
          'name', v_item -> 'product', 'stores', 1, 'candidates', to_jsonb(v_found),
          'code', CASE cardinality(v_found) WHEN 0 THEN 'no_product_named' ELSE 'ambiguous_name' END);
      END IF;
    END IF;
    v_items := v_items || v_item;
  END LOOP;
  IF v_problems <> '[]' THEN
    PERFORM app.refuse(422, 'order_refused', v_problems);
  END IF;
  RETURN p_input - 'names_products' || jsonb_build_object('items', v_items);
END
$$;

-- The input with the id of the delivery method that it names, which app.find has found.
CREATE OR REPLACE FUNCTION app.with_named_method(p_input jsonb) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_id constant uuid := app.named('delivery_method');
BEGIN
  RETURN CASE WHEN v_id IS NULL THEN p_input ELSE p_input || jsonb_build_object('delivery_method_id', v_id) END;
END
$$;

-- Adds the new customer of an order. If somebody added the phone number just now, the statement is repeated and finds them.
CREATE OR REPLACE FUNCTION app.add_customer_of_order(p_store uuid, p_id uuid, p_customer jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO public.customers (store_id, id, name, phone, phone_e164, email, address, addresses)
  VALUES (p_store, p_id, p_customer ->> 'name', p_customer ->> 'phone', p_customer ->> 'phone_e164', p_customer ->> 'email',
          p_customer ->> 'address', coalesce(nullif(p_customer -> 'addresses', 'null'), '[]'))
  ON CONFLICT DO NOTHING;
  BEGIN
    IF NOT FOUND THEN
      PERFORM app.refuse(409, 'phone_taken');
    END IF;
    PERFORM app.settle_contacts(p_id);
  EXCEPTION WHEN SQLSTATE 'MC409' THEN
    RAISE EXCEPTION USING ERRCODE = 'serialization_failure', MESSAGE = 'somebody added this phone just now';
  END;
  PERFORM app.record_event('customer.created', p_id);
END
$$;

-- Finds the customer of the open store by phone number, or adds one. A known customer is not changed.
-- p_customer: id for a new customer, name, phone, phone_e164 (as app.e164 returns it), email, address, addresses.
CREATE OR REPLACE FUNCTION app.customer_of_order(p_customer jsonb) RETURNS public.customers
  LANGUAGE plpgsql
AS $$
DECLARE
  v_store constant uuid := app.store();
  v_e164 constant text := p_customer ->> 'phone_e164';
  v_key constant text := (app.phone_keys(ARRAY[p_customer ->> 'phone'], NULL))[1];
  v_found uuid;
  v_customer public.customers;
BEGIN
  -- As in app.place_storefront_order: of two orders with the same number, the second finds the customer of the first.
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', v_store, 'shopper', coalesce(v_e164, v_key)), 0));
  v_found := coalesce(app.customer_of_phone(v_store, v_e164), app.customer_of_unread_phone(v_store, p_customer));
  IF v_found IS NULL THEN
    v_found := p_customer ->> 'id';
    PERFORM app.add_customer_of_order(v_store, v_found, p_customer);
  END IF;
  SELECT * INTO v_customer FROM public.customers c WHERE c.store_id = v_store AND c.id = v_found;
  RETURN v_customer;
END
$$;

-- The key of the number on an order (app.e164), with which its customer has it, else as a number of the country to which the order goes, else
-- of the store's. p_read: what the Worker read of it.
CREATE OR REPLACE FUNCTION app.order_phone(o public.orders, p_read text, p_customer public.customers, p_country text) RETURNS text
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE WHEN p_read IS NULL AND o.customer_phone = p_customer.phone AND p_customer.phone_e164 IS NOT NULL THEN p_customer.phone_e164
    ELSE app.e164(o.customer_phone, p_read, coalesce(o.address ->> 'country', o.destination ->> 'country'), p_country) END
$$;

-- The customer as a new order takes them. A caller who may not read customers gets only what the customer's latest
-- order says; a shopper's does not count, which anybody may have placed.
CREATE OR REPLACE FUNCTION app.as_ordered(p_customer public.customers) RETURNS public.customers
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  c public.customers := p_customer;
  v_name text;
BEGIN
  IF app.reads_customers() THEN
    RETURN c;
  END IF;
  SELECT o.customer_name, o.customer_phone, o.customer_phone_e164, o.shipping_address INTO v_name, c.phone, c.phone_e164, c.address
    FROM public.orders o WHERE o.store_id = c.store_id AND o.customer_id = c.id AND o.source <> 'storefront' ORDER BY o.created_at DESC, o.id DESC LIMIT 1;
  c.name := coalesce(v_name, c.name);
  RETURN c;
END
$$;

-- The customer to whom a phone number joined an order, if their name is not the one that was sent; otherwise NULL. Tokens and keys that
-- may not read customers get only the id.
CREATE OR REPLACE FUNCTION app.joined_customer(p_customer public.customers, p_sent_name text) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN CASE WHEN app.fold(p_customer.name) <> app.fold(p_sent_name) THEN
    app.shown_candidates('customer', ARRAY[jsonb_build_object('id', p_customer.id, 'name', p_customer.name)]) -> 0 END;
END
$$;

-- Why the caller may not charge this total. p_exact: the request must have the exact sum. The store's owner can limit how
-- much each role may differ from the total at catalogue prices (stores.max_adjustment_percent). The limit applies to the total,
-- whether a unit price, a discount or the total itself was changed. p_priced: see app.price_order.
CREATE OR REPLACE FUNCTION app.total_problems(p_store public.stores, p_priced jsonb, p_exact boolean) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_scale constant numeric := power(10::numeric, p_store.currency_exponent);
  v_total constant numeric := p_priced ->> 'total';
  v_adjustment constant numeric := p_priced ->> 'adjustment';
  v_max constant numeric := p_store.max_adjustment_percent ->> app.role(p_store.id);
  v_catalogue constant numeric := p_priced ->> 'catalogue_total';
BEGIN
  IF v_adjustment <> 0 AND p_exact THEN
    RETURN jsonb_build_array(jsonb_build_object('pointer', '/total_amount', 'code', 'total_not_exact',
      'expected_total_amount', (v_total - v_adjustment) / v_scale));
  ELSIF abs(v_total - v_catalogue) * 100 > v_max * v_catalogue THEN
    RETURN jsonb_build_array(jsonb_build_object('pointer', '/total_amount', 'code', 'adjustment_too_large',
      'max_adjustment_percent', v_max, 'expected_total_amount', v_catalogue / v_scale,
      'min_total_amount', greatest(0, ceil(v_catalogue - v_catalogue * v_max / 100)) / v_scale,
      'max_total_amount', floor(v_catalogue + v_catalogue * v_max / 100) / v_scale));
  END IF;
  RETURN '[]';
END
$$;

-- The cart of a request that leaves the amounts to the service; NULL if it states them.
CREATE OR REPLACE FUNCTION app.requested_cart(p_input jsonb, p_customer uuid) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE
AS $$
BEGIN
  IF p_input ->> 'delivery_method_id' IS NULL AND p_input ->> 'discount_code' IS NULL
     AND NOT coalesce((p_input ->> 'computed')::boolean, false) THEN
    RETURN NULL;
  END IF;
  RETURN jsonb_build_object('destination', p_input -> 'destination', 'delivery_method_id', p_input -> 'delivery_method_id',
    'payment_method', p_input -> 'payment_method', 'discount_code', p_input -> 'discount_code', 'customer_id', p_customer);
END
$$;

-- The total that an order would have without the stated one, in major units. NULL if it would be refused.
CREATE OR REPLACE FUNCTION app.computed_total(p_store public.stores, p_input jsonb, p_customer uuid) RETURNS numeric
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_input constant jsonb := p_input - 'total_amount' || '{"computed": true}';
BEGIN
  RETURN (app.price_order(p_store, v_input, app.requested_cart(v_input, p_customer), NULL) ->> 'total')::numeric
    / power(10::numeric, p_store.currency_exponent);
END
$$;

-- Refuses a change of the limits by anybody but an owner, so that nobody can lift their own.
CREATE OR REPLACE FUNCTION app.expect_adjustment_bounds(p_bounds jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  IF app.role(app.store()) <> 'owner' AND EXISTS (
       SELECT FROM public.stores s WHERE s.id = app.store() AND s.max_adjustment_percent IS DISTINCT FROM p_bounds) THEN
    PERFORM app.refuse(403, 'owner_required', '{"pointer": "/max_adjustment_percent"}'::jsonb);
  END IF;
END
$$;
