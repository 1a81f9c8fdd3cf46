-- Ids of providers have no bound; what they are known by here has one.
CREATE OR REPLACE FUNCTION app.provider_key(p_id text) RETURNS text
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE WHEN octet_length(p_id) > 500 THEN 'sha256:' || encode(sha256(convert_to(p_id, 'UTF8')), 'hex') ELSE nullif(p_id, '') END
$$;

-- The customer of the open store who has this phone number (E.164), else this e-mail address: of several, who bought last.
CREATE OR REPLACE FUNCTION app.find_customer(p_phone text, p_email text) RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog
AS $$
  SELECT coalesce(
    (SELECT c.id FROM public.customers c WHERE c.store_id = app.store() AND c.phone_e164 = p_phone),
    (SELECT c.id FROM public.customers c WHERE c.store_id = app.store() AND lower(c.email) = lower(p_email) AND c.email IS NOT NULL
      ORDER BY c.last_order_at DESC NULLS LAST, c.created_at DESC, c.id DESC LIMIT 1))
$$;

-- The conversation that a message belongs to, locked: that of the message it answers, else the sender's own, else a new one.
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
    nullif(p_message ->> 'thread_key', ''), p_message ->> 'sender_phone_e164', lower(p_message ->> 'sender_email'),
    p_message ->> 'sender_phone', p_message ->> 'provider_message_id', v_id::text));
BEGIN
  IF cardinality(v_answered) > 0 THEN
    SELECT c.* INTO v_conversation
      FROM public.messages m JOIN public.conversations c ON c.store_id = m.store_id AND c.id = m.conversation_id
     WHERE m.store_id = app.store() AND m.channel_id = p_channel AND m.provider_message_id = ANY (v_answered)
     ORDER BY m.sent_at DESC LIMIT 1
       FOR UPDATE OF c;
    IF FOUND THEN
      RETURN v_conversation;
    END IF;
  END IF;
  INSERT INTO public.conversations AS c (
    store_id, id, channel_id, thread_key, subject, contact_name, contact_phone, contact_phone_e164, contact_email)
  VALUES (app.store(), v_id, p_channel, v_thread, left(nullif(p_message ->> 'subject', ''), 200), left(p_message ->> 'sender_name', 200),
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
    CASE WHEN v_kind = 'message' THEN left(p_message ->> 'sender_name', 200) END, CASE WHEN v_answers THEN 'sent' END, v_sent)
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
           contact_name = CASE WHEN v_asks THEN coalesce(c.contact_name, left(p_message ->> 'sender_name', 200)) ELSE c.contact_name END,
           contact_email = CASE WHEN v_asks THEN coalesce(c.contact_email, left(p_message ->> 'sender_email', 254)) ELSE c.contact_email END,
           customer_id = coalesce(c.customer_id, app.find_customer(
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
