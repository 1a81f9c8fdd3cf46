-- Ids of providers have no bound; what they are known by here has one.
CREATE OR REPLACE FUNCTION app.provider_key(p_id text) RETURNS text
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE WHEN octet_length(p_id) > 500 THEN 'sha256:' || encode(sha256(convert_to(p_id, 'UTF8')), 'hex') ELSE nullif(p_id, '') END
$$;

-- The customer of the open store who wrote: a phone number says more than an e-mail address, and the first of each more
-- than a further one. Of several with one address, who bought last.
CREATE OR REPLACE FUNCTION app.customer_who_wrote(p_phone text, p_email text) RETURNS uuid
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_email constant text := app.fold(p_email);
BEGIN
  RETURN coalesce(
    app.customer_of_phone(app.store(), p_phone),
    (SELECT c.id FROM public.customers c WHERE c.store_id = app.store() AND c.email_key = v_email
      ORDER BY c.last_order_at DESC NULLS LAST, c.created_at DESC, c.id DESC LIMIT 1),
    (SELECT c.id FROM public.customer_contacts k JOIN public.customers c ON c.store_id = k.store_id AND c.id = k.customer_id
      WHERE k.store_id = app.store() AND k.kind = 'email' AND k.key = v_email
      ORDER BY c.last_order_at DESC NULLS LAST, c.created_at DESC, c.id DESC LIMIT 1));
END
$$;

-- Text that others wrote as one line: names and subjects go into headers of e-mails.
CREATE OR REPLACE FUNCTION app.one_line(p_text text, p_most integer) RETURNS text
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT left(nullif(btrim(regexp_replace(p_text, '[\s\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')), ''), p_most)
$$;

-- The conversation that a message belongs to, locked: that of the message it answers, if it is the same address that
-- writes, else the sender's own, else a new one.
CREATE OR REPLACE FUNCTION app.conversation_for(p_channel uuid, p_message jsonb) RETURNS public.conversations
  LANGUAGE plpgsql
AS $$
DECLARE
  v_conversation public.conversations;
  v_id constant uuid := uuidv7();
  v_answered constant text[] := ARRAY(
    SELECT app.provider_key(r) FROM jsonb_array_elements_text(coalesce(p_message -> 'references', '[]')) AS r
    UNION ALL SELECT app.provider_key(p_message ->> 'in_reply_to') WHERE p_message ? 'in_reply_to');
  v_thread constant text := app.provider_key(coalesce(
    nullif(p_message ->> 'thread_key', ''),
    -- What a visitor fills in nobody has verified: who knows a customer's phone number must not get into their conversation.
    (SELECT nullif(concat(coalesce(p_message ->> 'sender_phone_e164', p_message ->> 'sender_phone'), ' ', lower(p_message ->> 'sender_email')), ' ')
       FROM public.channels ch WHERE ch.store_id = app.store() AND ch.id = p_channel AND ch.kind = 'web_form'),
    p_message ->> 'sender_phone_e164', lower(p_message ->> 'sender_email'),
    p_message ->> 'sender_phone', p_message ->> 'provider_message_id', v_id::text));
BEGIN
  IF cardinality(v_answered) > 0 THEN
    SELECT c.* INTO v_conversation
      FROM public.messages m JOIN public.conversations c ON c.store_id = m.store_id AND c.id = m.conversation_id
     WHERE m.store_id = app.store() AND m.channel_id = p_channel AND m.provider_message_id = ANY (v_answered)
       AND lower(c.contact_email) = lower(p_message ->> 'sender_email')
     ORDER BY m.sent_at DESC LIMIT 1
       FOR UPDATE OF c;
    IF FOUND THEN
      RETURN v_conversation;
    END IF;
  END IF;
  INSERT INTO public.conversations AS c (
    store_id, id, channel_id, thread_key, subject, contact_name, contact_phone, contact_phone_e164, contact_email)
  VALUES (app.store(), v_id, p_channel, v_thread, app.one_line(p_message ->> 'subject', 200), app.one_line(p_message ->> 'sender_name', 200),
          left(p_message ->> 'sender_phone', 50), p_message ->> 'sender_phone_e164', left(p_message ->> 'sender_email', 254))
  ON CONFLICT (store_id, channel_id, thread_key) DO UPDATE SET updated_at = excluded.updated_at
  RETURNING c.* INTO v_conversation;
  IF v_conversation.id = v_id THEN
    PERFORM app.record_event('conversation.created', v_id, jsonb_build_object('channel_id', p_channel));
  END IF;
  RETURN v_conversation;
