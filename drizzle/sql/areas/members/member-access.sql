-- What ends with a membership: the tokens, API keys and connections that the member added, and the webhooks that they manage.

-- Revokes a member's tokens, API keys and connections of the open store for good, and disables their webhooks: a later
-- invitation or promotion does not restore them. Runs after the member's row has changed, under the lock of
-- app.begin_member_write, so that app.expect_present_manager lets no new ones be added in between.
CREATE OR REPLACE FUNCTION app.revoke_access_of(p_member uuid) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  WITH ended AS (
    UPDATE public.mcp_tokens t SET revoked_at = now()
     WHERE t.store_id = app.store() AND t.created_by = p_member AND t.revoked_at IS NULL AND t.expires_at > now()
    RETURNING t.id, t.use
  )
  INSERT INTO public.events (store_id, type, subject_id, actor_kind, actor_id, data, created_at)
  SELECT app.store(), CASE use WHEN 'api' THEN 'api_key.revoked' ELSE 'mcp_token.revoked' END, id, app.caller_kind(),
         app.caller(), '{"reason": "role_lost"}', clock_timestamp()
    FROM ended;
  WITH ended AS (
    UPDATE public.oauth_grants g SET revoked_at = now(), revoked_reason = 'role_lost'
     WHERE g.store_id = app.store() AND g.user_id = p_member AND g.revoked_at IS NULL AND g.expires_at > now()
    RETURNING g.id
  )
  INSERT INTO public.events (store_id, type, subject_id, actor_kind, actor_id, data, created_at)
  SELECT app.store(), 'connection.revoked', id, app.caller_kind(), app.caller(), '{"reason": "role_lost"}', clock_timestamp()
    FROM ended;
  PERFORM app.disable_unmanaged_webhooks();
END
$$;

-- Refuses a caller who is no longer an owner or admin of the open store, and keeps their role from changing until the
-- transaction ends.
CREATE OR REPLACE FUNCTION app.expect_present_manager() RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('members ' || app.store(), 0));
  PERFORM FROM public.store_members m
   WHERE m.store_id = app.store() AND m.user_id = app.caller() AND m.role IN ('owner', 'admin');
  IF NOT FOUND THEN
    PERFORM app.refuse(403, 'forbidden');
  END IF;
END
$$;

-- Refuses another API key ('api'), MCP token ('mcp') or connection ('oauth') of the open store if it has 1,000 valid ones: whoever
-- loses their role loses all of theirs in the same transaction. Those of requests that run in parallel may exceed it by a few.
CREATE OR REPLACE FUNCTION app.expect_access_below_limit(p_use text) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_max constant integer := app.most('access.valid');
  v_valid bigint;
BEGIN
  IF p_use = 'oauth' THEN
    SELECT count(*) INTO v_valid FROM (
      SELECT FROM public.oauth_grants g
       WHERE g.store_id = app.store() AND g.revoked_at IS NULL AND g.expires_at > now() LIMIT v_max) AS one;
  ELSE
    SELECT count(*) INTO v_valid FROM (
      SELECT FROM public.mcp_tokens t
       WHERE t.store_id = app.store() AND t.use = p_use AND t.revoked_at IS NULL AND t.expires_at > now() LIMIT v_max) AS one;
  END IF;
  IF v_valid >= v_max THEN
    PERFORM app.refuse(409, 'limit_reached', jsonb_build_object('max_valid', v_max));
  END IF;
END
$$;
