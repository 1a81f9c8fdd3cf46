-- What orders come to, added up in buckets of time, so that no question costs more for a store with a long history.
-- Buckets are aligned in UTC: quarters of an hour, of which the days and hours of every time zone are made, and days,
-- which make long ranges cheap. An order counts at its created_at, whenever it changes.
-- A bucket's row is rewritten with every order: with room left on its page, that does not touch the index.
ALTER TABLE public.sales SET (fillfactor = 60);
ALTER TABLE public.product_sales SET (fillfactor = 80);

CREATE OR REPLACE FUNCTION app.bucket(p_minutes integer, p_at timestamptz) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT date_bin(make_interval(mins => p_minutes), p_at, timestamptz '2000-01-01 00:00:00+00') $$;

-- Whether the customer pays at the door, by what merchants call it in English and Arabic, however they write it.
CREATE OR REPLACE FUNCTION app.is_cash_on_delivery(p_method text) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT coalesce(
    translate(lower(p_method), U&'\0623\0625\0622 _-.\0640\064B\064C\064D\064E\064F\0650\0651\0652', U&'\0627\0627\0627')
      IN ('cod', 'cash', 'cashondelivery', 'cashupondelivery', 'نقدا', 'كاش', 'عندالاستلام', 'الدفععندالاستلام',
          'الدفعنقدا', 'الدفعنقداعندالاستلام', 'نقداعندالاستلام', 'كاشعندالاستلام'),
    false)
$$;

-- What an order adds to its bucket, times p_sign. Shipped, delivered and returned mean any part of it; what was
-- delivered is what the customer kept, so an order that came back whole is shipped and returned.
CREATE OR REPLACE FUNCTION app.sale(o public.orders, p_sign integer)
  RETURNS TABLE (
    orders integer, cancelled integer, gross_minor bigint, refunded_minor bigint, units bigint, shipped integer,
    returned integer, new_orders integer, new_gross_minor bigint, new_refunded_minor bigint, cod_placed integer,
    cod_confirmed integer, cod_shipped integer, cod_delivered integer, cod_returned integer, cod_cancelled integer
  )
  LANGUAGE sql STABLE ROWS 1
AS $$
  SELECT sale, cancelled, sale * o.total_minor, sale * o.refunded_minor,
         sale * (SELECT coalesce(sum((l ->> 'quantity')::bigint), 0)::bigint FROM jsonb_array_elements(o.lines) AS l),
         sale * shipped, sale * returned, sale * first, sale * first * o.total_minor, sale * first * o.refunded_minor,
         cod * (sale + cancelled), cod * sale * confirmed, cod * sale * shipped, cod * sale * delivered,
         cod * sale * returned, cod * cancelled
    FROM (
      SELECT p_sign * (o.status <> 'cancelled')::integer AS sale, p_sign * (o.status = 'cancelled')::integer AS cancelled,
             (o.status <> 'pending')::integer AS confirmed,
             (o.fulfillment_status IN ('partially_shipped', 'shipped', 'delivered', 'partially_returned', 'returned'))::integer AS shipped,
             (o.fulfillment_status IN ('delivered', 'partially_returned'))::integer AS delivered,
             (o.fulfillment_status IN ('partially_returned', 'returned'))::integer AS returned,
             o.first_of_customer::integer AS first, app.is_cash_on_delivery(o.payment_method)::integer AS cod
    ) AS made
   WHERE o.id IS NOT NULL
$$;

-- What an order adds to the buckets of its products, all variants of one together, times p_sign.
CREATE OR REPLACE FUNCTION app.product_sale(o public.orders, p_sign integer)
  RETURNS TABLE (product_id uuid, orders integer, units bigint, returned_units bigint, revenue_minor bigint)
  LANGUAGE sql STABLE ROWS 3
AS $$
  SELECT (l ->> 'product_id')::uuid, p_sign, p_sign * sum((l ->> 'quantity')::bigint)::bigint,
         p_sign * sum(coalesce((l ->> 'returned')::bigint, 0))::bigint,
         p_sign * sum((l ->> 'quantity')::bigint * (l ->> 'unit_price_minor')::bigint)::bigint
    FROM jsonb_array_elements(o.lines) AS l
   WHERE o.status <> 'cancelled'
   GROUP BY 1
$$;

