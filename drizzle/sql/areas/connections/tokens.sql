-- The token endpoint. Each grant type is one function, so that validating, consuming and issuing are one transaction.
-- Refusals are returned, not raised, because some of them end the grant, and raising would roll that back. Functions
-- without SECURITY DEFINER are helpers: app_rw itself has no rights on these tables.

-- RFC 6749 section 3.2.1. A client identified by the URL of its metadata document is public. Any other client must be
-- registered, and present its secret if it has one.
CREATE OR REPLACE FUNCTION app.is_valid_oauth_client(p_client text, p_secret bytea) RETURNS boolean
  LANGUAGE sql STABLE
AS $$
  SELECT p_client ~ '^https?://' OR EXISTS (
    SELECT FROM public.oauth_clients c
     WHERE c.client_id = p_client AND c.kind <> 'cimd' AND (c.expires_at IS NULL OR c.expires_at > now())
       AND (c.secret_hash IS NULL OR c.secret_hash = p_secret))
$$;

-- Ends a grant and records the event, once. The actor is the connection if its client revoked it, else the system.
CREATE OR REPLACE FUNCTION app.end_oauth_grant(p_store uuid, p_grant uuid, p_reason text) RETURNS void
  LANGUAGE sql
AS $$
  WITH ended AS (
    UPDATE public.oauth_grants g SET revoked_at = now(), revoked_reason = p_reason
     WHERE g.store_id = p_store AND g.id = p_grant AND g.revoked_at IS NULL
    RETURNING g.id
  )
  INSERT INTO public.events (store_id, type, subject_id, actor_kind, actor_id, data)
  SELECT p_store, 'connection.revoked', id,
         CASE p_reason WHEN 'revoked_by_client' THEN 'token' ELSE 'system' END,
         CASE p_reason WHEN 'revoked_by_client' THEN id END,
         jsonb_build_object('reason', p_reason)
    FROM ended
$$;

-- Records that a registered client got tokens, at most once a day. From then on, the client is kept while it has a grant and
-- for 30 days after its last use.
CREATE OR REPLACE FUNCTION app.use_oauth_client(p_client text) RETURNS void
  LANGUAGE sql
AS $$
  UPDATE public.oauth_clients c SET last_used_at = now(), expires_at = NULL
   WHERE c.client_id = p_client AND c.kind = 'dcr'
     AND (c.expires_at IS NOT NULL OR c.last_used_at IS NULL OR c.last_used_at < now() - interval '1 day')
$$;

-- RFC 6749 section 4.1.3, with RFC 7636. One statement validates, consumes and issues, so only one of several parallel
-- attempts succeeds. A wrong verifier, redirect or client updates nothing, so the code stays usable. p_redirect may be NULL
-- (OAuth 2.1 section 10.2). outcome: issued, invalid_client, invalid, replayed.
CREATE OR REPLACE FUNCTION app.redeem_oauth_code(
  p_client text, p_secret bytea, p_code bytea, p_redirect text, p_challenge text, p_access bytea, p_refresh bytea
) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_grant public.oauth_grants;
  v_code record;
