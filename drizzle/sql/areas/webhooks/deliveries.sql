-- Delivering queued events: leases, results and the sweep.

-- Sets the tenant context to stores with webhooks, to read what was leased, and opens the store for writing if it is one.
CREATE OR REPLACE FUNCTION app.enter_webhooks(p_stores uuid[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_stores constant uuid[] := ARRAY(
    SELECT DISTINCT w.store_id FROM public.webhooks w WHERE w.store_id = ANY (p_stores) ORDER BY 1);
BEGIN
  PERFORM app.open_context(v_stores, v_stores, NULL, NULL, 'system');
  IF cardinality(v_stores) = 1 THEN
    PERFORM set_config('app.store', v_stores[1]::text, true);
  END IF;
END
$$;

-- Leases up to p_limit due deliveries of these webhooks for 90 seconds. A webhook has at most two attempts at once, and one that
-- failed last only one; a store has at most four. Webhooks whose last attempt failed come after the others, so that many
-- receivers that hang do not hold up those that answer. Stores take turns.
CREATE OR REPLACE FUNCTION app.lease_deliveries(p_lease uuid, p_stores uuid[], p_webhooks uuid[], p_limit integer) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  WITH heads AS (
    SELECT h.*, w.failing_since IS NOT NULL AS is_failing,
           leased.of_store + row_number() OVER (
             PARTITION BY h.store_id ORDER BY w.failing_since IS NOT NULL, h.due_at, h.id) AS turn
      FROM unnest(p_stores, p_webhooks) AS waiting(store_id, webhook_id)
      JOIN public.stores s ON s.id = waiting.store_id AND s.status = 'active'
     -- LIMIT: as in app.found_lines.
     CROSS JOIN LATERAL (
           SELECT e.* FROM public.webhooks e
            WHERE e.store_id = waiting.store_id AND e.id = waiting.webhook_id AND e.enabled
              AND (e.access_ends_at IS NULL OR e.access_ends_at > now()) AND app.has_manager(e) LIMIT 1) AS w
     CROSS JOIN LATERAL (
           SELECT count(*) AS of_store, count(*) FILTER (WHERE d.webhook_id = w.id) AS of_webhook
             FROM public.webhook_deliveries d
            WHERE d.store_id = w.store_id AND d.lease_id IS NOT NULL AND d.due_at > now()) AS leased
     CROSS JOIN LATERAL (
           SELECT d.store_id, d.webhook_id, d.id, d.due_at, d.queue FROM public.webhook_deliveries d
            WHERE d.store_id = w.store_id AND d.webhook_id = w.id AND d.queue = w.queue AND d.status = 'pending' AND d.due_at <= now()
            ORDER BY d.due_at
            LIMIT greatest(CASE WHEN w.failing_since IS NULL THEN 2 ELSE 1 END - leased.of_webhook, 0)) AS h
  ), free AS (
    SELECT d.store_id, d.webhook_id, d.id FROM public.webhook_deliveries d JOIN heads USING (store_id, webhook_id, id)
     WHERE d.status = 'pending' AND d.queue = heads.queue AND d.due_at <= now() AND heads.turn <= 4
     ORDER BY heads.is_failing, heads.turn, heads.due_at LIMIT p_limit FOR UPDATE OF d SKIP LOCKED
  )
  UPDATE public.webhook_deliveries d
     SET attempts = d.attempts + 1, due_at = (now() + interval '90 seconds')::timestamptz(3), lease_id = p_lease
    FROM free WHERE d.store_id = free.store_id AND d.webhook_id = free.webhook_id AND d.id = free.id;
END
$$;

-- Leases due deliveries of one store. A repeated call with the same p_lease leases nothing more, so a call whose response was lost
-- can be repeated.
CREATE OR REPLACE FUNCTION app.lease_of_store(p_store uuid, p_lease uuid, p_limit integer) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_webhooks uuid[];
BEGIN
  IF p_limit <= 0 OR EXISTS (
    SELECT FROM public.webhook_deliveries d WHERE d.store_id = p_store AND d.lease_id = p_lease)
  THEN
    RETURN;
  END IF;
  v_webhooks := ARRAY(
    SELECT w.id FROM public.webhooks w WHERE w.store_id = p_store AND w.enabled AND (
      SELECT true FROM public.webhook_deliveries d
       WHERE d.store_id = w.store_id AND d.webhook_id = w.id AND d.queue = w.queue AND d.status = 'pending' AND d.due_at <= now()
       LIMIT 1));
  IF v_webhooks <> '{}' THEN
    PERFORM app.lease_deliveries(p_lease, array_fill(p_store, ARRAY[cardinality(v_webhooks)]), v_webhooks, p_limit);
  END IF;
END
$$;

-- Leases due deliveries of all stores, and returns their stores. Can be repeated like app.lease_of_store. For the cron.
CREATE OR REPLACE FUNCTION app.claim_deliveries(p_lease uuid, p_limit integer) RETURNS uuid[]
  LANGUAGE plpgsql SECURITY DEFINER SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  v_stores uuid[];
  v_webhooks uuid[];
BEGIN
  IF NOT EXISTS (SELECT FROM public.webhook_deliveries d WHERE d.lease_id = p_lease) THEN
    -- From one webhook with something queued to the next, without reading what they have queued.
    WITH RECURSIVE waiting AS (
      (SELECT d.store_id, d.webhook_id FROM public.webhook_deliveries d
        WHERE d.status = 'pending' ORDER BY d.store_id, d.webhook_id LIMIT 1)
      UNION ALL
      SELECT n.store_id, n.webhook_id FROM waiting CROSS JOIN LATERAL (
        SELECT d.store_id, d.webhook_id FROM public.webhook_deliveries d
         WHERE d.status = 'pending' AND (d.store_id, d.webhook_id) > (waiting.store_id, waiting.webhook_id)
         ORDER BY d.store_id, d.webhook_id LIMIT 1) AS n
    )
    SELECT array_agg(w.store_id), array_agg(w.webhook_id) INTO v_stores, v_webhooks FROM waiting AS w;
    PERFORM app.note_unmanaged(v_stores, v_webhooks);
    PERFORM app.lease_deliveries(p_lease, v_stores, v_webhooks, p_limit);
  END IF;
  RETURN ARRAY(SELECT DISTINCT d.store_id FROM public.webhook_deliveries d WHERE d.lease_id = p_lease);
END
$$;

-- What is leased under p_lease: each delivery with its event and webhook (without id), and the rows that it needs besides (with
-- theirs). p_context: the results of the functions that opened the context and leased, which run because they are arguments.
-- p_queries: those of these rows, by the beginning of the event's type, and as "by user" and so on by the kind of its actor.
CREATE OR REPLACE FUNCTION app.leased_deliveries(p_context text[], p_lease uuid, p_queries jsonb)
  RETURNS TABLE (id uuid, content json)
  LANGUAGE plpgsql
AS $$
DECLARE
  v_deliveries jsonb;
  v_part record;
BEGIN
  SELECT jsonb_agg(jsonb_build_object(
           'id', e.id, 'type', e.type, 'storeId', e.store_id, 'subjectId', e.subject_id, 'data', e.data, 'createdAt', e.created_at,
           'actorKind', e.actor_kind, 'actorId', e.actor_id, 'attempt', d.attempts, 'webhookId', w.id, 'url', w.url,
           'secrets', CASE WHEN w.secret_rotated_at > now() - interval '1 day' AND w.previous_secret IS NOT NULL
                           THEN jsonb_build_array(w.secret, w.previous_secret) ELSE jsonb_build_array(w.secret) END))
    INTO v_deliveries
    FROM public.webhook_deliveries d
    -- Not if the webhook was disabled after the lease.
    JOIN public.webhooks w ON w.store_id = d.store_id AND w.id = d.webhook_id AND w.queue = d.queue
    JOIN public.events e ON e.store_id = d.store_id AND e.id = d.id
   WHERE d.store_id = ANY (app.stores()) AND d.lease_id = p_lease;
  IF v_deliveries IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT NULL::uuid, d.value::json FROM jsonb_array_elements(v_deliveries) AS d;
  FOR v_part IN
    SELECT p_queries ->> n.name AS query, array_agg(n.store_id)::text AS stores, array_agg(n.id)::text AS ids
      FROM (
        SELECT DISTINCT p.name, (d.value ->> 'storeId')::uuid AS store_id, p.id FROM jsonb_array_elements(v_deliveries) AS d
         CROSS JOIN LATERAL (VALUES
           (split_part(d.value ->> 'type', '.', 1), (d.value ->> 'subjectId')::uuid),
           ('by ' || (d.value ->> 'actorKind'), (d.value ->> 'actorId')::uuid)) AS p(name, id)) AS n
     WHERE p_queries ? n.name AND n.id IS NOT NULL
     GROUP BY n.name
  LOOP
    RETURN QUERY SELECT r.id, r.content
      FROM app.read('{}', v_part.query, ARRAY[v_part.stores, v_part.ids]) AS r(id uuid, content json);
  END LOOP;
END
$$;

-- Records the result of an attempt in the open store: {response_status, response_body, duration_ms, body, error} with
-- {delivered: true}, {retry_after: seconds}, {gone: true} or none of them. Failures count only from the current lease, and not
-- once the delivery was given up; success counts from any.
CREATE OR REPLACE FUNCTION app.settle_delivery(p_webhook uuid, p_delivery uuid, p_lease uuid, p_result jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_is_delivered constant boolean := p_result ? 'delivered';
  v_failing_since timestamptz;
  v_failed_event_at timestamptz;
BEGIN
  UPDATE public.webhook_deliveries d
     SET status = CASE WHEN v_is_delivered THEN 'delivered' WHEN p_result ? 'retry_after' THEN 'pending' ELSE 'failed' END,
         due_at = CASE WHEN p_result ? 'retry_after'
                       THEN now() + make_interval(secs => (p_result ->> 'retry_after')::double precision) ELSE d.due_at END,
         lease_id = NULL, response_status = (p_result ->> 'response_status')::integer, duration_ms = (p_result ->> 'duration_ms')::integer,
         -- Not if a customer in it was anonymized during the attempt, which ended the lease.
         body = CASE WHEN d.lease_id = p_lease THEN p_result ->> 'body' END,
         response_body = CASE WHEN d.lease_id = p_lease THEN p_result ->> 'response_body' END, error = p_result ->> 'error', last_attempt_at = now(),
         delivered_at = CASE WHEN v_is_delivered THEN now() END,
         history = (CASE WHEN jsonb_array_length(d.history) >= 20 THEN d.history - 0 ELSE d.history END) || jsonb_build_object(
           'at', now(), 'response_status', p_result -> 'response_status', 'error', p_result -> 'error', 'duration_ms', p_result -> 'duration_ms')
   WHERE d.store_id = app.store() AND d.webhook_id = p_webhook AND d.id = p_delivery
     AND (v_is_delivered AND d.status <> 'delivered' OR d.lease_id = p_lease AND d.queue = (
           SELECT w.queue FROM public.webhooks w WHERE w.store_id = app.store() AND w.id = p_webhook));
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF v_is_delivered THEN
    UPDATE public.webhooks w SET last_success_at = now(), failing_since = NULL, failed_event_at = NULL
     WHERE w.store_id = app.store() AND w.id = p_webhook
       AND (w.failing_since IS NOT NULL OR w.last_success_at IS NULL OR w.last_success_at < now() - interval '1 minute');
    RETURN;
  END IF;
  IF NOT p_result ? 'retry_after' THEN
    SELECT e.created_at INTO v_failed_event_at FROM public.events e WHERE e.store_id = app.store() AND e.id = p_delivery;
  END IF;
  UPDATE public.webhooks w
     SET last_failure_at = now(), failing_since = coalesce(w.failing_since, now()),
         failed_event_at = least(w.failed_event_at, v_failed_event_at)
   WHERE w.store_id = app.store() AND w.id = p_webhook
     AND (w.failing_since IS NULL OR w.last_failure_at < now() - interval '1 minute'
          OR v_failed_event_at < coalesce(w.failed_event_at, 'infinity'));
  SELECT w.failing_since INTO v_failing_since FROM public.webhooks w WHERE w.store_id = app.store() AND w.id = p_webhook;
  IF p_result ? 'gone' THEN
    PERFORM app.disable_webhook(p_webhook, 'gone');
  ELSIF v_failing_since <= now() - interval '5 days' THEN
    PERFORM app.disable_webhook(p_webhook, 'failing');
  END IF;
END
$$;

-- Deletes deliveries after 30 days, and webhooks that were deleted, a bounded number at a time. Called by the hourly cron. An event
-- that was recorded while a webhook was being deleted may have left a delivery behind it: a job deletes that first.
CREATE OR REPLACE FUNCTION app.sweep_webhooks() RETURNS bigint
  LANGUAGE sql SECURITY DEFINER
AS $$
  WITH deleted AS (
    DELETE FROM public.webhook_deliveries WHERE ctid = ANY (ARRAY(
      SELECT d.ctid FROM public.webhook_deliveries d WHERE d.created_at < now() - interval '30 days' LIMIT 20000)) RETURNING 1
  ), gone AS (
    -- An idempotent retry of the deletion finds its result for 7 days.
    DELETE FROM public.webhooks WHERE ctid = ANY (ARRAY(
      SELECT w.ctid FROM public.webhooks w
       WHERE w.deleted_at < now() - interval '8 days' AND w.given_up_at IS NULL AND NOT EXISTS (
         SELECT FROM public.webhook_deliveries d WHERE d.store_id = w.store_id AND d.webhook_id = w.id) LIMIT 20000)) RETURNING 1
  ), left_behind AS (
    UPDATE public.webhooks w SET given_up_at = now()
     WHERE w.deleted_at < now() - interval '8 days' AND w.given_up_at IS NULL AND EXISTS (
       SELECT FROM public.webhook_deliveries d WHERE d.store_id = w.store_id AND d.webhook_id = w.id)
  )
  SELECT greatest((SELECT count(*) FROM deleted), (SELECT count(*) FROM gone))
$$;
