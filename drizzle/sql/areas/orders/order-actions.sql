-- Actions on an order. Their rules are a table in TypeScript (src/areas/orders/actions/order-actions.ts). p_act is the rule
-- of one action plus its input:
--   action, event   names
--   when            list of {if: {fact: [values]}, roles: [roles]}: allowed if all conditions of one `if` match
--   done            {fact: [values]} that match if the action was already applied, or null
--   patch           columns and their new values
--   effect          what else to do: ship, return, refuse, release, pay, refund, attempt, deliver, note or null
--   input           what the caller sent. For an imported order also `at`, when it happened

-- What can still be paid of an order. What was refunded can be paid again; what was overpaid counts as nothing due.
CREATE OR REPLACE FUNCTION app.due_on(o public.orders) RETURNS bigint
  LANGUAGE sql IMMUTABLE
AS $$ SELECT greatest(0, o.total_minor - o.paid_minor + o.refunded_minor) $$;

-- Whether the order is completed by itself: once it is delivered and paid in full. A partial refund does not prevent that. A full
-- refund does, until the total is paid again.
CREATE OR REPLACE FUNCTION app.is_settled(o public.orders) RETURNS boolean
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT o.delivered_at IS NOT NULL AND o.paid_minor >= o.total_minor
     AND (o.refunded_minor < o.total_minor OR o.paid_minor - o.refunded_minor >= o.total_minor)
$$;

-- The facts that the rules are about. orderFacts in src/areas/orders/order-state.ts computes the same.
CREATE OR REPLACE FUNCTION app.order_facts(o public.orders) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT jsonb_build_object(
           'status', o.status, 'fulfillment', o.fulfillment_status, 'held', o.hold_reason IS NOT NULL,
           'delivered', o.delivered_at IS NOT NULL, 'paid', o.paid_minor > o.refunded_minor, 'due', app.due_on(o) > 0,
           'unshipped', bool_or(l.quantity > coalesce(l.shipped, 0)),
           'out', bool_or(coalesce(l.shipped, 0) > coalesce(l.returned, 0) + coalesce(l.refused, 0)))
    FROM jsonb_to_recordset(o.lines) AS l(quantity bigint, shipped bigint, returned bigint, refused bigint)
$$;

-- What follows for an order from its shipments and what came back of them. p_unsent: its status as long as nothing was shipped.
CREATE OR REPLACE FUNCTION app.fulfillment_of(o public.orders, p_unsent text) RETURNS text
  LANGUAGE sql STABLE
AS $$
  SELECT CASE WHEN l.back > 0 AND l.back = l.quantity THEN 'returned'
              WHEN l.back > 0 THEN 'partially_returned'
              WHEN o.delivered_at IS NOT NULL THEN 'delivered'
              WHEN l.shipped = l.quantity THEN 'shipped'
              WHEN l.shipped > 0 THEN 'partially_shipped'
              ELSE p_unsent END
    FROM (SELECT sum(r.quantity) AS quantity, sum(r.shipped) AS shipped, sum(coalesce(r.returned, 0) + coalesce(r.refused, 0)) AS back
            FROM jsonb_to_recordset(o.lines) AS r(quantity bigint, shipped bigint, returned bigint, refused bigint)) AS l
$$;

