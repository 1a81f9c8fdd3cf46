-- The replies leased under p_lease, with everything needed to send them.
CREATE OR REPLACE FUNCTION app.leased_replies(p_lease uuid) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object(
           'store_id', o.store_id, 'conversation_id', o.conversation_id, 'message_id', o.message_id, 'attempt', o.attempts, 'interrupted', o.interrupted,
           'channel', jsonb_build_object(
             'id', ch.id, 'kind', ch.kind, 'account_id', ch.account_id, 'settings', ch.settings, 'credentials', ch.credentials),
           'to', jsonb_build_object(
             'thread_key', c.thread_key, 'name', app.single_line(c.contact_name, 200), 'phone', app.phone_to_dial(c.contact_phone, c.contact_phone_e164), 'email', c.contact_email),
           'subject', app.single_line(c.subject, 200), 'body', m.body, 'provider_message_id', m.provider_message_id, 'in_reply_to', m.in_reply_to,
           'sent_at', m.sent_at)), '[]')
    FROM public.message_outbox o
    JOIN public.messages m ON m.store_id = o.store_id AND m.id = o.message_id
    JOIN public.conversations c ON c.store_id = o.store_id AND c.id = o.conversation_id
    JOIN public.channels ch ON ch.store_id = o.store_id AND ch.id = o.channel_id
   WHERE o.lease_id = p_lease AND o.due_at > now() AND o.due_at <= (now() + interval '90 seconds')::timestamptz(3)
$$;

-- Leases the oldest reply of a conversation for 90 seconds, if it is due. Taking only the oldest keeps replies in order. A
-- repeated call with the same p_lease returns the same reply, so a call whose response was lost can be repeated.
CREATE OR REPLACE FUNCTION app.claim_conversation(p_lease uuid, p_store uuid, p_conversation uuid) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_until constant timestamptz(3) := now() + interval '90 seconds';
BEGIN
  IF NOT EXISTS (SELECT FROM public.message_outbox o
                  WHERE o.store_id = p_store AND o.conversation_id = p_conversation
                    AND o.lease_id = p_lease AND o.due_at > now() AND o.due_at <= v_until) THEN
    WITH free AS (
      SELECT o.store_id, o.message_id FROM public.message_outbox o
       WHERE o.store_id = p_store AND o.due_at <= now() AND o.message_id = (
             SELECT e.message_id FROM public.message_outbox e WHERE e.store_id = p_store AND e.conversation_id = p_conversation
              ORDER BY e.created_at, e.message_id LIMIT 1)
         AND EXISTS (SELECT FROM public.channels c WHERE c.store_id = o.store_id AND c.id = o.channel_id AND c.archived_at IS NULL)
         FOR UPDATE OF o SKIP LOCKED
    )
    UPDATE public.message_outbox o SET attempts = o.attempts + 1, due_at = v_until, lease_id = p_lease, interrupted = o.lease_id IS NOT NULL
      FROM free WHERE o.store_id = free.store_id AND o.message_id = free.message_id;
  END IF;
  RETURN app.leased_replies(p_lease);
END
$$;

-- Leases up to p_limit due replies of all stores for 90 seconds, for the cron: the oldest reply of each conversation, and
-- at most three at a time for each channel, so that a provider that does not respond leaves room for the others. Goes from channel
-- to channel without reading what each has queued. Replies whose last attempt failed come after the others, but in a quarter of the
-- claims before them: so neither keep the others waiting for good.
CREATE OR REPLACE FUNCTION app.claim_outbox(p_lease uuid, p_limit integer) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_until constant timestamptz(3) := now() + interval '90 seconds';
  -- Leases are random.
  v_failing_first constant boolean := right(p_lease::text, 1) IN ('0', '1', '2', '3');
