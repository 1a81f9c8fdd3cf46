-- Takes back a payment that was recorded by mistake, unless it was refunded since: nothing here moves money.
-- An order that its payments completed is then confirmed again. A payment that was taken back already stays as it is.
CREATE OR REPLACE FUNCTION app.void_payment(
  p_order uuid, p_payment uuid, p_reason text, p_expected integer, p_operation text, p_key text, p_hash text
) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_before public.orders;
  o public.orders;
  v_payment public.order_payments;
BEGIN
  PERFORM app.begin_write(
    (SELECT s.store_id FROM public.orders s WHERE s.store_id = ANY (app.stores()) AND s.id = p_order), p_operation, p_key, p_hash);
  -- As for a refund, which changes the same.
  v_before := (app.locked_orders(ARRAY[p_order], 'refund'))[1];
  PERFORM app.expect_version(v_before.version, p_expected);
  o := v_before;
  SELECT * INTO v_payment FROM public.order_payments p WHERE p.store_id = o.store_id AND p.order_id = o.id AND p.id = p_payment;
  IF v_payment.id IS NULL THEN
    PERFORM app.refuse(404, 'payment_not_found');
  ELSIF v_payment.kind <> 'payment' THEN
    PERFORM app.refuse(409, 'not_a_payment');
  ELSIF v_payment.actor_kind = 'key' THEN
    PERFORM app.refuse(409, 'payment_of_software');
  ELSIF v_payment.voided_at IS NULL THEN
    o.paid_minor := o.paid_minor - v_payment.amount_minor;
    -- What was refunded was received: neither more than is paid, nor more of the total than before, may count as refunded.
    IF o.paid_minor < o.refunded_minor OR app.refunded_of_total(o) > app.refunded_of_total(v_before) THEN
      PERFORM app.refuse(409, 'payment_refunded', app.order_state(v_before));
    END IF;
    UPDATE public.order_payments p SET voided_at = clock_timestamp(), void_reason = p_reason
     WHERE p.store_id = o.store_id AND p.id = p_payment;
    PERFORM app.note_activity(o, v_payment.created_at, 'paid', -v_payment.amount_minor);
    o.paid_at := greatest(o.paid_at, app.paid_since(o));
    o := app.reopened(app.with_state(o, clock_timestamp()));
    PERFORM app.record_event('order.payment_voided', o.id, jsonb_build_object('payment_id', p_payment,
      'amount_minor', v_payment.amount_minor, 'reason', p_reason) || CASE WHEN o.status <> v_before.status THEN '{"reopened": true}' ELSE '{}'::jsonb END);
    o := (app.save_orders(ARRAY[v_before], ARRAY[o]))[1];
  END IF;
  RETURN app.finish_write(p_operation, p_key, p_hash, to_jsonb(o) || app.as_of());
END
$$;

-- Since when the payments that count are enough for what did not come back, or NULL.
CREATE OR REPLACE FUNCTION app.paid_since(o public.orders) RETURNS timestamptz
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN (
    SELECT greatest(min(p.created_at), CASE WHEN o.paid_minor - o.due_again_minor < o.total_minor THEN (
             SELECT max(r.created_at) FROM public.order_returns r
              WHERE r.store_id = o.store_id AND r.order_id = o.id AND r.undone_at IS NULL) END)
      FROM (
        SELECT c.created_at, sum(c.amount_minor) OVER (ORDER BY c.created_at, c.id) AS so_far
          FROM public.order_payments c
         WHERE c.store_id = o.store_id AND c.order_id = o.id AND c.kind = 'payment' AND c.voided_at IS NULL) AS p
     WHERE p.so_far >= o.total_minor - o.came_back_minor + o.due_again_minor);
END
$$;

-- The order, confirmed again if it was completed because nothing was due, rather than by somebody, and something is due.
CREATE OR REPLACE FUNCTION app.reopened(p_order public.orders) RETURNS public.orders
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  o public.orders := p_order;
BEGIN
  IF o.status = 'completed' AND o.due_minor > 0 AND (
    SELECT e.data ? 'paid' FROM public.events e
     WHERE e.store_id = o.store_id AND e.subject_id = o.id AND e.type = 'order.completed'
     ORDER BY e.created_at DESC, e.id DESC LIMIT 1) THEN
    o.status := 'confirmed';
  END IF;
  RETURN o;
END
$$;
