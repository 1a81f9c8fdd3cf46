-- Rebuilding the figures of stores whose orders were written without app.count_sales: by seeds, the bench and tests. Only the owner of
-- the tables can do this, because app_rw may not delete buckets.
CREATE SCHEMA IF NOT EXISTS dev;

-- Sums up again what happened to all orders of a store.
CREATE OR REPLACE FUNCTION dev.rebuild_activity(p_store uuid) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM public.activity a WHERE a.store_id = p_store;
  INSERT INTO public.activity
  SELECT p_store, span.minutes, app.bucket(span.minutes, c.at), sum((c.what = 1)::integer), sum((c.what = 2)::integer), sum((c.what = 3)::integer),
         sum((c.what = 4)::integer), sum((c.what = 5)::integer), sum((c.what = 6)::integer), sum(c.paid), sum(c.refunded)
    FROM (
      SELECT t.what, t.at, 0 AS paid, 0 AS refunded
        FROM public.orders o CROSS JOIN LATERAL (VALUES
          (1, o.confirmed_at), (2, o.shipped_at), (3, o.delivered_at), (4, app.cancelled_by_somebody(o))) AS t(what, at)
       WHERE o.store_id = p_store
       UNION ALL
      SELECT CASE r.kind WHEN 'refused' THEN 5 ELSE 6 END, r.created_at, 0, 0
        FROM public.order_returns r WHERE r.store_id = p_store AND r.undone_at IS NULL
       UNION ALL
      SELECT 0, p.created_at, CASE p.kind WHEN 'payment' THEN p.amount_minor ELSE 0 END, CASE p.kind WHEN 'refund' THEN p.amount_minor ELSE 0 END
        FROM public.order_payments p WHERE p.store_id = p_store AND p.voided_at IS NULL
    ) AS c
   CROSS JOIN (VALUES (15), (1440)) AS span(minutes)
   WHERE c.at IS NOT NULL
   GROUP BY 2, 3;
END
$$;

