-- What the jobs that go from store to store share: finding the stores, and their turns.

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
