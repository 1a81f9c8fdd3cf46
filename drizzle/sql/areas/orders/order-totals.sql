-- What orders add to the figures of their customers and of the store.

-- What the customer spent on the order: what was received and kept, and what is still to come. 0 if the order is NULL.
CREATE OR REPLACE FUNCTION app.spent_on(o public.orders) RETURNS bigint
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE WHEN o.id IS NULL OR o.status = 'cancelled' THEN 0
              ELSE o.total_minor - app.refunded_of_total(o) - app.not_collected(o) END
$$;

-- Whether the order counts as one of the customer's: it was neither cancelled nor refused.
CREATE OR REPLACE FUNCTION app.counts_for_customer(o public.orders) RETURNS boolean
  LANGUAGE sql IMMUTABLE
AS $$ SELECT o.id IS NOT NULL AND o.status <> 'cancelled' $$;

-- Updates the customer's totals and the store's sales after an order changed. p_before is NULL for a new order.
CREATE OR REPLACE FUNCTION app.update_totals(p_before public.orders, p_after public.orders) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_orders constant integer := app.counts_for_customer(p_after)::integer - app.counts_for_customer(p_before)::integer;
  v_spent constant bigint := app.spent_on(p_after) - app.spent_on(p_before);
  v_paid constant bigint := p_after.paid_minor - p_after.refunded_minor - coalesce(p_before.paid_minor - p_before.refunded_minor, 0);
BEGIN
  -- An order in the dry run of an import.
  IF p_after.number < 0 THEN
    RETURN;
  END IF;
  IF (v_orders, v_spent, v_paid) <> (0, 0, 0) THEN
    UPDATE public.customers c
       SET orders_count = c.orders_count + v_orders,
           total_spent_minor = c.total_spent_minor + v_spent,
           total_paid_minor = c.total_paid_minor + v_paid,
           -- If it was not the last order, another still is.
           last_order_at = CASE WHEN v_orders = 1 THEN greatest(c.last_order_at, p_after.created_at)
             WHEN v_orders = 0 OR c.last_order_at > p_after.created_at THEN c.last_order_at ELSE (
             SELECT o.created_at FROM public.orders o
              WHERE o.store_id = c.store_id AND o.customer_id = c.id AND o.status <> 'cancelled'
              ORDER BY o.created_at DESC LIMIT 1) END,
           -- The version stands for these counts only if this transaction has written it.
           counted_version = CASE WHEN c.xmin = pg_current_xact_id()::xid AND c.updated_at = now()::timestamptz(3)
                                       AND c.counted_version <> c.version
                                  THEN c.counted_version ELSE c.version END
     WHERE c.store_id = p_after.store_id AND c.id = p_after.customer_id;
  END IF;
  IF p_before.id IS NULL THEN
    PERFORM app.count_new_order(p_after);
  ELSE
    PERFORM app.count_sales(p_before, p_after);
  END IF;
END
$$;
