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
  -- As in app.add_sales.
  SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  v_noted jsonb := coalesce(nullif(current_setting('app.activity', true), ''), '[]')::jsonb;
  v_before public.orders;
  v_after public.orders;
BEGIN
  PERFORM set_config('app.activity', '', true);
  FOR v_nth IN 1 .. cardinality(p_after) LOOP
    v_before := p_before[v_nth];
    v_after := p_after[v_nth];
    CONTINUE WHEN v_after.number < 0;
    v_noted := v_noted || app.changed_time('confirmed', v_before.confirmed_at, v_after.confirmed_at)
      || app.changed_time('shipped', v_before.shipped_at, v_after.shipped_at)
      || app.changed_time('delivered', v_before.delivered_at, v_after.delivered_at)
      || app.changed_time('cancelled', app.cancelled_by_somebody(v_before), app.cancelled_by_somebody(v_after));
  END LOOP;
  IF v_noted = '[]' THEN
    RETURN;
  END IF;
  -- As in app.add_sales: an import or a rebuild does not lock the rows in their order.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('sales ' || app.store(), 0));
  INSERT INTO public.activity AS a
  SELECT app.store(), span.minutes, app.bucket(span.minutes, n.at), coalesce(sum(n.confirmed), 0), coalesce(sum(n.shipped), 0),
         coalesce(sum(n.delivered), 0), coalesce(sum(n.cancelled), 0), coalesce(sum(n.refused), 0), coalesce(sum(n.returned), 0),
         coalesce(sum(n.paid), 0), coalesce(sum(n.refunded), 0)
    FROM jsonb_to_recordset(v_noted) AS n(at timestamptz, confirmed bigint, shipped bigint, delivered bigint, cancelled bigint,
           refused bigint, returned bigint, paid bigint, refunded bigint)
   CROSS JOIN (VALUES (15), (1440)) AS span(minutes)
   GROUP BY 2, 3
   ORDER BY 2, 3
      ON CONFLICT (store_id, minutes, starts_at) DO UPDATE
     SET
     -- each activity.figures: % = a.% + excluded.%
     confirmed = a.confirmed + excluded.confirmed, shipped = a.shipped + excluded.shipped, delivered = a.delivered + excluded.delivered, cancelled = a.cancelled + excluded.cancelled, refused = a.refused + excluded.refused, returned = a.returned + excluded.returned, paid_minor = a.paid_minor + excluded.paid_minor, refunded_minor = a.refunded_minor + excluded.refunded_minor
  ;
END
$$;

-- What app.save_activity saves if a time of an order is set, changed or removed.
CREATE OR REPLACE FUNCTION app.changed_time(p_what text, p_before timestamptz, p_after timestamptz) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT CASE WHEN p_before IS NOT DISTINCT FROM p_after THEN '[]' ELSE
    CASE WHEN p_before IS NULL THEN '[]' ELSE jsonb_build_array(jsonb_build_object('at', p_before, p_what, -1)) END
    || CASE WHEN p_after IS NULL THEN '[]' ELSE jsonb_build_array(jsonb_build_object('at', p_after, p_what, 1)) END END
$$;

-- When an order was cancelled, unless it is because its goods were refused.
CREATE OR REPLACE FUNCTION app.cancelled_by_somebody(o public.orders) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE
AS $$ SELECT CASE WHEN o.cancel_reason IS NULL THEN o.cancelled_at END $$;

-- Sums over the stretches between neighbouring bounds, numbered from 1, in whole quarter hours: days that no bound cuts come from day
-- buckets, the rest from 15-minute buckets.
CREATE OR REPLACE FUNCTION app.activity_in(p_store uuid, p_bounds timestamptz[])
  RETURNS TABLE (
    stretch integer,
    -- each activity.figures: % numeric
    confirmed numeric, shipped numeric, delivered numeric, cancelled numeric, refused numeric, returned numeric, paid_minor numeric, refunded_minor numeric
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
    -- each activity.figures: coalesce(sum(a.%), 0)::numeric
    coalesce(sum(a.confirmed), 0)::numeric, coalesce(sum(a.shipped), 0)::numeric, coalesce(sum(a.delivered), 0)::numeric, coalesce(sum(a.cancelled), 0)::numeric, coalesce(sum(a.refused), 0)::numeric, coalesce(sum(a.returned), 0)::numeric, coalesce(sum(a.paid_minor), 0)::numeric, coalesce(sum(a.refunded_minor), 0)::numeric
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
