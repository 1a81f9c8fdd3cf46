-- Sets the tenant context to the store of a channel. The Worker calls it after verifying a hook's signature, and to record
-- the result of sending a reply.
CREATE OR REPLACE FUNCTION app.enter_channel(p_channel uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_store uuid;
BEGIN
  SELECT c.store_id INTO v_store FROM public.channels c WHERE c.id = p_channel;
  IF NOT FOUND THEN
    PERFORM app.refuse(404, 'not_found', 'channel');
  END IF;
  PERFORM app.open_context(array[v_store], array[v_store], NULL, NULL, 'system');
  PERFORM set_config('app.store', v_store::text, true);
END
$$;

-- What the Worker needs to verify a hook's caller. The credentials are encrypted with a key that only the Worker has. The
-- previous secret is included for one day after a rotation. The channels of a closed store receive nothing.
CREATE OR REPLACE FUNCTION app.channel_lock(p_channel uuid) RETURNS jsonb
  LANGUAGE sql STABLE SECURITY DEFINER
AS $$
  SELECT jsonb_build_object('kind', c.kind, 'account_id', c.account_id, 'credentials',
           CASE WHEN c.secret_rotated_at > now() - interval '1 day' THEN c.credentials ELSE c.credentials - 'previous_secret' END)
    FROM public.channels c JOIN public.stores s ON s.id = c.store_id AND s.status = 'active'
   WHERE c.id = p_channel AND c.archived_at IS NULL
$$;

-- Returns the contact form channel of the open store, and creates it if needed.
CREATE OR REPLACE FUNCTION app.web_form_channel() RETURNS uuid
  LANGUAGE plpgsql
AS $$
DECLARE
  v_channel uuid;
  v_new constant uuid := uuidv7();
BEGIN
  SELECT c.id INTO v_channel FROM public.channels c
   WHERE c.store_id = app.store() AND c.kind = 'web_form' AND c.account_id = 'store' AND c.archived_at IS NULL;
  IF FOUND THEN
    RETURN v_channel;
  END IF;
  INSERT INTO public.channels AS c (store_id, id, kind, name, account_id)
  VALUES (app.store(), v_new, 'web_form', 'Contact form', 'store')
  -- A concurrent request may have created it: return that one.
  ON CONFLICT (store_id, kind, account_id) WHERE archived_at IS NULL DO UPDATE SET account_id = excluded.account_id
  RETURNING c.id INTO v_channel;
  IF v_channel = v_new THEN
    PERFORM app.record_event('channel.created', v_channel, '{"kind": "web_form"}');
  END IF;
  RETURN v_channel;
END
$$;

-- Refuses an action on a channel that is not one of these kinds.
CREATE OR REPLACE FUNCTION app.expect_channel_kind(p_channel uuid, p_kinds text[]) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_kind text;
BEGIN
  SELECT c.kind INTO v_kind FROM public.channels c WHERE c.store_id = app.store() AND c.id = p_channel;
  IF v_kind <> ALL (p_kinds) THEN
    PERFORM app.refuse(422, 'other_kind', jsonb_build_object('kind', v_kind));
  END IF;
END
$$;

-- Refuses fields that a channel of this kind does not have. p_fields: a list of {field, kinds}.
CREATE OR REPLACE FUNCTION app.expect_channel_fields(p_channel uuid, p_fields jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_problems jsonb;
BEGIN
  SELECT jsonb_agg(jsonb_build_object('pointer', '/' || (f.value ->> 'field'), 'field', f.value ->> 'field', 'kind', c.kind)
           ORDER BY f.place)
    INTO v_problems
    FROM public.channels c, jsonb_array_elements(p_fields) WITH ORDINALITY AS f(value, place)
   WHERE c.store_id = app.store() AND c.id = p_channel AND NOT f.value -> 'kinds' ? c.kind;
  IF v_problems IS NOT NULL THEN
    PERFORM app.refuse(422, 'unknown_channel_field', v_problems);
  END IF;
END
$$;

-- A channel of the open store as the result of a write, with the names of its credentials and not their values.
CREATE OR REPLACE FUNCTION app.channel_json(p_channel uuid) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT to_jsonb(c) || jsonb_build_object('credentials',
           (SELECT coalesce(jsonb_object_agg(name, ''), '{}') FROM jsonb_object_keys(c.credentials) AS name))
    FROM public.channels c WHERE c.store_id = app.store() AND c.id = p_channel
$$;

-- Fails up to p_limit replies of the open store's removed channels, and returns how many.
CREATE OR REPLACE FUNCTION app.fail_unsent_replies(p_limit integer) RETURNS bigint
  LANGUAGE plpgsql
AS $$
DECLARE
  v_replies constant uuid[] := ARRAY(
    SELECT o.message_id FROM public.channels c JOIN public.message_outbox o ON o.store_id = c.store_id AND o.channel_id = c.id
     WHERE c.store_id = app.store() AND c.archived_at IS NOT NULL ORDER BY o.created_at, o.message_id LIMIT p_limit);
BEGIN
  PERFORM app.fail_message(id, 'channel_removed', 'The channel was removed before this was sent.') FROM unnest(v_replies) AS id;
  RETURN cardinality(v_replies);
END
$$;

-- Channels with credentials that are encrypted with this key, so that they can be encrypted again with the next.
CREATE OR REPLACE FUNCTION app.channels_sealed_with(p_key text, p_limit integer) RETURNS jsonb
  LANGUAGE sql STABLE SECURITY DEFINER
AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('store_id', store_id, 'id', id, 'credentials', credentials)), '[]') FROM (
    SELECT c.store_id, c.id, c.credentials FROM public.channels c
     WHERE EXISTS (SELECT FROM jsonb_each_text(c.credentials) AS e WHERE starts_with(e.value, p_key || '.'))
     LIMIT p_limit) AS outdated
$$;