END
$$;

-- Puts a message that came in by a channel of the open store into its conversation, which is given back: once, however often it comes with
-- the same provider_message_id. A message of the customer's opens the conversation again and waits for an answer; a
-- reply (one written elsewhere, such as on the phone) answers; a reaction does neither.
-- p_message: provider_message_id, thread_key, sender_name, sender_phone, sender_phone_e164, sender_email, subject, body, attachments,
-- sent_at, all of them optional; further kind (message, reply), type, data, in_reply_to, references. Without thread_key the sender's phone number
-- or e-mail address tells one conversation from another.
CREATE OR REPLACE FUNCTION app.receive_message(p_channel uuid, p_message jsonb) RETURNS uuid
  LANGUAGE plpgsql
AS $$
DECLARE
  v_provider constant text := app.provider_key(p_message ->> 'provider_message_id');
  v_kind constant text := coalesce(p_message ->> 'kind', 'message');
  v_type constant text := coalesce(p_message ->> 'type', 'text');
  v_body constant text := left(coalesce(p_message ->> 'body', ''), 65536);
  -- A clock that is ahead must not keep a conversation on top.
  v_sent constant timestamptz(3) := greatest(least(coalesce((p_message ->> 'sent_at')::timestamptz, now()), now()), '2000-01-01Z');
  v_answers constant boolean := v_kind = 'reply';
  v_asks constant boolean := v_kind = 'message' AND v_type <> 'reaction';
  v_conversation public.conversations;
  v_message constant uuid := uuidv7();
BEGIN
  SELECT m.conversation_id INTO v_conversation.id FROM public.messages m
   WHERE m.store_id = app.store() AND m.channel_id = p_channel AND m.provider_message_id = v_provider;
  IF FOUND THEN
    RETURN v_conversation.id;
  END IF;
  v_conversation := app.conversation_for(p_channel, p_message);

  INSERT INTO public.messages (
    store_id, id, conversation_id, channel_id, kind, type, body, attachments, data, provider_message_id, in_reply_to,
    sender_name, delivery_status, sent_at)
  VALUES (
    app.store(), v_message, v_conversation.id, p_channel, v_kind, v_type, v_body, coalesce(p_message -> 'attachments', '[]'),
    coalesce(p_message -> 'data', '{}'), v_provider, app.provider_key(p_message ->> 'in_reply_to'),
    CASE WHEN v_kind = 'message' THEN app.one_line(p_message ->> 'sender_name', 200) END, CASE WHEN v_answers THEN 'sent' END, v_sent)
  ON CONFLICT (store_id, channel_id, provider_message_id) WHERE provider_message_id IS NOT NULL DO NOTHING;
  IF NOT FOUND THEN
    RETURN v_conversation.id;
  END IF;

  IF v_asks OR v_answers THEN
    UPDATE public.conversations c
       SET status = CASE WHEN v_asks THEN 'open' ELSE c.status END,
           snoozed_until = CASE WHEN v_asks THEN NULL ELSE c.snoozed_until END,
           unread_count = CASE WHEN v_asks THEN c.unread_count + 1 ELSE 0 END,
           waiting_since = CASE WHEN v_asks THEN coalesce(c.waiting_since, v_sent) END,
           last_inbound_at = CASE WHEN v_asks THEN greatest(c.last_inbound_at, v_sent) ELSE c.last_inbound_at END,
           contact_name = CASE WHEN v_asks THEN coalesce(c.contact_name, app.one_line(p_message ->> 'sender_name', 200)) ELSE c.contact_name END,
           -- A visitor's conversation is answered where it began to be asked from, and nowhere else.
           contact_email = CASE
             WHEN v_asks AND NOT EXISTS (
               SELECT FROM public.channels ch WHERE ch.store_id = c.store_id AND ch.id = c.channel_id AND ch.kind = 'web_form')
             THEN coalesce(c.contact_email, left(p_message ->> 'sender_email', 254)) ELSE c.contact_email END,
           customer_id = coalesce(c.customer_id, app.customer_who_wrote(
             coalesce(c.contact_phone_e164, p_message ->> 'sender_phone_e164'), coalesce(c.contact_email, p_message ->> 'sender_email'))),
           version = c.version + 1,
           updated_at = now()
     WHERE c.store_id = app.store() AND c.id = v_conversation.id;
    PERFORM app.note_last_message(v_conversation.id, v_kind, v_type, v_body, v_sent),
            app.record_event(
              CASE WHEN v_answers THEN 'conversation.replied' ELSE 'conversation.message_received' END, v_conversation.id,
              jsonb_build_object('message_id', v_message, 'channel_id', p_channel, 'type', v_type));
  END IF;
  RETURN v_conversation.id;
