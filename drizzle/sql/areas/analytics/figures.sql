-- Analytics: periods in the store's time zone, and sums over stretches of time.

-- The period [from_at, to_at) of the caller's only store, and the start of the previous period. p_from and p_to are NULL, a
-- date in the store's time zone, or a time. A period between dates has a previous period with the same number of days, one
-- between times a previous period of the same length. Refuses an empty period and one longer than 366 days.
CREATE OR REPLACE FUNCTION app.sales_period(
  p_from text, p_to text,
  OUT store_id uuid, OUT currency text, OUT currency_exponent smallint, OUT timezone text,
  OUT previous_at timestamptz, OUT from_at timestamptz, OUT to_at timestamptz
)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_max_days constant integer := app.most('report.days');
  v_is_days boolean := coalesce(length(p_from), 10) = 10 AND coalesce(length(p_to), 10) = 10;
  v_first date;
  v_last date;
BEGIN
  SELECT s.id, s.currency, s.currency_exponent, app.known_zone(s.timezone) INTO store_id, currency, currency_exponent, timezone
    FROM public.stores s WHERE s.id = app.only_store();
  IF length(p_to) > 10 THEN
    to_at := p_to::timestamptz;
    v_last := (to_at - interval '1 millisecond') AT TIME ZONE timezone;
  ELSE
    v_last := coalesce(p_to::date, (now() AT TIME ZONE timezone)::date);
    to_at := app.local_moment(v_last + 1, timezone);
  END IF;
  IF length(p_from) > 10 THEN
    from_at := p_from::timestamptz;
  ELSE
    v_first := coalesce(p_from::date, v_last - 29);
    from_at := app.local_moment(v_first, timezone);
  END IF;

  IF to_at <= from_at THEN
    PERFORM app.refuse(422, 'period_empty');
  ELSIF to_at > app.local_moment((from_at AT TIME ZONE timezone) + make_interval(days => v_max_days), timezone) THEN
    PERFORM app.refuse(422, 'period_too_long', jsonb_build_object('max_days', v_max_days));
  END IF;
  previous_at := CASE WHEN v_is_days THEN app.local_moment(v_first - (v_last - v_first + 1), timezone)
                      ELSE from_at - make_interval(secs => extract(epoch FROM to_at - from_at)::double precision) END;
END
$$;

-- The buckets that contain a bound, each with its part between the first and the last bound. Computed beforehand, because
-- under row-level security an index condition cannot contain a sum of times.
CREATE OR REPLACE FUNCTION app.cut_buckets(
  p_minutes integer, p_bounds timestamptz[], OUT buckets timestamptz[], OUT froms timestamptz[], OUT tos timestamptz[]
)
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT coalesce(array_agg(c.bucket), '{}'), array_agg(greatest(c.bucket, p_bounds[1])),
         array_agg(least(c.bucket + make_interval(mins => p_minutes), p_bounds[cardinality(p_bounds)]))
    FROM (SELECT DISTINCT app.bucket(p_minutes, b) AS bucket FROM unnest(p_bounds) AS b
           WHERE b <> app.bucket(p_minutes, b)) AS c
$$;

-- The hours, days, weeks or months of a zone that overlap the period. Weeks begin on p_week_start (1: Monday, 7: Sunday).
-- When clocks go back, an hour occurs twice.
CREATE OR REPLACE FUNCTION app.sales_intervals(
  p_zone text, p_from timestamptz, p_to timestamptz, p_interval text, p_week_start integer
) RETURNS TABLE (starts_at timestamptz, ends_at timestamptz)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_step constant interval := '1 ' || p_interval;
  v_first timestamp := date_trunc('day', p_from AT TIME ZONE p_zone);
