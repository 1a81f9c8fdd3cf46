-- Sales figures by the city that orders go to, in buckets of an hour and a day. Orders without a city have none.
ALTER TABLE public.city_sales SET (fillfactor = 80);

-- Replaces the old figures of an order in the buckets of its city with the new ones. p_before is NULL for a new order, p_after for
-- one that moves to other buckets. p_change: the change of the order's figures (app.count_sales), NULL if only its city changed.
CREATE OR REPLACE FUNCTION app.count_city_sales(p_before public.orders, p_after public.orders, p_change public.sales) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_order constant public.orders := CASE WHEN p_after.id IS NULL THEN p_before ELSE p_after END;
  v_changes public.city_sales[];
BEGIN
  IF p_before.id = p_after.id AND (p_before.country, p_before.city_key) IS DISTINCT FROM (p_after.country, p_after.city_key) THEN
    v_changes := ARRAY(
      SELECT ROW(v_order.store_id, NULL, NULL, coalesce((c.sold).country, ''), (c.sold).city_key,
        -- each city_sales.figures: c.sign * i.%
        c.sign * i.orders, c.sign * i.cancelled, c.sign * i.gross_minor, c.sign * i.refunded_minor, c.sign * i.units, c.sign * i.shipped, c.sign * i.returned, c.sign * i.refused, c.sign * i.not_collected_minor
        )::public.city_sales
        FROM (VALUES (-1, p_before), (1, p_after)) AS c(sign, sold) CROSS JOIN LATERAL app.sale_parts(c.sold) AS i
       WHERE (c.sold).city_key IS NOT NULL);
  ELSIF (
    -- each city_sales.figures: p_change.%
    p_change.orders, p_change.cancelled, p_change.gross_minor, p_change.refunded_minor, p_change.units, p_change.shipped, p_change.returned, p_change.refused, p_change.not_collected_minor
    ) <> (
    -- each city_sales.figures: 0
    0, 0, 0, 0, 0, 0, 0, 0, 0
    ) THEN
    v_changes := ARRAY[
      ROW(v_order.store_id, NULL, NULL, coalesce(v_order.country, ''), v_order.city_key,
        -- each city_sales.figures: p_change.%
        p_change.orders, p_change.cancelled, p_change.gross_minor, p_change.refunded_minor, p_change.units, p_change.shipped, p_change.returned, p_change.refused, p_change.not_collected_minor
      )::public.city_sales];
  ELSE
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('sales ' || v_order.store_id, 0));
  INSERT INTO public.city_sales AS s
  SELECT c.store_id, span.minutes, app.bucket(span.minutes, v_order.created_at), c.country, c.city_key,
    -- each city_sales.figures: c.%
    c.orders, c.cancelled, c.gross_minor, c.refunded_minor, c.units, c.shipped, c.returned, c.refused, c.not_collected_minor
    FROM unnest(v_changes) AS c CROSS JOIN (VALUES (60), (1440)) AS span(minutes)
   ORDER BY span.minutes, c.country, c.city_key
      ON CONFLICT (store_id, minutes, starts_at, country, city_key) DO UPDATE
     SET
     -- each city_sales.figures: % = s.% + excluded.%
     orders = s.orders + excluded.orders, cancelled = s.cancelled + excluded.cancelled, gross_minor = s.gross_minor + excluded.gross_minor, refunded_minor = s.refunded_minor + excluded.refunded_minor, units = s.units + excluded.units, shipped = s.shipped + excluded.shipped, returned = s.returned + excluded.returned, refused = s.refused + excluded.refused, not_collected_minor = s.not_collected_minor + excluded.not_collected_minor
  ;
END
$$;

-- Takes anonymized orders, given as they were before, out of the figures of their cities. Deletes empty buckets, because a city can
-- tell as much as a name. Locks the buckets, so it is called after taking all other locks.
CREATE OR REPLACE FUNCTION app.forget_cities(p_orders public.orders[]) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_store constant uuid := app.store();
  v_hours constant timestamptz[] := ARRAY(SELECT DISTINCT app.bucket(60, o.created_at) FROM unnest(p_orders) AS o);
  v_days constant timestamptz[] := ARRAY(SELECT DISTINCT app.bucket(1440, o.created_at) FROM unnest(p_orders) AS o);
  v_before public.orders;
  v_after public.orders;
