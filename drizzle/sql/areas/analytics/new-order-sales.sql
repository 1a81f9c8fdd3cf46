-- Adds a new order to its buckets, as app.count_sales(NULL, o) does, at less cost: a new order is pending, so it needs no difference.
CREATE OR REPLACE FUNCTION app.count_new_order(o public.orders) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  IF o.first_of_customer THEN
    PERFORM app.unmark_next_order(o);
  END IF;
  IF o.discounts <> '[]' THEN
    PERFORM app.count_discount_sales(NULL, o);
  END IF;
  -- The locks of app.add_sales, in the same order.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('sales ' || o.store_id, 0));
  IF o.city_key IS NOT NULL THEN
    INSERT INTO public.city_sales AS s
    SELECT o.store_id, span.minutes, app.bucket(span.minutes, o.created_at), coalesce(o.country, ''), o.city_key, 1, 0, o.total_minor,
           0, l.units, 0, 0, 0, 0
      FROM (SELECT sum((line ->> 'quantity')::bigint)::bigint AS units FROM jsonb_array_elements(o.lines) AS line) AS l
     CROSS JOIN (VALUES (60), (1440)) AS span(minutes)
     ORDER BY span.minutes
        ON CONFLICT (store_id, minutes, starts_at, country, city_key) DO UPDATE
       SET orders = s.orders + 1, gross_minor = s.gross_minor + excluded.gross_minor, units = s.units + excluded.units;
  END IF;
  INSERT INTO public.product_sales AS s
  SELECT o.store_id, span.minutes, app.bucket(span.minutes, o.created_at), v.*
    FROM app.product_sale(o) AS v CROSS JOIN (VALUES (60), (1440)) AS span(minutes)
   ORDER BY span.minutes, v.variant_id
      ON CONFLICT (store_id, minutes, starts_at, variant_id) DO UPDATE
     SET
     -- each product_sales.figures: % = s.% + excluded.%
     orders = s.orders + excluded.orders, product_orders = s.product_orders + excluded.product_orders, units = s.units + excluded.units, returned_units = s.returned_units + excluded.returned_units, refused_units = s.refused_units + excluded.refused_units, revenue_minor = s.revenue_minor + excluded.revenue_minor
  ;
  INSERT INTO public.sales AS s
  SELECT o.store_id, span.minutes, app.bucket(span.minutes, o.created_at), o.platform, p.*
    FROM app.sale_parts(o) AS p CROSS JOIN (VALUES (15), (1440)) AS span(minutes)
   ORDER BY span.minutes
      ON CONFLICT (store_id, minutes, starts_at, platform) DO UPDATE
     SET
     -- each sales.figures: % = s.% + excluded.%
     orders = s.orders + excluded.orders, cancelled = s.cancelled + excluded.cancelled, gross_minor = s.gross_minor + excluded.gross_minor, refunded_minor = s.refunded_minor + excluded.refunded_minor, units = s.units + excluded.units, shipped = s.shipped + excluded.shipped, returned = s.returned + excluded.returned, new_orders = s.new_orders + excluded.new_orders, new_gross_minor = s.new_gross_minor + excluded.new_gross_minor, new_refunded_minor = s.new_refunded_minor + excluded.new_refunded_minor, cod_placed = s.cod_placed + excluded.cod_placed, cod_confirmed = s.cod_confirmed + excluded.cod_confirmed, cod_shipped = s.cod_shipped + excluded.cod_shipped, cod_delivered = s.cod_delivered + excluded.cod_delivered, cod_returned = s.cod_returned + excluded.cod_returned, cod_cancelled = s.cod_cancelled + excluded.cod_cancelled, discount_minor = s.discount_minor + excluded.discount_minor, shipping_minor = s.shipping_minor + excluded.shipping_minor, tax_minor = s.tax_minor + excluded.tax_minor, goods_minor = s.goods_minor + excluded.goods_minor, costed_minor = s.costed_minor + excluded.costed_minor, cost_minor = s.cost_minor + excluded.cost_minor, refused = s.refused + excluded.refused, cod_refused = s.cod_refused + excluded.cod_refused, not_collected_minor = s.not_collected_minor + excluded.not_collected_minor, new_not_collected_minor = s.new_not_collected_minor + excluded.new_not_collected_minor
  ;
END
$$;
