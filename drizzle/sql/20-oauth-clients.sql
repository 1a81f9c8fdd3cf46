-- Clients and requests belong to no store, so no policy can show them: these functions are the only way to them.

-- A client that is known here, or NULL. Documents are looked up by their address, and only while they are fresh.
CREATE OR REPLACE FUNCTION app.oauth_client(p_client text) RETURNS jsonb
  LANGUAGE sql STABLE SECURITY DEFINER
AS $$
  SELECT jsonb_build_object('kind', c.kind, 'redirect_uris', c.redirect_uris, 'name', c.metadata ->> 'client_name')
    FROM public.oauth_clients c
   WHERE c.client_id = p_client AND (c.expires_at IS NULL OR c.expires_at > now())
$$;

-- Registration is open, so it is bounded: 60 an hour from one address, and 20,000 that nobody has used yet, of which
-- the oldest makes room. One in use is never pushed out.
CREATE OR REPLACE FUNCTION app.register_oauth_client(
  p_client text, p_redirect_uris text[], p_metadata jsonb, p_secret bytea, p_from text
) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_hourly constant integer := 60;
  v_unused constant integer := 20000;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('register_oauth_client ' || p_from, 0));
  IF (SELECT count(*) FROM public.oauth_clients c
       WHERE c.registered_from = p_from AND c.created_at > now() - interval '1 hour' AND c.client_id <> p_client) >= v_hourly
  THEN
    RETURN 'too_many';
  END IF;
  DELETE FROM public.oauth_clients c
   WHERE c.client_id IN (
     SELECT o.client_id FROM public.oauth_clients o
      WHERE o.kind = 'dcr' AND o.expires_at IS NOT NULL
      ORDER BY o.expires_at DESC OFFSET v_unused - 1);
  INSERT INTO public.oauth_clients (client_id, kind, redirect_uris, metadata, secret_hash, registered_from, expires_at)
  VALUES (p_client, 'dcr', p_redirect_uris, p_metadata, p_secret, p_from, now() + interval '24 hours')
      ON CONFLICT (client_id) DO NOTHING;
  RETURN 'registered';
END
$$;

-- Keeps the request until somebody answers it, and with it a client metadata document that was fetched for it.
-- Anybody may begin one, so open requests (unanswered and unexpired) are limited: 100 from one address, beyond which it
-- is refused with 'too_many_pending' and what the caller needs to say when there is room again, and 20,000 in all,
-- beyond which others make room. Refusing at the second limit would let a flood keep everybody out, so the networks with
-- most open requests lose theirs first: of each, those nobody has signed in for, then the oldest.
-- p_from: the address, hashed; NULL where it is unknown, as then all callers would share one limit.
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
  -- So many at a time, so that not every request of a flood has to look for them.
  v_make_room constant integer := 1000;
  v_open record;
BEGIN
  IF p_from IS NOT NULL THEN
    -- Parallel requests from one address are counted one after the other.
    PERFORM pg_advisory_xact_lock(hashtextextended('begin_authorization ' || p_from, 0));
    SELECT count(*) AS requests, min(p.expires_at) AS first_expires_at INTO v_open
      FROM public.oauth_pending p
     WHERE p.begun_from = p_from AND p.expires_at > now() AND p.consumed_at IS NULL AND p.handle_hash <> p_handle;
    IF v_open.requests >= v_max_from THEN
      PERFORM app.refuse(429, 'too_many_pending', jsonb_build_object(
        'retry_after', ceil(extract(epoch FROM v_open.first_expires_at - now())))::text);
    END IF;
  END IF;
  -- One request at a time makes room; those beside it may go over the limit by as many as there are of them.
  IF (SELECT count(*) FROM public.oauth_pending p WHERE p.expires_at > now() AND p.consumed_at IS NULL) >= v_max_open
     AND pg_try_advisory_xact_lock(hashtextextended('begin_authorization', 0))
  THEN
    DELETE FROM public.oauth_pending p
     WHERE p.handle_hash IN (
       SELECT ranked.handle_hash
         FROM (SELECT o.handle_hash, o.created_at,
                      row_number() OVER (PARTITION BY o.begun_network
                                             ORDER BY o.user_id IS NULL, o.created_at DESC) AS place
                 FROM public.oauth_pending o
                WHERE o.expires_at > now() AND o.consumed_at IS NULL) AS ranked
        ORDER BY ranked.place DESC, ranked.created_at
        LIMIT v_make_room);
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

-- The request as the consent page shows it, bound from now on to this browser and to the caller; or NULL.
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

-- Consumes the request, for its browser and the caller it was shown to. Refuses with 'request_gone' otherwise.
-- With the rights of the two functions below, which call it.
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
     -- Refusing it over again is the same refusal; it takes nothing.
     AND (p.consumed_at IS NULL OR (p.outcome = 'denied' AND p_outcome = 'denied'))
  RETURNING p.* INTO v_request;
  IF NOT FOUND THEN
    PERFORM app.refuse(404, 'request_gone');
  END IF;
  RETURN v_request;
END
$$;

-- Allows the client into the open store: a grant, and a code for it. Scopes beyond those asked for are left out.
CREATE OR REPLACE FUNCTION app.approve_authorization(
  p_handle bytea, p_browser bytea, p_grant uuid, p_code bytea, p_scopes text[]
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
    PERFORM app.refuse(422, 'no_scope_left');
  END IF;
  INSERT INTO public.oauth_grants (store_id, id, user_id, client_id, client_name, redirect_host, scopes, resource, expires_at)
  VALUES (app.store(), p_grant, app.caller(), v_request.client ->> 'id', v_request.client ->> 'name',
          v_request.client ->> 'redirect_host', v_scopes, v_request.resource, now() + interval '5 minutes');
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
