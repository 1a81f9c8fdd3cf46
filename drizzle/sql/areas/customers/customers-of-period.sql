-- What the customers of a store ordered in a period, by the time at which the orders were placed: the figures of customers, of these
-- orders. p_from and p_to are NULL, a date in the store's time zone (p_to includes it), or a time (p_to excludes it). No index has
-- these sums, so it refuses periods with more orders than it reads.
CREATE OR REPLACE FUNCTION app.customers_of_period(p_store uuid, p_from text, p_to text)
  RETURNS TABLE (
    customer_id uuid, orders_count bigint, total_spent_minor numeric, total_paid_minor numeric, last_order_at timestamptz
  )
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_max constant integer := app.examined(app.most('period.orders')::integer);
  v_from constant timestamptz := coalesce(app.moment_of(p_store, p_from), '-infinity');
  v_to constant timestamptz := coalesce(app.moment_of(p_store, p_to, true), 'infinity');
BEGIN
  IF v_max < (SELECT count(*) FROM (
       SELECT FROM public.orders o
        WHERE o.store_id = p_store AND o.created_at >= v_from AND o.created_at < v_to LIMIT v_max + 1) AS one) THEN
    PERFORM app.refuse(422, 'period_too_busy', jsonb_build_object('max_orders', v_max,
      'pointer', CASE WHEN p_from IS NULL THEN '/to' ELSE '/from' END));
  END IF;
  RETURN QUERY
  SELECT o.customer_id, count(*) FILTER (WHERE app.counts_for_customer(o)), sum(app.spent_on(o)), sum(o.paid_minor - o.refunded_minor),
         max(o.created_at) FILTER (WHERE app.counts_for_customer(o))
    FROM public.orders o
   WHERE o.store_id = p_store AND o.created_at >= v_from AND o.created_at < v_to
   GROUP BY o.customer_id
  HAVING bool_or(app.counts_for_customer(o)) OR sum(o.paid_minor - o.refunded_minor) <> 0;
END
$$;