-- Marks the first orders of a store's customers, and sums up all of its orders again.
CREATE OR REPLACE FUNCTION dev.rebuild_sales(p_store uuid) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('sales ' || p_store, 0));
  -- IN rather than a join: a store that was just loaded has no statistics for a good join plan.
  UPDATE public.orders o SET first_of_customer = NOT o.first_of_customer
   WHERE o.store_id = p_store AND o.first_of_customer <> (o.id IN (
     SELECT DISTINCT ON (r.customer_id) r.id FROM public.orders r
      WHERE r.store_id = p_store ORDER BY r.customer_id, r.created_at, r.number));

  DELETE FROM public.sales s WHERE s.store_id = p_store;
  INSERT INTO public.sales
  SELECT p_store, 15, app.bucket(15, o.created_at), o.platform,
    -- each sales.figures: sum(a.%)
    sum(a.orders), sum(a.cancelled), sum(a.gross_minor), sum(a.refunded_minor), sum(a.units), sum(a.shipped), sum(a.returned), sum(a.new_orders), sum(a.new_gross_minor), sum(a.new_refunded_minor), sum(a.cod_placed), sum(a.cod_confirmed), sum(a.cod_shipped), sum(a.cod_delivered), sum(a.cod_returned), sum(a.cod_cancelled), sum(a.discount_minor), sum(a.shipping_minor), sum(a.tax_minor), sum(a.goods_minor), sum(a.costed_minor), sum(a.cost_minor), sum(a.refused), sum(a.cod_refused), sum(a.not_collected_minor), sum(a.new_not_collected_minor)
    FROM public.orders o CROSS JOIN LATERAL app.sale_parts(o) AS a
   WHERE o.store_id = p_store
   GROUP BY 3, 4;
  INSERT INTO public.sales
  SELECT p_store, 1440, app.bucket(1440, s.starts_at), s.platform,
    -- each sales.figures: sum(s.%)
    sum(s.orders), sum(s.cancelled), sum(s.gross_minor), sum(s.refunded_minor), sum(s.units), sum(s.shipped), sum(s.returned), sum(s.new_orders), sum(s.new_gross_minor), sum(s.new_refunded_minor), sum(s.cod_placed), sum(s.cod_confirmed), sum(s.cod_shipped), sum(s.cod_delivered), sum(s.cod_returned), sum(s.cod_cancelled), sum(s.discount_minor), sum(s.shipping_minor), sum(s.tax_minor), sum(s.goods_minor), sum(s.costed_minor), sum(s.cost_minor), sum(s.refused), sum(s.cod_refused), sum(s.not_collected_minor), sum(s.new_not_collected_minor)
    FROM public.sales s
   WHERE s.store_id = p_store AND s.minutes = 15
   GROUP BY 3, 4;

  DELETE FROM public.product_sales s WHERE s.store_id = p_store;
  INSERT INTO public.product_sales
  SELECT p_store, 60, app.bucket(60, o.created_at), a.product_id, a.variant_id,
    -- each product_sales.figures: sum(a.%)
    sum(a.orders), sum(a.product_orders), sum(a.units), sum(a.returned_units), sum(a.refused_units), sum(a.revenue_minor)
    FROM public.orders o CROSS JOIN LATERAL app.product_sale(o) AS a
   WHERE o.store_id = p_store
   GROUP BY 3, 4, 5;
  -- Cancelled orders leave zeros, so that their products count as ordered (app.was_ordered).
  INSERT INTO public.product_sales
  SELECT DISTINCT p_store, 60, app.bucket(60, o.created_at), l.product_id, l.variant_id,
    -- each product_sales.figures: 0
    0, 0, 0, 0, 0, 0
    FROM public.orders o CROSS JOIN LATERAL jsonb_to_recordset(o.lines) AS l(product_id uuid, variant_id uuid)
   WHERE o.store_id = p_store AND o.status = 'cancelled'
      ON CONFLICT DO NOTHING;
  INSERT INTO public.product_sales
  SELECT p_store, 1440, app.bucket(1440, s.starts_at), s.product_id, s.variant_id,
    -- each product_sales.figures: sum(s.%)
    sum(s.orders), sum(s.product_orders), sum(s.units), sum(s.returned_units), sum(s.refused_units), sum(s.revenue_minor)
    FROM public.product_sales s
   WHERE s.store_id = p_store AND s.minutes = 60
   GROUP BY 3, 4, 5;

  DELETE FROM public.discount_sales s WHERE s.store_id = p_store;
  INSERT INTO public.discount_sales
  SELECT p_store, span.minutes, app.bucket(span.minutes, o.created_at), a.discount_id,
    -- each discount_sales.figures: sum(a.%)
    sum(a.orders), sum(a.discount_minor), sum(a.gross_minor), sum(a.refunded_minor), sum(a.not_collected_minor)
    FROM public.orders o CROSS JOIN LATERAL app.discount_sale(o) AS a CROSS JOIN (VALUES (60), (1440)) AS span(minutes)
   WHERE o.store_id = p_store AND o.discounts <> '[]'
   GROUP BY 2, 3, 4;

  DELETE FROM public.city_sales s WHERE s.store_id = p_store;
  INSERT INTO public.city_sales
  SELECT p_store, 60, app.bucket(60, o.created_at), coalesce(o.country, ''), o.city_key,
    -- each city_sales.figures: sum(a.%)
    sum(a.orders), sum(a.cancelled), sum(a.gross_minor), sum(a.refunded_minor), sum(a.units), sum(a.shipped), sum(a.returned), sum(a.refused), sum(a.not_collected_minor)
    FROM public.orders o CROSS JOIN LATERAL app.sale_parts(o) AS a
   WHERE o.store_id = p_store AND o.city_key IS NOT NULL
   GROUP BY 3, 4, 5;
  INSERT INTO public.city_sales
  SELECT p_store, 1440, app.bucket(1440, s.starts_at), s.country, s.city_key,
    -- each city_sales.figures: sum(s.%)
    sum(s.orders), sum(s.cancelled), sum(s.gross_minor), sum(s.refunded_minor), sum(s.units), sum(s.shipped), sum(s.returned), sum(s.refused), sum(s.not_collected_minor)
    FROM public.city_sales s
   WHERE s.store_id = p_store AND s.minutes = 60
   GROUP BY 3, 4, 5;

  PERFORM dev.rebuild_activity(p_store);
END
$$;
