-- Rebuilding sales figures, for orders that were written without app.count_sales. Only the owner of the tables can do this:
-- app_rw may not delete buckets.

-- Marks the first orders of a store's customers, and sums up all of its orders again.
CREATE OR REPLACE FUNCTION app.rebuild_sales(p_store uuid) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('sales ' || p_store, 0));
  -- IN rather than a join: a store that was just loaded has no statistics for a good join plan.
  UPDATE public.orders o SET first_of_customer = NOT o.first_of_customer
   WHERE o.store_id = p_store AND o.first_of_customer <> (o.id IN (
     SELECT DISTINCT ON (r.customer_id) r.id FROM public.orders r
      WHERE r.store_id = p_store ORDER BY r.customer_id, r.created_at, r.number));
  PERFORM app.rebuild_sales_between(p_store, '-infinity', 'infinity');
END
$$;

-- Sums up the orders of a store from p_from to before p_to again, which are starts of days in UTC.
CREATE OR REPLACE FUNCTION app.rebuild_sales_between(p_store uuid, p_from timestamptz, p_to timestamptz) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('sales ' || p_store, 0));

  DELETE FROM public.sales s
   WHERE s.store_id = p_store AND s.starts_at >= p_from AND s.starts_at < p_to;
  INSERT INTO public.sales
  SELECT p_store, 15, app.bucket(15, o.created_at), o.platform, sum(a.orders), sum(a.cancelled), sum(a.gross_minor),
         sum(a.refunded_minor), sum(a.units), sum(a.shipped), sum(a.returned), sum(a.new_orders), sum(a.new_gross_minor),
         sum(a.new_refunded_minor), sum(a.cod_placed), sum(a.cod_confirmed), sum(a.cod_shipped), sum(a.cod_delivered),
         sum(a.cod_returned), sum(a.cod_cancelled), sum(a.discount_minor), sum(a.shipping_minor), sum(a.tax_minor),
         sum(a.goods_minor), sum(a.costed_minor), sum(a.cost_minor)
    FROM public.orders o CROSS JOIN LATERAL app.sale_parts(o) AS a
   WHERE o.store_id = p_store AND o.created_at >= p_from AND o.created_at < p_to
   GROUP BY 3, 4;
  INSERT INTO public.sales
  SELECT p_store, 1440, app.bucket(1440, s.starts_at), s.platform, sum(s.orders), sum(s.cancelled), sum(s.gross_minor),
         sum(s.refunded_minor), sum(s.units), sum(s.shipped), sum(s.returned), sum(s.new_orders), sum(s.new_gross_minor),
         sum(s.new_refunded_minor), sum(s.cod_placed), sum(s.cod_confirmed), sum(s.cod_shipped), sum(s.cod_delivered),
         sum(s.cod_returned), sum(s.cod_cancelled), sum(s.discount_minor), sum(s.shipping_minor), sum(s.tax_minor),
         sum(s.goods_minor), sum(s.costed_minor), sum(s.cost_minor)
    FROM public.sales s
   WHERE s.store_id = p_store AND s.minutes = 15 AND s.starts_at >= p_from AND s.starts_at < p_to
   GROUP BY 3, 4;

  DELETE FROM public.product_sales s
   WHERE s.store_id = p_store AND s.starts_at >= p_from AND s.starts_at < p_to;
  INSERT INTO public.product_sales
  SELECT p_store, 60, app.bucket(60, o.created_at), a.product_id,
         sum(a.orders), sum(a.units), sum(a.returned_units), sum(a.revenue_minor)
    FROM public.orders o CROSS JOIN LATERAL app.product_sale(o) AS a
   WHERE o.store_id = p_store AND o.created_at >= p_from AND o.created_at < p_to
   GROUP BY 3, 4;
  INSERT INTO public.product_sales
  SELECT p_store, 1440, app.bucket(1440, s.starts_at), s.product_id,
         sum(s.orders), sum(s.units), sum(s.returned_units), sum(s.revenue_minor)
    FROM public.product_sales s
   WHERE s.store_id = p_store AND s.minutes = 60 AND s.starts_at >= p_from AND s.starts_at < p_to
   GROUP BY 3, 4;

  DELETE FROM public.discount_sales s
   WHERE s.store_id = p_store AND s.starts_at >= p_from AND s.starts_at < p_to;
  INSERT INTO public.discount_sales
  SELECT p_store, span.minutes, app.bucket(span.minutes, o.created_at), a.discount_id,
         sum(a.orders), sum(a.discount_minor), sum(a.gross_minor), sum(a.refunded_minor)
    FROM public.orders o CROSS JOIN LATERAL app.discount_sale(o) AS a CROSS JOIN (VALUES (60), (1440)) AS span(minutes)
   WHERE o.store_id = p_store AND o.created_at >= p_from AND o.created_at < p_to AND o.discounts <> '[]'
   GROUP BY 2, 3, 4;
END
$$;

-- What must be rebuilt, as stretches of stores. dev/database/migrate.ts does so after every migration, each in a transaction of its
-- own: new orders of the store wait for it, so a stretch has about 5,000 orders, or one month.
--   Orders are missing, such as those placed while a migration ran that added buckets. from_at is NULL: the whole store must
--   be rebuilt, and the first orders of its customers marked (app.rebuild_sales).
--   Figures are missing, in buckets from before a migration added them.
CREATE OR REPLACE FUNCTION app.wrong_sales() RETURNS TABLE (store_id uuid, from_at timestamptz, to_at timestamptz)
  LANGUAGE sql STABLE
AS $$
  WITH incomplete AS (
    SELECT coalesce(made.store_id, counted.store_id) AS store_id
      FROM (SELECT o.store_id, count(*) AS orders FROM public.orders o GROUP BY 1) AS made
      FULL JOIN (
        SELECT s.store_id, sum(s.orders + s.cancelled) AS orders FROM public.sales s WHERE s.minutes = 1440 GROUP BY 1
      ) AS counted USING (store_id)
     WHERE made.orders IS DISTINCT FROM counted.orders
  ), months AS (
    SELECT s.store_id, date_trunc('month', s.starts_at, 'UTC') AS month, sum(s.orders + s.cancelled) AS orders
      FROM public.sales s
     WHERE s.minutes = 1440 AND s.goods_minor IS NULL AND s.store_id NOT IN (SELECT i.store_id FROM incomplete i)
     GROUP BY 1, 2
  ), parts AS (
    SELECT m.*, (sum(m.orders) OVER (PARTITION BY m.store_id ORDER BY m.month) / 5000)::bigint AS part FROM months m
  )
  SELECT i.store_id, NULL, NULL FROM incomplete i
  UNION ALL
  SELECT p.store_id, min(p.month), max(p.month) + interval '1 month' FROM parts p GROUP BY p.store_id, p.part
$$;
