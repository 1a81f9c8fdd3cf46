-- The stock of orders: what they reserve and take, and reservations that expire.

-- Changes the stock of variants by p_on_hand and p_reserved per unit moved, and records the movements. An order with
-- moves_stock false has no stock here; only its returns change the stock on hand.
CREATE OR REPLACE FUNCTION app.move_stock(o public.orders, p_kind text, p_moved jsonb, p_on_hand integer, p_reserved integer)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_low jsonb;
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
    RETURNING i.variant_id, p.quantity, i.on_hand, i.reserved, i.tracked, i.low_stock_threshold AS threshold
  ), recorded AS (
    INSERT INTO public.inventory_movements (
      store_id, variant_id, order_id, kind, on_hand_delta, reserved_delta, on_hand_after, reserved_after)
    SELECT app.store(), c.variant_id, o.id, p_kind, p_on_hand * c.quantity, p_reserved * c.quantity, c.on_hand, c.reserved
      FROM changed c ORDER BY c.variant_id
  )
  SELECT jsonb_agg(jsonb_build_object('variant_id', c.variant_id, 'available', c.on_hand - c.reserved, 'threshold', c.threshold)
           ORDER BY c.variant_id) FILTER (WHERE c.tracked AND c.on_hand - c.reserved <= c.threshold
                     AND c.on_hand - c.reserved + (p_reserved - p_on_hand) * c.quantity > c.threshold)
    INTO v_low FROM changed c;
  IF v_low IS NOT NULL THEN
    PERFORM app.record_low_stock(v_low);
  END IF;
END
$$;