END
$$;

-- What lists show of a conversation's last message, unless a later one is there already: providers deliver out of order.
CREATE OR REPLACE FUNCTION app.note_last_message(
  p_conversation uuid, p_kind text, p_type text, p_body text, p_sent timestamptz
) RETURNS void
  LANGUAGE sql
AS $$
  UPDATE public.conversations c
     SET last_message_at = p_sent, last_message_kind = p_kind, last_message_type = p_type,
         last_message_preview = left(btrim(regexp_replace(left(p_body, 1000), '\s+', ' ', 'g')), 140)
   WHERE c.store_id = app.store() AND c.id = p_conversation AND (c.last_message_at <= p_sent OR c.last_message_kind IS NULL)
$$;

-- A reply that the service sent comes back by some providers as an echo, maybe before their answer: gives whether it is
-- one, and notes it as sent. Known by the message id that was sent along, else, among those nobody confirmed, by its words.
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
     AND c.thread_key = app.provider_key(p_message ->> 'thread_key')
     AND (m.id = (p_message ->> 'message_id')::uuid OR (p_message ->> 'message_id' IS NULL AND m.body = p_message ->> 'body'))
   ORDER BY o.created_at LIMIT 1;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM app.note_delivery(p_channel, jsonb_build_object(
    'message_id', v_message, 'provider_message_id', p_message ->> 'provider_message_id', 'status', 'sent'));
  RETURN true;
END
$$;

