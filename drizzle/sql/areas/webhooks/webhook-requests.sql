-- What people ask of a webhook's deliveries: a test, another attempt, or past events.

-- Locks a webhook of the open store, and refuses one that is disabled.
CREATE OR REPLACE FUNCTION app.expect_enabled_webhook(p_webhook uuid) RETURNS public.webhooks
  LANGUAGE plpgsql
AS $$
DECLARE
  v_webhook public.webhooks;
BEGIN
  SELECT * INTO v_webhook FROM public.webhooks w WHERE w.store_id = app.store() AND w.id = p_webhook FOR SHARE;
  IF NOT v_webhook.enabled THEN
    PERFORM app.refuse(409, 'webhook_disabled', jsonb_build_object('disabled_reason', v_webhook.disabled_reason));
  END IF;
  RETURN v_webhook;
END
$$;

-- Tells the Worker to deliver right after its response.
CREATE OR REPLACE FUNCTION app.note_queued() RETURNS void
  LANGUAGE sql
AS $$ SELECT set_config('app.webhooks_queued', app.store()::text, true) $$;

-- Queues an event that only this webhook receives.
CREATE OR REPLACE FUNCTION app.test_webhook(p_webhook uuid, p_event uuid) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_webhook constant public.webhooks := app.expect_enabled_webhook(p_webhook);
BEGIN
  INSERT INTO public.events (store_id, id, type, subject_id, actor_kind, actor_id, created_at)
  VALUES (app.store(), p_event, 'webhook.test', p_webhook, app.caller_kind(), app.caller(), clock_timestamp());
  INSERT INTO public.webhook_deliveries (store_id, webhook_id, id, event_type, queue)
  VALUES (app.store(), p_webhook, p_event, 'webhook.test', v_webhook.queue);
  PERFORM app.note_queued();
END
$$;

-- Queues a delivery again, with all its attempts. One that is still being attempted stays as it is.
CREATE OR REPLACE FUNCTION app.redeliver(p_webhook uuid, p_delivery uuid) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_webhook public.webhooks;
BEGIN
  PERFORM FROM public.webhook_deliveries d
    WHERE d.store_id = app.store() AND d.webhook_id = p_webhook AND d.id = p_delivery FOR UPDATE;
  IF NOT FOUND THEN
    PERFORM app.refuse(404, 'not_found', 'delivery');
  END IF;
  v_webhook := app.expect_enabled_webhook(p_webhook);
  UPDATE public.webhook_deliveries d
     SET status = 'pending', queue = v_webhook.queue, attempts = 0, due_at = now(), lease_id = NULL, delivered_at = NULL
   WHERE d.store_id = app.store() AND d.webhook_id = p_webhook AND d.id = p_delivery
     AND (d.lease_id IS NULL OR d.due_at <= now() OR d.queue <> v_webhook.queue);
  PERFORM app.note_queued();
END
$$;

-- Queues past events of these types that the webhook subscribes to, oldest first, at most p_limit of them. Refuses while more
-- than p_limit are pending. Looks through at most five times as many events. One that is still being attempted stays as it is.
-- next_since: where to go on, or NULL.
CREATE OR REPLACE FUNCTION app.replay_webhook(p_webhook uuid, p_since timestamptz, p_types text[], p_limit integer) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_webhook public.webhooks;
  v_queued bigint;
  v_seen bigint;
  v_last timestamptz(3);
  v_last_seen timestamptz(3);
BEGIN
  -- One replay at a time, so that parallel ones cannot exceed the limit.
  PERFORM FROM public.webhooks w WHERE w.store_id = app.store() AND w.id = p_webhook FOR NO KEY UPDATE;
  v_webhook := app.expect_enabled_webhook(p_webhook);
  IF app.pending_deliveries(v_webhook, p_limit + 1) > p_limit THEN
    PERFORM app.refuse(409, 'deliveries_pending', jsonb_build_object('limit', p_limit));
  END IF;
  WITH seen AS MATERIALIZED (
    SELECT e.id, e.type, e.created_at FROM public.events e
     WHERE e.store_id = app.store() AND e.created_at >= p_since ORDER BY e.created_at, e.id LIMIT p_limit * 5
  ), wanted AS MATERIALIZED (
    SELECT s.id, s.type, s.created_at FROM seen AS s
     WHERE s.type = ANY (p_types) AND v_webhook.events && app.patterns_of(s.type)
     ORDER BY s.created_at, s.id LIMIT p_limit
  ), queued AS (
    INSERT INTO public.webhook_deliveries AS d (store_id, webhook_id, id, event_type, queue)
    SELECT app.store(), p_webhook, w.id, w.type, v_webhook.queue FROM wanted AS w
     -- A repeated replay must not write them all again. Conditions in the WHERE clause would tempt the planner to another index.
     WHERE (SELECT p.status = 'pending' AND p.queue = v_webhook.queue AND p.attempts = 0 FROM public.webhook_deliveries p
             WHERE p.store_id = app.store() AND p.webhook_id = p_webhook AND p.id = w.id LIMIT 1) IS NOT TRUE
    ON CONFLICT (store_id, webhook_id, id) DO UPDATE
      SET status = 'pending', queue = excluded.queue, attempts = 0, due_at = now(), lease_id = NULL, delivered_at = NULL, created_at = now()
      WHERE d.lease_id IS NULL OR d.due_at <= now() OR d.queue <> excluded.queue
  )
  SELECT (SELECT count(*) FROM wanted), (SELECT count(*) FROM seen),
         (SELECT max(w.created_at) FROM wanted AS w), (SELECT max(s.created_at) FROM seen AS s)
    INTO v_queued, v_seen, v_last, v_last_seen;
  IF v_queued > 0 THEN
    PERFORM app.note_queued();
  END IF;
  RETURN jsonb_build_object('queued', v_queued, 'next_since',
    CASE WHEN v_queued = p_limit THEN v_last WHEN v_seen = p_limit * 5 THEN v_last_seen END);
END
$$;