BEGIN
  IF NOT EXISTS (SELECT FROM public.message_outbox o
                  WHERE o.lease_id = p_lease AND o.due_at > now() AND o.due_at <= v_until) THEN
    WITH RECURSIVE busy AS (
      (SELECT o.store_id, o.channel_id FROM public.message_outbox o ORDER BY o.store_id, o.channel_id LIMIT 1)
      UNION ALL
      SELECT n.store_id, n.channel_id FROM busy CROSS JOIN LATERAL (
        SELECT o.store_id, o.channel_id FROM public.message_outbox o
         WHERE (o.store_id, o.channel_id) > (busy.store_id, busy.channel_id) ORDER BY o.store_id, o.channel_id LIMIT 1) AS n
    ), heads AS (
      SELECT h.store_id, h.message_id, h.due_at, h.attempts > 0 AS is_failing,
             row_number() OVER (PARTITION BY h.store_id, h.attempts > 0 ORDER BY h.due_at) AS turn
        FROM busy
        JOIN public.channels c ON c.store_id = busy.store_id AND c.id = busy.channel_id AND c.archived_at IS NULL
        JOIN public.stores s ON s.id = busy.store_id AND s.status = 'active'
       CROSS JOIN LATERAL (
             SELECT count(*) AS replies FROM public.message_outbox o
              WHERE o.store_id = busy.store_id AND o.channel_id = busy.channel_id AND o.lease_id IS NOT NULL
                AND o.due_at > now() AND o.due_at <= v_until) AS leased
       CROSS JOIN LATERAL (
             SELECT o.store_id, o.message_id, o.due_at, o.attempts FROM public.message_outbox o
              WHERE o.store_id = busy.store_id AND o.channel_id = busy.channel_id AND o.due_at <= now()
                AND NOT EXISTS (SELECT FROM public.message_outbox e
                                 WHERE e.store_id = o.store_id AND e.conversation_id = o.conversation_id
                                   AND (e.created_at, e.message_id) < (o.created_at, o.message_id))
              ORDER BY o.due_at LIMIT greatest(3 - leased.replies, 0)) AS h
    ), free AS (
      -- Stores take turns, so that a store with a long queue does not delay the others.
      SELECT o.store_id, o.message_id FROM public.message_outbox o JOIN heads USING (store_id, message_id)
       WHERE o.due_at <= now() ORDER BY heads.is_failing <> v_failing_first, heads.turn, heads.due_at LIMIT p_limit FOR UPDATE OF o SKIP LOCKED
    )
    UPDATE public.message_outbox o SET attempts = o.attempts + 1, due_at = v_until, lease_id = p_lease, interrupted = o.lease_id IS NOT NULL
      FROM free WHERE o.store_id = free.store_id AND o.message_id = free.message_id;
  END IF;
  RETURN app.leased_replies(p_lease);
END
$$;

-- Takes a reply of the open store out of the outbox. Those behind it need not wait until it would have been tried again.
CREATE OR REPLACE FUNCTION app.leave_outbox(p_message uuid) RETURNS void
  LANGUAGE sql
AS $$
  WITH gone AS (
    DELETE FROM public.message_outbox o WHERE o.store_id = app.store() AND o.message_id = p_message RETURNING o.conversation_id
  )
  UPDATE public.message_outbox o SET due_at = now() FROM gone
   WHERE o.store_id = app.store() AND o.conversation_id = gone.conversation_id AND o.attempts = 0 AND o.due_at > now()
$$;

-- Records the result of an attempt to send: {sent: provider's id or null}, {retry_after: seconds, code, reason} or
-- {failed: true, code, reason}. Failures count only from the current lease; `sent` counts from any.
CREATE OR REPLACE FUNCTION app.settle_message(p_channel uuid, p_message uuid, p_lease uuid, p_outcome jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_conversation uuid;
  v_due_at timestamptz;
BEGIN
  IF p_outcome ? 'sent' THEN
    PERFORM app.note_delivery(p_channel, jsonb_build_object(
      'message_id', p_message, 'provider_message_id', p_outcome ->> 'sent', 'status', 'sent', 'accepted', true));
    RETURN;
  END IF;
  IF NOT EXISTS (SELECT FROM public.message_outbox o
                  WHERE o.store_id = app.store() AND o.message_id = p_message AND o.lease_id = p_lease) THEN
    RETURN;
  END IF;
  IF p_outcome ? 'retry_after' THEN
    UPDATE public.message_outbox o
       SET lease_id = NULL, due_at = now() + make_interval(secs => (p_outcome ->> 'retry_after')::double precision)
     WHERE o.store_id = app.store() AND o.message_id = p_message
    RETURNING o.conversation_id, o.due_at INTO v_conversation, v_due_at;
    -- Those behind it are not looked at until then.
    UPDATE public.message_outbox o SET due_at = v_due_at
     WHERE o.store_id = app.store() AND o.conversation_id = v_conversation AND o.message_id <> p_message AND o.due_at < v_due_at;
    UPDATE public.messages m SET failure_code = p_outcome ->> 'code', failure_reason = p_outcome ->> 'reason'
     WHERE m.store_id = app.store() AND m.id = p_message;
  ELSE
    PERFORM app.fail_message(p_message, p_outcome ->> 'code', p_outcome ->> 'reason');
  END IF;
END
$$;

-- Reopens up to p_limit conversations of the open store whose snooze has ended, and returns how many. Reads already show them as
-- open; this adds the events.
CREATE OR REPLACE FUNCTION app.wake_snoozed(p_limit integer) RETURNS bigint
  LANGUAGE sql
AS $$
  WITH due AS (
    SELECT c.id FROM public.conversations c
     WHERE c.store_id = app.store() AND c.snoozed_until <= now() ORDER BY c.snoozed_until LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), woken AS (
    UPDATE public.conversations c SET snoozed_until = NULL, version = c.version + 1, updated_at = now()
      FROM due WHERE c.store_id = app.store() AND c.id = due.id
    RETURNING c.store_id, c.id
  ), recorded AS (
    INSERT INTO public.events (store_id, type, subject_id, actor_kind) SELECT store_id, 'conversation.woken', id, 'system' FROM woken
  )
  SELECT count(*) FROM woken
$$;
