-- Takes back the last prepare, ship, deliver, complete, return or refuse of an order: its stock, figures and use of discounts are then as if
-- it had not happened. The timeline has both.

-- The event of the last action that can be taken back. What an import replayed happened elsewhere, and completing by payment is no
-- action of its own.
CREATE OR REPLACE FUNCTION app.last_action(o public.orders) RETURNS public.events
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_event public.events;
BEGIN
  SELECT e.* INTO v_event FROM public.events e
   WHERE e.store_id = o.store_id AND e.subject_id = o.id
     AND e.type IN ('order.preparing', 'order.shipped', 'order.delivered', 'order.completed', 'order.returned', 'order.refused') AND NOT e.data ? 'paid'
     AND NOT EXISTS (
       SELECT FROM public.events u
        WHERE u.store_id = o.store_id AND u.subject_id = o.id AND u.type = 'order.undone' AND u.data ->> 'event_id' = e.id::text)
     AND NOT EXISTS (
       SELECT FROM public.events c
        WHERE c.store_id = o.store_id AND c.subject_id = o.id AND c.type = 'order.created' AND c.xact = e.xact)
   ORDER BY e.created_at DESC, e.id DESC LIMIT 1;
  RETURN v_event;
END
$$;

-- What was built on an action, so that it can no longer be taken back; NULL if nothing was. What its goods and discount are now is for
-- app.without_action to find out.
CREATE OR REPLACE FUNCTION app.undo_blocked_by(o public.orders, e public.events) RETURNS text
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_action constant text := app.undoable_action(e.type);
BEGIN
  IF o.status = 'cancelled' AND o.cancel_reason IS NULL THEN RETURN 'cancelled'; END IF;
  RETURN (
    SELECT CASE min(l.type) WHEN 'order.updated' THEN 'changed' ELSE split_part(min(l.type), '.', 2) END FROM public.events l
     WHERE l.store_id = o.store_id AND l.subject_id = o.id AND (l.created_at, l.id) > (e.created_at, e.id)
       AND CASE v_action WHEN 'complete' THEN l.type = 'order.paid' AND app.is_settled(o)
                         WHEN 'ship' THEN l.type = 'order.updated' AND l.data ? 'fulfillment_status'
                         WHEN 'return' THEN l.type = 'order.refunded' WHEN 'refuse' THEN l.type = 'order.refunded' ELSE false END);
END
$$;

-- The action that the caller can take back now, or NULL. Keys and assistants take nothing back, and only managers undo a completion.
CREATE OR REPLACE FUNCTION app.offered_undo(o public.orders) RETURNS text
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  e constant public.events := app.last_action(o);
BEGIN
  RETURN CASE WHEN app.caller_kind() = 'user' AND (e.type <> 'order.completed' OR app.manages(app.role(o.store_id)))
                   AND app.undo_blocked_by(o, e) IS NULL THEN app.undoable_action(e.type) END;
END
$$;

-- The order without the action of the event. Refuses if something was built on it: a refund for what came back, another order that
-- took the goods, a payment that would have completed it, the order's cancellation, or a change that left out what was not shipped.
CREATE OR REPLACE FUNCTION app.without_action(p_order public.orders, e public.events) RETURNS public.orders
  LANGUAGE plpgsql
AS $$
DECLARE
  o public.orders := p_order;
  v_action constant text := app.undoable_action(e.type);
  v_to constant text := split_part(e.type, '.', 2);
  v_blocked_by constant text := app.undo_blocked_by(o, e);
  v_moved constant jsonb := e.data -> 'items';
  v_at timestamptz;
  v_problems jsonb;
