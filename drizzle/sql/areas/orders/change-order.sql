-- Actions on existing orders (order-actions.sql), as one write for one order or many.
-- Row locks are taken in the same order as in app.place_order: order, inventory by variant, discounts by id, customer, sales,
-- activity. Plans are kept as in app.place_order.

-- Locks orders of the open store in order of id, then the inventory, discounts and customers that p_effect changes. Returns
-- the orders.
CREATE OR REPLACE FUNCTION app.locked_orders(p_orders uuid[], p_effect text) RETURNS public.orders[]
  LANGUAGE plpgsql
AS $$
DECLARE
  v_orders constant public.orders[] := ARRAY(
    SELECT o FROM public.orders o WHERE o.store_id = app.store() AND o.id = ANY (p_orders) ORDER BY o.id FOR NO KEY UPDATE);
  v_variants uuid[];
BEGIN
  -- Confirming has no effect of its own, but changes the stock of orders whose reservation can expire or has expired.
  IF p_effect IS NULL OR p_effect IN ('ship', 'return', 'refuse', 'undo', 'release') THEN
    v_variants := ARRAY(
      SELECT DISTINCT (l.value ->> 'variant_id')::uuid
        FROM unnest(v_orders) AS o CROSS JOIN LATERAL jsonb_array_elements(o.lines) AS l
       WHERE p_effect IS NOT NULL OR coalesce(o.reserved_until, o.released_at) IS NOT NULL);
    IF v_variants <> '{}' THEN
      PERFORM FROM public.inventory i
        WHERE i.store_id = app.store() AND i.variant_id = ANY (v_variants) ORDER BY i.variant_id FOR UPDATE;
    END IF;
  END IF;
  IF p_effect IN ('release', 'refuse', 'undo') THEN
    PERFORM app.lock_discounts(app.discounts_of(p_orders) || CASE WHEN p_effect = 'undo' THEN ARRAY(
      SELECT (d ->> 'discount_id')::uuid FROM unnest(v_orders) AS o CROSS JOIN LATERAL jsonb_array_elements(o.discounts) AS d) END);
  END IF;
  IF p_effect IN ('release', 'refuse', 'undo', 'pay', 'refund') THEN
    PERFORM FROM public.customers c
      WHERE c.store_id = app.store() AND c.id = ANY (ARRAY(SELECT o.customer_id FROM unnest(v_orders) AS o))
      ORDER BY c.id FOR NO KEY UPDATE;
  END IF;
  RETURN v_orders;
END
$$;

-- Stored with the order: a replay includes the events up to here. In the precision of their times.
CREATE OR REPLACE FUNCTION app.as_of() RETURNS jsonb
  LANGUAGE sql VOLATILE
AS $$ SELECT jsonb_build_object('as_of', clock_timestamp()::timestamptz(3)) $$;

-- The order as returned by a write.
CREATE OR REPLACE FUNCTION app.order_json(p_order uuid) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$ SELECT to_jsonb(o) FROM public.orders o WHERE o.store_id = app.store() AND o.id = p_order $$;

-- Saves orders that were changed by actions, in one statement. Returns them as they are stored, in the same sequence.
CREATE OR REPLACE FUNCTION app.save_orders(p_before public.orders[], p_after public.orders[]) RETURNS public.orders[]
  LANGUAGE plpgsql
AS $$
DECLARE
  v_saved public.orders[] := p_after;
  v_before public.orders;
  v_stored record;
  o public.orders;
