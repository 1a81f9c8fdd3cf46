-- Providers' ids can have any length. Longer ones are stored as a hash.
CREATE OR REPLACE FUNCTION app.provider_key(p_id text) RETURNS text
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE WHEN octet_length(p_id) > 500 THEN 'sha256:' || encode(sha256(convert_to(p_id, 'UTF8')), 'hex') ELSE nullif(p_id, '') END
$$;

-- The customer of the open store with this phone number or email address. A phone number outranks an email address, and a
-- primary address outranks an additional one. Among several, the one with the latest order.
CREATE OR REPLACE FUNCTION app.customer_of_sender(p_phone text, p_email text) RETURNS uuid
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

-- Removes line breaks and control characters, because names and subjects become email headers.
CREATE OR REPLACE FUNCTION app.single_line(p_text text, p_max_length integer) RETURNS text
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT left(nullif(btrim(regexp_replace(p_text, '[\s\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')), ''), p_max_length)
$$;

-- Finds or creates the conversation of a message, and locks it: the conversation of the message that it answers, if the
-- email address is the same; otherwise the sender's conversation, by any of their identifiers (p_keys, if they can have several);
-- otherwise a new one.
CREATE OR REPLACE FUNCTION app.conversation_for(p_channel uuid, p_message jsonb, p_keys text[]) RETURNS public.conversations
  LANGUAGE plpgsql
