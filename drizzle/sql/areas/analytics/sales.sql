-- Sales figures of orders, summed in time buckets, so that queries cost the same however long a store's history is. Buckets
-- are aligned in UTC: 15 minutes, which every time zone's days and hours consist of, and days, which make long periods
-- cheap. An order counts at its created_at, even when it changes later.
-- Orders and what happens to them update the rows of their buckets; fillfactor leaves room on the page, so that the index is not
-- updated. With 60 and 80, as with these, 98 of 100 updates by new orders need no index.
ALTER TABLE public.sales SET (fillfactor = 80);
ALTER TABLE public.product_sales SET (fillfactor = 90);

-- Replaces the old figures of an order in its buckets with the new ones. p_before is NULL for a new order. Many orders
-- share a bucket's row, so this runs last in a transaction, after all other locks.
CREATE OR REPLACE FUNCTION app.count_sales(p_before public.orders, p_after public.orders) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_store constant uuid := coalesce(p_after.store_id, p_before.store_id);
  v_at constant timestamptz := coalesce(p_after.created_at, p_before.created_at);
  v_platform constant text := coalesce(p_after.platform, p_before.platform);
  v_sales public.sales[];
  v_products public.product_sales[];
BEGIN
  IF (p_before.created_at, p_before.platform) <> (p_after.created_at, p_after.platform) THEN
    PERFORM app.count_sales(p_before, NULL);
    PERFORM app.count_sales(NULL, p_after);
    RETURN;
  END IF;
  IF p_before.id IS NULL AND p_after.first_of_customer THEN
    PERFORM app.unmark_next_order(p_after);
  END IF;

  IF p_before.lines IS DISTINCT FROM p_after.lines OR (p_before.status = 'cancelled') <> (p_after.status = 'cancelled') THEN
    v_products := ARRAY(
      SELECT ROW(v_store, span.minutes, app.bucket(span.minutes, v_at), d.*)::public.product_sales
        FROM (
          SELECT c.product_id, c.variant_id,
            -- each product_sales.figures: sum(c.sign * c.%) AS %
            sum(c.sign * c.orders) AS orders, sum(c.sign * c.product_orders) AS product_orders, sum(c.sign * c.units) AS units, sum(c.sign * c.returned_units) AS returned_units, sum(c.sign * c.refused_units) AS refused_units, sum(c.sign * c.revenue_minor) AS revenue_minor
            FROM (SELECT 1 AS sign, a.* FROM app.product_sale(p_after) AS a
                  UNION ALL
                  SELECT -1, b.* FROM app.product_sale(p_before) AS b) AS c
           GROUP BY 1, 2
        ) AS d
       CROSS JOIN (VALUES (60), (1440)) AS span(minutes)
       WHERE (
        -- each product_sales.figures: d.%
        d.orders, d.product_orders, d.units, d.returned_units, d.refused_units, d.revenue_minor
        ) <> (
        -- each product_sales.figures: 0
        0, 0, 0, 0, 0, 0
        ));
  END IF;
  v_sales := ARRAY(
    SELECT ROW(v_store, span.minutes, app.bucket(span.minutes, v_at), v_platform, d.*)::public.sales
      FROM (
        SELECT
          -- each sales.figures: sum(c.sign * p.%) AS %
          sum(c.sign * p.orders) AS orders, sum(c.sign * p.cancelled) AS cancelled, sum(c.sign * p.gross_minor) AS gross_minor, sum(c.sign * p.refunded_minor) AS refunded_minor, sum(c.sign * p.units) AS units, sum(c.sign * p.shipped) AS shipped, sum(c.sign * p.returned) AS returned, sum(c.sign * p.new_orders) AS new_orders, sum(c.sign * p.new_gross_minor) AS new_gross_minor, sum(c.sign * p.new_refunded_minor) AS new_refunded_minor, sum(c.sign * p.cod_placed) AS cod_placed, sum(c.sign * p.cod_confirmed) AS cod_confirmed, sum(c.sign * p.cod_shipped) AS cod_shipped, sum(c.sign * p.cod_delivered) AS cod_delivered, sum(c.sign * p.cod_returned) AS cod_returned, sum(c.sign * p.cod_cancelled) AS cod_cancelled, sum(c.sign * p.discount_minor) AS discount_minor, sum(c.sign * p.shipping_minor) AS shipping_minor, sum(c.sign * p.tax_minor) AS tax_minor, sum(c.sign * p.goods_minor) AS goods_minor, sum(c.sign * p.costed_minor) AS costed_minor, sum(c.sign * p.cost_minor) AS cost_minor, sum(c.sign * p.refused) AS refused, sum(c.sign * p.cod_refused) AS cod_refused, sum(c.sign * p.not_collected_minor) AS not_collected_minor, sum(c.sign * p.new_not_collected_minor) AS new_not_collected_minor
          FROM (VALUES (p_after, 1), (p_before, -1)) AS c(o, sign) CROSS JOIN LATERAL app.sale_parts(c.o) AS p
      ) AS d
     CROSS JOIN (VALUES (15), (1440)) AS span(minutes)
     WHERE (
      -- each sales.figures: d.%
      d.orders, d.cancelled, d.gross_minor, d.refunded_minor, d.units, d.shipped, d.returned, d.new_orders, d.new_gross_minor, d.new_refunded_minor, d.cod_placed, d.cod_confirmed, d.cod_shipped, d.cod_delivered, d.cod_returned, d.cod_cancelled, d.discount_minor, d.shipping_minor, d.tax_minor, d.goods_minor, d.costed_minor, d.cost_minor, d.refused, d.cod_refused, d.not_collected_minor, d.new_not_collected_minor
      ) <> (
      -- each sales.figures: 0
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      ));

  IF p_before.discounts <> '[]' OR p_after.discounts <> '[]' THEN
    PERFORM app.count_discount_sales(p_before, p_after);
  END IF;
  IF coalesce(p_before.city_key, p_after.city_key) IS NOT NULL THEN
    PERFORM app.count_city_sales(p_before, p_after, v_sales[1]);
  END IF;
  IF v_sales <> '{}' OR v_products <> '{}' THEN
    PERFORM app.add_sales(v_store, v_sales, v_products);
  END IF;
