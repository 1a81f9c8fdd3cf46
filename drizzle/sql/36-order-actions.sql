-- The life of an order after it was made. What each action needs and does is one table in TypeScript
-- (src/orders/order-actions.ts), whose row arrives here as p_act:
--   action, event   names
--   when            list of {if: {fact: [values]}, roles: [roles]}: allowed where all facts of one `if` hold
--   done            {fact: [values]} where the action has been applied already, or null
--   patch           columns and their new values
--   effect          what happens besides: ship, return, release, pay, refund, attempt, deliver, note or null
--   input           what the caller sent; of an order made elsewhere also `at`, when it was shipped or delivered
-- Row locks are taken in the order of app.place_order: order, inventory by variant, customer, what the store sold.

-- What rules may ask of an order.
CREATE OR REPLACE FUNCTION app.order_facts(o public.orders) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT jsonb_build_object(
           'status', o.status, 'fulfillment', o.fulfillment_status, 'held', o.hold_reason IS NOT NULL,
           'delivered', o.delivered_at IS NOT NULL, 'paid', o.paid_minor > o.refunded_minor,
           'unshipped', bool_or(l.quantity > coalesce(l.shipped, 0)),
           'out', bool_or(coalesce(l.shipped, 0) > coalesce(l.returned, 0)))
    FROM jsonb_to_recordset(o.lines) AS l(quantity bigint, shipped bigint, returned bigint)
$$;

-- What a refusal of an action tells of its order: the facts that its allowed actions follow from, for this caller.
CREATE OR REPLACE FUNCTION app.state_of(o public.orders) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT jsonb_build_object('status', o.status, 'payment_status', o.payment_status,
           'fulfillment_status', o.fulfillment_status, 'hold_reason', o.hold_reason, 'facts', app.order_facts(o),
           'role', app.role(o.store_id), 'decimals', o.currency_exponent,
           'refundable_amount', (o.paid_minor - o.refunded_minor) / power(10::numeric, o.currency_exponent))
$$;

CREATE OR REPLACE FUNCTION app.facts_hold(p_facts jsonb, p_if jsonb) RETURNS boolean
  LANGUAGE sql IMMUTABLE
AS $$ SELECT coalesce(bool_and(c.value @> (p_facts -> c.key)), true) FROM jsonb_each(p_if) AS c $$;

