-- How many secrets of webhooks and channels there are, by key: the current one, the previous one (both may be NULL), or another,
-- which nobody can open any more.
CREATE OR REPLACE FUNCTION app.count_secrets(p_current text, p_previous text, OUT current integer, OUT previous integer, OUT unreadable integer)
  LANGUAGE sql STABLE SECURITY DEFINER
AS $$
  SELECT count(*) FILTER (WHERE s.key = p_current), count(*) FILTER (WHERE s.key = p_previous),
         count(*) FILTER (WHERE (s.key = p_current OR s.key = p_previous) IS NOT TRUE)
    FROM (
      SELECT split_part(v.secret, '.', 1) AS key
        FROM public.webhooks w CROSS JOIN LATERAL (VALUES (w.secret), (w.previous_secret)) AS v (secret)
       WHERE w.deleted_at IS NULL AND v.secret IS NOT NULL
      UNION ALL
      SELECT split_part(e.value, '.', 1) FROM public.channels c CROSS JOIN jsonb_each_text(c.credentials) AS e
       WHERE c.archived_at IS NULL) AS s
   -- The name of a key: the beginning of a hash.
   WHERE s.key ~ '^[0-9a-f]{8}$'
$$;
