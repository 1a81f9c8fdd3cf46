-- Whose webhooks may receive events. One whose manager has lost the right to manage webhooks is disabled.

-- Whether the manager of a webhook still has the right to manage webhooks. Without it, app.lease_deliveries sends nothing. EXISTS
-- would let PostgreSQL read all members and keys.
CREATE OR REPLACE FUNCTION app.has_manager(p_webhook public.webhooks) RETURNS boolean
  LANGUAGE sql STABLE
AS $$
  SELECT coalesce(CASE p_webhook.managed_by_kind
    WHEN 'user' THEN (
      SELECT app.manages(m.role) FROM public.store_members m
       WHERE m.store_id = p_webhook.store_id AND m.user_id = p_webhook.managed_by LIMIT 1)
    ELSE (
      SELECT k.revoked_at IS NULL AND k.expires_at > now() FROM public.access_tokens k
       WHERE k.store_id = p_webhook.store_id AND k.id = p_webhook.managed_by LIMIT 1) END, false)
$$;

-- Starts a new queue for a webhook of the open store that is being disabled: what is pending in the current one is given up, and
-- app.cancel_given_up marks it later, because there may be any number of it. Notes since when the webhook misses events: since the
-- oldest one that is pending, or whose last attempt failed while the webhook was failing. The ids of events are in the order of
-- their times, but for a few that were recorded at the same moment.
CREATE OR REPLACE FUNCTION app.give_up_queue(p_webhook uuid) RETURNS void
  LANGUAGE sql
AS $$
  UPDATE public.webhooks w
     SET queue = w.queue + 1, given_up_at = now(), missed_since = least(now(), w.failed_event_at, (
           SELECT min(e.created_at)
             FROM (SELECT d.id FROM public.webhook_deliveries d
                    -- There is no higher queue. Only one index has the rows in this order.
                    WHERE d.store_id = w.store_id AND d.webhook_id = w.id AND d.status = 'pending' AND d.queue >= w.queue
                    ORDER BY d.queue, d.id LIMIT 100) AS oldest
             JOIN public.events e ON e.store_id = w.store_id AND e.id = oldest.id))
   WHERE w.store_id = app.store() AND w.id = p_webhook
$$;

-- Disables a webhook of the open store: p_reason is gone, failing or access_ended.
CREATE OR REPLACE FUNCTION app.disable_webhook(p_webhook uuid, p_reason text) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE public.webhooks w
     SET enabled = false, disabled_reason = p_reason, disabled_at = now(), version = w.version + 1, updated_at = now()
   WHERE w.store_id = app.store() AND w.id = p_webhook AND w.enabled;
  IF FOUND THEN
    PERFORM app.give_up_queue(p_webhook);
    PERFORM app.record_event('webhook.disabled', p_webhook, jsonb_build_object('reason', p_reason));
  END IF;
END
$$;

-- Disables the webhooks of the open store whose managers have lost the right to manage webhooks. Runs after the change that ended
-- their access, and once an API key has expired. It must not wait for what others do with them, such as replays: those that are
-- locked are left to the job, which app.note_unmanaged tells.
CREATE OR REPLACE FUNCTION app.disable_unmanaged_webhooks() RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_webhook uuid;
BEGIN
  FOR v_webhook IN
    SELECT w.id FROM public.webhooks w WHERE w.store_id = app.store() AND w.enabled AND NOT app.has_manager(w)
     ORDER BY w.id FOR NO KEY UPDATE SKIP LOCKED
  LOOP
    PERFORM app.disable_webhook(v_webhook, 'access_ended');
  END LOOP;
END
$$;

-- Lets the job disable those of these webhooks that are enabled although their managers have lost the right to manage webhooks.
CREATE OR REPLACE FUNCTION app.note_unmanaged(p_stores uuid[], p_webhooks uuid[]) RETURNS void
  LANGUAGE sql
AS $$
  UPDATE public.webhooks w SET access_ends_at = now()
    FROM (SELECT e.store_id, e.id FROM unnest(p_stores, p_webhooks) AS waiting(store_id, webhook_id)
            JOIN public.webhooks e ON e.store_id = waiting.store_id AND e.id = waiting.webhook_id
           WHERE e.enabled AND (e.access_ends_at IS NULL OR e.access_ends_at > now()) AND NOT app.has_manager(e)
           FOR NO KEY UPDATE OF e SKIP LOCKED) AS unmanaged
   WHERE w.store_id = unmanaged.store_id AND w.id = unmanaged.id
$$;
