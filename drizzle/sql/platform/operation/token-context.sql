-- The tenant context of an access token or API key: its store, if it is valid and has one of the scopes. One created in
-- Settings is valid until it expires or is revoked; an OAuth token until it expires or its connection ends. All require that
-- the person who created or allowed it is still an owner or admin of the store. The caller is the token, the key or the
-- connection, not the OAuth token: the tokens of a connection change, and its idempotency keys must keep working.

-- The role of a token or key with these scopes (app.role).
CREATE OR REPLACE FUNCTION app.role_of_scopes(p_scopes text[]) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT CASE WHEN 'orders:write' = ANY (p_scopes) THEN 'staff' ELSE 'viewer' END $$;

-- The valid token (p_use 'mcp') or API key ('api') with this hash. Without a row: none.
CREATE OR REPLACE FUNCTION app.valid_token(p_hash bytea, p_use text)
  RETURNS TABLE (store_id uuid, id uuid, scopes text[], last_used_at timestamptz)
  LANGUAGE sql STABLE
AS $$
  SELECT t.store_id, t.id, t.scopes, t.last_used_at
    FROM public.access_tokens t
    JOIN public.store_members m
      ON m.store_id = t.store_id AND m.user_id = t.created_by AND app.manages(m.role)
   WHERE t.token_hash = p_hash AND t.use = p_use AND t.revoked_at IS NULL AND t.expires_at > now()
$$;

-- Opens the context of a token or key and records its use, at most once in five minutes.
CREATE OR REPLACE FUNCTION app.open_token_context(
  p_store uuid, p_token uuid, p_kind text, p_scopes text[], p_last_used_at timestamptz
) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  IF p_last_used_at IS NULL OR p_last_used_at < now() - interval '5 minutes' THEN
    -- SKIP LOCKED: if another request is writing last_used_at, this one does not need to wait for it.
    UPDATE public.access_tokens t SET last_used_at = now()
     WHERE t.store_id = p_store AND t.id = (
       SELECT f.id FROM public.access_tokens f WHERE f.store_id = p_store AND f.id = p_token FOR UPDATE SKIP LOCKED);
  END IF;
  PERFORM app.open_context(array[p_store], array[p_store],
    jsonb_build_object(p_store, app.role_of_scopes(p_scopes)), p_token, p_kind, p_scopes);
END
$$;

-- The tenant context of a token for MCP.
CREATE OR REPLACE FUNCTION app.enter_token(p_hash bytea, p_scopes text[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_token record;
  v_is_connection boolean;
BEGIN
  SELECT * INTO v_token FROM app.valid_token(p_hash, 'mcp');
  v_is_connection := NOT FOUND;
  IF v_is_connection THEN
    SELECT t.store_id, g.id, t.scopes, g.last_used_at INTO v_token
      FROM public.oauth_tokens t
      JOIN public.oauth_grants g ON g.store_id = t.store_id AND g.id = t.grant_id
     WHERE t.token_hash = p_hash AND t.kind = 'access' AND t.expires_at > now()
       AND app.is_valid_oauth_grant(g.store_id, g.user_id, g.revoked_at, g.created_at);
    IF NOT FOUND THEN
      PERFORM app.refuse(401, 'invalid_token');
    END IF;
  END IF;
  IF NOT v_token.scopes && p_scopes THEN
    PERFORM app.refuse(403, 'insufficient_scope');
  END IF;
  IF v_is_connection THEN
    IF v_token.last_used_at IS NULL OR v_token.last_used_at < now() - interval '5 minutes' THEN
      UPDATE public.oauth_grants g SET last_used_at = now()
       WHERE g.store_id = v_token.store_id AND g.id = (
         SELECT f.id FROM public.oauth_grants f
          WHERE f.store_id = v_token.store_id AND f.id = v_token.id FOR NO KEY UPDATE SKIP LOCKED);
    END IF;
    -- The use of a connection is recorded above.
    v_token.last_used_at := now();
  END IF;
  PERFORM app.open_token_context(v_token.store_id, v_token.id, 'token', v_token.scopes, v_token.last_used_at);
END
$$;

-- The tenant context of an API key. p_store: the id or a slug of the store that the request names, or
-- NULL. p_scopes: those of which the key
-- needs one; empty if only a signed-in person may do this.
CREATE OR REPLACE FUNCTION app.enter_key(p_hash bytea, p_store text, p_scopes text[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_key record;
BEGIN
  SELECT * INTO v_key FROM app.valid_token(p_hash, 'api');
  IF NOT FOUND THEN
    PERFORM app.refuse(401, 'invalid_token');
  END IF;
  IF p_store IS NOT NULL AND app.store_named(p_store) IS DISTINCT FROM v_key.store_id THEN
    PERFORM app.refuse(404, 'not_found', 'store');
  END IF;
  IF NOT v_key.scopes && p_scopes THEN
    PERFORM app.refuse(403, 'insufficient_scope');
  END IF;
  PERFORM app.open_token_context(v_key.store_id, v_key.id, 'key', v_key.scopes, v_key.last_used_at);
END
$$;

-- A grant is valid until it is revoked or ends, and only while the person who gave it is an owner or admin of the store.
CREATE OR REPLACE FUNCTION app.is_valid_oauth_grant(
  p_store uuid, p_user uuid, p_revoked_at timestamptz, p_created_at timestamptz
) RETURNS boolean
  LANGUAGE sql STABLE
AS $$
  SELECT p_revoked_at IS NULL AND app.oauth_grant_end(p_created_at) > now() AND EXISTS (
    SELECT FROM public.store_members m
     WHERE m.store_id = p_store AND m.user_id = p_user AND app.manages(m.role))
$$;

-- When a grant expires even if it is in use. After that, the user has to allow the client again.
CREATE OR REPLACE FUNCTION app.oauth_grant_end(p_created_at timestamptz) RETURNS timestamptz
  LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT p_created_at + interval '180 days' $$;