BEGIN
  IF p_interval = 'hour' THEN
    RETURN QUERY
      SELECT h.at, h.next FROM (
        SELECT c.at, lead(c.at) OVER (ORDER BY c.at) AS next
          FROM (
            SELECT q.at, q.at AT TIME ZONE p_zone AS shown, lag(q.at AT TIME ZONE p_zone) OVER (ORDER BY q.at) AS before
              FROM generate_series(app.bucket(15, p_from) - interval '3 hours', p_to + interval '3 hours', interval '15 minutes') AS q(at)
          ) AS c
         -- When clocks go forward by less than an hour, they skip the full hour.
         WHERE extract(minute FROM c.shown) = 0 OR date_trunc('hour', c.shown) <> date_trunc('hour', c.before)
      ) AS h
      WHERE h.next > p_from AND h.at < p_to;
    RETURN;
  END IF;
  IF p_interval = 'month' THEN
    v_first := date_trunc('month', v_first);
  ELSIF p_interval = 'week' THEN
    v_first := v_first - make_interval(days => (extract(isodow FROM v_first)::integer - p_week_start + 7) % 7);
  END IF;
  RETURN QUERY
    SELECT d.at, d.next FROM (
      SELECT app.local_moment(g.day, p_zone) AS at, app.local_moment(g.day + v_step, p_zone) AS next
        FROM generate_series(v_first, p_to AT TIME ZONE p_zone, v_step) AS g(day)
    ) AS d
    -- A day that the zone skipped is empty.
    WHERE d.next > d.at AND d.next > p_from AND d.at < p_to;
END
$$;

-- Sums over the stretches between neighbouring bounds, numbered from 1. Days that no bound cuts come from day buckets, the
-- rest from 15-minute buckets, and 15 minutes that a bound cuts from the orders themselves. OFFSET 0: for a plain join the
-- planner expects many rows and reads all sales of the store.
CREATE OR REPLACE FUNCTION app.sales_in(p_store uuid, p_bounds timestamptz[])
  RETURNS TABLE (
    stretch integer, platform text,
    -- each sales.sums: %
    orders bigint, cancelled bigint, gross_minor numeric, refunded_minor numeric, units numeric, shipped bigint, returned bigint, new_orders bigint, new_gross_minor numeric, new_refunded_minor numeric, cod_placed bigint, cod_confirmed bigint, cod_shipped bigint, cod_delivered bigint, cod_returned bigint, cod_cancelled bigint, discount_minor numeric, shipping_minor numeric, tax_minor numeric, goods_minor numeric, costed_minor numeric, cost_minor numeric, refused bigint, cod_refused bigint, not_collected_minor numeric, new_not_collected_minor numeric
  )
  LANGUAGE plpgsql STABLE
  -- The planner overestimates the rows and would compile the query, which takes longer than running it.
  SET jit = off
AS $$
DECLARE
  v_from constant timestamptz := p_bounds[1];
  v_to constant timestamptz := p_bounds[cardinality(p_bounds)];
  v_days record;
  v_quarters record;
BEGIN
  SELECT * INTO v_days FROM app.cut_buckets(1440, p_bounds);
  SELECT * INTO v_quarters FROM app.cut_buckets(15, p_bounds);
  RETURN QUERY
  SELECT width_bucket(p.starts_at, p_bounds), p.platform,
    -- each sales.figures: sum(p.%)
    sum(p.orders), sum(p.cancelled), sum(p.gross_minor), sum(p.refunded_minor), sum(p.units), sum(p.shipped), sum(p.returned), sum(p.new_orders), sum(p.new_gross_minor), sum(p.new_refunded_minor), sum(p.cod_placed), sum(p.cod_confirmed), sum(p.cod_shipped), sum(p.cod_delivered), sum(p.cod_returned), sum(p.cod_cancelled), sum(p.discount_minor), sum(p.shipping_minor), sum(p.tax_minor), sum(p.goods_minor), sum(p.costed_minor), sum(p.cost_minor), sum(p.refused), sum(p.cod_refused), sum(p.not_collected_minor), sum(p.new_not_collected_minor)
    FROM (
      SELECT s.*
        FROM public.sales s
       WHERE s.store_id = p_store AND s.minutes = 1440 AND s.starts_at >= v_from AND s.starts_at < v_to
         AND s.starts_at <> ALL (v_days.buckets)
      UNION ALL
      SELECT s.*
        FROM unnest(v_days.froms, v_days.tos) AS cut(begins, ends)
       CROSS JOIN LATERAL (
         SELECT * FROM public.sales q
          WHERE q.store_id = p_store AND q.minutes = 15 AND q.starts_at >= cut.begins AND q.starts_at < cut.ends
            AND q.starts_at <> ALL (v_quarters.buckets)
         OFFSET 0
       ) AS s
      UNION ALL
      SELECT p_store, 15, o.created_at, o.platform, a.*
        FROM unnest(v_quarters.froms, v_quarters.tos) AS cut(begins, ends)
       CROSS JOIN LATERAL (
         SELECT * FROM public.orders c
          WHERE c.store_id = p_store AND c.created_at >= cut.begins AND c.created_at < cut.ends
         OFFSET 0
       ) AS o
       CROSS JOIN LATERAL app.sale_parts(o) AS a
    ) AS p
   GROUP BY 1, 2;