-- Takes what the order came to before out of its buckets, and puts what it comes to now in; p_before is all NULL for an
-- order just made. Many orders share a bucket's row, so this comes last in a transaction, when it has all of its other
-- locks, and takes the rows in one order: the products' by their keys, then the store's own, the hottest.
CREATE OR REPLACE FUNCTION app.count_sales(p_before public.orders, p_after public.orders) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  -- Shared: only a rebuild of the store waits for it, or makes it wait.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('sales ' || p_after.store_id, 0));
  IF p_before.id IS NULL AND p_after.first_of_customer THEN
    PERFORM app.unmark_next_order(p_after);
  END IF;

  INSERT INTO public.product_sales AS s
    (store_id, minutes, starts_at, product_id, orders, units, returned_units, revenue_minor)
  SELECT p_after.store_id, span.minutes, app.bucket(span.minutes, d.at), d.product_id,
         sum(d.orders), sum(d.units), sum(d.returned_units), sum(d.revenue_minor)
    FROM (SELECT p_after.created_at AS at, a.* FROM app.product_sale(p_after, 1) AS a
          UNION ALL
          SELECT p_before.created_at, b.* FROM app.product_sale(p_before, -1) AS b) AS d
   CROSS JOIN (VALUES (60), (1440)) AS span(minutes)
   GROUP BY 2, 3, 4
  HAVING (sum(d.orders), sum(d.units), sum(d.returned_units), sum(d.revenue_minor)) <> (0, 0, 0, 0)
   ORDER BY 2, 3, 4
      ON CONFLICT (store_id, minutes, starts_at, product_id) DO UPDATE
     SET orders = s.orders + excluded.orders, units = s.units + excluded.units,
         returned_units = s.returned_units + excluded.returned_units,
         revenue_minor = s.revenue_minor + excluded.revenue_minor;

  IF NOT EXISTS (SELECT p_after.created_at, p_after.platform, a.* FROM app.sale(p_after, 1) AS a
                 EXCEPT SELECT p_before.created_at, p_before.platform, b.* FROM app.sale(p_before, 1) AS b) THEN
    RETURN;
  END IF;
  INSERT INTO public.sales AS s
    (store_id, minutes, starts_at, platform, orders, cancelled, gross_minor, refunded_minor, units, shipped, returned,
     new_orders, new_gross_minor, new_refunded_minor, cod_placed, cod_confirmed, cod_shipped, cod_delivered,
     cod_returned, cod_cancelled)
  SELECT p_after.store_id, span.minutes, app.bucket(span.minutes, d.at), d.platform, sum(d.orders), sum(d.cancelled),
         sum(d.gross_minor), sum(d.refunded_minor), sum(d.units), sum(d.shipped), sum(d.returned), sum(d.new_orders),
         sum(d.new_gross_minor), sum(d.new_refunded_minor), sum(d.cod_placed), sum(d.cod_confirmed),
         sum(d.cod_shipped), sum(d.cod_delivered), sum(d.cod_returned), sum(d.cod_cancelled)
    FROM (SELECT p_after.created_at AS at, p_after.platform, a.* FROM app.sale(p_after, 1) AS a
          UNION ALL
          SELECT p_before.created_at, p_before.platform, b.* FROM app.sale(p_before, -1) AS b) AS d
   CROSS JOIN (VALUES (15), (1440)) AS span(minutes)
   GROUP BY 2, 3, 4
   ORDER BY 2, 3, 4
      ON CONFLICT (store_id, minutes, starts_at, platform) DO UPDATE
     SET orders = s.orders + excluded.orders, cancelled = s.cancelled + excluded.cancelled,
         gross_minor = s.gross_minor + excluded.gross_minor,
         refunded_minor = s.refunded_minor + excluded.refunded_minor, units = s.units + excluded.units,
         shipped = s.shipped + excluded.shipped, returned = s.returned + excluded.returned,
         new_orders = s.new_orders + excluded.new_orders, new_gross_minor = s.new_gross_minor + excluded.new_gross_minor,
         new_refunded_minor = s.new_refunded_minor + excluded.new_refunded_minor,
         cod_placed = s.cod_placed + excluded.cod_placed, cod_confirmed = s.cod_confirmed + excluded.cod_confirmed,
         cod_shipped = s.cod_shipped + excluded.cod_shipped, cod_delivered = s.cod_delivered + excluded.cod_delivered,
         cod_returned = s.cod_returned + excluded.cod_returned, cod_cancelled = s.cod_cancelled + excluded.cod_cancelled;