-- What was refunded of an order's total: to give back what was paid above it is no loss.
CREATE OR REPLACE FUNCTION app.refunded_of_total(p_total bigint, p_paid bigint, p_refunded bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE
AS $$ SELECT greatest(0, p_refunded - greatest(0, p_paid - p_total)) $$;

CREATE OR REPLACE FUNCTION app.payment_status(p_total bigint, p_paid bigint, p_refunded bigint) RETURNS text
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE WHEN p_refunded > 0 AND p_refunded >= p_paid THEN 'refunded'
              WHEN app.refunded_of_total(p_total, p_paid, p_refunded) > 0 THEN 'partially_refunded'
              WHEN p_paid >= p_total AND p_paid > 0 THEN 'paid'
              WHEN p_paid > 0 THEN 'partially_paid'
              ELSE 'unpaid' END
$$;

-- Moves quantities of an order's lines on: from ordered to shipped, or from shipped to returned. p_items: list of
-- {position, variant_id or product_id, quantity}, without quantity all that is left; NULL: everything. What is asked of
-- a variant is taken from its lines in their order. Refuses items that name no line, and more than there is.
CREATE OR REPLACE FUNCTION app.move_lines(
  o public.orders, p_items jsonb, p_from text, p_to text, OUT lines jsonb, OUT moved jsonb
)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_item record;
  v_line jsonb;
  v_at integer;
  v_left bigint;
  v_here bigint;
  v_asked bigint;
  v_known boolean;
  v_problems jsonb := '[]';
BEGIN
  lines := o.lines;
  moved := '[]';
  FOR v_item IN
    SELECT i.value AS wanted, '/items/' || i.ordinality - 1 AS pointer
      FROM jsonb_array_elements(coalesce(p_items, '[{}]')) WITH ORDINALITY AS i
  LOOP
    v_asked := (v_item.wanted ->> 'quantity')::bigint;
    v_left := v_asked;
    v_known := false;
    FOR v_at IN 0 .. jsonb_array_length(lines) - 1 LOOP
      v_line := lines -> v_at;
      CONTINUE WHEN NOT v_line @> (v_item.wanted - 'quantity');
      v_known := true;
      v_here := coalesce((v_line ->> p_from)::bigint, 0) - coalesce((v_line ->> p_to)::bigint, 0);
      v_here := least(v_here, coalesce(v_left, v_here));
      CONTINUE WHEN v_here <= 0;
      v_left := v_left - v_here;
      lines := jsonb_set(lines, ARRAY[v_at::text, p_to], to_jsonb(coalesce((v_line ->> p_to)::bigint, 0) + v_here));
      moved := moved || jsonb_build_object(
        'position', v_line -> 'position', 'variant_id', v_line -> 'variant_id', 'quantity', v_here);
    END LOOP;
    IF NOT v_known THEN
      v_problems := v_problems || jsonb_build_object('code', 'no_such_line', 'pointer', v_item.pointer);
    ELSIF v_left > 0 THEN
      v_problems := v_problems || jsonb_build_object('code', 'too_many_' || p_to, 'pointer', v_item.pointer || '/quantity',
        'requested', v_asked, 'available', v_asked - v_left);
    END IF;
  END LOOP;
  IF v_problems <> '[]' THEN
    PERFORM app.refuse(409, 'no_such_line', (
      SELECT jsonb_agg(app.state_of(o) || p.value ORDER BY p.place)
        FROM jsonb_array_elements(v_problems) WITH ORDINALITY AS p(value, place)));
  END IF;
  IF moved = '[]' THEN
    PERFORM app.refuse(409, 'invalid_transition',
      app.state_of(o) || jsonb_build_object('action', CASE p_to WHEN 'shipped' THEN 'ship' ELSE 'return' END));
  END IF;
END
$$;

-- Changes the stock of variants by p_on_hand and p_reserved for each piece moved, with the movements that say so. The
-- stock of an order that was brought along from elsewhere was never counted here, until it comes back.
CREATE OR REPLACE FUNCTION app.move_stock(o public.orders, p_kind text, p_moved jsonb, p_on_hand integer, p_reserved integer)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT o.moves_stock AND p_kind <> 'returned' THEN
    RETURN;
  END IF;
  WITH pieces AS (
    SELECT m.variant_id, sum(m.quantity)::bigint AS quantity
      FROM jsonb_to_recordset(p_moved) AS m(variant_id uuid, quantity bigint)
     WHERE m.quantity <> 0 GROUP BY 1
  ), changed AS (
    UPDATE public.inventory i
       SET on_hand = i.on_hand + p_on_hand * p.quantity, reserved = i.reserved + p_reserved * p.quantity, updated_at = now()
      FROM pieces p WHERE i.store_id = app.store() AND i.variant_id = p.variant_id
  )
  INSERT INTO public.inventory_movements (store_id, variant_id, order_id, kind, on_hand_delta, reserved_delta)
  SELECT app.store(), p.variant_id, o.id, p_kind, p_on_hand * p.quantity, p_reserved * p.quantity FROM pieces p;
END
$$;

-- The pieces of lines that were not shipped, as app.move_stock takes them.
CREATE OR REPLACE FUNCTION app.unshipped(p_lines jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT jsonb_agg(jsonb_build_object('variant_id', l.variant_id, 'quantity', l.quantity - coalesce(l.shipped, 0)))
    FROM jsonb_to_recordset(p_lines) AS l(variant_id uuid, quantity bigint, shipped bigint)
$$;

-- What the customer's order comes to for good. NULL: no order.
CREATE OR REPLACE FUNCTION app.spent_on(o public.orders) RETURNS bigint
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE WHEN o.id IS NULL OR o.status = 'cancelled' THEN 0
              ELSE o.total_minor - app.refunded_of_total(o.total_minor, o.paid_minor, o.refunded_minor) END
$$;

-- What an order's change means for its customer and for what the store sold. p_before NULL: the order is new.
CREATE OR REPLACE FUNCTION app.settle_order(p_before public.orders, p_after public.orders) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_spent constant bigint := app.spent_on(p_after) - app.spent_on(p_before);
  v_new constant boolean := p_before.id IS NULL;
BEGIN
  IF v_new OR v_spent <> 0 THEN
    UPDATE public.customers c
       SET orders_count = c.orders_count + v_new::integer,
           total_spent_minor = c.total_spent_minor + v_spent,
           last_order_at = CASE WHEN v_new THEN greatest(c.last_order_at, p_after.created_at) ELSE c.last_order_at END
     WHERE c.store_id = p_after.store_id AND c.id = p_after.customer_id;
  END IF;
  PERFORM app.count_sales(p_before, p_after);
END
$$;

-- Locks orders of the open store, and of their stock and customers what p_effect will change, each in order of id.
CREATE OR REPLACE FUNCTION app.lock_orders(p_orders uuid[], p_effect text) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM FROM public.orders o WHERE o.store_id = app.store() AND o.id = ANY (p_orders) ORDER BY o.id FOR NO KEY UPDATE;
  -- Confirming, which has no effect of its own, changes the stock of orders with a reservation that runs out or ran out.
  IF p_effect IS NULL OR p_effect IN ('ship', 'return', 'release') THEN
    PERFORM FROM public.inventory i
      WHERE i.store_id = app.store() AND i.variant_id = ANY (ARRAY(
        SELECT (l.value ->> 'variant_id')::uuid
          FROM public.orders o CROSS JOIN LATERAL jsonb_array_elements(o.lines) AS l
         WHERE o.store_id = app.store() AND o.id = ANY (p_orders)
           AND (p_effect IS NOT NULL OR coalesce(o.reserved_until, o.released_at) IS NOT NULL)))
      ORDER BY i.variant_id FOR UPDATE;
  END IF;
  IF p_effect IN ('release', 'refund') THEN
    PERFORM FROM public.customers c
      WHERE c.store_id = app.store() AND c.id = ANY (ARRAY(
        SELECT o.customer_id FROM public.orders o WHERE o.store_id = app.store() AND o.id = ANY (p_orders)))
      ORDER BY c.id FOR NO KEY UPDATE;
  END IF;
END
$$;

-- Takes one action: gives the order as it is then, and writes all that is not in its own row. The order comes back as
-- it was where the action changes nothing of it.
CREATE OR REPLACE FUNCTION app.take_action(p_order public.orders, p_act jsonb) RETURNS public.orders
  LANGUAGE plpgsql
AS $$
DECLARE
  o public.orders;
  v_input constant jsonb := p_act -> 'input';
  v_facts jsonb;
  v_roles jsonb;
  v_lines jsonb;
  v_moved jsonb;
  v_amount bigint;
  v_shipment public.shipments;
  v_data jsonb := '{}';
BEGIN
  v_facts := app.order_facts(p_order);
  IF p_act -> 'done' <> 'null' AND app.facts_hold(v_facts, p_act -> 'done') THEN
    RETURN p_order;
  END IF;
  SELECT jsonb_agg(w.value -> 'roles') INTO v_roles
    FROM jsonb_array_elements(p_act -> 'when') AS w WHERE app.facts_hold(v_facts, w.value -> 'if');
  IF v_roles IS NULL THEN
    PERFORM app.refuse(409, 'invalid_transition', app.state_of(p_order) || jsonb_build_object('action', p_act -> 'action') || CASE
      -- Only the money that was kept is in the way.
      WHEN p_act ->> 'effect' = 'release' AND (v_facts -> 'paid')::boolean AND EXISTS (
        SELECT FROM jsonb_array_elements(p_act -> 'when') AS w WHERE app.facts_hold(v_facts || '{"paid": false}', w.value -> 'if'))
      THEN '{"code": "refund_required"}'::jsonb ELSE '{}' END);
  ELSIF NOT jsonb_path_exists(v_roles, '$[*][*] ? (@ == $role)', jsonb_build_object('role', app.role(app.store()))) THEN
    PERFORM app.refuse(403, 'not_by_role', app.state_of(p_order));
  END IF;

  o := jsonb_populate_record(p_order, p_act -> 'patch');
  CASE p_act ->> 'effect'
    WHEN 'ship' THEN
      SELECT * INTO v_lines, v_moved FROM app.move_lines(p_order, v_input -> 'items', 'quantity', 'shipped');
      PERFORM app.move_stock(o, 'shipped', v_moved, -1, -1);
      INSERT INTO public.shipments (store_id, order_id, items, carrier, tracking_number, tracking_url, created_at)
      VALUES (o.store_id, o.id, v_moved, v_input ->> 'carrier', v_input ->> 'tracking_number',
        v_input ->> 'tracking_url', coalesce((v_input ->> 'at')::timestamptz, clock_timestamp()))
      RETURNING * INTO v_shipment;
      v_data := jsonb_build_object('shipment_id', v_shipment.id, 'at', v_input -> 'at', 'items', v_moved,
        'carrier', v_input -> 'carrier', 'tracking_number', v_input -> 'tracking_number', 'tracking_url', v_input -> 'tracking_url');
      o.lines := v_lines;
      o.shipments := o.shipments || (v_data - '{shipment_id,at}'::text[] || jsonb_build_object('id', v_shipment.id,
        'created_at', to_char(v_shipment.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
      IF o.fulfillment_status <> 'partially_returned' THEN
        o.fulfillment_status := CASE WHEN (app.order_facts(o) -> 'unshipped')::boolean THEN 'partially_shipped' ELSE 'shipped' END;
      END IF;
    WHEN 'return' THEN
      SELECT * INTO v_lines, v_moved FROM app.move_lines(p_order, v_input -> 'items', 'shipped', 'returned');
      IF (v_input -> 'restock')::boolean THEN
        PERFORM app.move_stock(o, 'returned', v_moved, 1, 0);
      END IF;
      INSERT INTO public.order_returns (store_id, order_id, items, restock, reason)
      VALUES (o.store_id, o.id, v_moved, (v_input -> 'restock')::boolean, v_input ->> 'reason');
      v_data := jsonb_build_object('items', v_moved, 'restock', v_input -> 'restock', 'reason', v_input -> 'reason');
      o.lines := v_lines;
      v_facts := app.order_facts(o);
      o.fulfillment_status :=
        CASE WHEN (v_facts -> 'out')::boolean OR (v_facts -> 'unshipped')::boolean THEN 'partially_returned' ELSE 'returned' END;
    WHEN 'release' THEN
      PERFORM app.move_stock(o, 'released', app.unshipped(o.lines), 0, -1);
      v_data := jsonb_build_object('reason', v_input -> 'reason');
    WHEN 'pay' THEN
      v_amount := coalesce(app.minor((v_input ->> 'amount')::numeric, '/amount'), o.total_minor - o.paid_minor);
      IF v_amount <= 0 AND app.refunded_of_total(o.total_minor, o.paid_minor, o.refunded_minor) > 0 THEN
        -- Money was given back: whether it is paid again, or the same call came twice, cannot be told.
        PERFORM app.refuse(422, 'amount_required', app.state_of(p_order));
      ELSIF v_amount <= 0 THEN
        RETURN p_order;
      END IF;
      o.paid_minor := o.paid_minor + v_amount;
      IF o.paid_minor > app.max_amount() THEN
        PERFORM app.refuse(422, 'invalid_amount', app.inexact_amount('/amount', o.currency_exponent));
      END IF;
      INSERT INTO public.order_payments (store_id, order_id, kind, amount_minor, method, reference)
      VALUES (o.store_id, o.id, 'payment', v_amount, v_input ->> 'method', v_input ->> 'reference');
      v_data := jsonb_build_object('amount_minor', v_amount, 'method', v_input -> 'method', 'reference', v_input -> 'reference');
    WHEN 'refund' THEN
      v_amount := coalesce(app.minor((v_input ->> 'amount')::numeric, '/amount'), o.paid_minor - o.refunded_minor);
      IF o.refunded_minor + v_amount > o.paid_minor THEN
        PERFORM app.refuse(409, 'refund_exceeds_paid', app.state_of(p_order));
      END IF;
      o.refunded_minor := o.refunded_minor + v_amount;
      INSERT INTO public.order_payments (store_id, order_id, kind, amount_minor, reason)
      VALUES (o.store_id, o.id, 'refund', v_amount, v_input ->> 'reason');
      v_data := jsonb_build_object('amount_minor', v_amount, 'reason', v_input -> 'reason');
    WHEN 'attempt' THEN
      o.hold_reason := v_input ->> 'reason';
      o.contact_attempts := o.contact_attempts + 1;
      v_data := jsonb_build_object('reason', v_input -> 'reason', 'note', v_input -> 'note');
    WHEN 'deliver' THEN
      o.delivered_at := coalesce((v_input ->> 'at')::timestamptz, clock_timestamp());
      v_data := jsonb_build_object('at', v_input -> 'at');
      IF o.fulfillment_status = 'shipped' THEN
        o.fulfillment_status := 'delivered';
      END IF;
    WHEN 'note' THEN
      PERFORM app.record_event(p_act ->> 'event', o.id, jsonb_build_object('body', v_input -> 'body'));
      RETURN p_order;
    ELSE
      NULL;
  END CASE;

  o := app.settle_reservation(p_order, o);
  o.payment_status := app.payment_status(o.total_minor, o.paid_minor, o.refunded_minor);
  PERFORM app.record_event(p_act ->> 'event', o.id, jsonb_strip_nulls(v_data));
  -- Delivered and paid in full: the order is done. A part refunded since then does not undo it; the whole does, until
  -- the whole was paid again.
  IF p_act ->> 'effect' IN ('pay', 'deliver') AND o.status = 'confirmed' AND o.delivered_at IS NOT NULL
     AND o.paid_minor >= o.total_minor
     AND (o.refunded_minor < o.total_minor OR o.paid_minor - o.refunded_minor >= o.total_minor) THEN
    o.status := 'completed';
    PERFORM app.record_event('order.completed', o.id);
  END IF;
  RETURN o;
END
$$;

-- Keeps what actions made of an order.
CREATE OR REPLACE FUNCTION app.save_order(p_before public.orders, p_after public.orders) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  o public.orders := p_after;
BEGIN
  IF p_after IS NOT DISTINCT FROM p_before THEN
    RETURN;
  END IF;
  UPDATE public.orders SET
      status = o.status, payment_status = o.payment_status, fulfillment_status = o.fulfillment_status,
      hold_reason = o.hold_reason, contact_attempts = o.contact_attempts, delivered_at = o.delivered_at,
      paid_minor = o.paid_minor, refunded_minor = o.refunded_minor, lines = o.lines, shipments = o.shipments,
      moves_stock = o.moves_stock, reserved_until = o.reserved_until, released_at = o.released_at,
      version = p_before.version + 1, updated_at = clock_timestamp()
    WHERE store_id = o.store_id AND id = o.id
    RETURNING * INTO o;
  PERFORM app.settle_order(p_before, o);
END
$$;

-- One action on one locked order of the open store.
CREATE OR REPLACE FUNCTION app.act_on_order(p_order uuid, p_act jsonb, p_expected integer) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  o public.orders;
BEGIN
  SELECT * INTO o FROM public.orders WHERE store_id = app.store() AND id = p_order;
  PERFORM app.expect_version(o.version, p_expected);
  PERFORM app.save_order(o, app.take_action(o, p_act));
END
$$;

-- An order as a write's result.
CREATE OR REPLACE FUNCTION app.order_json(p_order uuid) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$ SELECT to_jsonb(o) - 'search_text' FROM public.orders o WHERE o.store_id = app.store() AND o.id = p_order $$;

-- An action on one order, as one write.
CREATE OR REPLACE FUNCTION app.change_order(
  p_order uuid, p_act jsonb, p_expected integer, p_operation text, p_key text, p_hash text
) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM app.begin_write(
    (SELECT o.store_id FROM public.orders o WHERE o.store_id = ANY (app.stores()) AND o.id = p_order),
    p_operation, p_key, p_hash);
  PERFORM app.lock_orders(ARRAY[p_order], p_act ->> 'effect');
  PERFORM app.act_on_order(p_order, p_act, p_expected);
  RETURN app.finish_write(p_operation, p_key, p_hash, app.order_json(p_order));
END
$$;

-- The same on many orders of one store: what one of them refuses is told of that one, and the others go on.
CREATE OR REPLACE FUNCTION app.change_orders(
  p_store uuid, p_orders uuid[], p_act jsonb, p_operation text, p_key text, p_hash text
) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_order uuid;
  v_results jsonb := '[]';
  v_detail text;
BEGIN
  PERFORM app.begin_write(p_store, p_operation, p_key, p_hash);
  PERFORM app.lock_orders(p_orders, p_act ->> 'effect');
  PERFORM app.lock_sales();
  FOREACH v_order IN ARRAY p_orders LOOP
    BEGIN
      PERFORM app.act_on_order(v_order, p_act, NULL);
      v_results := v_results || jsonb_build_object('id', v_order, 'order', app.order_json(v_order));
    EXCEPTION WHEN OTHERS THEN
      IF SQLSTATE NOT LIKE 'MC%' THEN
        RAISE;
      END IF;
      GET STACKED DIAGNOSTICS v_detail = PG_EXCEPTION_DETAIL;
      v_results := v_results || jsonb_build_object(
        'id', v_order, 'order', app.order_json(v_order), 'problems',
        CASE WHEN v_detail LIKE '[%' THEN v_detail::jsonb ELSE jsonb_build_array(jsonb_build_object('code', SQLERRM)) END);
    END;
  END LOOP;
  RETURN app.finish_write(p_operation, p_key, p_hash, jsonb_build_object('results', v_results));
END
$$;
