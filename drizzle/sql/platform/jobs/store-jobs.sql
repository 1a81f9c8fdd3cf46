-- The jobs of the crons that go from store to store: which stores have something to do, and one turn of one store, which is one
-- transaction. src/platform/jobs/store-jobs.ts has the same names.

-- The stores with rows of p_table whose p_since is not null, each with the earliest. Goes from store to store over an index that
-- begins with these columns, without reading what each has.
CREATE OR REPLACE FUNCTION app.stores_with(p_table regclass, p_since name) RETURNS TABLE (store_id uuid, since timestamptz)
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN QUERY EXECUTE format($walk$
    WITH RECURSIVE walk AS (
      (SELECT t.store_id, t.%2$I AS since FROM %1$s t WHERE t.%2$I IS NOT NULL ORDER BY t.store_id, t.%2$I LIMIT 1)
      UNION ALL
      SELECT n.store_id, n.since FROM walk CROSS JOIN LATERAL (
        SELECT t.store_id, t.%2$I AS since FROM %1$s t
         WHERE t.%2$I IS NOT NULL AND t.store_id > walk.store_id ORDER BY t.store_id, t.%2$I LIMIT 1) AS n
    )
    SELECT w.store_id, w.since FROM walk AS w $walk$, p_table, p_since);
END
$$;

-- The stores with replies that a removed channel has not sent, with the time of one of them. Goes from channel to channel.
CREATE OR REPLACE FUNCTION app.stores_with_unsent_replies() RETURNS TABLE (store_id uuid, since timestamptz)
  LANGUAGE sql STABLE
AS $$
  WITH RECURSIVE busy AS (
    (SELECT o.store_id, o.channel_id, o.due_at FROM public.message_outbox o ORDER BY o.store_id, o.channel_id, o.due_at LIMIT 1)
    UNION ALL
    SELECT n.store_id, n.channel_id, n.due_at FROM busy CROSS JOIN LATERAL (
      SELECT o.store_id, o.channel_id, o.due_at FROM public.message_outbox o
       WHERE (o.store_id, o.channel_id) > (busy.store_id, busy.channel_id)
       ORDER BY o.store_id, o.channel_id, o.due_at LIMIT 1) AS n
  )
  SELECT b.store_id, min(b.due_at) FROM busy AS b
    JOIN public.channels c ON c.store_id = b.store_id AND c.id = b.channel_id AND c.archived_at IS NOT NULL
   GROUP BY b.store_id
$$;

-- Up to p_limit stores that may have something to do for a job, without p_except: those first that have waited longest since it
-- was due, or since their last turn. So neither stores with much to do nor stores whose turns fail keep others waiting.
CREATE OR REPLACE FUNCTION app.stores_due(p_job text, p_except uuid[], p_limit integer) RETURNS uuid[]
  LANGUAGE plpgsql SECURITY DEFINER STABLE
AS $$
DECLARE
  v_query constant text := CASE p_job
    WHEN 'disable_expired_webhooks' THEN
      'SELECT w.store_id, w.access_ends_at FROM public.webhooks w WHERE w.enabled AND w.access_ends_at <= now()'
    WHEN 'cancel_deliveries' THEN 'SELECT w.store_id, w.given_up_at FROM public.webhooks w WHERE w.given_up_at IS NOT NULL'
    WHEN 'unassign_conversations' THEN 'SELECT d.store_id, d.left_at FROM public.departed_assignees d'
    WHEN 'fail_unsent_replies' THEN 'SELECT * FROM app.stores_with_unsent_replies()'
    WHEN 'continue_erasures' THEN 'SELECT e.store_id, e.created_at FROM public.erasures e'
    WHEN 'reopen_conversations' THEN
      $q$SELECT * FROM app.stores_with('public.conversations', 'snoozed_until') AS s WHERE s.since <= now()$q$
    WHEN 'release_reservations' THEN
      $q$SELECT * FROM app.stores_with('public.orders', 'reserved_until') AS s WHERE s.since <= now()$q$
    -- No upload is given up earlier.
    WHEN 'delete_media' THEN
      $q$SELECT * FROM app.stores_with('public.media', 'unused_since') AS s WHERE s.since <= now() - interval '1 hour'
         UNION ALL SELECT m.store_id, m.unused_since FROM public.media m WHERE m.status = 'deleting'$q$
    WHEN 'count_best_sellers' THEN
      $q$SELECT s.id, coalesce(c.counted_to, '-infinity') FROM public.stores s LEFT JOIN public.best_seller_counts c ON c.store_id = s.id
          WHERE c.counted_to IS DISTINCT FROM app.bucket(1440, now())$q$
  END;
  v_stores uuid[];