END
$$;

-- Adds differences to the buckets of a store, at most one per bucket. Locks the buckets' rows in a fixed order: those of
-- discounts (app.count_discount_sales), cities (app.count_city_sales) and products by key, then those of the store, which are
-- contended most.
CREATE OR REPLACE FUNCTION app.add_sales(p_store uuid, p_sales public.sales[], p_products public.product_sales[]) RETURNS void
  LANGUAGE plpgsql
  -- Planning these statements for every order would take longer than running them.
  SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  -- Shared: only a rebuild of the store waits for it and blocks it.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('sales ' || p_store, 0));
  IF p_products <> '{}' THEN
    INSERT INTO public.product_sales AS s
    SELECT * FROM unnest(p_products) AS c ORDER BY c.minutes, c.starts_at, c.variant_id
        ON CONFLICT (store_id, minutes, starts_at, variant_id) DO UPDATE
       SET
       -- each product_sales.figures: % = s.% + excluded.%
       orders = s.orders + excluded.orders, product_orders = s.product_orders + excluded.product_orders, units = s.units + excluded.units, returned_units = s.returned_units + excluded.returned_units, refused_units = s.refused_units + excluded.refused_units, revenue_minor = s.revenue_minor + excluded.revenue_minor
  ;
  END IF;
  IF p_sales <> '{}' THEN
    INSERT INTO public.sales AS s
    SELECT * FROM unnest(p_sales) AS c ORDER BY c.minutes, c.starts_at, c.platform
        ON CONFLICT (store_id, minutes, starts_at, platform) DO UPDATE
       SET
       -- each sales.figures: % = s.% + excluded.%
       orders = s.orders + excluded.orders, cancelled = s.cancelled + excluded.cancelled, gross_minor = s.gross_minor + excluded.gross_minor, refunded_minor = s.refunded_minor + excluded.refunded_minor, units = s.units + excluded.units, shipped = s.shipped + excluded.shipped, returned = s.returned + excluded.returned, new_orders = s.new_orders + excluded.new_orders, new_gross_minor = s.new_gross_minor + excluded.new_gross_minor, new_refunded_minor = s.new_refunded_minor + excluded.new_refunded_minor, cod_placed = s.cod_placed + excluded.cod_placed, cod_confirmed = s.cod_confirmed + excluded.cod_confirmed, cod_shipped = s.cod_shipped + excluded.cod_shipped, cod_delivered = s.cod_delivered + excluded.cod_delivered, cod_returned = s.cod_returned + excluded.cod_returned, cod_cancelled = s.cod_cancelled + excluded.cod_cancelled, discount_minor = s.discount_minor + excluded.discount_minor, shipping_minor = s.shipping_minor + excluded.shipping_minor, tax_minor = s.tax_minor + excluded.tax_minor, goods_minor = s.goods_minor + excluded.goods_minor, costed_minor = s.costed_minor + excluded.costed_minor, cost_minor = s.cost_minor + excluded.cost_minor, refused = s.refused + excluded.refused, cod_refused = s.cod_refused + excluded.cod_refused, not_collected_minor = s.not_collected_minor + excluded.not_collected_minor, new_not_collected_minor = s.new_not_collected_minor + excluded.new_not_collected_minor
  ;
  END IF;