-- The unshipped units, in the form that app.move_stock expects.
CREATE OR REPLACE FUNCTION app.unshipped(p_lines jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT jsonb_agg(jsonb_build_object('variant_id', l.variant_id, 'quantity', l.quantity - coalesce(l.shipped, 0)))
    FROM jsonb_to_recordset(p_lines) AS l(variant_id uuid, quantity bigint, shipped bigint)
$$;

-- Unconfirmed orders of shoppers count in inventory.unconfirmed while reserved_until is set. Their stock is reserved until
-- then, unless the store has blocked the customer. A blocked customer's order reserves nothing, but limits what other
-- shoppers can order as if it did, so that nobody can find out who is blocked.

-- Adds the units to these counts (p_sign 1) or removes them (-1). The caller must have locked the inventory. Counts never
-- go below zero: one wrong count must not block all orders.
CREATE OR REPLACE FUNCTION app.count_unconfirmed(o public.orders, p_pieces jsonb, p_sign integer) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE public.inventory i
     SET unconfirmed = greatest(0, i.unconfirmed + p_sign * p.quantity, i.unconfirmed_blocked + p_sign * p.quantity * (NOT o.moves_stock)::integer),
         unconfirmed_blocked = greatest(0, i.unconfirmed_blocked + p_sign * p.quantity * (NOT o.moves_stock)::integer)
    FROM (SELECT m.variant_id, sum(m.quantity)::bigint AS quantity
            FROM jsonb_to_recordset(p_pieces) AS m(variant_id uuid, quantity bigint) GROUP BY 1) AS p
   WHERE i.store_id = o.store_id AND i.variant_id = p.variant_id;
END
$$;

-- Refuses an order without a reservation if there is not enough stock for its unshipped items.
CREATE OR REPLACE FUNCTION app.expect_stock(o public.orders) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_problems constant jsonb := app.stock_problems(o.store_id, (
    SELECT jsonb_agg(l.value || jsonb_build_object(
             'quantity', (l.value ->> 'quantity')::bigint - coalesce((l.value ->> 'shipped')::bigint, 0)))
      FROM jsonb_array_elements(o.lines) AS l));
BEGIN
  IF v_problems IS NOT NULL THEN
    PERFORM app.refuse(409, 'insufficient_stock', v_problems);
  END IF;
END
$$;

-- Updates the reservation of an order that an action moved out of pending: it no longer expires, and confirming an order
-- whose stock was released reserves it again.
CREATE OR REPLACE FUNCTION app.settle_reservation(p_before public.orders, p_after public.orders) RETURNS public.orders
  LANGUAGE plpgsql
AS $$
DECLARE
  o public.orders := p_after;
BEGIN
  IF p_before.status <> 'pending' OR o.status = 'pending' THEN
    RETURN o;
  END IF;
  IF o.reserved_until IS NOT NULL THEN
    PERFORM app.count_unconfirmed(p_before, app.unshipped(p_before.lines), -1);
    o.reserved_until := NULL;
  END IF;
  IF o.status = 'confirmed' AND o.released_at IS NOT NULL THEN
    PERFORM app.expect_stock(o);
    o.released_at := NULL;
    o.moves_stock := true;
    PERFORM app.move_stock(o, 'reserved', app.unshipped(o.lines), 0, 1);
  END IF;
  RETURN o;
END
$$;

-- Releases the stock of at most p_limit of the open store's orders of shoppers that were not confirmed in time, and returns how
-- many. The orders stay pending. Takes locks in the same order as app.place_order. Orders that are locked by another transaction
-- are left for the next run.
CREATE OR REPLACE FUNCTION app.release_expired_reservations(p_limit integer) RETURNS bigint
  LANGUAGE plpgsql
AS $$
DECLARE
  v_orders public.orders[];
  v_now timestamptz(3);
BEGIN
  v_orders := ARRAY(
    SELECT o FROM public.orders o
     WHERE o.store_id = app.store() AND o.reserved_until <= now() ORDER BY o.reserved_until LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED);
  PERFORM FROM public.inventory i
    WHERE (i.store_id, i.variant_id) IN (
      SELECT o.store_id, (l.value ->> 'variant_id')::uuid
        FROM unnest(v_orders) AS o CROSS JOIN LATERAL jsonb_array_elements(o.lines) AS l)
    ORDER BY i.variant_id FOR UPDATE;
  v_now := clock_timestamp();
  UPDATE public.inventory i
     SET reserved = greatest(0, i.reserved - p.reserved),
         unconfirmed = greatest(0, i.unconfirmed - p.quantity, i.unconfirmed_blocked - (p.quantity - p.reserved)),
         unconfirmed_blocked = greatest(0, i.unconfirmed_blocked - (p.quantity - p.reserved)), updated_at = v_now
    FROM (SELECT o.store_id, l.variant_id, sum(l.quantity)::bigint AS quantity,
                 coalesce(sum(l.quantity) FILTER (WHERE o.moves_stock), 0)::bigint AS reserved
            FROM unnest(v_orders) AS o CROSS JOIN LATERAL jsonb_to_recordset(o.lines) AS l(variant_id uuid, quantity bigint)
           GROUP BY 1, 2) AS p
   WHERE i.store_id = p.store_id AND i.variant_id = p.variant_id;
  -- If several of the orders have a variant, their movements follow each other.
  INSERT INTO public.inventory_movements (
    store_id, variant_id, order_id, kind, reserved_delta, on_hand_after, reserved_after)
  SELECT m.store_id, m.variant_id, m.order_id, 'released', -m.quantity, i.on_hand,
         i.reserved + sum(m.quantity) OVER (PARTITION BY m.store_id, m.variant_id) - sum(m.quantity) OVER so_far
    FROM (SELECT o.store_id, l.variant_id, o.id AS order_id, sum(l.quantity)::bigint AS quantity
            FROM unnest(v_orders) AS o CROSS JOIN LATERAL jsonb_to_recordset(o.lines) AS l(variant_id uuid, quantity bigint)
           WHERE o.moves_stock GROUP BY 1, 2, 3) AS m
    JOIN public.inventory i ON i.store_id = m.store_id AND i.variant_id = m.variant_id
  WINDOW so_far AS (PARTITION BY m.store_id, m.variant_id ORDER BY m.order_id)
   ORDER BY m.store_id, m.variant_id, m.order_id;
  INSERT INTO public.events (store_id, type, subject_id, actor_kind, data, created_at)
  SELECT o.store_id, 'order.reservation_released', o.id, 'system', jsonb_build_object('reserved_until', o.reserved_until), v_now
    FROM unnest(v_orders) AS o WHERE o.moves_stock;
  -- For the merchant, an order that had nothing reserved does not change, so it keeps its version.
  UPDATE public.orders o
     SET reserved_until = NULL, moves_stock = false, released_at = coalesce(o.released_at, v_now),
         version = o.version + o.moves_stock::integer,
         updated_at = CASE WHEN o.moves_stock THEN v_now ELSE o.updated_at END
    FROM unnest(v_orders) AS due
   WHERE o.store_id = due.store_id AND o.id = due.id;
  RETURN cardinality(v_orders);
END
$$;

-- Reserves the unshipped items of an imported order that was partly shipped elsewhere: they are still in stock here.
CREATE OR REPLACE FUNCTION app.reserve_unshipped(p_order public.orders, p_moves_stock boolean) RETURNS public.orders
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
