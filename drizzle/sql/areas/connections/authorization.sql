-- OAuth clients and authorization requests belong to no store, so no policy applies: only these functions reach them.

-- A known client, or NULL. A client metadata document is found by its URL, until its cache lifetime ends.
CREATE OR REPLACE FUNCTION app.oauth_client(p_client text) RETURNS jsonb
  LANGUAGE sql STABLE SECURITY DEFINER
AS $$
  SELECT jsonb_build_object('kind', c.kind, 'redirect_uris', c.redirect_uris, 'name', c.metadata ->> 'client_name')
    FROM public.oauth_clients c
   WHERE c.client_id = p_client AND (c.expires_at IS NULL OR c.expires_at > now())
$$;

-- Anybody may register a client, so registrations are limited: 60 per hour from one address, and 20,000 unused ones in
-- total. Beyond that, a new registration replaces the oldest unused one. Clients in use are never replaced.
CREATE OR REPLACE FUNCTION app.register_oauth_client(
  p_client text, p_redirect_uris text[], p_metadata jsonb, p_secret bytea, p_from text
) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_max_per_hour constant integer := 60;
  v_max_unused constant integer := 20000;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('register_oauth_client ' || p_from, 0));
  IF (SELECT count(*) FROM public.oauth_clients c
       WHERE c.registered_from = p_from AND c.created_at > now() - interval '1 hour' AND c.client_id <> p_client) >= v_max_per_hour
  THEN
    RETURN 'too_many';
  END IF;
  DELETE FROM public.oauth_clients c
   WHERE c.client_id IN (
     SELECT o.client_id FROM public.oauth_clients o
      WHERE o.kind = 'dcr' AND o.expires_at IS NOT NULL
      ORDER BY o.expires_at DESC OFFSET v_max_unused - 1);
  INSERT INTO public.oauth_clients (client_id, kind, redirect_uris, metadata, secret_hash, registered_from, expires_at)
  VALUES (p_client, 'dcr', p_redirect_uris, p_metadata, p_secret, p_from, now() + interval '24 hours')
      ON CONFLICT (client_id) DO NOTHING;
  RETURN 'registered';
END
$$;

-- Stores an authorization request until somebody answers it, and the client metadata document that was fetched for it.
-- Anybody may begin one, so open requests (unanswered and unexpired) are limited. Over 100 from one address, the request
-- is refused with 'too_many_pending'. Over 20,000 in total, older requests are deleted: refusing would let a flood lock
-- everybody out. The networks with the most open requests lose theirs first: those that nobody has signed in for, then the
-- oldest.
-- p_from: the address, hashed. NULL if unknown: such requests are not limited, or all of them would share one limit.
CREATE OR REPLACE FUNCTION app.begin_authorization(
  p_handle bytea, p_client jsonb, p_redirect_uri text, p_state text, p_challenge text, p_scopes text[],
  p_resource text, p_issuer text, p_document jsonb, p_document_seconds integer,
  p_from text DEFAULT NULL, p_network text DEFAULT NULL
) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_max_from constant integer := 100;
  v_max_open constant integer := 20000;
  -- Delete many at once, so that not every request of a flood has to search.
  v_delete_batch constant integer := 1000;
  v_open record;
BEGIN
  IF p_from IS NOT NULL THEN
    -- Parallel requests from one address wait for each other, so that none is missed in the count.
    PERFORM pg_advisory_xact_lock(hashtextextended('begin_authorization ' || p_from, 0));
    SELECT count(*) AS requests, min(p.expires_at) AS first_expires_at INTO v_open
      FROM public.oauth_pending p
     WHERE p.begun_from = p_from AND p.expires_at > now() AND p.consumed_at IS NULL AND p.handle_hash <> p_handle;
    IF v_open.requests >= v_max_from THEN
      PERFORM app.refuse(429, 'too_many_pending', jsonb_build_object(
        'retry_after', greatest(ceil(extract(epoch FROM v_open.first_expires_at - now())), 1)::integer));
    END IF;
  END IF;
  -- One request at a time deletes. Parallel requests do not wait, so the total may briefly exceed the limit.
  IF (SELECT count(*) FROM public.oauth_pending p WHERE p.expires_at > now() AND p.consumed_at IS NULL) >= v_max_open
     AND pg_try_advisory_xact_lock(hashtextextended('begin_authorization', 0))
  THEN
    DELETE FROM public.oauth_pending p
     WHERE p.handle_hash IN (
       SELECT ranked.handle_hash
         FROM (SELECT o.handle_hash, o.created_at,
                      row_number() OVER (PARTITION BY o.begun_network
                                             ORDER BY o.user_id IS NULL, o.created_at DESC) AS rank_in_network
                 FROM public.oauth_pending o
                WHERE o.expires_at > now() AND o.consumed_at IS NULL) AS ranked
        ORDER BY ranked.rank_in_network DESC, ranked.created_at
        LIMIT v_delete_batch);
  END IF;
  INSERT INTO public.oauth_pending
    (handle_hash, client, redirect_uri, state, challenge, scopes, resource, issuer, begun_from, begun_network, expires_at)
  VALUES (p_handle, p_client, p_redirect_uri, p_state, p_challenge, p_scopes, p_resource, p_issuer, p_from, p_network,
          now() + interval '30 minutes')
      ON CONFLICT (handle_hash) DO NOTHING;
  IF p_document_seconds > 0 THEN
    INSERT INTO public.oauth_clients AS c (client_id, kind, redirect_uris, metadata, expires_at)
    VALUES (p_client ->> 'id', 'cimd',
            ARRAY(SELECT jsonb_array_elements_text(p_document -> 'redirect_uris')),
            jsonb_build_object('client_name', p_document -> 'name'),
            now() + make_interval(secs => p_document_seconds))
        ON CONFLICT (client_id) DO UPDATE
       SET redirect_uris = excluded.redirect_uris, metadata = excluded.metadata, expires_at = excluded.expires_at
     WHERE c.kind = 'cimd';
  END IF;