END
$$;

-- Locks the buckets for a transaction that changes several orders, because it cannot lock their rows in the order that
-- others do. Call it after taking all other locks.
CREATE OR REPLACE FUNCTION app.lock_sales() RETURNS void
  LANGUAGE sql
AS $$ SELECT pg_advisory_xact_lock(hashtextextended('sales ' || app.store(), 0)) $$;

-- Whether the customer has no order from p_at or earlier.
CREATE OR REPLACE FUNCTION app.is_first_order(p_store uuid, p_customer uuid, p_at timestamptz) RETURNS boolean
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN NOT EXISTS (
    SELECT FROM public.orders o WHERE o.store_id = p_store AND o.customer_id = p_customer AND o.created_at <= p_at);
END
$$;

-- Unmarks the customer's former first order after an import inserted an earlier one.
CREATE OR REPLACE FUNCTION app.unmark_next_order(p_first public.orders) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_next public.orders;
  v_now public.orders;
BEGIN
  SELECT * INTO v_next FROM public.orders o
   WHERE o.store_id = p_first.store_id AND o.customer_id = p_first.customer_id AND o.created_at > p_first.created_at
   ORDER BY o.created_at, o.number LIMIT 1 FOR UPDATE;
  IF v_next.first_of_customer THEN
    UPDATE public.orders SET first_of_customer = false
     WHERE store_id = v_next.store_id AND id = v_next.id RETURNING * INTO v_now;
    PERFORM app.count_sales(v_next, v_now);
  END IF;
END
$$;

-- Marks only the customer's first order, after a merge has moved orders to them.
CREATE OR REPLACE FUNCTION app.mark_first_order(p_store uuid, p_customer uuid) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_first uuid;
  v_before public.orders;
  v_after public.orders;
BEGIN
  SELECT o.id INTO v_first FROM public.orders o
   WHERE o.store_id = p_store AND o.customer_id = p_customer ORDER BY o.created_at, o.number LIMIT 1;
  FOR v_before IN
    SELECT * FROM public.orders o
     WHERE o.store_id = p_store AND o.customer_id = p_customer AND o.first_of_customer <> (o.id = v_first)
     ORDER BY o.id FOR UPDATE
  LOOP
    UPDATE public.orders SET first_of_customer = NOT first_of_customer
     WHERE store_id = p_store AND id = v_before.id RETURNING * INTO v_after;
    PERFORM app.count_sales(v_before, v_after);
  END LOOP;
END
$$;