-- The order with the times that follow from its state. p_at: when the state changed.
CREATE OR REPLACE FUNCTION app.with_times(p_order public.orders, p_at timestamptz) RETURNS public.orders
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  o public.orders := p_order;
BEGIN
  o.confirmed_at := coalesce(o.confirmed_at, CASE WHEN o.status IN ('confirmed', 'completed') THEN p_at END);
  o.paid_at := CASE WHEN o.paid_minor > 0 AND o.paid_minor >= o.total_minor THEN coalesce(o.paid_at, p_at) END;
  o.cancelled_at := CASE WHEN o.status = 'cancelled' THEN coalesce(o.cancelled_at, p_at) END;
  o.shipped_at := CASE WHEN o.shipments <> '[]' THEN coalesce(o.shipped_at, (o.shipments #>> '{0,created_at}')::timestamptz) END;
  RETURN o;
END
$$;

-- The state of the order as reported by refusals, with the facts that determine the caller's allowed actions.
CREATE OR REPLACE FUNCTION app.order_state(o public.orders) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT jsonb_build_object('status', o.status, 'payment_status', o.payment_status,
           'fulfillment_status', o.fulfillment_status, 'hold_reason', o.hold_reason, 'facts', app.order_facts(o),
           'role', app.role(o.store_id), 'decimals', o.currency_exponent,
           'refundable_amount', (o.paid_minor - o.refunded_minor) / power(10::numeric, o.currency_exponent))
$$;

CREATE OR REPLACE FUNCTION app.facts_match(p_facts jsonb, p_if jsonb) RETURNS boolean
  LANGUAGE sql IMMUTABLE
AS $$ SELECT coalesce(bool_and(c.value @> (p_facts -> c.key)), true) FROM jsonb_each(p_if) AS c $$;

-- How much of the total was refunded. Refunding an overpayment does not count.
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

-- Refuses an action that the rules do not allow now. Returns the order's facts, or NULL if the action was already applied.
CREATE OR REPLACE FUNCTION app.expect_action(p_order public.orders, p_act jsonb) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_facts constant jsonb := app.order_facts(p_order);
  v_roles jsonb;
BEGIN
  IF p_act -> 'done' <> 'null' AND app.facts_match(v_facts, p_act -> 'done') THEN
    IF p_act ->> 'effect' = 'ship' THEN
      PERFORM app.expect_same_shipment(p_order, p_act -> 'input');
    END IF;
    RETURN NULL;
  END IF;
  SELECT jsonb_agg(w.value -> 'roles') INTO v_roles
    FROM jsonb_array_elements(p_act -> 'when') AS w WHERE app.facts_match(v_facts, w.value -> 'if');
  IF v_roles IS NULL THEN
    PERFORM app.refuse(409, 'invalid_transition', app.order_state(p_order) || jsonb_build_object('action', p_act -> 'action') || CASE
      -- The payment is the only thing that prevents cancelling.
      WHEN p_act ->> 'effect' = 'release' AND (v_facts -> 'paid')::boolean AND EXISTS (
        SELECT FROM jsonb_array_elements(p_act -> 'when') AS w WHERE app.facts_match(v_facts || '{"paid": false}', w.value -> 'if'))
      THEN '{"code": "refund_required"}'::jsonb ELSE '{}' END);
  ELSIF NOT jsonb_path_exists(v_roles, '$[*][*] ? (@ == $role)', jsonb_build_object('role', app.role(app.store()))) THEN
    PERFORM app.refuse(403, 'not_by_role', app.order_state(p_order));
  END IF;
  RETURN v_facts;
END
$$;

-- Takes one action. Returns the changed order, which the caller must save, and writes everything outside the order's row.
-- Returns the order unchanged if the action was already applied.
CREATE OR REPLACE FUNCTION app.take_action(p_order public.orders, p_act jsonb) RETURNS public.orders
  LANGUAGE plpgsql
AS $$
BEGIN
  RETURN CASE WHEN app.expect_action(p_order, p_act) IS NULL THEN p_order ELSE app.apply_action(p_order, p_act) END;
END
$$;

-- Takes an action that app.expect_action allowed.
CREATE OR REPLACE FUNCTION app.apply_action(p_order public.orders, p_act jsonb) RETURNS public.orders
  LANGUAGE plpgsql
AS $$
DECLARE
  o public.orders;
  v_input constant jsonb := p_act -> 'input';
  v_at constant timestamptz(3) := coalesce((v_input ->> 'at')::timestamptz, clock_timestamp());
  v_amount bigint;
  v_goods record;
  v_data jsonb := '{}';
BEGIN
  o := jsonb_populate_record(p_order, p_act -> 'patch');
  CASE p_act ->> 'effect'
    WHEN 'ship', 'return', 'refuse' THEN
      v_goods := app.move_goods(o, p_act ->> 'effect', v_input);
      o := v_goods.o;
      v_data := v_goods.data;
      IF o.status = 'cancelled' AND o.discounts <> '[]' THEN
        PERFORM app.count_discounts(o.id, '{}');
      END IF;
    WHEN 'release' THEN
      PERFORM app.move_stock(o, 'released', app.unshipped(o.lines), 0, -1);
      IF o.discounts <> '[]' THEN
        PERFORM app.count_discounts(o.id, '{}');
      END IF;
      v_data := jsonb_build_object('reason', v_input -> 'reason');
    WHEN 'pay' THEN
      v_amount := coalesce(app.minor((v_input ->> 'amount')::numeric, '/amount'), o.total_minor - o.paid_minor);
      IF v_amount <= 0 AND app.refunded_of_total(o.total_minor, o.paid_minor, o.refunded_minor) > 0 THEN
        -- After a refund, this may be a new payment or a repeated request: only an amount can tell them apart.
        PERFORM app.refuse(422, 'amount_required', app.order_state(p_order));
      ELSIF v_amount <= 0 THEN
        RETURN p_order;
      ELSIF v_amount > app.due_on(p_order) AND NOT coalesce((v_input -> 'imported')::boolean, false)
            AND NOT coalesce((v_input -> 'overpayment')::boolean AND app.caller_kind() = 'user', false) THEN
        PERFORM app.refuse(422, 'more_than_due', app.order_state(p_order)
          || jsonb_build_object('due', app.due_on(p_order) / power(10::numeric, o.currency_exponent)));
      END IF;
      o.paid_minor := o.paid_minor + v_amount;
      IF o.paid_minor > app.max_amount() THEN
        PERFORM app.refuse(422, 'invalid_amount', app.inexact_amount('/amount', o.currency_exponent));
      END IF;
      INSERT INTO public.order_payments (store_id, order_id, kind, amount_minor, method, reference, created_at)
      VALUES (o.store_id, o.id, 'payment', v_amount, v_input ->> 'method', v_input ->> 'reference', v_at);
      PERFORM app.note_activity(o, v_at, 'paid', v_amount);
      v_data := jsonb_build_object('amount_minor', v_amount, 'method', v_input -> 'method', 'reference', v_input -> 'reference');
    WHEN 'refund' THEN
      v_amount := coalesce(app.minor((v_input ->> 'amount')::numeric, '/amount'), o.paid_minor - o.refunded_minor);
      IF o.refunded_minor + v_amount > o.paid_minor THEN
        PERFORM app.refuse(409, 'refund_exceeds_paid', app.order_state(p_order));
      END IF;
      o.refunded_minor := o.refunded_minor + v_amount;
      INSERT INTO public.order_payments (store_id, order_id, kind, amount_minor, reason, created_at)
      VALUES (o.store_id, o.id, 'refund', v_amount, v_input ->> 'reason', v_at);
      PERFORM app.note_activity(o, v_at, 'refunded', v_amount);
      v_data := jsonb_build_object('amount_minor', v_amount, 'reason', v_input -> 'reason');
    WHEN 'attempt' THEN
      o.hold_reason := v_input ->> 'reason';
      -- A new version even if nothing else changes: the timeline has one more event.
      o.updated_at := v_at;
      o.contact_attempts := o.contact_attempts + (o.hold_reason IN ('no_answer', 'call_later', 'wrong_number'))::integer;
      v_data := jsonb_build_object('reason', v_input -> 'reason', 'note', v_input -> 'note');
    WHEN 'deliver' THEN
      o.delivered_at := v_at;
      o.fulfillment_status := app.fulfillment_of(o, NULL);
      v_data := jsonb_build_object('at', v_input -> 'at');
    WHEN 'note' THEN
      PERFORM app.record_event(p_act ->> 'event', o.id, jsonb_build_object('body', v_input -> 'body'));
      RETURN p_order;
    ELSE
      NULL;
  END CASE;

  o := app.settle_reservation(p_order, o);
  o.payment_status := app.payment_status(o.total_minor, o.paid_minor, o.refunded_minor);
  PERFORM app.record_event(p_act ->> 'event', o.id, jsonb_strip_nulls(v_data));
  IF p_act ->> 'effect' IN ('pay', 'deliver') AND o.status = 'confirmed' AND app.is_settled(o) THEN
    o.status := 'completed';
    PERFORM app.record_event('order.completed', o.id, '{"paid": true}');
  END IF;
  RETURN app.with_times(o, v_at);
END
$$;
