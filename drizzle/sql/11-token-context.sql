-- The tenant context of a token: its store, if the token is valid and has one of the scopes. An access token created in
-- Settings is valid until it expires or is revoked; an OAuth token until it expires or its connection ends. Both require
-- that the person who created or allowed it is still an owner or admin of the store. The caller is the access token or
-- the connection, not the OAuth token: the tokens of a connection change, and its idempotency keys must keep working.
CREATE OR REPLACE FUNCTION app.enter_token(p_hash bytea, p_scopes text[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_token record;
  v_is_access_token boolean;
BEGIN
  SELECT t.store_id, t.id, t.scopes, t.last_used_at INTO v_token
    FROM public.mcp_tokens t
    JOIN public.store_members m
      ON m.store_id = t.store_id AND m.user_id = t.created_by AND m.role IN ('owner', 'admin')
   WHERE t.token_hash = p_hash AND t.revoked_at IS NULL AND t.expires_at > now();
  v_is_access_token := FOUND;
  IF NOT v_is_access_token THEN
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
  IF v_token.last_used_at IS NULL OR v_token.last_used_at < now() - interval '5 minutes' THEN
    -- SKIP LOCKED: if another request is writing last_used_at, this one does not need to wait for it.
    IF v_is_access_token THEN
      UPDATE public.mcp_tokens t SET last_used_at = now()
       WHERE t.store_id = v_token.store_id AND t.id = (
         SELECT f.id FROM public.mcp_tokens f
          WHERE f.store_id = v_token.store_id AND f.id = v_token.id FOR UPDATE SKIP LOCKED);
    ELSE
      UPDATE public.oauth_grants g SET last_used_at = now()
       WHERE g.store_id = v_token.store_id AND g.id = (
         SELECT f.id FROM public.oauth_grants f
          WHERE f.store_id = v_token.store_id AND f.id = v_token.id FOR NO KEY UPDATE SKIP LOCKED);
    END IF;
  END IF;
  PERFORM app.open_context(array[v_token.store_id], array[v_token.store_id],
    jsonb_build_object(v_token.store_id, CASE WHEN 'orders:write' = ANY (v_token.scopes) THEN 'staff' ELSE 'viewer' END),
    v_token.id, 'token', v_token.scopes);
END
$$;
