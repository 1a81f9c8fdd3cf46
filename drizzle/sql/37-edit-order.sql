-- Edits an order: texts and tags at any time, items and amounts until it is prepared. p_changes has only the fields to
-- change; `items` has the form that app.resolve_lines expects.
CREATE OR REPLACE FUNCTION app.edit_order(
  p_order uuid, p_changes jsonb, p_expected integer, p_operation text, p_key text, p_hash text
) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_before public.orders;
  o public.orders;
  v_problems jsonb;
  v_amounts record;
  v_moved jsonb;
  v_subtotal numeric;
BEGIN
  PERFORM app.begin_write(
    (SELECT store_id FROM public.orders WHERE store_id = ANY (app.stores()) AND id = p_order), p_operation, p_key, p_hash);
  SELECT * INTO v_before FROM public.orders WHERE store_id = app.store() AND id = p_order FOR NO KEY UPDATE;
  PERFORM app.expect_version(v_before.version, p_expected);
  o := jsonb_populate_record(v_before, p_changes - 'items' - 'lines' - 'id' - 'store_id');
  IF o.customer_phone = v_before.customer_phone THEN
    o.customer_phone_e164 := coalesce(o.customer_phone_e164, v_before.customer_phone_e164);
  END IF;

  IF p_changes ?| '{items,total_amount,shipping_amount,tax_amount,discount_amount}' THEN
    IF o.status NOT IN ('pending', 'confirmed') OR o.fulfillment_status <> 'unfulfilled' THEN
      PERFORM app.refuse(409, 'lines_fixed', app.order_state(v_before));
    END IF;
    v_problems := '[]';
    IF p_changes ? 'items' THEN
      SELECT p.lines, p.lines_key, p.subtotal, p.problems INTO o.lines, o.lines_key, v_subtotal, v_problems
        FROM app.price_lines(o.store_id, p_changes -> 'items', o.currency_exponent) AS p;
    ELSE
      v_subtotal := o.subtotal_minor;
    END IF;
    SELECT * INTO v_amounts FROM app.order_totals(p_changes, v_subtotal, o.currency_exponent, v_before);
    v_problems := v_problems || v_amounts.problems;
    IF v_problems <> '[]' THEN
      PERFORM app.refuse(422, 'order_refused', v_problems);
    END IF;
    o.subtotal_minor := v_subtotal;
    o.shipping_minor := v_amounts.shipping;
    o.tax_minor := v_amounts.tax;
    o.discount_minor := v_amounts.discount;
    o.total_minor := v_amounts.total;
    o.adjustment_minor := v_amounts.adjustment;

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
    v_problems := CASE WHEN o.moves_stock AND p_changes ? 'items' THEN app.stock_problems(o.store_id, o.lines, v_before.lines) END;
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
    IF p_changes ? 'items' THEN
      DELETE FROM public.order_items WHERE store_id = o.store_id AND order_id = o.id;
      INSERT INTO public.order_items (
        store_id, order_id, position, product_id, variant_id, quantity, unit_price_minor, list_price_minor)
      SELECT o.store_id, o.id, l.position, l.product_id, l.variant_id, l.quantity, l.unit_price_minor, l.list_price_minor
        FROM jsonb_to_recordset(o.lines) AS l(
          "position" integer, product_id uuid, variant_id uuid, quantity integer, unit_price_minor bigint, list_price_minor bigint);
    END IF;
  END IF;

  IF o IS NOT DISTINCT FROM v_before THEN
    RETURN app.finish_write(p_operation, p_key, p_hash, jsonb_build_object('order', app.order_json(o.id)) || app.as_of());
  END IF;
  PERFORM app.record_event('order.updated', o.id, jsonb_strip_nulls(jsonb_build_object(
    'changed', ARRAY(SELECT jsonb_object_keys(p_changes - 'customer_phone_e164')),
    'total_minor', CASE WHEN o.total_minor <> v_before.total_minor THEN o.total_minor END)));
  UPDATE public.orders SET
      notes = o.notes, tags = o.tags, shipping_address = o.shipping_address, customer_phone = o.customer_phone,
      customer_phone_e164 = o.customer_phone_e164, payment_method = o.payment_method, lines = o.lines,
      lines_key = o.lines_key, subtotal_minor = o.subtotal_minor, shipping_minor = o.shipping_minor,
      tax_minor = o.tax_minor, discount_minor = o.discount_minor, adjustment_minor = o.adjustment_minor,
      total_minor = o.total_minor, payment_status = app.payment_status(o.total_minor, o.paid_minor, o.refunded_minor),
      version = v_before.version + 1, updated_at = clock_timestamp()
    WHERE store_id = o.store_id AND id = o.id
    RETURNING * INTO o;
  PERFORM app.update_totals(v_before, o);
  RETURN app.finish_write(p_operation, p_key, p_hash, jsonb_build_object('order', app.order_json(o.id)) || app.as_of());
END
$$;