END
$$;

-- One point per hour, day, week or month of the period, with the clock time at its start. Only the part of an interval that
-- lies in the period counts.
CREATE OR REPLACE FUNCTION app.sales_points(
  p_store uuid, p_zone text, p_from timestamptz, p_to timestamptz, p_interval text, p_week_start integer
) RETURNS TABLE (
    starts_at timestamptz, clock timestamp, partial boolean,
    -- each sales.reported: % numeric
    orders numeric, cancelled numeric, gross_minor numeric, refunded_minor numeric, not_collected_minor numeric, units numeric, shipped numeric, returned numeric, refused numeric, discount_minor numeric, shipping_minor numeric, tax_minor numeric, goods_minor numeric, costed_minor numeric, cost_minor numeric
  )
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_starts timestamptz[];
  v_ends timestamptz[];
BEGIN
  SELECT array_agg(i.starts_at ORDER BY i.starts_at), array_agg(i.ends_at ORDER BY i.starts_at) INTO v_starts, v_ends
    FROM app.sales_intervals(p_zone, p_from, p_to, p_interval, p_week_start) AS i;
  RETURN QUERY
  SELECT i.starts_at, i.starts_at AT TIME ZONE p_zone, i.starts_at < p_from OR i.ends_at > p_to,
    -- each sales.reported: coalesce(s.%, 0)
    coalesce(s.orders, 0), coalesce(s.cancelled, 0), coalesce(s.gross_minor, 0), coalesce(s.refunded_minor, 0), coalesce(s.not_collected_minor, 0), coalesce(s.units, 0), coalesce(s.shipped, 0), coalesce(s.returned, 0), coalesce(s.refused, 0), coalesce(s.discount_minor, 0), coalesce(s.shipping_minor, 0), coalesce(s.tax_minor, 0), coalesce(s.goods_minor, 0), coalesce(s.costed_minor, 0), coalesce(s.cost_minor, 0)
    FROM unnest(v_starts, v_ends) WITH ORDINALITY AS i(starts_at, ends_at, nth)
    LEFT JOIN (
      SELECT b.stretch,
        -- each sales.reported: sum(b.%) AS %
        sum(b.orders) AS orders, sum(b.cancelled) AS cancelled, sum(b.gross_minor) AS gross_minor, sum(b.refunded_minor) AS refunded_minor, sum(b.not_collected_minor) AS not_collected_minor, sum(b.units) AS units, sum(b.shipped) AS shipped, sum(b.returned) AS returned, sum(b.refused) AS refused, sum(b.discount_minor) AS discount_minor, sum(b.shipping_minor) AS shipping_minor, sum(b.tax_minor) AS tax_minor, sum(b.goods_minor) AS goods_minor, sum(b.costed_minor) AS costed_minor, sum(b.cost_minor) AS cost_minor
        FROM app.sales_in(p_store, ARRAY[p_from] || v_starts[2:] || ARRAY[p_to]) AS b GROUP BY b.stretch
    ) AS s ON s.stretch = i.nth
   ORDER BY i.nth;
END
$$;
