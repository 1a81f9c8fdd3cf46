-- Replaces product_id and variant_id of an imported item by those of this store. A product is found by id, else by external
-- id (product_ref), else by variant id if the item has no product_ref, else by SKU.
CREATE OR REPLACE FUNCTION app.imported_item(p_item jsonb) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_product uuid;
  v_variant uuid := (p_item ->> 'variant_id')::uuid;
  v_sku constant text := app.sku_key(p_item ->> 'variant_sku');
BEGIN
  SELECT p.id INTO v_product FROM public.products p
   WHERE p.store_id = app.store() AND p.id = (p_item ->> 'product_id')::uuid;
  IF NOT FOUND THEN
    SELECT p.id INTO v_product FROM public.products p
     WHERE p.store_id = app.store() AND p.external_id = p_item ->> 'product_ref';
    -- The variant id may be one of another system. It counts only if it belongs to the product.
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
     WHERE v.store_id = app.store() AND v.sku_key = v_sku
     ORDER BY v.archived_at DESC NULLS FIRST, v.id LIMIT 1;
  END IF;
  RETURN p_item || jsonb_build_object('product_id', v_product, 'variant_id', v_variant);
END
$$;

-- A row with the key of the customer's phone number, which may be one of the country to which the order goes, or of the store's.
CREATE OR REPLACE FUNCTION app.with_phone_key(p_row jsonb, p_country text) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT jsonb_set(p_row, '{customer,phone_e164}', coalesce(to_jsonb(app.e164(p_row #>> '{customer,phone}', p_row #>> '{customer,phone_e164}',
    coalesce(p_row #>> '{order,address,country}', p_row #>> '{order,destination,country}'), p_country)), 'null'))
$$;

-- Returns the rows: existing orders with their id as `imported`, new orders with items resolved by app.imported_item and
-- with the id of the customer if they were merged.
CREATE OR REPLACE FUNCTION app.prepare_orders(p_rows jsonb) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_merged constant jsonb := app.merged_external_ids(ARRAY(SELECT r #>> '{customer,ref}' FROM jsonb_array_elements(p_rows) AS r));
BEGIN
  RETURN (
    SELECT coalesce(jsonb_agg(CASE WHEN r.imported IS NOT NULL THEN r.value || jsonb_build_object('imported', r.imported)
           ELSE jsonb_set(CASE WHEN v_merged ? (r.value #>> '{customer,ref}')
               THEN jsonb_set(r.value, '{customer,own_id}', v_merged -> (r.value #>> '{customer,ref}')) ELSE r.value END,
             '{order,items}', (
             SELECT jsonb_agg(app.imported_item(i.item) ORDER BY i.position)
               FROM jsonb_array_elements(r.value #> '{order,items}') WITH ORDINALITY AS i(item, position))) END
         ORDER BY r.position), '[]')
    FROM (SELECT app.with_phone_key(value, app.store_country()) AS value, position, app.imported_order(value) AS imported
            FROM jsonb_array_elements(p_rows) WITH ORDINALITY AS given(value, position) OFFSET 0) AS r);
END
$$;

-- Locks everything that place_order will lock for the new orders among the rows, in the same order as all other transactions:
-- orders, inventory by variant id, counter, customers, sales.
CREATE OR REPLACE FUNCTION app.lock_imported_orders(p_rows jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_items jsonb;
  v_customers uuid[];
BEGIN
  SELECT jsonb_agg(i) INTO v_items
    FROM jsonb_array_elements(p_rows) AS r, jsonb_array_elements(r #> '{order,items}') AS i
   WHERE NOT r ? 'imported' AND (r #>> '{order,moves_stock}')::boolean AND i ->> 'product_id' IS NOT NULL;
  v_customers := ARRAY(
    SELECT DISTINCT app.known_customer(c, (c ->> 'own_id')::uuid, c ->> 'ref', c ->> 'email')
      FROM (SELECT r -> 'customer' AS c FROM jsonb_array_elements(p_rows) AS r WHERE NOT r ? 'imported') AS new_order);
  -- An older order may replace these as the customer's first order (app.unmark_next_order).
  PERFORM FROM public.orders o
    WHERE o.store_id = app.store() AND o.customer_id = ANY (v_customers) AND o.first_of_customer ORDER BY o.id FOR UPDATE;
  PERFORM FROM public.inventory i
    WHERE i.store_id = app.store()
      AND i.variant_id = ANY (ARRAY(SELECT l.variant_id FROM app.found_lines(app.store(), v_items, true) AS l))
    ORDER BY i.variant_id FOR UPDATE;
  PERFORM FROM public.store_counters c WHERE c.store_id = app.store() FOR UPDATE;
  PERFORM FROM public.customers c
    WHERE c.store_id = app.store() AND c.id = ANY (v_customers) ORDER BY c.id FOR NO KEY UPDATE;
  PERFORM app.lock_sales();
END
$$;

-- Creates the order of a row and replays its past actions. Does not change an existing order.
-- p_row: a row returned by app.prepare_orders: {imported, key: external id or id in the file, currency, amounts, customer,
-- order: the input of place_order, life: past actions as {action, input, at: names of times, of which the latest is when it
-- happened}, times: see app.imported_times, left: whether goods were shipped or the order was cancelled, says: the statuses in the
-- file, warnings: of the row itself}. p_rules: src/areas/orders/actions/order-actions.ts.
CREATE OR REPLACE FUNCTION app.import_order(p_row jsonb, p_rules jsonb) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_customer public.customers;
  v_order jsonb := p_row -> 'order';
  v_action jsonb;
  v_before public.orders;
  o public.orders;
  v_differences jsonb;
  v_store public.stores;
  v_times jsonb;
BEGIN
  IF p_row ? 'imported' THEN
    RETURN jsonb_build_object('status', 'unchanged', 'id', p_row -> 'imported',
      'warnings', CASE WHEN app.has_other_items((p_row ->> 'imported')::uuid, p_row #> '{order,items}') THEN '["order_differs"]'::jsonb ELSE '[]' END);
  END IF;
  SELECT * INTO v_store FROM public.stores s WHERE s.id = app.store();
  IF p_row ->> 'currency' <> v_store.currency THEN
    PERFORM app.refuse(422, 'currency_mismatch', jsonb_build_object('currency', v_store.currency));
  END IF;
  PERFORM app.expect_amounts(coalesce(p_row -> 'amounts', '{}'));
  v_times := app.imported_times(p_row -> 'times');
  v_order := v_order || jsonb_build_object('created_at', v_times -> 'created_at');
  v_customer := app.imported_customer(p_row -> 'customer');
  IF v_customer.id IS NULL THEN
    PERFORM app.refuse(422, 'customer_not_found');
  END IF;
  -- An order without an address in the file had none: not that of its customer today.
  v_order := '{"shipping_address": null}' || v_order;
  IF (p_row -> 'left')::boolean THEN
    v_order := v_order || '{"moves_stock": false}';
  END IF;
  v_order := v_order || jsonb_build_object('priced', app.imported_price(v_store, v_order));
  v_before := jsonb_populate_record(NULL::public.orders, app.place_order(v_customer, v_order) -> 'order');
  o := v_before;
  FOR v_action IN SELECT a.value FROM jsonb_array_elements(p_row -> 'life') WITH ORDINALITY AS a(value, position) ORDER BY a.position LOOP
    IF v_action ->> 'action' = 'complete' AND o.status = 'confirmed' AND app.is_settled(o) AND o.payment_status <> 'unpaid' THEN
      -- Goods came back before the payment that completed it.
      o.status := 'completed';
      PERFORM app.record_event('order.completed', o.id, '{"paid": true}');
      CONTINUE;
    END IF;
    o := app.take_action(o, p_rules -> (v_action ->> 'action') || jsonb_set(v_action, '{input,at}', coalesce((
      SELECT to_jsonb(max(v_times ->> n.name)) FROM jsonb_array_elements_text(v_action -> 'at') AS n(name)), 'null')));
  END LOOP;
  IF (p_row -> 'left')::boolean THEN
    o := app.reserve_unshipped(o, (p_row #> '{order,moves_stock}')::boolean);
  END IF;
  o := app.with_imported_times(o, v_times);
  v_differences := jsonb_strip_nulls(jsonb_build_object(
    -- Other systems do not complete an order that was refunded in full.
    'status', CASE WHEN p_row #>> '{says,status}' <> o.status AND NOT (o.payment_status = 'refunded' AND o.delivered_at IS NOT NULL
      AND p_row #>> '{says,status}' = 'confirmed' AND o.status = 'completed') THEN o.status END,
    -- Nor do they know that what came back is not due.
    'payment_status', CASE WHEN p_row #>> '{says,payment_status}' <> o.payment_status
      AND NOT (o.due_minor = 0 AND (o.came_back_minor > 0 OR o.total_minor = 0) AND o.status <> 'cancelled'
               AND p_row #>> '{says,payment_status}' IN ('unpaid', 'partially_paid'))
      -- A cancelled order with a total of zero is unpaid, and so is one in cash that was refused.
      AND NOT ((o.total_minor = 0 OR o.cancel_reason = 'refused' AND o.payment_status = 'unpaid') AND p_row #>> '{says,payment_status}' = 'paid') THEN o.payment_status END,
    'fulfillment_status',
    CASE WHEN p_row #>> '{says,fulfillment_status}' <> o.fulfillment_status THEN o.fulfillment_status END,
    'cancel_reason', CASE WHEN p_row #>> '{says,cancel_reason}' IS DISTINCT FROM o.cancel_reason
      AND p_row #>> '{says,cancel_reason}' IS NOT NULL THEN coalesce(o.cancel_reason, 'none') END));
  IF v_differences <> '{}' THEN
    PERFORM app.refuse(422, 'status_differs', (
      SELECT jsonb_agg(jsonb_build_object('pointer', '/' || s.key, 'derived', s.value)) FROM jsonb_each(v_differences) AS s));
  END IF;
  PERFORM app.save_orders(ARRAY[v_before], ARRAY[o]);
  RETURN jsonb_build_object('status', 'created', 'id', v_order ->> 'id',
    'warnings', p_row -> 'warnings'
      || CASE WHEN p_row #>> '{customer,phone}' IS NOT NULL AND o.customer_phone_e164 IS NULL THEN '["phone_not_international"]'::jsonb ELSE '[]' END
      || CASE WHEN o.overpaid_minor > 0 THEN '["overpaid"]'::jsonb ELSE '[]' END
      || CASE WHEN app.fold(v_customer.name) <> app.fold(p_row #>> '{customer,name}')
        AND (v_customer.external_id = p_row #>> '{customer,ref}') IS NOT TRUE
        AND v_customer.id IS DISTINCT FROM app.kept_customer((p_row #>> '{customer,own_id}')::uuid)
      THEN '["joined_customer"]'::jsonb ELSE '[]' END);
END
$$;

-- Imports an order of a dry run and rolls it back at once, so that shoppers wait for its stock no longer than for an order.
-- Keeps what later orders of the file build on: a new customer, and in `used` how the orders so far would have changed the
-- stock, as {variant id: {on_hand, reserved}}. If shoppers have taken what they used, it counts as used up.
CREATE OR REPLACE FUNCTION app.try_order(p_row jsonb, p_rules jsonb, p_used jsonb, OUT used jsonb, OUT result jsonb)
  LANGUAGE plpgsql
AS $$
DECLARE
  v_variants constant uuid[] := ARRAY(SELECT l.variant_id FROM app.found_lines(app.store(), (
    SELECT jsonb_agg(i) FROM jsonb_array_elements(p_row #> '{order,items}') AS i
     WHERE NOT p_row ? 'imported' AND i ->> 'product_id' IS NOT NULL), true) AS l);
  v_before jsonb;
BEGIN
  used := p_used;
  BEGIN
    PERFORM FROM public.inventory i
      WHERE i.store_id = app.store() AND i.variant_id = ANY (v_variants) ORDER BY i.variant_id FOR UPDATE;
    UPDATE public.inventory i
       SET on_hand = i.on_hand + u.on_hand,
           reserved = CASE WHEN i.tracked AND NOT i.allow_backorder THEN least(i.reserved + u.reserved, i.on_hand + u.on_hand)
                           ELSE i.reserved + u.reserved END
      FROM (SELECT v.id, (p_used #>> ARRAY[v.id::text, 'on_hand'])::bigint AS on_hand, (p_used #>> ARRAY[v.id::text, 'reserved'])::bigint AS reserved
              FROM unnest(v_variants) AS v(id) WHERE p_used ? v.id::text GROUP BY v.id) AS u
     WHERE i.store_id = app.store() AND i.variant_id = u.id;
    v_before := app.stock_of(v_variants);
    result := app.import_order(p_row, p_rules);
    SELECT p_used || coalesce(jsonb_object_agg(a.key, jsonb_build_object(
        'on_hand', coalesce((p_used #>> ARRAY[a.key, 'on_hand'])::bigint, 0) + (a.value ->> 'on_hand')::bigint - (v_before #>> ARRAY[a.key, 'on_hand'])::bigint,
        'reserved', coalesce((p_used #>> ARRAY[a.key, 'reserved'])::bigint, 0) + (a.value ->> 'reserved')::bigint - (v_before #>> ARRAY[a.key, 'reserved'])::bigint)), '{}')
      INTO used FROM jsonb_each(app.stock_of(v_variants)) AS a;
    RAISE EXCEPTION USING ERRCODE = 'MC200', MESSAGE = 'dry_run';
  EXCEPTION WHEN SQLSTATE 'MC200' THEN
    NULL;
  END;
  IF result ->> 'status' = 'created' THEN
    PERFORM app.imported_customer(p_row -> 'customer');
  END IF;
END
$$;

-- The stock of variants, by their ids.
CREATE OR REPLACE FUNCTION app.stock_of(p_variants uuid[]) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT coalesce(jsonb_object_agg(i.variant_id, jsonb_build_object('on_hand', i.on_hand, 'reserved', i.reserved)), '{}')
    FROM public.inventory i WHERE i.store_id = app.store() AND i.variant_id = ANY (p_variants)
$$;
