-- What a webhook gives up when it is disabled. This never waits for how much it is: it starts a new queue, and a job tidies up.

-- How many deliveries of a webhook are pending, counted up to p_max. Those of earlier queues were given up, and are not.
CREATE OR REPLACE FUNCTION app.pending_deliveries(p_webhook public.webhooks, p_max integer) RETURNS bigint
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN (
    SELECT count(*) FROM (
      SELECT FROM public.webhook_deliveries d
       WHERE d.store_id = p_webhook.store_id AND d.webhook_id = p_webhook.id AND d.status = 'pending' AND d.queue = p_webhook.queue
       LIMIT p_max) AS one);
END
$$;

-- Marks up to p_limit deliveries that the open store's disabled webhooks have given up, of one webhook at a time, and returns how
-- many. Until then they count as failed wherever they are read. Of a deleted webhook, deletes all. Leaves out what is locked: a
-- result locks its delivery before the webhook, and this locks the webhook first.
CREATE OR REPLACE FUNCTION app.cancel_given_up(p_limit integer) RETURNS bigint
  LANGUAGE plpgsql
AS $$
DECLARE
  v_webhook public.webhooks;
  v_cancelled bigint;
  v_oldest timestamptz;
  v_is_left boolean;
BEGIN
  SELECT * INTO v_webhook FROM public.webhooks w
   WHERE w.store_id = app.store() AND w.given_up_at IS NOT NULL ORDER BY w.given_up_at, w.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF v_webhook.deleted_at IS NOT NULL THEN
    DELETE FROM public.webhook_deliveries WHERE ctid = ANY (ARRAY(
      SELECT d.ctid FROM public.webhook_deliveries d
       WHERE d.store_id = v_webhook.store_id AND d.webhook_id = v_webhook.id LIMIT p_limit FOR UPDATE SKIP LOCKED));
    GET DIAGNOSTICS v_cancelled = ROW_COUNT;
    v_is_left := EXISTS (
      SELECT FROM public.webhook_deliveries d WHERE d.store_id = v_webhook.store_id AND d.webhook_id = v_webhook.id);
    UPDATE public.webhooks w SET given_up_at = CASE WHEN v_is_left THEN clock_timestamp() END
     WHERE w.store_id = v_webhook.store_id AND w.id = v_webhook.id;
    RETURN v_cancelled;
  END IF;
  WITH portion AS MATERIALIZED (
    SELECT d.id FROM public.webhook_deliveries d
     WHERE d.store_id = v_webhook.store_id AND d.webhook_id = v_webhook.id AND d.status = 'pending' AND d.queue < v_webhook.queue
     ORDER BY d.queue, d.id LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
  ), cancelled AS (
    UPDATE public.webhook_deliveries d SET status = 'failed', error = 'webhook_disabled', lease_id = NULL
      FROM portion WHERE d.store_id = v_webhook.store_id AND d.webhook_id = v_webhook.id AND d.id = portion.id
    RETURNING d.id, d.queue
  )
  SELECT count(*), min(e.created_at) FILTER (WHERE c.queue = v_webhook.queue - 1) INTO v_cancelled, v_oldest
    FROM cancelled AS c LEFT JOIN public.events e ON e.store_id = v_webhook.store_id AND e.id = c.id;
  UPDATE public.webhooks w
     SET missed_since = least(w.missed_since, v_oldest),
         -- The next one's turn comes before this one's.
         given_up_at = CASE WHEN EXISTS (
           SELECT FROM public.webhook_deliveries d
            WHERE d.store_id = w.store_id AND d.webhook_id = w.id AND d.status = 'pending' AND d.queue < w.queue)
           THEN clock_timestamp() END
   WHERE w.store_id = v_webhook.store_id AND w.id = v_webhook.id;
  RETURN v_cancelled;
END
$$;

-- Disables the webhooks of the open store whose managers lost the right to manage webhooks, and returns how many.
CREATE OR REPLACE FUNCTION app.count_disabled_webhooks() RETURNS bigint
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM app.disable_unmanaged_webhooks();
  -- app.note_unmanaged set this of somebody who has the right again.
  UPDATE public.webhooks w SET access_ends_at = NULL
   WHERE w.store_id = app.store() AND w.enabled AND w.managed_by_kind = 'user' AND w.access_ends_at IS NOT NULL AND app.has_manager(w);
  RETURN (SELECT count(*) FROM public.webhooks w WHERE w.store_id = app.store() AND w.disabled_at = now()::timestamptz(3));
END
$$;