BEGIN
  IF v_blocked_by IS NOT NULL THEN
    PERFORM app.refuse(409, 'undo_blocked', app.order_state(o) || jsonb_build_object('undo', v_action, 'by', v_blocked_by));
  END IF;
  IF v_moved IS NOT NULL THEN
    o.lines := (
      SELECT jsonb_agg((CASE WHEN m.quantity IS NULL THEN l.value WHEN m.quantity = (l.value ->> v_to)::bigint THEN l.value - v_to
                       ELSE l.value || jsonb_build_object(v_to, (l.value ->> v_to)::bigint - m.quantity) END)
                       - '{came_back_minor,came_back_tax_minor}'::text[] ORDER BY l.place)
        FROM jsonb_array_elements(o.lines) WITH ORDINALITY AS l(value, place)
        LEFT JOIN (SELECT i."position", sum(i.quantity) AS quantity
                     FROM jsonb_to_recordset(v_moved) AS i("position" bigint, quantity bigint) GROUP BY 1) AS m
          ON m.position = (l.value ->> 'position')::bigint);
  END IF;
  IF v_action = 'ship' THEN
    UPDATE public.shipments s SET undone_at = clock_timestamp() WHERE s.store_id = o.store_id AND s.id = (e.data ->> 'shipment_id')::uuid;
    o.shipments := (
      SELECT coalesce(jsonb_agg(s.value ORDER BY s.place), '[]')
        FROM jsonb_array_elements(o.shipments) WITH ORDINALITY AS s(value, place)
       WHERE s.value ->> 'id' <> e.data ->> 'shipment_id');
    PERFORM app.move_stock(o, 'shipped', v_moved, 1, 1);
  ELSIF v_moved IS NOT NULL THEN
    UPDATE public.order_returns r SET undone_at = clock_timestamp()
     WHERE r.store_id = o.store_id AND r.id = (
       SELECT b.id FROM public.order_returns b
        WHERE b.store_id = o.store_id AND b.order_id = o.id AND b.undone_at IS NULL ORDER BY b.id DESC LIMIT 1)
    RETURNING r.created_at INTO v_at;
    PERFORM app.note_activity(o, v_at, v_to, -1);
    IF (e.data -> 'restock')::boolean THEN
      v_problems := app.stock_problems(o.store_id, (
        SELECT jsonb_agg(l.value || jsonb_build_object('quantity', m.quantity))
          FROM jsonb_array_elements(o.lines) AS l
          JOIN jsonb_to_recordset(v_moved) AS m("position" bigint, quantity bigint) ON m.position = (l.value ->> 'position')::bigint));
      IF v_problems IS NOT NULL THEN
        PERFORM app.refuse(409, 'insufficient_stock', v_problems);
      END IF;
      PERFORM app.move_stock(o, 'returned', v_moved, -1, 0);
    END IF;
  END IF;
  IF v_action = 'deliver' THEN
    o.delivered_at := NULL;
  END IF;
  IF v_action IN ('deliver', 'complete') OR o.cancel_reason IS NOT NULL THEN
    o.status := 'confirmed';
  END IF;
  IF p_order.status = 'cancelled' THEN
    o.cancel_reason := NULL;
    PERFORM app.use_discounts_again(o);
  END IF;
  o.fulfillment_status := app.fulfillment_of(o, CASE WHEN EXISTS (
    SELECT FROM public.events p
     WHERE p.store_id = o.store_id AND p.subject_id = o.id AND p.type = 'order.preparing' AND p.id <> e.id AND NOT EXISTS (
       SELECT FROM public.events u
        WHERE u.store_id = o.store_id AND u.subject_id = o.id AND u.type = 'order.undone' AND u.data ->> 'event_id' = p.id::text))
    THEN 'preparing' ELSE 'unfulfilled' END);
  RETURN app.reopened(app.with_state(o, clock_timestamp()));
END
$$;

-- Counts the discounts of an order that is no longer cancelled. Refuses if other orders have used them up. One that ended still counts.
CREATE OR REPLACE FUNCTION app.use_discounts_again(o public.orders) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  d public.discounts;
  v_used uuid[] := '{}';
BEGIN
  FOR d IN
    SELECT k.* FROM public.discounts k
     WHERE k.store_id = o.store_id AND k.id IN (SELECT (s ->> 'discount_id')::uuid FROM jsonb_array_elements(o.discounts) AS s)
  LOOP
    d.active := true;
    d.starts_at := NULL;
    d.ends_at := NULL;
    d.first_order_only := false;
    IF app.discount_problem(d, NULL, NULL, app.customer_history(o.store_id, o.customer_id, o.id, ARRAY[d]), o.id, o.currency_exponent) IS NOT NULL THEN
      PERFORM app.refuse(409, 'undo_blocked', app.order_state(o) || '{"undo": "refuse", "by": "discount_used"}');
    END IF;
    v_used := v_used || d.id;
  END LOOP;
  PERFORM app.count_discounts(o.id, v_used);
END
$$;

CREATE OR REPLACE FUNCTION app.undoable_action(p_event text) RETURNS text
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE p_event WHEN 'order.preparing' THEN 'prepare' WHEN 'order.shipped' THEN 'ship' WHEN 'order.delivered' THEN 'deliver' WHEN 'order.completed' THEN 'complete'
              WHEN 'order.returned' THEN 'return' WHEN 'order.refused' THEN 'refuse' END
$$;

CREATE OR REPLACE FUNCTION app.undo_action(
  p_order uuid, p_reason text, p_expected integer, p_operation text, p_key text, p_hash text
) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_before public.orders;
  o public.orders;
  e public.events;
BEGIN
  PERFORM app.begin_write(
    (SELECT s.store_id FROM public.orders s WHERE s.store_id = ANY (app.stores()) AND s.id = p_order), p_operation, p_key, p_hash);
  v_before := (app.locked_orders(ARRAY[p_order], 'undo'))[1];
  PERFORM app.expect_version(v_before.version, p_expected);
  e := app.last_action(v_before);
  IF e.id IS NULL THEN
    PERFORM app.refuse(409, 'nothing_to_undo', app.order_state(v_before));
  ELSIF e.type = 'order.completed' AND NOT app.manages(app.role(v_before.store_id)) THEN
    PERFORM app.refuse(403, 'not_by_role', app.order_state(v_before));
  END IF;
  o := app.without_action(v_before, e);
  PERFORM app.record_event('order.undone', o.id, jsonb_strip_nulls(jsonb_build_object(
    'action', app.undoable_action(e.type), 'event_id', e.id, 'reason', p_reason,
    -- Completing by payment has an event of its own, which nobody undoes.
    'reopened', CASE WHEN e.type <> 'order.completed' AND v_before.status = 'completed' AND o.status = 'confirmed' THEN true END)));
  o := (app.save_orders(ARRAY[v_before], ARRAY[o]))[1];
  RETURN app.finish_write(p_operation, p_key, p_hash, to_jsonb(o) || app.as_of());
END
$$;