BEGIN
  FOR v_at IN 1 .. cardinality(p_after) LOOP
    v_before := p_before[v_at];
    o := p_after[v_at];
    IF o IS DISTINCT FROM v_before THEN
      o.version := v_before.version + 1;
      o.updated_at := clock_timestamp();
      v_saved[v_at] := o;
    END IF;
  END LOOP;
  FOR v_stored IN
    UPDATE public.orders AS s SET
      -- each orders.acted: % = n.%
      status = n.status, payment_status = n.payment_status, fulfillment_status = n.fulfillment_status, hold_reason = n.hold_reason, contact_attempts = n.contact_attempts, paid_minor = n.paid_minor, refunded_minor = n.refunded_minor, due_again_minor = n.due_again_minor, came_back_minor = n.came_back_minor, lines = n.lines, shipments = n.shipments, confirmed_at = n.confirmed_at, paid_at = n.paid_at, shipped_at = n.shipped_at, delivered_at = n.delivered_at, cancelled_at = n.cancelled_at, cancel_reason = n.cancel_reason, moves_stock = n.moves_stock, reserved_until = n.reserved_until, released_at = n.released_at, version = n.version, updated_at = n.updated_at
      FROM unnest(v_saved) WITH ORDINALITY AS n
     WHERE s.store_id = app.store() AND s.id = n.id AND s.version <> n.version
    RETURNING s AS row, n.ordinality AS at
  LOOP
    v_saved[v_stored.at] := v_stored.row;
  END LOOP;
  FOR v_at IN 1 .. cardinality(p_after) LOOP
    v_before := p_before[v_at];
    o := v_saved[v_at];
    -- Nothing else that actions change is in the totals.
    IF (o.status, o.fulfillment_status, o.delivered_at, o.paid_minor, o.refunded_minor, o.due_again_minor, o.lines) IS DISTINCT FROM
       (v_before.status, v_before.fulfillment_status, v_before.delivered_at, v_before.paid_minor, v_before.refunded_minor,
        v_before.due_again_minor, v_before.lines) THEN
      PERFORM app.update_totals(v_before, o);
    END IF;
  END LOOP;
  PERFORM app.save_activity(p_before, v_saved);
  RETURN v_saved;
END
$$;

CREATE OR REPLACE FUNCTION app.change_order(
  p_order uuid, p_act jsonb, p_expected integer, p_operation text, p_key text, p_hash text
) RETURNS jsonb
  LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  v_before public.orders[];
  v_after public.orders[];
BEGIN
  PERFORM app.begin_write(
    (SELECT o.store_id FROM public.orders o WHERE o.store_id = ANY (app.stores()) AND o.id = p_order),
    p_operation, p_key, p_hash);
  v_before := app.locked_orders(ARRAY[p_order], p_act ->> 'effect');
  PERFORM app.expect_version(v_before[1].version, p_expected);
  v_after := app.save_orders(v_before, ARRAY[app.take_action(v_before[1], p_act)]);
  RETURN app.finish_write(p_operation, p_key, p_hash, to_jsonb(v_after[1]) || app.as_of()
    || CASE WHEN p_act ->> 'effect' IN ('return', 'refuse')
       THEN jsonb_build_object('restocked', app.restocked(v_before[1], v_after[1], p_act)) ELSE '{}' END);
END
$$;

-- The same action on many orders of a store, each with its own input in addition. A refusal is reported for its order and does not
-- stop the others.
CREATE OR REPLACE FUNCTION app.change_orders(
  p_store uuid, p_orders uuid[], p_inputs jsonb, p_act jsonb, p_operation text, p_key text, p_hash text
) RETURNS jsonb
  LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  v_orders public.orders[];
  v_before public.orders[] := '{}';
  v_after public.orders[] := '{}';
  o public.orders;
  v_acts jsonb := (
    SELECT jsonb_object_agg(r.id, jsonb_set(p_act, '{input}', (p_act -> 'input') || coalesce(p_inputs -> (r.place - 1)::integer, '{}')))
      FROM unnest(p_orders) WITH ORDINALITY AS r(id, place));
  v_problems jsonb := '{}';
  v_detail text;
