-- Sessions of the web pages belong to people, not to stores, so no policy covers them: these functions are the only access.

-- Starts a session, which replaces the browser's previous one. It ends p_idle after its last use, and p_max after this. A
-- person can have 50; a further one ends the oldest.
CREATE OR REPLACE FUNCTION app.start_web_session(
  p_session bytea, p_issuer text, p_subject text, p_auth_time timestamptz, p_user_agent text, p_address_prefix text,
  p_replaced bytea, p_idle interval, p_max interval
) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_max_sessions constant integer := app.most('person.sessions');
  v_user uuid := app.user_id(p_issuer, p_subject);
  -- least() alone would take now() for NULL.
  v_auth_time timestamptz := CASE WHEN p_auth_time IS NOT NULL THEN least(p_auth_time, now()) END;
BEGIN
  DELETE FROM public.web_sessions s WHERE s.id_hash = p_replaced;
  INSERT INTO public.web_sessions (id_hash, user_id, auth_time, user_agent, address_prefix, idle, expires_at)
  VALUES (p_session, v_user, v_auth_time, p_user_agent, p_address_prefix, p_idle, now() + p_max)
      ON CONFLICT (id_hash) DO NOTHING;
  DELETE FROM public.web_sessions s
   WHERE s.id_hash IN (
     SELECT o.id_hash FROM public.web_sessions o
      WHERE o.user_id = v_user ORDER BY o.created_at DESC, o.id_hash OFFSET v_max_sessions);
END
$$;

-- The caller's sessions: the current one, then the most recently used.
CREATE OR REPLACE FUNCTION app.my_web_sessions(p_session bytea)
  RETURNS TABLE (
    user_agent text, address_prefix text, created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz,
    is_current boolean
  )
  LANGUAGE sql STABLE SECURITY DEFINER
AS $$
  SELECT s.user_agent, s.address_prefix, s.created_at, s.last_seen_at, s.expires_at, s.id_hash = p_session
    FROM public.web_sessions s
   WHERE s.user_id = app.caller() AND app.caller_kind() = 'user' AND s.expires_at > now() AND s.last_seen_at > now() - s.idle
   ORDER BY s.id_hash = p_session DESC, s.last_seen_at DESC, s.created_at DESC, s.id_hash
$$;

-- Ends a session, if it still exists.
CREATE OR REPLACE FUNCTION app.end_web_session(p_session bytea) RETURNS void
  LANGUAGE sql SECURITY DEFINER
AS $$ DELETE FROM public.web_sessions s WHERE s.id_hash = p_session $$;

-- Ends all of the caller's sessions and returns how many there were.
CREATE OR REPLACE FUNCTION app.end_my_web_sessions() RETURNS bigint
  LANGUAGE sql SECURITY DEFINER
AS $$
  WITH gone AS (
    DELETE FROM public.web_sessions s WHERE s.user_id = app.caller() AND app.caller_kind() = 'user' RETURNING 1
  )
  SELECT count(*) FROM gone
$$;

-- Deletes expired sessions. Called by the hourly cron.
CREATE OR REPLACE FUNCTION app.sweep_web_sessions() RETURNS bigint
  LANGUAGE sql SECURITY DEFINER
AS $$
  WITH gone AS (
    DELETE FROM public.web_sessions WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM public.web_sessions WHERE expires_at < now() LIMIT 20000)) RETURNING 1
  )
  SELECT count(*) FROM gone
$$;