AS $$
DECLARE
  v_conversation public.conversations;
  v_id constant uuid := uuidv7();
  v_sent constant timestamptz := coalesce(least((p_message ->> 'sent_at')::timestamptz, clock_timestamp()), clock_timestamp());
  v_known uuid;
  v_answered constant text[] := ARRAY(
    SELECT app.provider_key(r) FROM jsonb_array_elements_text(coalesce(p_message -> 'references', '[]')) AS r
    UNION ALL SELECT app.provider_key(p_message ->> 'in_reply_to') WHERE p_message ? 'in_reply_to');
  v_thread constant text := app.provider_key(coalesce(
    nullif(p_message ->> 'thread_key', ''),
    -- Contact details in a contact form are not verified. Requiring both to match keeps a stranger who knows a customer's
    -- phone number out of that customer's conversation.
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
     ORDER BY m.sent_at DESC, m.id DESC LIMIT 1
       FOR UPDATE OF c;
    IF FOUND THEN
      RETURN v_conversation;
    END IF;
  END IF;
  IF p_keys IS NOT NULL THEN
    v_known := app.conversation_of_contact(p_channel, p_keys, v_sent);
  END IF;
  IF v_known IS NOT NULL THEN
    PERFORM app.note_contact(v_known, p_keys, v_sent);
    SELECT * INTO v_conversation FROM public.conversations c WHERE c.store_id = app.store() AND c.id = v_known;
    RETURN v_conversation;
  END IF;
  INSERT INTO public.conversations AS c (
    store_id, id, channel_id, thread_key, subject, contact_name, contact_phone, contact_phone_e164, contact_email)
  VALUES (app.store(), v_id, p_channel, v_thread, app.single_line(p_message ->> 'subject', 200), app.single_line(p_message ->> 'sender_name', 200),
          left(p_message ->> 'sender_phone', 50), p_message ->> 'sender_phone_e164', left(p_message ->> 'sender_email', 254))
  ON CONFLICT (store_id, channel_id, thread_key) DO UPDATE SET updated_at = excluded.updated_at
  RETURNING c.* INTO v_conversation;
  IF v_conversation.id = v_id THEN
    PERFORM app.record_event('conversation.created', v_id, jsonb_build_object('channel_id', p_channel));
  END IF;
  IF p_keys IS NOT NULL THEN
    PERFORM app.note_contact(v_conversation.id, p_keys, v_sent);
  END IF;
  RETURN v_conversation;
END
$$;

-- Stores an incoming message of the open store and returns its conversation. A repeated provider_message_id is ignored. A
-- message from the customer reopens the conversation and waits for an answer; a reply that was written elsewhere, such as
-- on the phone, answers it; a reaction, a deleted message and a note do neither.
-- p_message, all optional: provider_message_id, thread_key, other_keys (further identifiers of the sender), sender_name, sender_phone, sender_phone_e164, sender_email,
-- subject, body, attachments, sent_at, kind (message, reply or note), type, data, in_reply_to, references, id, original (of one that is
-- not known itself, see the column). Without a thread_key,
-- conversations are told apart by the sender's phone number or email address.
CREATE OR REPLACE FUNCTION app.receive_message(p_channel uuid, p_message jsonb) RETURNS uuid
  LANGUAGE plpgsql
AS $$
DECLARE
  v_provider constant text := app.provider_key(p_message ->> 'provider_message_id');
  v_kind constant text := coalesce(p_message ->> 'kind', 'message');
  v_type constant text := coalesce(p_message ->> 'type', 'text');
  v_body constant text := left(coalesce(p_message ->> 'body', ''), 65536);
  v_keys constant text[] := CASE WHEN p_message ? 'other_keys' THEN app.arrival_keys(p_message) END;
  -- A sender's clock that is ahead must not keep the conversation at the top of lists.
  v_sent constant timestamptz(3) := greatest(least(coalesce(app.moment_of(app.store(), p_message ->> 'sent_at'), now()), now()), '2000-01-01Z');
  -- Not a reaction, or an edit or deletion that cannot be read.
  v_is_reply constant boolean := v_kind = 'reply' AND v_type NOT IN ('reaction', 'deleted')
    AND NOT p_message ? 'original' AND coalesce(p_message #>> '{data,provider_type}', '') NOT IN ('edit', 'revoke');
  v_needs_answer boolean := v_kind = 'message' AND v_type NOT IN ('reaction', 'deleted');
  v_conversation public.conversations;
  v_known public.messages;
  v_is_current boolean;
  v_message uuid := coalesce((p_message ->> 'id')::uuid, uuidv7());
BEGIN
  SELECT * INTO v_known FROM public.messages m
   WHERE m.store_id = app.store() AND m.channel_id = p_channel AND m.provider_message_id = v_provider;
  IF FOUND AND v_known.original ? 'is_missing' THEN
    -- As everybody locks them. It may have been erased meanwhile.
    PERFORM FROM public.conversations c WHERE c.store_id = app.store() AND c.id = v_known.conversation_id FOR UPDATE;
    SELECT * INTO v_known FROM public.messages m
     WHERE m.store_id = app.store() AND m.id = v_known.id AND m.provider_message_id = v_provider FOR NO KEY UPDATE;
  END IF;
  IF v_known.id IS NOT NULL AND (NOT v_known.original ? 'is_missing' OR p_message ? 'original') THEN
    RETURN v_known.conversation_id;
  END IF;
  p_message := jsonb_set(p_message, '{sender_phone_e164}', coalesce(
    to_jsonb(app.e164(p_message ->> 'sender_phone', p_message ->> 'sender_phone_e164', app.store_country())), 'null'));
  IF v_known.id IS NOT NULL THEN
    -- It was edited or deleted before it arrived (app.change_message). An edited one waits for an answer already.
    v_needs_answer := v_needs_answer AND v_known.type = 'deleted' AND NOT v_known.original ? 'was_counted';
    v_message := v_known.id;
    v_known := app.complete_message(p_channel, v_known, p_message, v_type, v_body, v_sent, v_keys);
    SELECT * INTO v_conversation FROM public.conversations c WHERE c.store_id = app.store() AND c.id = v_known.conversation_id;
    IF app.is_forgotten(v_conversation) THEN
      -- The message is still to be erased.
      RETURN v_conversation.id;
    END IF;
  ELSE
    v_conversation := app.conversation_for(p_channel, p_message, v_keys);
    INSERT INTO public.messages (
      store_id, id, conversation_id, channel_id, kind, type, body, attachments, data, original, provider_message_id, in_reply_to,
      sender_name, delivery_status, sent_at)
    VALUES (
      app.store(), v_message, v_conversation.id, p_channel, v_kind, v_type, v_body, coalesce(p_message -> 'attachments', '[]'),
      coalesce(p_message -> 'data', '{}'), coalesce(p_message -> 'original', '{}'), v_provider, app.provider_key(p_message ->> 'in_reply_to'),
      CASE WHEN v_kind = 'message' THEN app.single_line(p_message ->> 'sender_name', 200) END,
      CASE WHEN v_kind = 'reply' THEN 'sent' END, v_sent)
    ON CONFLICT (store_id, channel_id, provider_message_id) WHERE provider_message_id IS NOT NULL DO NOTHING;
    IF NOT FOUND THEN
      -- It arrived, or was changed, at the same time.
      RETURN app.receive_message(p_channel, p_message);
    END IF;
  END IF;

  -- Not one that arrives late: its sender may have another number since.
  v_is_current := v_needs_answer AND v_keys IS NOT NULL AND v_sent >= coalesce(v_conversation.last_inbound_at, v_sent)
    AND NOT EXISTS (SELECT FROM public.conversation_contacts k
                     WHERE k.store_id = app.store() AND k.conversation_id = v_conversation.id
                       AND k.key = ANY (v_keys) AND k.until >= v_sent);
  IF v_needs_answer OR v_is_reply THEN
    UPDATE public.conversations c
       SET status = CASE WHEN v_needs_answer THEN 'open' ELSE c.status END,
           snoozed_until = CASE WHEN v_needs_answer THEN NULL ELSE c.snoozed_until END,
           -- A reply that arrives late does not answer what the customer wrote after it.
           unread_count = CASE WHEN v_needs_answer THEN c.unread_count + 1 WHEN v_sent < c.last_inbound_at THEN c.unread_count ELSE 0 END,
           waiting_since = CASE WHEN v_needs_answer THEN coalesce(c.waiting_since, v_sent) WHEN v_sent < c.last_inbound_at THEN c.waiting_since END,
           last_inbound_at = CASE WHEN v_needs_answer THEN greatest(c.last_inbound_at, v_sent) ELSE c.last_inbound_at END,
           contact_name = CASE WHEN v_needs_answer THEN coalesce(c.contact_name, app.single_line(p_message ->> 'sender_name', 200)) ELSE c.contact_name END,
           -- A contact form conversation is answered at the address of its first message only.
           contact_email = CASE
             WHEN v_needs_answer AND NOT EXISTS (
               SELECT FROM public.channels ch WHERE ch.store_id = c.store_id AND ch.id = c.channel_id AND ch.kind = 'web_form')
             THEN coalesce(c.contact_email, left(p_message ->> 'sender_email', 254)) ELSE c.contact_email END,
           -- The sender's number may come after their user id, or change.
           contact_phone = CASE WHEN v_is_current AND p_message ? 'sender_phone' THEN p_message ->> 'sender_phone' ELSE c.contact_phone END,
           contact_phone_e164 = CASE WHEN v_is_current AND p_message ? 'sender_phone' THEN p_message ->> 'sender_phone_e164' ELSE c.contact_phone_e164 END,
           customer_id = coalesce(c.customer_id, app.customer_of_sender(
             coalesce(c.contact_phone_e164, p_message ->> 'sender_phone_e164'), coalesce(c.contact_email, p_message ->> 'sender_email'))),
           version = c.version + 1,
           updated_at = now()
     WHERE c.store_id = app.store() AND c.id = v_conversation.id;
    IF v_is_current THEN
      -- A user id that is not theirs any more.
      PERFORM app.change_address(v_conversation.id, app.provider_key(p_message ->> 'thread_key'), v_sent, CASE
        WHEN app.is_user_id(v_conversation.thread_key) AND v_conversation.thread_key <> ALL (v_keys)
          AND EXISTS (SELECT FROM unnest(v_keys) AS k(key) WHERE app.is_user_id(k.key)) THEN v_sent END);
    END IF;
    PERFORM app.note_last_message(v_conversation.id, v_kind, coalesce(v_known.type, v_type), coalesce(v_known.body, v_body), v_sent),
            app.record_event(
              CASE WHEN v_is_reply THEN 'conversation.replied' ELSE 'conversation.message_received' END, v_conversation.id,
              jsonb_build_object('message_id', v_message, 'channel_id', p_channel, 'type', v_type));
  ELSIF v_known.id IS NOT NULL THEN
    PERFORM app.record_event('conversation.updated', v_conversation.id, '{"changed": ["messages"]}');
  END IF;
  RETURN v_conversation.id;
END
$$;

-- Processes a list of {event, …}, for about as long as p_for_at_most, and returns how many of them, from the first, and how many of
-- those were messages. The caller sends the rest again, so that nobody waits long for what is locked. Requests of a channel take
-- turns (p_in_turn), or else lock conversations in the same order, which prevents deadlocks.
CREATE OR REPLACE FUNCTION app.receive_hook(
  p_channel uuid, p_arrivals jsonb, p_in_turn boolean, p_for_at_most interval, OUT processed integer, OUT received integer
)
  LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  v_end timestamptz;
  v_arrival jsonb;
BEGIN
  IF p_in_turn THEN
    PERFORM app.take_turn_in_channel(p_channel);
  END IF;
  v_end := clock_timestamp() + p_for_at_most;
  processed := 0;
  received := 0;
  FOR v_arrival IN SELECT jsonb_array_elements(p_arrivals) LOOP
    EXIT WHEN processed > 0 AND clock_timestamp() >= v_end;
    processed := processed + 1;
    CASE v_arrival ->> 'event'
      WHEN 'message' THEN
        IF v_arrival ->> 'kind' = 'reply' AND app.confirm_echo(p_channel, v_arrival) THEN
          CONTINUE;
        END IF;
        PERFORM app.receive_message(p_channel, v_arrival);
        received := received + 1;
      WHEN 'change' THEN
        PERFORM app.change_message(p_channel, v_arrival);
      WHEN 'contact' THEN
        PERFORM app.follow_contact(p_channel, v_arrival);
      WHEN 'delivery' THEN
        PERFORM app.note_delivery(p_channel, v_arrival);
      WHEN 'read' THEN
        PERFORM app.note_read(p_channel, v_arrival ->> 'thread_key', (v_arrival ->> 'until')::timestamptz);
    END CASE;
  END LOOP;
END
$$;
