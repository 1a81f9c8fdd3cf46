-- Opens the store of a channel for what comes in by it, or was sent by it: the batch of a hook begins with it, once the
-- Worker has verified that the channel's provider sent it, as does that of the job that sends.
CREATE OR REPLACE FUNCTION app.enter_channel(p_channel uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog
AS $$
DECLARE
  v_store uuid;
BEGIN
  SELECT c.store_id INTO v_store FROM public.channels c WHERE c.id = p_channel AND c.archived_at IS NULL;
  IF NOT FOUND THEN
    PERFORM app.refuse(404, 'not_found', 'channel');
  END IF;
  PERFORM set_config('app.stores', array[v_store]::text, true),
          set_config('app.writable_stores', array[v_store]::text, true),
          set_config('app.roles', '', true),
          set_config('app.caller', '', true),
          set_config('app.caller_kind', 'system', true),
          set_config('app.store', v_store::text, true);
END
$$;

-- What the Worker verifies a hook's caller with. The credentials are sealed: without the Worker's key they say nothing.
CREATE OR REPLACE FUNCTION app.channel_lock(p_channel uuid) RETURNS jsonb
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog
AS $$
  SELECT jsonb_build_object('kind', c.kind, 'account_id', c.account_id, 'credentials', c.credentials)
    FROM public.channels c WHERE c.id = p_channel AND c.archived_at IS NULL
$$;

-- The contact form of the open store, made where there is none.
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
  -- Made at this very moment by somebody else: theirs is given back, of the same values.
  ON CONFLICT (store_id, kind, account_id) WHERE archived_at IS NULL DO UPDATE SET account_id = excluded.account_id
  RETURNING c.id INTO v_channel;
  IF v_channel = v_new THEN
    PERFORM app.record_event('channel.created', v_channel, '{"kind": "web_form"}');
  END IF;
  RETURN v_channel;
END
$$;
