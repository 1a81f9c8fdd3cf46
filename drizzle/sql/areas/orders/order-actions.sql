-- Actions on an order. Their rules are a table in TypeScript (src/areas/orders/actions/order-actions.ts). p_act is the rule
-- of one action plus its input:
--   action, event   names
--   when            list of {if: {fact: [values]}, roles: [roles]}: allowed if all conditions of one `if` match
--   done            {fact: [values]} that match if the action was already applied, or null
--   patch           columns and their new values
--   effect          what else to do: ship, return, refuse, release, pay, refund, attempt, deliver, note or null
--   input           what the caller sent. For an imported order also `at`, when it happened

-- The facts that the rules are about. orderFacts in src/areas/orders/order-state.ts computes the same.
CREATE OR REPLACE FUNCTION app.order_facts(o public.orders) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT jsonb_build_object(
           'status', o.status, 'fulfillment', o.fulfillment_status, 'held', o.hold_reason IS NOT NULL,
           'delivered', o.delivered_at IS NOT NULL, 'paid', o.paid_minor > o.refunded_minor, 'due', o.due_minor > 0,
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
      -- In another system, only cash was paid after some of the goods were refused.
      v_amount := coalesce(app.minor((v_input ->> 'amount')::numeric, '/amount'), CASE
        WHEN (v_input -> 'imported')::boolean AND o.payment_kind IS DISTINCT FROM 'cash_on_delivery' THEN o.total_minor - o.paid_minor
        WHEN (v_input -> 'refused')::boolean THEN 0
        ELSE o.due_minor END);
      IF v_amount <= 0 THEN
        RETURN p_order;
      ELSIF v_amount > o.due_minor AND NOT coalesce((v_input -> 'imported')::boolean, false)
            AND NOT coalesce((v_input -> 'overpayment')::boolean AND app.caller_kind() = 'user', false) THEN
        PERFORM app.refuse(422, 'more_than_due', app.order_state(p_order)
          || jsonb_build_object('due', o.due_minor / power(10::numeric, o.currency_exponent)));
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
      IF (v_input -> 'due_again')::boolean THEN
        o.due_again_minor := o.due_again_minor + v_amount;
        IF app.due(o.status, o.total_minor, o.came_back_minor, o.paid_minor, o.due_again_minor) = 0 AND NOT coalesce((v_input -> 'imported')::boolean, false) THEN
          PERFORM app.refuse(422, 'not_due_again', app.order_state(p_order));
        END IF;
      END IF;
      INSERT INTO public.order_payments (store_id, order_id, kind, amount_minor, reason, created_at)
      VALUES (o.store_id, o.id, 'refund', v_amount, v_input ->> 'reason', v_at);
      PERFORM app.note_activity(o, v_at, 'refunded', v_amount);
      v_data := jsonb_build_object('amount_minor', v_amount, 'reason', v_input -> 'reason',
        'due_again', CASE WHEN (v_input -> 'due_again')::boolean THEN true END);
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
  o := app.with_state(o, v_at);
  PERFORM app.record_event(p_act ->> 'event', o.id, jsonb_strip_nulls(v_data));
  IF p_act ->> 'effect' IN ('pay', 'deliver') AND o.status = 'confirmed' AND app.is_settled(o)
     AND NOT coalesce((v_input -> 'stays_confirmed')::boolean, false) THEN
    o.status := 'completed';
    PERFORM app.record_event('order.completed', o.id, '{"paid": true}');
  END IF;
  RETURN o;
END
$$;
