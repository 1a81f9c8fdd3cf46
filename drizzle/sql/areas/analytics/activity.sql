-- What happened to the orders of a store, in buckets of 15 minutes and a day as sales, but at the time when it happened. What is
-- taken back later, such as a payment recorded by mistake, is subtracted at its own time.
-- Every action updates a bucket's row; fillfactor leaves room on the page, so that the index is not updated.
ALTER TABLE public.activity SET (fillfactor = 60);

-- Notes something for app.save_activity: p_what is a column of activity without its suffix. Orders of a dry run count nowhere.
CREATE OR REPLACE FUNCTION app.note_activity(o public.orders, p_at timestamptz, p_what text, p_change bigint) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  IF o.number > 0 THEN
    PERFORM set_config('app.activity', (coalesce(nullif(current_setting('app.activity', true), ''), '[]')::jsonb
      || jsonb_build_object('at', p_at, p_what, p_change))::text, true);
  END IF;
END
$$;

-- Saves what was noted, and what the times of changed orders say. Many orders share a bucket's row, so this runs last in a
-- transaction, after all other locks.
CREATE OR REPLACE FUNCTION app.save_activity(p_before public.orders[], p_after public.orders[]) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_noted constant jsonb := coalesce(nullif(current_setting('app.activity', true), ''), '[]')::jsonb;
  v_rows constant public.activity[] := ARRAY(
    SELECT ROW(app.store(), d.*)::public.activity
      FROM (
        SELECT span.minutes, app.bucket(span.minutes, c.at) AS starts_at, coalesce(sum(c.confirmed), 0) AS confirmed, coalesce(sum(c.shipped), 0),
               coalesce(sum(c.delivered), 0), coalesce(sum(c.cancelled), 0), coalesce(sum(c.refused), 0), coalesce(sum(c.returned), 0),
               coalesce(sum(c.paid), 0), coalesce(sum(c.refunded), 0)
          FROM (
            SELECT * FROM jsonb_to_recordset(v_noted) AS n(at timestamptz, confirmed bigint, shipped bigint, delivered bigint,
              cancelled bigint, refused bigint, returned bigint, paid bigint, refunded bigint)
             UNION ALL
            SELECT t.at, t.sign * (t.what = 1)::integer, t.sign * (t.what = 2)::integer, t.sign * (t.what = 3)::integer,
                   t.sign * (t.what = 4)::integer, 0, 0, 0, 0
              FROM (SELECT p_before[nth] AS before, p_after[nth] AS after FROM generate_subscripts(p_after, 1) AS nth) AS o
             CROSS JOIN LATERAL (VALUES
               (1, (o.before).confirmed_at, (o.after).confirmed_at), (2, (o.before).shipped_at, (o.after).shipped_at),
               (3, (o.before).delivered_at, (o.after).delivered_at),
               (4, app.cancelled_by_somebody(o.before), app.cancelled_by_somebody(o.after))) AS w(what, before_at, after_at)
             CROSS JOIN LATERAL (VALUES (w.what, -1, w.before_at), (w.what, 1, w.after_at)) AS t(what, sign, at)
             WHERE (o.after).number > 0 AND w.before_at IS DISTINCT FROM w.after_at AND t.at IS NOT NULL
          ) AS c
         CROSS JOIN (VALUES (15), (1440)) AS span(minutes)
         GROUP BY 1, 2
      ) AS d(minutes, starts_at, confirmed, shipped, delivered, cancelled, refused, returned, paid, refunded)
     WHERE (d.confirmed, d.shipped, d.delivered, d.cancelled, d.refused, d.returned, d.paid, d.refunded) <> (0, 0, 0, 0, 0, 0, 0, 0)
  );
BEGIN
  PERFORM set_config('app.activity', '', true);
  IF v_rows = '{}' THEN
    RETURN;
  END IF;
  -- As in app.add_sales: an import or a rebuild does not lock the rows in their order.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('sales ' || app.store(), 0));
  INSERT INTO public.activity AS a
  SELECT * FROM unnest(v_rows) AS r ORDER BY r.minutes, r.starts_at
      ON CONFLICT (store_id, minutes, starts_at) DO UPDATE
     SET confirmed = a.confirmed + excluded.confirmed, shipped = a.shipped + excluded.shipped,
         delivered = a.delivered + excluded.delivered, cancelled = a.cancelled + excluded.cancelled,
         refused = a.refused + excluded.refused, returned = a.returned + excluded.returned,
         paid_minor = a.paid_minor + excluded.paid_minor, refunded_minor = a.refunded_minor + excluded.refunded_minor;
END
$$;

-- When an order was cancelled, unless it is because its goods were refused.
CREATE OR REPLACE FUNCTION app.cancelled_by_somebody(o public.orders) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE
AS $$ SELECT CASE WHEN o.cancel_reason IS NULL THEN o.cancelled_at END $$;

-- Sums over the stretches between neighbouring bounds, numbered from 1, in whole quarter hours: days that no bound cuts come from day
-- buckets, the rest from 15-minute buckets.
CREATE OR REPLACE FUNCTION app.activity_in(p_store uuid, p_bounds timestamptz[])
  RETURNS TABLE (
    stretch integer, confirmed numeric, shipped numeric, delivered numeric, cancelled numeric, refused numeric, returned numeric,
    paid_minor numeric, refunded_minor numeric
  )
  LANGUAGE plpgsql STABLE
  -- The planner overestimates the rows and would compile the query, which takes longer than running it.
  SET jit = off
AS $$
DECLARE
  v_bounds constant timestamptz[] := ARRAY(
    SELECT app.bucket(15, b) FROM unnest(p_bounds) WITH ORDINALITY AS u(b, nth) ORDER BY nth);
  v_from constant timestamptz := v_bounds[1];
  v_to constant timestamptz := v_bounds[cardinality(v_bounds)];
  v_days record;
BEGIN
  SELECT * INTO v_days FROM app.cut_buckets(1440, v_bounds);
  RETURN QUERY
  SELECT n.stretch,
         coalesce(sum(a.confirmed), 0)::numeric, coalesce(sum(a.shipped), 0)::numeric, coalesce(sum(a.delivered), 0)::numeric, coalesce(sum(a.cancelled), 0)::numeric,
         coalesce(sum(a.refused), 0)::numeric, coalesce(sum(a.returned), 0)::numeric, coalesce(sum(a.paid_minor), 0),
         coalesce(sum(a.refunded_minor), 0)
    FROM generate_series(1, cardinality(p_bounds) - 1) AS n(stretch)
    LEFT JOIN (
      SELECT d.*
        FROM public.activity d
       WHERE d.store_id = p_store AND d.minutes = 1440 AND d.starts_at >= v_from AND d.starts_at < v_to
         AND d.starts_at <> ALL (v_days.buckets)
      UNION ALL
      SELECT q.*
        FROM unnest(v_days.froms, v_days.tos) AS cut(begins, ends)
       -- OFFSET 0: as in app.sales_in.
       CROSS JOIN LATERAL (
         SELECT * FROM public.activity b
          WHERE b.store_id = p_store AND b.minutes = 15 AND b.starts_at >= cut.begins AND b.starts_at < cut.ends
         OFFSET 0
       ) AS q
    ) AS a
      ON width_bucket(a.starts_at, v_bounds) = n.stretch
   GROUP BY n.stretch
   ORDER BY n.stretch;
END
$$;

-- Sums up again what happened to all orders of a store. Only the owner of the tables can do this.
CREATE OR REPLACE FUNCTION app.rebuild_activity(p_store uuid) RETURNS void
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
