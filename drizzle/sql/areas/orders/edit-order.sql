-- Edits an order: texts and tags at any time, items and amounts until it is prepared, and then only fewer items (app.fewer_items).
-- p_changes has only the fields to change; `items` has the form that app.found_lines expects.
CREATE OR REPLACE FUNCTION app.edit_order(
  p_order uuid, p_changes jsonb, p_expected integer, p_operation text, p_key text, p_hash text
) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_before public.orders;
  o public.orders;
  v_store public.stores;
  v_priced jsonb;
  v_discounts uuid[];
  v_problems jsonb;
  v_moved jsonb;
  v_reduces boolean;
BEGIN
  PERFORM app.begin_write(
    (SELECT store_id FROM public.orders WHERE store_id = ANY (app.stores()) AND id = p_order), p_operation, p_key, p_hash);
  SELECT * INTO v_before FROM public.orders WHERE store_id = app.store() AND id = p_order FOR NO KEY UPDATE;
  PERFORM app.expect_version(v_before.version, p_expected);
  p_changes := app.with_named_method(p_changes);
  IF p_changes ? 'items' THEN
    -- Before and after names are read: an SKU may be that of an archived variant.
    p_changes := app.with_named_items(v_before.store_id,
      jsonb_set(p_changes, '{items}', app.with_archived_variants(v_before, p_changes -> 'items')));
    p_changes := jsonb_set(p_changes, '{items}', app.with_ordered_items(v_before, app.with_archived_variants(v_before, p_changes -> 'items')));
  END IF;
  o := jsonb_populate_record(v_before, p_changes - '{items,lines,id,store_id,destination}'::text[]);

  IF p_changes -> 'address' <> 'null' THEN
    p_changes := app.with_known_destination(p_changes, v_before);
  END IF;
  IF p_changes ? 'destination' THEN
    o.destination := app.destination_of(p_changes);
  END IF;
  IF p_changes ? 'customer_phone' THEN
    o.customer_phone_e164 := coalesce(
      CASE WHEN o.customer_phone = v_before.customer_phone THEN v_before.customer_phone_e164 END,
      (SELECT app.order_phone(o, p_changes ->> 'customer_phone_e164', c, app.store_country()) FROM public.customers c
        WHERE c.store_id = o.store_id AND c.id = o.customer_id));
  END IF;
  -- Another text has no parts: nobody split it.
  IF NOT p_changes ? 'address' AND o.shipping_address IS DISTINCT FROM v_before.shipping_address THEN
    o.address := NULL;
  END IF;
  IF v_before.delivered_at IS NOT NULL AND (o.shipping_address, o.address, o.destination)
     IS DISTINCT FROM (v_before.shipping_address, v_before.address, v_before.destination) THEN
    PERFORM app.refuse(409, 'address_fixed', app.order_state(v_before));
  END IF;

  IF NOT p_changes ? 'address' AND o.address ?| '{country,region}' AND app.goes_elsewhere(v_before.destination, o.destination) THEN
    PERFORM app.refuse(422, 'order_refused', '[{"pointer": "/destination", "code": "destination_of_address"}]'::jsonb);
  END IF;

  SELECT * INTO v_store FROM public.stores s WHERE s.id = o.store_id;
  v_reduces := app.changes_price(v_before, p_changes) AND NOT app.can_edit_items(v_before);
  IF v_reduces THEN
    p_changes := app.fewer_items(v_before, p_changes);
    IF NOT p_changes ? 'items' AND app.changes_price(v_before, p_changes) THEN
      PERFORM app.refuse(409, 'lines_fixed', app.order_state(v_before));
    END IF;
  END IF;
  IF app.changes_price(v_before, p_changes) THEN
    v_priced := app.price_order(v_store, p_changes, app.cart_of(o, p_changes), app.without_shares(v_before));
    IF 'discount' = ANY (v_before.stated) AND v_priced ->> 'code_problem' IS NOT NULL AND v_priced -> 'problems' = '[]' THEN
      -- A code that does not apply takes the place of nothing.
      v_priced := app.price_order(v_store, p_changes - 'discount_code', app.cart_of(o, p_changes - 'discount_code'), app.without_shares(v_before))
        || jsonb_build_object('code_problem', v_priced -> 'code_problem');
    END IF;
    IF v_reduces AND app.lacks_delivery(v_priced) THEN
      v_priced := app.price_order(v_store, p_changes, app.cart_of(o, p_changes) - 'delivery_method_id'
        || jsonb_build_object('shipping_minor', v_before.shipping_minor), app.without_shares(v_before));
      v_priced := v_priced || jsonb_build_object('delivery', v_before.delivery, 'stated', to_jsonb(v_before.stated));
    END IF;
    IF v_priced -> 'problems' <> '[]' THEN
      PERFORM app.refuse(422, 'order_refused', v_priced -> 'problems');
    END IF;
    o := app.with_price(o, v_priced);
    IF v_reduces THEN
      o.lines := app.fewer_lines(v_before.lines, o.lines);
    END IF;
    v_problems := CASE WHEN v_reduces AND NOT p_changes ?| '{total_amount,shipping_amount,tax_amount,discount_amount}'
      THEN app.reduction_problems(v_store, v_before, o) ELSE app.total_problems(v_store, v_priced, false) END;
    IF v_problems <> '[]' THEN
      PERFORM app.refuse(422, 'order_refused', v_problems);
    END IF;
    IF v_reduces THEN
      o.fulfillment_status := app.fulfillment_of(o, v_before.fulfillment_status);
      o := app.with_refusal(o);
    END IF;

    -- The difference between the new and the old quantity of each variant.
    SELECT jsonb_agg(jsonb_build_object('variant_id', d.variant_id, 'quantity', d.quantity)) INTO v_moved
      FROM (SELECT (l.value ->> 'variant_id')::uuid AS variant_id, sum((l.value ->> 'quantity')::bigint * l.sign) AS quantity
              FROM (SELECT value, 1 AS sign FROM jsonb_array_elements(o.lines)
                    UNION ALL SELECT value, -1 FROM jsonb_array_elements(v_before.lines)) AS l
             GROUP BY 1) AS d
     WHERE d.quantity <> 0;
    PERFORM FROM public.inventory i
      WHERE i.store_id = o.store_id AND i.variant_id IN (SELECT m.variant_id FROM jsonb_to_recordset(v_moved) AS m(variant_id uuid))
      ORDER BY i.variant_id FOR UPDATE;
    IF o.discounts <> '[]' OR v_before.discounts <> '[]' THEN
      v_discounts := app.priced_discounts(v_priced);
      PERFORM app.lock_discounts(v_discounts || app.discounts_of(ARRAY[o.id]));
      v_discounts := ARRAY(SELECT d.id FROM public.discounts d WHERE d.store_id = o.store_id AND d.id = ANY (v_discounts));
      PERFORM app.expect_discounts(CASE WHEN p_changes ? 'discount_code' THEN o.discounts
        ELSE jsonb_path_query_array(o.discounts, '$[*] ? (@.code == null)') END, o.customer_id, o.id, o.currency_exponent);
      PERFORM app.count_discounts(o.id, CASE WHEN o.status = 'cancelled' THEN '{}' ELSE v_discounts END);
    END IF;
    v_problems := CASE WHEN o.moves_stock AND p_changes ? 'items' AND NOT v_reduces THEN app.stock_problems(o.store_id, o.lines, v_before.lines) END;
    IF v_problems IS NOT NULL THEN
      PERFORM app.refuse(409, 'order_refused', v_problems);
    END IF;
    PERFORM app.move_stock(o, 'released', (SELECT jsonb_agg(m.value || jsonb_build_object('quantity', -(m.value -> 'quantity')::bigint))
      FROM jsonb_array_elements(v_moved) AS m WHERE (m.value -> 'quantity')::bigint < 0), 0, -1);
    PERFORM app.move_stock(o, 'reserved', (SELECT jsonb_agg(m.value)
      FROM jsonb_array_elements(v_moved) AS m WHERE (m.value -> 'quantity')::bigint > 0), 0, 1);
    IF o.reserved_until IS NOT NULL THEN
      PERFORM app.count_unconfirmed(o, v_moved, 1);
    END IF;
  ELSIF app.changes_fee(v_before, o) THEN
    o := app.with_payment_fee(v_before, o);
  END IF;
  IF o.destination IS DISTINCT FROM v_before.destination THEN
    o.delivery := o.delivery || jsonb_build_object('destination', o.destination);
  END IF;

  IF o IS NOT DISTINCT FROM v_before THEN
    RETURN app.finish_write(p_operation, p_key, p_hash,
      jsonb_build_object('order', app.order_json(o.id), 'code_problem', v_priced -> 'code_problem', 'ignored_region', app.ignored_region(p_changes)) || app.as_of());
  END IF;
  PERFORM app.record_event('order.updated', o.id, jsonb_strip_nulls(jsonb_build_object(
    'changed', ARRAY(SELECT jsonb_object_keys(p_changes - '{customer_phone_e164,ignored_region}'::text[])),
    'previous_notes', CASE WHEN o.notes IS DISTINCT FROM v_before.notes THEN nullif(v_before.notes, '') END,
    'total_minor', CASE WHEN o.total_minor <> v_before.total_minor THEN o.total_minor END,
    'fulfillment_status', CASE WHEN v_reduces AND o.lines <> v_before.lines AND NOT (app.order_facts(o) -> 'unshipped')::boolean THEN o.fulfillment_status END,
    'status', CASE WHEN o.status <> v_before.status THEN o.status END)));
  o := app.with_state(o, clock_timestamp());
  o.version := v_before.version + 1;
  o.updated_at := clock_timestamp();
  UPDATE public.orders SET
    -- each orders.edited: % = o.%
    status = o.status, payment_status = o.payment_status, fulfillment_status = o.fulfillment_status, subtotal_minor = o.subtotal_minor, shipping_minor = o.shipping_minor, tax_minor = o.tax_minor, discount_minor = o.discount_minor, stated = o.stated, delivery = o.delivery, destination = o.destination, discounts = o.discounts, tax_rate = o.tax_rate, tax_label = o.tax_label, tax_included = o.tax_included, adjustment_minor = o.adjustment_minor, total_minor = o.total_minor, came_back_minor = o.came_back_minor, customer_phone = o.customer_phone, customer_phone_e164 = o.customer_phone_e164, address = o.address, tags = o.tags, lines = o.lines, paid_at = o.paid_at, cancelled_at = o.cancelled_at, cancel_reason = o.cancel_reason, lines_key = o.lines_key, version = o.version, updated_at = o.updated_at, shipping_address = o.shipping_address, payment_method = o.payment_method, po_number = o.po_number, notes = o.notes
   WHERE store_id = o.store_id AND id = o.id RETURNING * INTO o;
  PERFORM app.update_totals(v_before, o);
  RETURN app.finish_write(p_operation, p_key, p_hash,
    jsonb_build_object('order', app.order_json(o.id), 'recalculated', app.recalculated(v_before, o),
      'code_problem', v_priced -> 'code_problem', 'ignored_region', app.ignored_region(p_changes), 'price_warnings', app.change_warnings(v_store, v_before, o, p_changes, v_priced))
      || app.as_of());
END
$$;

-- The result of an edit that is not made.
CREATE OR REPLACE FUNCTION app.try_edit_order(
  p_order uuid, p_changes jsonb, p_expected integer, p_operation text, p_key text, p_hash text
) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_now record;
  v_result jsonb;
BEGIN
  SELECT o.version, o.updated_at INTO v_now FROM public.orders o WHERE o.store_id = ANY (app.stores()) AND o.id = p_order;
  v_result := app.edit_order(p_order, p_changes, p_expected, p_operation, p_key, p_hash);
  -- Those of the order as it is: nobody may expect a version that does not exist.
  v_result := jsonb_set(v_result, '{order}', v_result -> 'order' || to_jsonb(v_now));
  RAISE EXCEPTION USING ERRCODE = 'MC200', MESSAGE = 'dry_run';
EXCEPTION WHEN SQLSTATE 'MC200' THEN
  RETURN v_result;
END
$$;
