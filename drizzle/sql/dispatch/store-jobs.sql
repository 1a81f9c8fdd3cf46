-- The jobs of the crons that go from store to store: which stores have something to do, and one turn of one store, which is one
-- transaction. src/platform/jobs/store-jobs.ts has the same names.

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
