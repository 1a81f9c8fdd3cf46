-- Repairing reservations after a migration.

-- Shoppers' orders that never expire, and variants whose counts do not match the orders, up to 500 of a store at a time. An older
-- Worker may leave them behind during a deployment. Needs no locks: a transaction changes an order and the counts together.
CREATE OR REPLACE FUNCTION app.wrong_reservations() RETURNS TABLE (store_id uuid, orders uuid[], variants uuid[])
  LANGUAGE sql STABLE
AS $$
  WITH wrong AS (
    SELECT o.store_id, o.id AS order_id, NULL::uuid AS variant_id FROM public.orders o
     WHERE o.source = 'storefront' AND o.status = 'pending' AND o.moves_stock AND o.reserved_until IS NULL
    UNION ALL
    SELECT i.store_id, NULL, i.variant_id FROM public.inventory i
      LEFT JOIN (
        SELECT o.store_id, l.variant_id, sum(l.quantity) AS units, sum(l.quantity) FILTER (WHERE NOT o.moves_stock) AS blocked
          FROM public.orders o CROSS JOIN LATERAL jsonb_to_recordset(o.lines) AS l(variant_id uuid, quantity bigint)
         WHERE o.reserved_until IS NOT NULL GROUP BY 1, 2
      ) AS c ON c.store_id = i.store_id AND c.variant_id = i.variant_id
     WHERE (i.unconfirmed, i.unconfirmed_blocked) IS DISTINCT FROM (coalesce(c.units, 0), coalesce(c.blocked, 0))
  ), parts AS (
    SELECT w.*, (row_number() OVER (PARTITION BY w.store_id ORDER BY w.order_id, w.variant_id) - 1) / 500 AS part FROM wrong w
  )
  SELECT p.store_id, coalesce(array_agg(p.order_id) FILTER (WHERE p.order_id IS NOT NULL), '{}'),
         coalesce(array_agg(p.variant_id) FILTER (WHERE p.variant_id IS NOT NULL), '{}')
    FROM parts p GROUP BY p.store_id, p.part
$$;

-- Lets these orders of a store expire, and counts the unconfirmed orders of their variants and of these variants again. Takes locks
-- in the same order as app.place_order, so the counts cannot change meanwhile. Called by the migration, as the owner, for each of
-- app.wrong_reservations in a transaction of its own.
CREATE OR REPLACE FUNCTION app.repair_reservations(p_store uuid, p_orders uuid[], p_variants uuid[]) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_variants uuid[];
BEGIN
  PERFORM FROM public.orders o WHERE o.store_id = p_store AND o.id = ANY (p_orders) ORDER BY o.id FOR NO KEY UPDATE;
  v_variants := p_variants || ARRAY(
    SELECT l.variant_id FROM public.orders o CROSS JOIN LATERAL jsonb_to_recordset(o.lines) AS l(variant_id uuid)
     WHERE o.store_id = p_store AND o.id = ANY (p_orders));
  PERFORM FROM public.inventory i
    WHERE i.store_id = p_store AND i.variant_id = ANY (v_variants) ORDER BY i.variant_id FOR UPDATE;
  UPDATE public.orders o SET reserved_until = now() + interval '24 hours'
   WHERE o.store_id = p_store AND o.id = ANY (p_orders)
     AND o.source = 'storefront' AND o.status = 'pending' AND o.moves_stock AND o.reserved_until IS NULL;
  UPDATE public.inventory i SET unconfirmed = coalesce(c.units, 0), unconfirmed_blocked = coalesce(c.blocked, 0)
    FROM unnest(v_variants) AS v(id)
    LEFT JOIN (
      SELECT l.variant_id, sum(l.quantity) AS units, sum(l.quantity) FILTER (WHERE NOT o.moves_stock) AS blocked
        FROM public.orders o CROSS JOIN LATERAL jsonb_to_recordset(o.lines) AS l(variant_id uuid, quantity bigint)
       WHERE o.store_id = p_store AND o.reserved_until IS NOT NULL AND l.variant_id = ANY (v_variants) GROUP BY 1
    ) AS c ON c.variant_id = v.id
   WHERE i.store_id = p_store AND i.variant_id = v.id
     AND (i.unconfirmed, i.unconfirmed_blocked) IS DISTINCT FROM (coalesce(c.units, 0), coalesce(c.blocked, 0));
END
$$;