BEGIN
  -- Also of a city that an order went to before its address was changed.
  IF NOT EXISTS (SELECT FROM public.city_sales s WHERE s.store_id = v_store AND s.minutes = 1440 AND s.starts_at = ANY (v_days)) THEN
    RETURN;
  END IF;
  PERFORM app.lock_sales();
  FOR v_before IN SELECT o.* FROM unnest(p_orders) AS o WHERE o.city_key IS NOT NULL LOOP
    v_after := v_before;
    v_after.city_key := NULL;
    PERFORM app.count_city_sales(v_before, v_after, NULL);
  END LOOP;
  DELETE FROM public.city_sales s
   WHERE s.store_id = v_store AND s.minutes = 60 AND s.starts_at = ANY (v_hours) AND (s.orders, s.cancelled, s.refused) = (0, 0, 0);
  DELETE FROM public.city_sales s
   WHERE s.store_id = v_store AND s.minutes = 1440 AND s.starts_at = ANY (v_days) AND (s.orders, s.cancelled, s.refused) = (0, 0, 0);
END
$$;

-- Sums by city over the stretches between neighbouring bounds, as app.product_sales_between.
CREATE OR REPLACE FUNCTION app.city_sales_between(p_store uuid, p_bounds timestamptz[])
  RETURNS TABLE (
    stretch integer, country text, city_key text,
    -- each city_sales.sums: %
    orders bigint, cancelled bigint, gross_minor numeric, refunded_minor numeric, units numeric, shipped bigint, returned bigint, refused bigint, not_collected_minor numeric
  )
  LANGUAGE plpgsql STABLE
  -- The planner overestimates the rows and would compile the query, which takes longer than running it.
  SET jit = off
AS $$
DECLARE
  v_from constant timestamptz := p_bounds[1];
  v_to constant timestamptz := p_bounds[cardinality(p_bounds)];
  v_days record;
  v_hours record;
BEGIN
  SELECT * INTO v_days FROM app.cut_buckets(1440, p_bounds);
  SELECT * INTO v_hours FROM app.cut_buckets(60, p_bounds);
  RETURN QUERY
  SELECT width_bucket(p.starts_at, p_bounds), p.country, p.city_key,
    -- each city_sales.figures: sum(p.%)
    sum(p.orders), sum(p.cancelled), sum(p.gross_minor), sum(p.refunded_minor), sum(p.units), sum(p.shipped), sum(p.returned), sum(p.refused), sum(p.not_collected_minor)
    FROM (
      SELECT s.*
        FROM public.city_sales s
       WHERE s.store_id = p_store AND s.minutes = 1440 AND s.starts_at >= v_from AND s.starts_at < v_to
         AND s.starts_at <> ALL (v_days.buckets)
      UNION ALL
      SELECT s.*
        FROM unnest(v_days.froms, v_days.tos) AS cut(begins, ends)
       CROSS JOIN LATERAL (
         SELECT * FROM public.city_sales h
          WHERE h.store_id = p_store AND h.minutes = 60 AND h.starts_at >= cut.begins AND h.starts_at < cut.ends
            AND h.starts_at <> ALL (v_hours.buckets)
         OFFSET 0
       ) AS s
      UNION ALL
      SELECT p_store, 60, o.created_at, coalesce(o.country, ''), o.city_key,
        -- each city_sales.figures: a.%
        a.orders, a.cancelled, a.gross_minor, a.refunded_minor, a.units, a.shipped, a.returned, a.refused, a.not_collected_minor
        FROM unnest(v_hours.froms, v_hours.tos) AS cut(begins, ends)
       CROSS JOIN LATERAL (
         SELECT * FROM public.orders c
          WHERE c.store_id = p_store AND c.created_at >= cut.begins AND c.created_at < cut.ends AND c.city_key IS NOT NULL
         OFFSET 0
       ) AS o
       CROSS JOIN LATERAL app.sale_parts(o) AS a
    ) AS p
   GROUP BY 1, 2, 3;
END
$$;

-- The name of a city, as the newest order to it before p_to has it. Where towns are called areas, an address may have no city.
CREATE OR REPLACE FUNCTION app.city_name(p_store uuid, p_country text, p_city text, p_to timestamptz) RETURNS text
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN (
    SELECT coalesce(o.address ->> 'city', o.address ->> 'area') FROM public.orders o
     WHERE o.store_id = p_store AND o.city_key = p_city AND o.created_at < p_to AND coalesce(o.country, '') = p_country
     ORDER BY o.created_at DESC, o.id DESC LIMIT 1);
END
$$;
