-- The item of an imported order with product_id and variant_id as they are here. product_ref may be the id of a product
-- here, or its external id; without one that is known, the SKU alone says which variant, or the variant's id.
CREATE OR REPLACE FUNCTION app.imported_item(p_item jsonb) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_product uuid;
  v_variant uuid := (p_item ->> 'variant_id')::uuid;
BEGIN
  SELECT p.id INTO v_product FROM public.products p
   WHERE p.store_id = app.store() AND p.id = (p_item ->> 'product_id')::uuid;
  IF NOT FOUND THEN
    SELECT p.id INTO v_product FROM public.products p
     WHERE p.store_id = app.store() AND p.external_id = p_item ->> 'product_ref';
    -- The variant's id is then one of the shop that the order comes from, unless it happens to be known.
    IF FOUND OR p_item ->> 'product_ref' IS NOT NULL THEN
      SELECT v.id INTO v_variant FROM public.product_variants v
       WHERE v.store_id = app.store() AND v.id = v_variant AND v.product_id = v_product;
    ELSE
      SELECT v.product_id INTO v_product FROM public.product_variants v
       WHERE v.store_id = app.store() AND v.id = v_variant;
    END IF;
  END IF;
  IF v_product IS NULL THEN
    SELECT v.product_id, v.id INTO v_product, v_variant FROM public.product_variants v
     WHERE v.store_id = app.store() AND v.sku = p_item ->> 'variant_sku'
     ORDER BY v.archived_at DESC NULLS FIRST, v.id LIMIT 1;
  END IF;
  RETURN p_item || jsonb_build_object('product_id', v_product, 'variant_id', v_variant);
END
$$;

