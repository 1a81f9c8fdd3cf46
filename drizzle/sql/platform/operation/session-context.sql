-- The session of a web page, which is checked before its tenant context is set.

-- The session if it has not ended and is this person's; else a row of NULLs. last_seen_at is written every 5 minutes.
CREATE OR REPLACE FUNCTION app.open_web_session(p_session bytea, p_issuer text, p_subject text)
  RETURNS public.web_sessions
  LANGUAGE sql STABLE
AS $$
  SELECT s
    FROM public.web_sessions s
   WHERE s.id_hash = p_session AND s.user_id = app.user_id(p_issuer, p_subject)
     AND s.expires_at > now() AND s.last_seen_at > now() - s.idle
$$;

CREATE OR REPLACE FUNCTION app.is_signed_in(p_session bytea, p_issuer text, p_subject text) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER
AS $$ SELECT (app.open_web_session(p_session, p_issuer, p_subject)).id_hash IS NOT NULL $$;

-- Checks a web session before its tenant context is set (open-context.ts). Refuses with 'signed_out' if the session has
-- ended or belongs to someone else, and with 'sign_in_again' if the request needs a sign-in in the last 15 minutes.
-- p_recent: NULL (no sign-in needed), 'authenticated' (at the identity provider), or 'signed_in' (there, or by starting this
-- session).
CREATE OR REPLACE FUNCTION app.check_web_session(p_session bytea, p_issuer text, p_subject text, p_recent text)
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_since constant timestamptz := now() - interval '15 minutes';
  v_session constant public.web_sessions := app.open_web_session(p_session, p_issuer, p_subject);
BEGIN
  IF v_session.id_hash IS NULL THEN
    PERFORM app.refuse(401, 'signed_out');
  END IF;
  IF p_recent IS NOT NULL
     AND coalesce(v_session.auth_time < v_since, true)
     AND (p_recent <> 'signed_in' OR v_session.created_at < v_since)
  THEN
    PERFORM app.refuse(403, 'sign_in_again');
  END IF;
  IF v_session.last_seen_at < now() - interval '5 minutes' THEN
    -- SKIP LOCKED: a parallel request is writing the same time.
    UPDATE public.web_sessions s SET last_seen_at = now()
     WHERE s.id_hash = (SELECT f.id_hash FROM public.web_sessions f WHERE f.id_hash = p_session FOR UPDATE SKIP LOCKED);
  END IF;
END
$$;
