-- What ends with a membership: the tokens, API keys and connections that the member added, and the webhooks that they manage.

-- Revokes a member's tokens, API keys and connections of the open store for good, and disables their webhooks: a later
-- invitation or promotion does not restore them. Runs after the member's row has changed, under the lock of
-- app.begin_member_write, so that app.expect_present_manager lets no new ones be added in between.
CREATE OR REPLACE FUNCTION app.revoke_access_of(p_member uuid) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_types text[];
  v_ids uuid[];
BEGIN
  WITH tokens AS (
    UPDATE public.access_tokens t SET revoked_at = now()
     WHERE t.store_id = app.store() AND t.created_by = p_member AND t.revoked_at IS NULL AND t.expires_at > now()
    RETURNING t.id, CASE t.use WHEN 'api' THEN 'api_key.revoked' ELSE 'mcp_token.revoked' END AS type
  ), grants AS (
    UPDATE public.oauth_grants g SET revoked_at = now(), revoked_reason = 'role_lost'
     WHERE g.store_id = app.store() AND g.user_id = p_member AND g.revoked_at IS NULL AND g.expires_at > now()
    RETURNING g.id, 'connection.revoked' AS type
  )
  SELECT array_agg(e.type), array_agg(e.id) INTO v_types, v_ids FROM (TABLE tokens UNION ALL TABLE grants) AS e(id, type);
  -- Before the events, which these webhooks must not receive.
  PERFORM app.disable_unmanaged_webhooks();
  INSERT INTO public.events (store_id, type, subject_id, actor_kind, actor_id, data, created_at)
  SELECT app.store(), e.type, e.id, app.caller_kind(), app.caller(), '{"reason": "role_lost"}', clock_timestamp()
    FROM unnest(v_types, v_ids) AS e(type, id);
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
   WHERE m.store_id = app.store() AND m.user_id = app.caller() AND app.manages(m.role);
  IF NOT FOUND THEN
    PERFORM app.refuse(403, 'forbidden');
  END IF;
END
$$;

-- Refuses another API key ('api'), MCP token ('mcp') or connection ('oauth') if the open store or the caller has reached the limit
-- of valid ones. There is a limit because a person's keys, tokens and connections end with their role, all in one transaction.
-- Parallel requests may exceed it by a few.
CREATE OR REPLACE FUNCTION app.expect_access_below_limit(p_use text) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_max constant integer := app.most('access.valid');
  v_max_own constant integer := app.most('access.of_one_person');
  v_valid bigint;
  v_own bigint;
BEGIN
  IF p_use = 'oauth' THEN
    SELECT count(*), count(*) FILTER (WHERE owner = app.caller()) INTO v_valid, v_own FROM (
      SELECT g.user_id AS owner FROM public.oauth_grants g
       WHERE g.store_id = app.store() AND g.revoked_at IS NULL AND g.expires_at > now() LIMIT v_max) AS one;
  ELSE
    SELECT count(*), count(*) FILTER (WHERE owner = app.caller()) INTO v_valid, v_own FROM (
      SELECT t.created_by AS owner FROM public.access_tokens t
       WHERE t.store_id = app.store() AND t.use = p_use AND t.revoked_at IS NULL AND t.expires_at > now() LIMIT v_max) AS one;
  END IF;
  IF v_valid >= v_max THEN
    PERFORM app.refuse(409, 'limit_reached', jsonb_build_object('max_valid', v_max));
  ELSIF v_own >= v_max_own THEN
    PERFORM app.refuse(409, 'own_limit_reached', jsonb_build_object('max_own', v_max_own));
  END IF;
END
$$;