BEGIN
  IF NOT app.is_valid_oauth_client(p_client, p_secret) THEN
    RETURN jsonb_build_object('outcome', 'invalid_client');
  END IF;
  WITH code AS (
    UPDATE public.oauth_codes c SET consumed_at = now()
     WHERE c.code_hash = p_code AND c.client_id = p_client AND c.challenge = p_challenge
       AND (p_redirect IS NULL OR c.redirect_uri = p_redirect)
       AND c.consumed_at IS NULL AND c.expires_at > now()
    RETURNING c.store_id, c.grant_id
  ), extended AS (
    UPDATE public.oauth_grants g SET expires_at = now() + interval '30 days'
      FROM code
     WHERE g.store_id = code.store_id AND g.id = code.grant_id
       AND app.is_valid_oauth_grant(g.store_id, g.user_id, g.revoked_at, g.created_at)
    RETURNING g.*
  ), issued AS (
    INSERT INTO public.oauth_tokens (store_id, token_hash, grant_id, kind, scopes, expires_at)
    SELECT extended.store_id, pair.hash, extended.id, pair.kind, extended.scopes, now() + pair.lifetime
      FROM extended, (VALUES (p_access, 'access', interval '1 hour'), (p_refresh, 'refresh', interval '30 days'))
        AS pair(hash, kind, lifetime)
  )
  SELECT extended.* INTO v_grant FROM extended;
  IF FOUND THEN
    -- Not at consent, because then an abandoned flow would end them too.
    PERFORM app.end_replaced_oauth_grants(v_grant);
    PERFORM app.use_oauth_client(p_client);
    RETURN jsonb_build_object('outcome', 'issued', 'scopes', v_grant.scopes);
  END IF;

  SELECT c.store_id, c.grant_id, t.scopes INTO v_code
    FROM public.oauth_codes c
    LEFT JOIN public.oauth_tokens t ON t.store_id = c.store_id AND t.grant_id = c.grant_id AND t.token_hash = p_access
   WHERE c.code_hash = p_code AND c.client_id = p_client AND c.consumed_at IS NOT NULL;
  IF NOT FOUND THEN
    RETURN jsonb_build_object('outcome', 'invalid');
  ELSIF v_code.scopes IS NOT NULL THEN
    -- A retry by the Worker after a lost response: nobody else knows these new tokens.
    RETURN jsonb_build_object('outcome', 'issued', 'scopes', v_code.scopes);
  END IF;
  -- Section 4.1.2: a code used twice may have been stolen.
  PERFORM app.end_oauth_grant(v_code.store_id, v_code.grant_id, 'code_replayed');
  RETURN jsonb_build_object('outcome', 'replayed');
END
$$;

-- RFC 6749 section 6, with rotation (RFC 9700 section 4.14.2). The new tokens are derived from the presented one, so a retry
-- within five minutes of the first use gets the same pair. Using the token after that ends the grant.
-- p_*_before: the tokens derived with the previous key. p_scopes: NULL for the scopes of the token.
-- outcome: rotated, replayed (with key: current or previous), invalid_client, invalid, invalid_scope, reused.
CREATE OR REPLACE FUNCTION app.refresh_oauth_tokens(
  p_client text, p_secret bytea, p_token bytea, p_scopes text[],
  p_access bytea, p_refresh bytea, p_access_before bytea, p_refresh_before bytea
) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_old record;
  v_end timestamptz;
  v_scopes text[];
  v_access record;
BEGIN
  IF NOT app.is_valid_oauth_client(p_client, p_secret) THEN
    RETURN jsonb_build_object('outcome', 'invalid_client');
  END IF;
  SELECT t.* INTO v_old FROM public.oauth_tokens t
   WHERE t.token_hash = p_token AND t.kind = 'refresh' AND t.expires_at > now()
     FOR NO KEY UPDATE;
  IF FOUND THEN
    SELECT app.oauth_grant_end(g.created_at) INTO v_end
      FROM public.oauth_grants g
     WHERE g.store_id = v_old.store_id AND g.id = v_old.grant_id AND g.client_id = p_client
       AND app.is_valid_oauth_grant(g.store_id, g.user_id, g.revoked_at, g.created_at);
  END IF;
  IF v_end IS NULL THEN
    RETURN jsonb_build_object('outcome', 'invalid');
  END IF;

  IF v_old.replaced_at IS NULL THEN
    IF NOT coalesce(p_scopes <@ app.with_reads(v_old.scopes), true) THEN
      RETURN jsonb_build_object('outcome', 'invalid_scope');
    END IF;
    v_scopes := coalesce(p_scopes, v_old.scopes);
    INSERT INTO public.oauth_tokens (store_id, token_hash, grant_id, kind, scopes, parent, expires_at)
    VALUES (v_old.store_id, p_access, v_old.grant_id, 'access', v_scopes, p_token,
            least(now() + interval '1 hour', v_end)),
           (v_old.store_id, p_refresh, v_old.grant_id, 'refresh', v_old.scopes, p_token,
            least(now() + interval '30 days', v_end));
    UPDATE public.oauth_tokens t SET replaced_at = now(), replaced_by = p_refresh
     WHERE t.store_id = v_old.store_id AND t.token_hash = p_token;
    UPDATE public.oauth_grants g SET expires_at = least(now() + interval '30 days', v_end)
     WHERE g.store_id = v_old.store_id AND g.id = v_old.grant_id;
    PERFORM app.use_oauth_client(p_client);
    RETURN jsonb_build_object('outcome', 'rotated', 'key', 'current', 'scopes', v_scopes, 'seconds',
                              floor(extract(epoch FROM least(interval '1 hour', v_end - now())))::integer);
  END IF;

  IF v_old.replaced_at > now() - interval '5 minutes' THEN
    SELECT t.scopes, floor(extract(epoch FROM t.expires_at - now()))::integer AS seconds,
           CASE v_old.replaced_by WHEN p_refresh THEN 'current' ELSE 'previous' END AS key
      INTO v_access
      FROM public.oauth_tokens t
     WHERE t.store_id = v_old.store_id AND t.kind = 'access' AND t.token_hash =
           CASE v_old.replaced_by WHEN p_refresh THEN p_access WHEN p_refresh_before THEN p_access_before END;
    IF FOUND THEN
      RETURN jsonb_build_object('outcome', 'replayed', 'key', v_access.key, 'scopes', v_access.scopes,
                                'seconds', greatest(v_access.seconds, 0));
    END IF;
  END IF;
  PERFORM app.end_oauth_grant(v_old.store_id, v_old.grant_id, 'refresh_reused');
  RETURN jsonb_build_object('outcome', 'reused');
