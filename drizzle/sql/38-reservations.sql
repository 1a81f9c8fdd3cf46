-- The stock of orders that are not confirmed yet. A shopper's order counts in inventory.unconfirmed while reserved_until
-- is set. Its stock is reserved until then, unless the store has blocked the customer: then it only limits what other
-- shoppers can order, exactly as if it were reserved, so that nobody can find out who is blocked.

-- Changes by p_sign for each piece what shoppers' unconfirmed orders hold. The inventory rows are locked. Never below zero:
-- one count that is off must not stop the orders of every store (app.repair_reservations puts counts right).
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

-- Refuses where there is not enough stock for what an order, which has none reserved, still has to ship.
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

-- What becomes of the reservation of an order that an action took out of pending: it does not run out any more, and a
-- confirmed order whose stock was released reserves it again.
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

-- Releases the stock of shoppers' orders that nobody confirmed in time, at most p_limit of them, and gives how many; for
-- the job of every minute. The orders stay pending. Locks in the order of app.place_order, and passes over orders that
-- somebody is working on: the next minute comes.
CREATE OR REPLACE FUNCTION app.release_reservations(p_limit integer DEFAULT 500) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_orders public.orders[];
  v_now timestamptz(3);
BEGIN
  v_orders := ARRAY(
    SELECT o FROM public.orders o
     WHERE o.reserved_until <= now() ORDER BY o.reserved_until LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED);
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
  INSERT INTO public.inventory_movements (store_id, variant_id, order_id, kind, reserved_delta, created_at)
  SELECT o.store_id, l.variant_id, o.id, 'released', -sum(l.quantity), v_now
    FROM unnest(v_orders) AS o CROSS JOIN LATERAL jsonb_to_recordset(o.lines) AS l(variant_id uuid, quantity bigint)
   WHERE o.moves_stock GROUP BY 1, 2, 3;
  INSERT INTO public.events (store_id, type, subject_id, actor_kind, data, created_at)
  SELECT o.store_id, 'order.reservation_released', o.id, 'system', jsonb_build_object('reserved_until', o.reserved_until), v_now
    FROM unnest(v_orders) AS o WHERE o.moves_stock;
  -- An order that had nothing reserved stays as it is for the merchant.
  UPDATE public.orders o
     SET reserved_until = NULL, moves_stock = false, released_at = coalesce(o.released_at, v_now),
         version = o.version + o.moves_stock::integer,
         updated_at = CASE WHEN o.moves_stock THEN v_now ELSE o.updated_at END
    FROM unnest(v_orders) AS due
   WHERE o.store_id = due.store_id AND o.id = due.id;
  RETURN cardinality(v_orders);
END
$$;

-- Addresses are of use for an hour; a bounded number at a time.
CREATE OR REPLACE FUNCTION app.sweep_shopper_addresses() RETURNS bigint
  LANGUAGE sql SECURITY DEFINER
AS $$
  WITH old AS (
    SELECT a.ctid FROM public.shopper_addresses a WHERE a.created_at < now() - interval '1 hour' LIMIT 20000
  ), gone AS (
    DELETE FROM public.shopper_addresses a USING old WHERE a.ctid = old.ctid RETURNING 1
  )
  SELECT count(*) FROM gone
$$;

-- Puts right what a Worker or function from before reservations did while a database was migrated: shoppers' orders without
-- an end to their reservation, and counts that differ from the orders. Called by the migration, as the owner.
CREATE OR REPLACE FUNCTION app.repair_reservations() RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  LOCK TABLE public.orders, public.inventory IN SHARE ROW EXCLUSIVE MODE;
  UPDATE public.orders SET reserved_until = now() + interval '24 hours'
   WHERE source = 'storefront' AND status = 'pending' AND moves_stock AND reserved_until IS NULL;
  UPDATE public.inventory i SET unconfirmed = coalesce(c.units, 0), unconfirmed_blocked = coalesce(c.blocked, 0)
    FROM public.inventory k
    LEFT JOIN (
      SELECT o.store_id, l.variant_id, sum(l.quantity) AS units, sum(l.quantity) FILTER (WHERE NOT o.moves_stock) AS blocked
        FROM public.orders o CROSS JOIN LATERAL jsonb_to_recordset(o.lines) AS l(variant_id uuid, quantity bigint)
       WHERE o.reserved_until IS NOT NULL GROUP BY 1, 2
    ) AS c ON c.store_id = k.store_id AND c.variant_id = k.variant_id
   WHERE i.store_id = k.store_id AND i.variant_id = k.variant_id
     AND (i.unconfirmed, i.unconfirmed_blocked) IS DISTINCT FROM (coalesce(c.units, 0), coalesce(c.blocked, 0));
END
$$;