END
$$;

-- The request for the consent page, or NULL. Binds it to this browser and to the caller.
CREATE OR REPLACE FUNCTION app.show_authorization(p_handle bytea, p_browser bytea) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_request public.oauth_pending;
BEGIN
  UPDATE public.oauth_pending p
     SET browser_hash = p_browser, user_id = app.caller()
   WHERE p.handle_hash = p_handle AND p.consumed_at IS NULL AND p.expires_at > now()
     AND (p.browser_hash IS NULL OR p.browser_hash = p_browser) AND app.caller_kind() = 'user'
  RETURNING p.* INTO v_request;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  RETURN jsonb_build_object(
    'client', v_request.client, 'redirect_uri', v_request.redirect_uri, 'scopes', v_request.scopes,
    'expires_at', v_request.expires_at);
END
$$;

-- Consumes the request if this browser and caller were shown it; otherwise refuses with 'request_gone'. Not SECURITY
-- DEFINER: it runs with the rights of the two functions below.
CREATE OR REPLACE FUNCTION app.consume_authorization(p_handle bytea, p_browser bytea, p_outcome text)
  RETURNS public.oauth_pending
  LANGUAGE plpgsql
AS $$
DECLARE
  v_request public.oauth_pending;
BEGIN
  UPDATE public.oauth_pending p
     SET consumed_at = now(), outcome = p_outcome
   WHERE p.handle_hash = p_handle AND p.browser_hash = p_browser AND p.expires_at > now()
     AND p.user_id = app.caller() AND app.caller_kind() = 'user'
    -- Denying twice has the same result.
     AND (p.consumed_at IS NULL OR (p.outcome = 'denied' AND p_outcome = 'denied'))
  RETURNING p.* INTO v_request;
  IF NOT FOUND THEN
    PERFORM app.refuse(404, 'request_gone');
  END IF;
  RETURN v_request;
END
$$;

-- Gives the client access to the open store: creates a grant and a code. Ignores scopes that were not requested.
-- p_allowed_from: the browser and system in which the person decides. NULL if unknown.
CREATE OR REPLACE FUNCTION app.approve_authorization(
  p_handle bytea, p_browser bytea, p_grant uuid, p_code bytea, p_scopes text[], p_allowed_from text DEFAULT NULL
) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_request public.oauth_pending := app.consume_authorization(p_handle, p_browser, 'approved');
  v_scopes text[];
BEGIN
  SELECT coalesce(array_agg(s ORDER BY at), '{}') INTO v_scopes
    FROM unnest(p_scopes) WITH ORDINALITY AS chosen(s, at)
   WHERE s = ANY (v_request.scopes);
  IF v_scopes = '{}' THEN
    PERFORM app.refuse(422, 'no_scope_left', jsonb_build_object('requested', v_request.scopes));
  END IF;
  PERFORM app.expect_access_below_limit('oauth');
  INSERT INTO public.oauth_grants
    (store_id, id, user_id, client_id, client_name, redirect_host, is_device, allowed_from, scopes, resource, expires_at)
  VALUES (app.store(), p_grant, app.caller(), v_request.client ->> 'id', v_request.client ->> 'name',
          v_request.client ->> 'redirect_host',
          -- The id is the URL of a metadata document, and the redirect leads to a loopback host or an app's own scheme.
          v_request.client ->> 'id' ~ '^https?://' AND v_request.redirect_uri !~ '^https://', p_allowed_from,
          v_scopes, v_request.resource, now() + interval '5 minutes');
  INSERT INTO public.oauth_codes (store_id, code_hash, grant_id, client_id, redirect_uri, challenge, expires_at)
  VALUES (app.store(), p_code, p_grant, v_request.client ->> 'id', v_request.redirect_uri, v_request.challenge,
          now() + interval '5 minutes');
  PERFORM app.record_event('connection.allowed', p_grant,
    jsonb_build_object('client_id', v_request.client ->> 'id', 'scopes', v_scopes));
  RETURN jsonb_build_object('redirect_uri', v_request.redirect_uri, 'state', v_request.state, 'issuer', v_request.issuer);
END
$$;

CREATE OR REPLACE FUNCTION app.deny_authorization(p_handle bytea, p_browser bytea) RETURNS jsonb
  LANGUAGE sql SECURITY DEFINER
AS $$
  SELECT jsonb_build_object('redirect_uri', p.redirect_uri, 'state', p.state, 'issuer', p.issuer)
    FROM app.consume_authorization(p_handle, p_browser, 'denied') AS p
$$;