END
$$;

-- RFC 7009 section 2.1: revoking either token of a connection ends the connection. An unknown token, or that of another
-- client, is ignored. outcome: done, invalid_client.
CREATE OR REPLACE FUNCTION app.revoke_oauth_token(p_client text, p_secret bytea, p_token bytea) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
BEGIN
  IF NOT app.is_valid_oauth_client(p_client, p_secret) THEN
    RETURN jsonb_build_object('outcome', 'invalid_client');
  END IF;
  PERFORM app.end_oauth_grant(g.store_id, g.id, 'revoked_by_client')
     FROM public.oauth_tokens t
     JOIN public.oauth_grants g ON g.store_id = t.store_id AND g.id = t.grant_id
    WHERE t.token_hash = p_token AND g.client_id = p_client;
  RETURN jsonb_build_object('outcome', 'done');
END
$$;

-- Deletes what can no longer be used, a bounded number at a time. Called by the hourly cron. Codes and tokens are kept for a
-- day after they expire, so that late use is still recognized.
CREATE OR REPLACE FUNCTION app.sweep_oauth() RETURNS jsonb
  LANGUAGE sql SECURITY DEFINER
AS $$
  WITH codes AS (
    DELETE FROM public.oauth_codes WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM public.oauth_codes WHERE expires_at < now() - interval '1 day' LIMIT 20000)) RETURNING 1
  ), tokens AS (
    DELETE FROM public.oauth_tokens WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM public.oauth_tokens WHERE expires_at < now() - interval '1 day' LIMIT 20000)) RETURNING 1
  ), pending AS (
    DELETE FROM public.oauth_pending WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM public.oauth_pending WHERE expires_at < now() LIMIT 20000)) RETURNING 1
  ), clients AS (
    DELETE FROM public.oauth_clients WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM public.oauth_clients WHERE expires_at < now() LIMIT 20000)) RETURNING 1
  ), idle AS (
    DELETE FROM public.oauth_clients WHERE ctid = ANY (ARRAY(
      SELECT c.ctid FROM public.oauth_clients c
       WHERE c.kind = 'dcr' AND c.expires_at IS NULL AND c.last_used_at < now() - interval '30 days'
         AND NOT EXISTS (SELECT FROM public.oauth_grants g
                          WHERE g.client_id = c.client_id AND g.revoked_at IS NULL AND g.expires_at > now())
         AND NOT EXISTS (SELECT FROM public.oauth_pending p
                          WHERE p.client ->> 'id' = c.client_id AND p.consumed_at IS NULL AND p.expires_at > now())
       LIMIT 20000)) RETURNING 1
  )
  SELECT jsonb_build_object(
    'oauth_codes', (SELECT count(*) FROM codes), 'oauth_tokens', (SELECT count(*) FROM tokens),
    'oauth_pending', (SELECT count(*) FROM pending), 'oauth_clients', (SELECT count(*) FROM clients),
    'idle_oauth_clients', (SELECT count(*) FROM idle))
$$;