END
$$;

-- Who changes several orders in one transaction would take their buckets' rows in no order that others keep to, so has
-- them alone: asked for after all other locks.
CREATE OR REPLACE FUNCTION app.lock_sales() RETURNS void
  LANGUAGE sql
AS $$ SELECT pg_advisory_xact_lock(hashtextextended('sales ' || app.store(), 0)) $$;

-- Whether an order made at that moment is the customer's first: they have none of that moment or before.
CREATE OR REPLACE FUNCTION app.is_first_order(p_store uuid, p_customer uuid, p_at timestamptz) RETURNS boolean
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN NOT EXISTS (
    SELECT FROM public.orders o WHERE o.store_id = p_store AND o.customer_id = p_customer AND o.created_at <= p_at);
END
$$;

-- An order put in before what was its customer's first, as an import does, takes that one's place.
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

-- Marks the customer's first order and no other, for when orders have changed hands (customers' merge).
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

-- Marks the first orders of a store and adds all of its orders up anew: for orders that were written without
-- count_sales. For the owner of the tables: app_rw may not delete buckets.
CREATE OR REPLACE FUNCTION app.rebuild_sales(p_store uuid) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('sales ' || p_store, 0));
  UPDATE public.orders o SET first_of_customer = f.first
    FROM (SELECT r.id, row_number() OVER (PARTITION BY r.customer_id ORDER BY r.created_at, r.number) = 1 AS first
            FROM public.orders r WHERE r.store_id = p_store) AS f
   WHERE o.store_id = p_store AND o.id = f.id AND o.first_of_customer <> f.first;

  DELETE FROM public.sales s WHERE s.store_id = p_store;
  INSERT INTO public.sales
  SELECT p_store, 15, app.bucket(15, o.created_at), o.platform, sum(a.orders), sum(a.cancelled), sum(a.gross_minor),
         sum(a.refunded_minor), sum(a.units), sum(a.shipped), sum(a.returned), sum(a.new_orders), sum(a.new_gross_minor),
         sum(a.new_refunded_minor), sum(a.cod_placed), sum(a.cod_confirmed), sum(a.cod_shipped), sum(a.cod_delivered),
         sum(a.cod_returned), sum(a.cod_cancelled)
    FROM public.orders o CROSS JOIN LATERAL app.sale(o, 1) AS a
   WHERE o.store_id = p_store
   GROUP BY 3, 4;
  INSERT INTO public.sales
  SELECT p_store, 1440, app.bucket(1440, s.starts_at), s.platform, sum(s.orders), sum(s.cancelled), sum(s.gross_minor),
         sum(s.refunded_minor), sum(s.units), sum(s.shipped), sum(s.returned), sum(s.new_orders), sum(s.new_gross_minor),
         sum(s.new_refunded_minor), sum(s.cod_placed), sum(s.cod_confirmed), sum(s.cod_shipped), sum(s.cod_delivered),
         sum(s.cod_returned), sum(s.cod_cancelled)
    FROM public.sales s
   WHERE s.store_id = p_store AND s.minutes = 15
   GROUP BY 3, 4;

  DELETE FROM public.product_sales s WHERE s.store_id = p_store;
  INSERT INTO public.product_sales
  SELECT p_store, 60, app.bucket(60, o.created_at), a.product_id,
         sum(a.orders), sum(a.units), sum(a.returned_units), sum(a.revenue_minor)
    FROM public.orders o CROSS JOIN LATERAL app.product_sale(o, 1) AS a
   WHERE o.store_id = p_store
   GROUP BY 3, 4;
  INSERT INTO public.product_sales
  SELECT p_store, 1440, app.bucket(1440, s.starts_at), s.product_id,
         sum(s.orders), sum(s.units), sum(s.returned_units), sum(s.revenue_minor)
    FROM public.product_sales s
   WHERE s.store_id = p_store AND s.minutes = 60
   GROUP BY 3, 4;
END
$$;

-- Orders of before there were buckets.
DO $$
BEGIN
  PERFORM app.rebuild_sales(s.id) FROM public.stores s
    WHERE EXISTS (SELECT FROM public.orders o WHERE o.store_id = s.id)
      AND NOT EXISTS (SELECT FROM public.sales b WHERE b.store_id = s.id);
END
$$;
