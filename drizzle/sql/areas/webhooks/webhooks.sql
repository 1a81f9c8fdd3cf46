-- Webhooks: URLs that a store's events are posted to.

-- The patterns that match a type of event (src/areas/events/event-filter.ts).
CREATE OR REPLACE FUNCTION app.patterns_of(p_type text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT ARRAY['*', p_type, split_part(p_type, '.', 1) || '.*'] $$;

-- Queues a new event for the webhooks that subscribe to it, in the transaction of the change, whichever function or cron
-- recorded it. app.webhooks_queued then names the store, so that the Worker delivers right after its response. A store without
-- webhooks pays for one index look-up.
CREATE OR REPLACE FUNCTION app.queue_webhooks() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
BEGIN
  PERFORM FROM public.webhooks w WHERE w.store_id = NEW.store_id;
  IF NOT FOUND OR NEW.type = 'webhook.test' THEN
    RETURN NULL;
  END IF;
  INSERT INTO public.webhook_deliveries (store_id, webhook_id, id, event_type, queue)
  SELECT NEW.store_id, w.id, NEW.id, NEW.type, w.queue FROM public.webhooks w
   WHERE w.store_id = NEW.store_id AND w.enabled
     AND w.events && app.patterns_of(NEW.type);
  IF FOUND THEN
    PERFORM set_config('app.webhooks_queued', NEW.store_id::text, true);
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER events_webhooks AFTER INSERT ON public.events FOR EACH ROW EXECUTE FUNCTION app.queue_webhooks();

-- Whether the caller may see events that need these scopes. People who manage webhooks may see all; API keys need the scopes.
CREATE OR REPLACE FUNCTION app.may_see_events(p_scopes text[]) RETURNS boolean
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_granted constant text[] := '{stores:read}' || app.with_reads(app.caller_scopes());
BEGIN
  RETURN app.caller_kind() <> 'key' OR p_scopes <@ v_granted;
END
$$;

-- Refuses events that the caller, an API key, may not see. p_events: a list of {pointer, event, scope}.
CREATE OR REPLACE FUNCTION app.expect_events(p_events jsonb) RETURNS void
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_problems jsonb;
BEGIN
  SELECT jsonb_agg(e.value ORDER BY e.place) INTO v_problems
    FROM jsonb_array_elements(p_events) WITH ORDINALITY AS e(value, place)
   WHERE NOT app.may_see_events(ARRAY[e.value ->> 'scope']);
  IF v_problems IS NOT NULL THEN
    PERFORM app.refuse(403, 'event_not_readable', v_problems);
  END IF;
END
$$;

-- A webhook of the open store as the result of a write, without its secrets.
CREATE OR REPLACE FUNCTION app.webhook_json(p_webhook uuid) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT to_jsonb(w) - '{secret,previous_secret}'::text[]
    FROM public.webhooks w WHERE w.store_id = app.store() AND w.id = p_webhook
$$;

-- Refuses a caller who may no longer manage webhooks of the open store, and keeps this from changing until the transaction
-- ends. Call it before locking a webhook: a change of members locks in this order. Returns when the caller's API key expires.
CREATE OR REPLACE FUNCTION app.expect_webhook_manager() RETURNS timestamptz
  LANGUAGE plpgsql
AS $$
DECLARE
  v_expires_at timestamptz;
BEGIN
  IF app.caller_kind() <> 'key' THEN
    PERFORM app.expect_present_manager();
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('members ' || app.store(), 0));
  SELECT k.expires_at INTO v_expires_at FROM public.mcp_tokens k
   WHERE k.store_id = app.store() AND k.id = app.caller() AND k.revoked_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    PERFORM app.refuse(401, 'invalid_token');
  END IF;
  RETURN v_expires_at;
END
$$;

-- Refuses a caller who may not manage webhooks, and a webhook more than a store can have.
CREATE OR REPLACE FUNCTION app.expect_room_for_webhook() RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_limit constant integer := app.most('store.webhooks');
BEGIN
  PERFORM app.expect_webhook_manager();
  -- So that parallel requests cannot exceed the limit.
  PERFORM FROM public.stores s WHERE s.id = app.store() FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM public.webhooks w WHERE w.store_id = app.store() AND w.deleted_at IS NULL) >= v_limit THEN
    PERFORM app.refuse(409, 'too_many_webhooks', jsonb_build_object('limit', v_limit));
  END IF;
  -- Deleted ones leave work to the jobs.
  PERFORM app.expect_room('new_webhooks', (
    SELECT count(*) FROM public.webhooks w WHERE w.store_id = app.store() AND w.created_at > now() - interval '24 hours'));
END
$$;

-- Changes the fields of a webhook of the open store that p_changes has. Who sets its URL or enables it manages it from then on.
CREATE OR REPLACE FUNCTION app.update_webhook(p_webhook uuid, p_changes jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_is_taken_over constant boolean := p_changes ? 'url' OR p_changes -> 'enabled' = 'true';
  v_access_ends_at timestamptz;
  v_new public.webhooks;
BEGIN
  IF v_is_taken_over THEN
    v_access_ends_at := app.expect_webhook_manager();
  END IF;
  SELECT * INTO v_new FROM public.webhooks w WHERE w.store_id = app.store() AND w.id = p_webhook FOR NO KEY UPDATE;
  IF v_new.enabled AND p_changes -> 'enabled' = 'false' THEN
    v_new.disabled_reason := 'by_hand';
    v_new.disabled_at := now();
    PERFORM app.give_up_queue(p_webhook);
  ELSIF NOT v_new.enabled AND p_changes -> 'enabled' = 'true' THEN
    v_new.disabled_reason := NULL;
    v_new.disabled_at := NULL;
    v_new.failing_since := NULL;
    v_new.failed_event_at := NULL;
  END IF;
  v_new := jsonb_populate_record(v_new, p_changes);
  IF v_is_taken_over THEN
    v_new.managed_by := app.caller();
    v_new.managed_by_kind := app.caller_kind();
    v_new.access_ends_at := v_access_ends_at;
  END IF;
  UPDATE public.webhooks w
     SET url = v_new.url, description = v_new.description, events = v_new.events,
         -- The deliveries of earlier events remain.
         scopes = ARRAY(SELECT DISTINCT unnest(w.scopes || v_new.scopes)),
         managed_by = v_new.managed_by, managed_by_kind = v_new.managed_by_kind, access_ends_at = v_new.access_ends_at,
         enabled = v_new.enabled, disabled_reason = v_new.disabled_reason, disabled_at = v_new.disabled_at,
         failing_since = v_new.failing_since, failed_event_at = v_new.failed_event_at, version = w.version + 1, updated_at = now()
   WHERE w.store_id = app.store() AND w.id = p_webhook;
  PERFORM app.record_event('webhook.updated', p_webhook, jsonb_build_object('changed',
    (SELECT jsonb_agg(k) FROM jsonb_object_keys(p_changes - 'scopes') AS k)));
END
$$;