BEGIN
  PERFORM app.begin_write(p_store, p_operation, p_key, p_hash);
  IF p_inputs <> '[]' AND jsonb_array_length(p_inputs) <> cardinality(p_orders) THEN
    PERFORM app.refuse(422, 'order_listed_twice');
  END IF;
  v_orders := app.locked_orders(p_orders, p_act ->> 'effect');
  PERFORM app.lock_sales();
  -- A subtransaction that writes costs far more than one that doesn't, so what the rules refuse is found first.
  FOR o IN SELECT l.* FROM unnest(v_orders) AS l LOOP
    BEGIN
      IF app.expect_action(o, v_acts -> o.id::text) IS NOT NULL THEN
        v_before := v_before || o;
      END IF;
    EXCEPTION WHEN SQLSTATE 'MC403' OR SQLSTATE 'MC409' THEN
      GET STACKED DIAGNOSTICS v_detail = PG_EXCEPTION_DETAIL;
      v_problems := v_problems || jsonb_build_object(o.id, app.raised_problems(SQLERRM, v_detail));
    END;
  END LOOP;
  BEGIN
    FOREACH o IN ARRAY v_before LOOP
      v_after := v_after || app.apply_action(o, v_acts -> o.id::text);
    END LOOP;
    v_after := app.save_orders(v_before, v_after);
  EXCEPTION WHEN OTHERS THEN
    IF SQLSTATE NOT LIKE 'MC%' THEN
      RAISE;
    END IF;
    -- Rarely, an action is refused for another reason, such as stock: then each order gets a subtransaction of its own.
    v_after := '{}';
    FOREACH o IN ARRAY v_before LOOP
      BEGIN
        v_after := v_after || app.save_orders(ARRAY[o], ARRAY[app.apply_action(o, v_acts -> o.id::text)]);
      EXCEPTION WHEN OTHERS THEN
        IF SQLSTATE NOT LIKE 'MC%' THEN
          RAISE;
        END IF;
        GET STACKED DIAGNOSTICS v_detail = PG_EXCEPTION_DETAIL;
        v_problems := v_problems || jsonb_build_object(o.id, app.raised_problems(SQLERRM, v_detail));
      END;
    END LOOP;
  END;
  RETURN app.finish_write(p_operation, p_key, p_hash, jsonb_build_object('store_id', p_store, 'results', (
    SELECT jsonb_agg(jsonb_build_object('id', requested.id, 'order', app.bulk_state(coalesce(saved.o, found.o))) || CASE
             WHEN found.o IS NULL THEN '{"problems": [{"code": "not_found"}]}'
             -- Without shipments, which may have personal data.
             WHEN v_problems ? requested.id::text THEN jsonb_build_object('problems', (
               SELECT jsonb_agg(p.value - 'shipments') FROM jsonb_array_elements(v_problems -> requested.id::text) AS p))
             ELSE '{}' END ORDER BY requested.at)
      FROM unnest(p_orders) WITH ORDINALITY AS requested(id, at)
      LEFT JOIN (SELECT f AS o, f.id FROM unnest(v_orders) AS f) AS found ON found.id = requested.id
      LEFT JOIN (SELECT a AS o, a.id FROM unnest(v_after) AS a) AS saved ON saved.id = requested.id)));
END
$$;

-- What the result of a bulk action keeps of an order. NULL if it was not found.
CREATE OR REPLACE FUNCTION app.bulk_state(o public.orders) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN CASE WHEN o.id IS NOT NULL THEN jsonb_build_object(
    'number', o.number, 'version', o.version, 'status', o.status, 'payment_status', o.payment_status,
    'fulfillment_status', o.fulfillment_status, 'hold_reason', o.hold_reason, 'delivered_at', o.delivered_at,
    'released_at', o.released_at, 'moves_stock', o.moves_stock, 'due_minor', o.due_minor, 'paid_minor', o.paid_minor,
    'refunded_minor', o.refunded_minor, 'currency_exponent', o.currency_exponent, 'lines', (
      SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object('quantity', l.quantity, 'shipped', l.shipped, 'returned', l.returned, 'refused', l.refused)))
        FROM jsonb_to_recordset(o.lines) AS l(quantity bigint, shipped bigint, returned bigint, refused bigint))) END;
END
$$;