-- What place_order asks of whoever places several orders in one transaction: what they will lock is locked before, in the
-- order in which everybody else does (orders, stock by variant, counter, customers, what the store sold). Gives the rows
-- with the id of those that are in the store, as `imported`, and of the others with their items as they are here, and the
-- id of the customer in place of an external id that was theirs before a merge.
CREATE OR REPLACE FUNCTION app.prepare_orders(p_rows jsonb) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_merged constant jsonb := app.merged_external_ids(ARRAY(SELECT r #>> '{customer,ref}' FROM jsonb_array_elements(p_rows) AS r));
  v_rows jsonb;
  v_items jsonb;
  v_customers uuid[];
BEGIN
  SELECT jsonb_agg(CASE WHEN r.imported IS NOT NULL THEN r.value || jsonb_build_object('imported', r.imported)
           ELSE jsonb_set(CASE WHEN v_merged ? (r.value #>> '{customer,ref}')
               THEN jsonb_set(r.value, '{customer,own_id}', v_merged -> (r.value #>> '{customer,ref}')) ELSE r.value END,
             '{order,items}', (
             SELECT jsonb_agg(app.imported_item(i.item) ORDER BY i.at)
               FROM jsonb_array_elements(r.value #> '{order,items}') WITH ORDINALITY AS i(item, at))) END
         ORDER BY r.at)
    INTO v_rows
    FROM (SELECT value, at, app.imported_order(value) AS imported
            FROM jsonb_array_elements(p_rows) WITH ORDINALITY AS given(value, at) OFFSET 0) AS r;
  SELECT jsonb_agg(i) INTO v_items
    FROM jsonb_array_elements(v_rows) AS r, jsonb_array_elements(r #> '{order,items}') AS i
   WHERE NOT r ? 'imported' AND (r #>> '{order,moves_stock}')::boolean AND i ->> 'product_id' IS NOT NULL;
  v_customers := ARRAY(
    SELECT DISTINCT app.known_customer(c ->> 'phone_e164', (c ->> 'own_id')::uuid, c ->> 'ref', c ->> 'email')
      FROM (SELECT r -> 'customer' AS c FROM jsonb_array_elements(v_rows) AS r WHERE NOT r ? 'imported') AS given);
  -- That they are their customer's first may be taken from them (app.unmark_next_order).
  PERFORM FROM public.orders o
    WHERE o.store_id = app.store() AND o.customer_id = ANY (v_customers) AND o.first_of_customer ORDER BY o.id FOR UPDATE;
  PERFORM FROM public.inventory i
    WHERE i.store_id = app.store()
      AND i.variant_id = ANY (ARRAY(SELECT l.variant_id FROM app.resolve_lines(app.store(), v_items, true) AS l))
    ORDER BY i.variant_id FOR UPDATE;
  PERFORM FROM public.store_counters c WHERE c.store_id = app.store() FOR UPDATE;
  PERFORM FROM public.customers c
    WHERE c.store_id = app.store() AND c.id = ANY (v_customers) ORDER BY c.id FOR NO KEY UPDATE;
  PERFORM app.lock_sales();
  RETURN coalesce(v_rows, '[]');
END
$$;

-- The order that a row means, if it is in the store: by its external id, else its id.
CREATE OR REPLACE FUNCTION app.imported_order(p_row jsonb) RETURNS uuid
  LANGUAGE plpgsql
AS $$
DECLARE
  v_id uuid;
BEGIN
  SELECT o.id INTO v_id FROM public.orders o
   WHERE o.store_id = app.store() AND o.external_id = p_row ->> 'key';
  IF NOT FOUND AND p_row ->> 'own_id' IS NOT NULL THEN
    SELECT o.id INTO v_id FROM public.orders o
     WHERE o.store_id = app.store() AND o.id = (p_row ->> 'own_id')::uuid;
  END IF;
  RETURN v_id;
END
$$;

-- The customer of an imported order, as app.known_customer has it; else made, where there is a name and something to find
-- them by next time. NULL where neither is possible.
CREATE OR REPLACE FUNCTION app.imported_customer(p_customer jsonb) RETURNS public.customers
  LANGUAGE plpgsql
AS $$
DECLARE
  v_known uuid;
  v_customer public.customers;
BEGIN
  FOR v_turn IN 1..2 LOOP
    v_known := app.known_customer(
      p_customer ->> 'phone_e164', (p_customer ->> 'own_id')::uuid, p_customer ->> 'ref', p_customer ->> 'email');
    SELECT * INTO v_customer FROM public.customers c WHERE c.store_id = app.store() AND c.id = v_known;
    EXIT WHEN v_customer.id IS NOT NULL OR p_customer ->> 'name' IS NULL
      OR coalesce(p_customer ->> 'ref', p_customer ->> 'phone', p_customer ->> 'email') IS NULL;
    INSERT INTO public.customers (store_id, id, external_id, name, phone, phone_e164, email, address)
    VALUES (app.store(), (p_customer ->> 'id')::uuid, p_customer ->> 'ref', p_customer ->> 'name', p_customer ->> 'phone',
            p_customer ->> 'phone_e164', p_customer ->> 'email', p_customer ->> 'address')
        -- Somebody else has made them at this moment: they are found then.
        ON CONFLICT DO NOTHING
    RETURNING * INTO v_customer;
    IF FOUND THEN
      PERFORM app.settle_contacts(v_customer.id);
      PERFORM app.record_event('customer.created', v_customer.id, '{"source": "import"}');
      EXIT;
    END IF;
  END LOOP;
  RETURN v_customer;
END
$$;

-- p_row: as app.prepare_orders gives it: {imported, key: what stands for it in the file, currency, customer, order: as place_order takes
-- it, life: the actions that it has been through, as {action, input}, left: whether goods of it have left the shop or it was
-- cancelled, says: the statuses that the file gives}. p_rules: the table of actions (src/orders/order-actions.ts).
-- An order that is in the store already stays as it is.
CREATE OR REPLACE FUNCTION app.import_order(p_row jsonb, p_rules jsonb) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_customer public.customers;
  v_order jsonb := p_row -> 'order';
  v_act jsonb;
  v_before public.orders;
  o public.orders;
  v_other jsonb;
  v_currency text;
BEGIN
  IF p_row ? 'imported' THEN
    RETURN jsonb_build_object('status', 'unchanged', 'id', p_row -> 'imported');
  END IF;
  SELECT s.currency INTO v_currency FROM public.stores s WHERE s.id = app.store();
  IF p_row ->> 'currency' <> v_currency THEN
    PERFORM app.refuse(422, 'currency_mismatch', jsonb_build_object('currency', v_currency));
  END IF;
  PERFORM app.expect_amounts(coalesce(p_row -> 'amounts', '{}'));
  v_customer := app.imported_customer(p_row -> 'customer');
  IF v_customer.id IS NULL THEN
    PERFORM app.refuse(422, 'customer_not_found');
  END IF;
  IF (p_row -> 'left')::boolean THEN
    v_order := v_order || '{"moves_stock": false}';
  END IF;
  v_before := jsonb_populate_record(NULL::public.orders, app.place_order(v_customer, v_order) -> 'order');
  o := v_before;
  FOR v_act IN SELECT a.value FROM jsonb_array_elements(p_row -> 'life') WITH ORDINALITY AS a(value, at) ORDER BY a.at LOOP
    o := app.take_action(o, p_rules -> (v_act ->> 'action') || v_act);
  END LOOP;
  IF (p_row -> 'left')::boolean THEN
    o := app.reserve_rest(o, (p_row #> '{order,moves_stock}')::boolean);
  END IF;
  v_other := jsonb_strip_nulls(jsonb_build_object(
    'status', CASE WHEN p_row #>> '{says,status}' <> o.status THEN o.status END,
    'payment_status', CASE WHEN p_row #>> '{says,payment_status}' <> o.payment_status
      -- What costs nothing is paid, to some.
      AND NOT (o.total_minor = 0 AND p_row #>> '{says,payment_status}' = 'paid') THEN o.payment_status END,
    'fulfillment_status',
    CASE WHEN p_row #>> '{says,fulfillment_status}' <> o.fulfillment_status THEN o.fulfillment_status END));
  IF v_other <> '{}' THEN
    PERFORM app.refuse(422, 'status_differs', (
      SELECT jsonb_agg(jsonb_build_object('pointer', '/' || s.key, 'derived', s.value)) FROM jsonb_each(v_other) AS s));
  END IF;
  PERFORM app.save_order(v_before, o);
  RETURN jsonb_build_object('status', 'created', 'id', v_order ->> 'id');
END
$$;

-- What has not left of an order that was begun elsewhere still stands on the shelf here, where stock is kept of it.
CREATE OR REPLACE FUNCTION app.reserve_rest(p_order public.orders, p_moves_stock boolean) RETURNS public.orders
  LANGUAGE plpgsql
AS $$
DECLARE
  o public.orders := p_order;
BEGIN
  IF p_moves_stock AND o.status <> 'cancelled' AND (app.order_facts(o) -> 'unshipped')::boolean THEN
    o.moves_stock := true;
    PERFORM app.expect_stock(o);
    PERFORM app.move_stock(o, 'reserved', app.unshipped(o.lines), 0, 1);
  END IF;
  RETURN o;
END
$$;
