-- Some providers send replies back as an echo, possibly before they respond to the request that sent them. If this is such
-- an echo, marks the reply as sent and returns true. Matches by the message id that was sent along, or else by the text of
-- replies that are not confirmed yet.
CREATE OR REPLACE FUNCTION app.confirm_echo(p_channel uuid, p_message jsonb) RETURNS boolean
  LANGUAGE plpgsql
AS $$
DECLARE
  v_message uuid;
BEGIN
  SELECT m.id INTO v_message
    FROM public.message_outbox o
    JOIN public.conversations c ON c.store_id = o.store_id AND c.id = o.conversation_id
    JOIN public.messages m ON m.store_id = o.store_id AND m.id = o.message_id
   WHERE o.store_id = app.store() AND o.channel_id = p_channel AND o.attempts > 0
     AND (c.thread_key = app.provider_key(p_message ->> 'thread_key') OR EXISTS (
       SELECT FROM public.conversation_contacts k
        WHERE k.store_id = c.store_id AND k.channel_id = c.channel_id AND k.conversation_id = c.id AND k.until IS NULL
          AND k.key = ANY (app.arrival_keys(p_message))))
     AND (m.id = (p_message ->> 'message_id')::uuid OR (p_message ->> 'message_id' IS NULL AND m.body = p_message ->> 'body'))
   ORDER BY o.created_at, o.message_id LIMIT 1;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM app.note_delivery(p_channel, jsonb_build_object(
    'message_id', v_message, 'provider_message_id', p_message ->> 'provider_message_id', 'status', 'sent'));
  RETURN true;
END
$$;

-- Records the delivery status of a reply: {provider_message_id, message_id?, status, accepted?, code?, reason?, thread_key?,
-- other_keys?}, the last two of whom it was sent to. The status
-- never goes backwards, because statuses arrive in any order. A reply that failed as unconfirmed may still become sent.
-- accepted: the provider responded to the request, and has not reported a status yet. WhatsApp also accepts replies that it
-- never delivers, so these stay unconfirmed until it does.
CREATE OR REPLACE FUNCTION app.note_delivery(p_channel uuid, p_status jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_ranks constant text[] := '{queued,sent,delivered,read}';
  v_status constant text := p_status ->> 'status';
  v_provider constant text := app.provider_key(p_status ->> 'provider_message_id');
  v_accepted constant boolean := coalesce((p_status -> 'accepted')::boolean, false);
  v_keys constant text[] := app.arrival_keys(p_status);
  v_message uuid;
  v_conversation uuid;
  v_sent timestamptz;
BEGIN
  SELECT m.id, m.conversation_id, m.sent_at INTO v_message, v_conversation, v_sent FROM public.messages m
   WHERE m.store_id = app.store() AND m.channel_id = p_channel AND m.kind = 'reply'
     AND (m.provider_message_id = v_provider OR m.id = (p_status ->> 'message_id')::uuid)
   ORDER BY m.id = (p_status ->> 'message_id')::uuid DESC NULLS LAST LIMIT 1;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM app.note_provider_id(v_message, v_provider);
  IF p_status ? 'other_keys' THEN
    PERFORM app.note_recipient(p_channel, v_conversation, v_keys, v_sent);
  END IF;
  IF v_status = 'failed' THEN
    PERFORM app.fail_message(v_message, p_status ->> 'code', p_status ->> 'reason');
    RETURN;
  END IF;
  IF NOT v_accepted THEN
    UPDATE public.messages m SET unconfirmed_since = NULL
     WHERE m.store_id = app.store() AND m.id = v_message AND m.unconfirmed_since IS NOT NULL;
  END IF;
  UPDATE public.messages m SET delivery_status = v_status, failure_code = NULL, failure_reason = NULL,
         unconfirmed_since = CASE WHEN v_accepted AND EXISTS (
           SELECT FROM public.channels c WHERE c.store_id = m.store_id AND c.id = m.channel_id AND c.kind = 'whatsapp')
           THEN clock_timestamp() END
   WHERE m.store_id = app.store() AND m.id = v_message
     AND CASE WHEN m.delivery_status = 'failed' THEN v_status <> 'sent' OR m.failure_code = 'unconfirmed'
              ELSE array_position(v_ranks, m.delivery_status) < array_position(v_ranks, v_status) END;
  PERFORM app.leave_outbox(v_message);
END
$$;

-- Stores the provider's id of a reply, unless it is stored already, another message has it (an echo that was not recognized),
-- or the reply was erased.
CREATE OR REPLACE FUNCTION app.note_provider_id(p_message uuid, p_provider text) RETURNS void
  LANGUAGE sql
AS $$
  UPDATE public.messages m SET provider_message_id = p_provider
   WHERE m.store_id = app.store() AND m.id = p_message AND m.type <> 'deleted' AND p_provider <> coalesce(m.provider_message_id, '')
     AND NOT EXISTS (SELECT FROM public.messages o
                      WHERE o.store_id = m.store_id AND o.channel_id = m.channel_id AND o.provider_message_id = p_provider)
$$;

-- Marks a reply as failed. The customer is waiting again, unless a later reply reached them.
CREATE OR REPLACE FUNCTION app.fail_message(p_message uuid, p_code text, p_reason text) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_message public.messages;
BEGIN
  PERFORM app.leave_outbox(p_message);
  UPDATE public.messages m SET delivery_status = 'failed', failure_code = p_code, failure_reason = p_reason
   WHERE m.store_id = app.store() AND m.id = p_message AND m.delivery_status IN ('queued', 'sent')
  RETURNING m.* INTO v_message;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  UPDATE public.conversations c
     SET waiting_since = coalesce(c.waiting_since, c.last_inbound_at), status = 'open', snoozed_until = NULL,
         version = c.version + 1, updated_at = now()
   WHERE c.store_id = app.store() AND c.id = v_message.conversation_id
     AND NOT EXISTS (SELECT FROM public.messages l
                      WHERE l.store_id = c.store_id AND l.conversation_id = c.id AND l.kind = 'reply'
                        AND l.sent_at > v_message.sent_at AND l.delivery_status <> 'failed');
  PERFORM app.record_event('conversation.reply_failed', v_message.conversation_id,
    jsonb_build_object('message_id', p_message, 'code', p_code));
END
$$;

-- Marks replies sent up to p_until as read.
CREATE OR REPLACE FUNCTION app.note_read(p_channel uuid, p_thread text, p_until timestamptz) RETURNS void
  LANGUAGE sql
AS $$
  UPDATE public.messages m SET delivery_status = 'read'
    FROM public.conversations c CROSS JOIN LATERAL (
      SELECT n.id FROM public.messages n WHERE n.store_id = c.store_id AND n.conversation_id = c.id AND n.sent_at <= p_until
       ORDER BY n.sent_at DESC, n.id DESC LIMIT 1000) AS newest
   WHERE c.store_id = app.store() AND c.channel_id = p_channel AND c.thread_key = app.provider_key(p_thread)
     AND m.store_id = c.store_id AND m.id = newest.id AND m.kind = 'reply' AND m.delivery_status IN ('sent', 'delivered')
$$;