-- What a provider says became of a reply: {provider_message_id, message_id?, status, code?, reason?}. It never goes back:
-- what was read was delivered, whatever is told in which order. What was given up as unconfirmed may turn out to be sent.
CREATE OR REPLACE FUNCTION app.note_delivery(p_channel uuid, p_status jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_ranks constant text[] := '{queued,sent,delivered,read}';
  v_status constant text := p_status ->> 'status';
  v_provider constant text := app.provider_key(p_status ->> 'provider_message_id');
  v_message uuid;
BEGIN
  SELECT m.id INTO v_message FROM public.messages m
   WHERE m.store_id = app.store() AND m.channel_id = p_channel AND m.kind = 'reply'
     AND (m.provider_message_id = v_provider OR m.id = (p_status ->> 'message_id')::uuid)
   ORDER BY m.id = (p_status ->> 'message_id')::uuid DESC NULLS LAST LIMIT 1;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM app.note_provider_id(v_message, v_provider);
  IF v_status = 'failed' THEN
    PERFORM app.fail_message(v_message, p_status ->> 'code', p_status ->> 'reason');
    RETURN;
  END IF;
  UPDATE public.messages m SET delivery_status = v_status, failure_code = NULL, failure_reason = NULL
   WHERE m.store_id = app.store() AND m.id = v_message
     AND CASE WHEN m.delivery_status = 'failed' THEN v_status <> 'sent' OR m.failure_code = 'unconfirmed'
              ELSE array_position(v_ranks, m.delivery_status) < array_position(v_ranks, v_status) END;
  DELETE FROM public.message_outbox o WHERE o.store_id = app.store() AND o.message_id = v_message;
END
$$;

-- Keeps what a provider calls a reply, unless it is known, or an echo that nobody recognised has it already, or the reply
-- has been forgotten since.
CREATE OR REPLACE FUNCTION app.note_provider_id(p_message uuid, p_provider text) RETURNS void
  LANGUAGE sql
AS $$
  UPDATE public.messages m SET provider_message_id = p_provider
   WHERE m.store_id = app.store() AND m.id = p_message AND m.type <> 'deleted' AND p_provider <> coalesce(m.provider_message_id, '')
     AND NOT EXISTS (SELECT FROM public.messages o
                      WHERE o.store_id = m.store_id AND o.channel_id = m.channel_id AND o.provider_message_id = p_provider)
$$;

-- A reply will not arrive: whoever wrote waits again, unless another reply did.
CREATE OR REPLACE FUNCTION app.fail_message(p_message uuid, p_code text, p_reason text) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_message public.messages;
BEGIN
  DELETE FROM public.message_outbox o WHERE o.store_id = app.store() AND o.message_id = p_message;
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

-- The customer read all that was sent to them until then.
CREATE OR REPLACE FUNCTION app.note_read(p_channel uuid, p_thread text, p_until timestamptz) RETURNS void
  LANGUAGE sql
AS $$
  UPDATE public.messages m SET delivery_status = 'read'
    FROM public.conversations c
   WHERE c.store_id = app.store() AND c.channel_id = p_channel AND c.thread_key = app.provider_key(p_thread)
     AND m.store_id = c.store_id AND m.conversation_id = c.id AND m.kind = 'reply'
     AND m.delivery_status IN ('sent', 'delivered') AND m.sent_at <= p_until
$$;

-- The customer took a message back: providers ask that nothing of it is kept.
CREATE OR REPLACE FUNCTION app.forget_message(p_channel uuid, p_provider text) RETURNS void
  LANGUAGE sql
AS $$
  WITH gone AS (
    UPDATE public.messages m
       SET type = 'deleted', body = '', attachments = '[]', data = '{}'
     WHERE m.store_id = app.store() AND m.channel_id = p_channel AND m.provider_message_id = app.provider_key(p_provider)
    RETURNING m.conversation_id, m.sent_at
  )
  UPDATE public.conversations c SET last_message_type = 'deleted', last_message_preview = ''
    FROM gone WHERE c.store_id = app.store() AND c.id = gone.conversation_id AND c.last_message_at = gone.sent_at
$$;

-- All that one call of a hook brought, in one go, and how many messages that were. p_arrivals: a list of {event, …}. Conversations are
-- locked in the same order by all, so that calls at the same time do not wait for each other in a circle.
CREATE OR REPLACE FUNCTION app.receive_hook(p_channel uuid, p_arrivals jsonb) RETURNS integer
  LANGUAGE plpgsql
AS $$
DECLARE
  v_arrival jsonb;
  v_received integer := 0;
BEGIN
  FOR v_arrival IN
    SELECT a FROM jsonb_array_elements(p_arrivals) WITH ORDINALITY AS t(a, nth) ORDER BY a ->> 'thread_key', nth
  LOOP
    CASE v_arrival ->> 'event'
      WHEN 'message' THEN
        IF v_arrival ->> 'kind' = 'reply' AND app.confirm_echo(p_channel, v_arrival) THEN
          CONTINUE;
        END IF;
        PERFORM app.receive_message(p_channel, v_arrival);
        v_received := v_received + 1;
      WHEN 'delivery' THEN
        PERFORM app.note_delivery(p_channel, v_arrival);
      WHEN 'read' THEN
        PERFORM app.note_read(p_channel, v_arrival ->> 'thread_key', (v_arrival ->> 'until')::timestamptz);
      WHEN 'deleted' THEN
        PERFORM app.forget_message(p_channel, v_arrival ->> 'provider_message_id');
    END CASE;
  END LOOP;
  RETURN v_received;
END
$$;
