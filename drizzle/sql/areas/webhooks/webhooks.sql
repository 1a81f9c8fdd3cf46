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
  SELECT k.expires_at INTO v_expires_at FROM public.access_tokens k
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