BEGIN
  EXECUTE format('SELECT array_agg(f.id) FROM (
      SELECT d.id FROM (%s) AS d(id, since) LEFT JOIN public.job_turns t ON t.store_id = d.id AND t.job = $3
       WHERE d.id <> ALL ($1) GROUP BY d.id, t.at ORDER BY greatest(min(d.since), t.at), d.id LIMIT $2) AS f', v_query)
    INTO v_stores USING p_except, p_limit, p_job;
  RETURN coalesce(v_stores, '{}');
END
$$;

-- Disables the webhooks of the open store whose managers lost the right to manage webhooks, and returns how many.
CREATE OR REPLACE FUNCTION app.count_disabled_webhooks() RETURNS bigint
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM app.disable_unmanaged_webhooks();
  -- app.note_unmanaged set this of somebody who has the right again.
  UPDATE public.webhooks w SET access_ends_at = NULL
   WHERE w.store_id = app.store() AND w.enabled AND w.managed_by_kind = 'user' AND w.access_ends_at IS NOT NULL AND app.has_manager(w);
  RETURN (SELECT count(*) FROM public.webhooks w WHERE w.store_id = app.store() AND w.disabled_at = now()::timestamptz(3));
END
$$;

-- One turn of a store: up to p_limit rows. Returns how many.
CREATE OR REPLACE FUNCTION app.run_store_job(p_job text, p_store uuid, p_limit integer) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_failures constant integer := (SELECT t.failures FROM public.job_turns t WHERE t.store_id = p_store AND t.job = p_job);
  v_limit constant integer := greatest(p_limit >> coalesce(v_failures, 0), 1);
  v_done bigint;
BEGIN
  PERFORM app.open_context(ARRAY[p_store], ARRAY[p_store], NULL, NULL, 'system');
  PERFORM set_config('app.store', p_store::text, true);
  v_done := CASE p_job
    WHEN 'disable_expired_webhooks' THEN app.count_disabled_webhooks()
    WHEN 'cancel_deliveries' THEN app.cancel_given_up(v_limit)
    WHEN 'unassign_conversations' THEN app.unassign_conversations(v_limit)
    WHEN 'fail_unsent_replies' THEN app.fail_unsent_replies(v_limit)
    WHEN 'reopen_conversations' THEN app.wake_snoozed(v_limit)
    WHEN 'release_reservations' THEN app.release_expired_reservations(v_limit)
    WHEN 'continue_erasures' THEN app.continue_erasures(v_limit)
    WHEN 'count_best_sellers' THEN app.count_units_sold()
  END;
  IF v_done > 0 OR v_failures > 0 THEN
    INSERT INTO public.job_turns AS t (store_id, job, at) VALUES (p_store, p_job, clock_timestamp())
        ON CONFLICT (store_id, job) DO UPDATE SET at = excluded.at, failures = greatest(t.failures - 1, 0);
  END IF;
  RETURN v_done;
END
$$;

-- After a turn that failed.
CREATE OR REPLACE FUNCTION app.note_failed_turn(p_job text, p_store uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER
AS $$
  INSERT INTO public.job_turns AS t (store_id, job, at, failures) VALUES (p_store, p_job, clock_timestamp(), 1)
      ON CONFLICT (store_id, job) DO UPDATE SET at = excluded.at, failures = least(t.failures + 1, 12)
$$;

-- Forgets turns after a day. Called by the hourly cron.
CREATE OR REPLACE FUNCTION app.sweep_job_turns() RETURNS bigint
  LANGUAGE sql SECURITY DEFINER
AS $$
  WITH gone AS (
    DELETE FROM public.job_turns WHERE ctid = ANY (ARRAY(
      SELECT t.ctid FROM public.job_turns t WHERE t.at < now() - interval '1 day' LIMIT 20000)) RETURNING 1
  )
  SELECT count(*) FROM gone
$$;
