-- The channel that sends replies of a conversation. Refuses if there is none.
CREATE OR REPLACE FUNCTION app.reply_channel(p_conversation public.conversations) RETURNS public.channels
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_channel public.channels;
BEGIN
  SELECT * INTO v_channel FROM public.channels c WHERE c.store_id = app.store() AND c.id = p_conversation.channel_id;
  IF v_channel.archived_at IS NOT NULL THEN
    PERFORM app.refuse(422, 'cannot_reply', '{"reason": "channel_removed"}'::jsonb);
  END IF;
  IF v_channel.kind IN ('web_form', 'email') AND p_conversation.contact_email IS NULL THEN
    PERFORM app.refuse(422, 'cannot_reply', '{"reason": "no_email_address"}'::jsonb);
  END IF;
  IF v_channel.kind = 'web_form' THEN
    SELECT * INTO v_channel FROM public.channels c
     WHERE c.store_id = app.store() AND c.kind = 'email' AND c.archived_at IS NULL AND c.settings ? 'send_url'
     ORDER BY c.created_at, c.id LIMIT 1;
    IF NOT FOUND THEN
      PERFORM app.refuse(422, 'cannot_reply', '{"reason": "no_email_channel"}'::jsonb);
    END IF;
  ELSIF v_channel.kind IN ('email', 'webhook') AND NOT v_channel.settings ? 'send_url' THEN
    PERFORM app.refuse(422, 'cannot_reply', '{"reason": "no_send_url"}'::jsonb);
  END IF;
  RETURN v_channel;
END
$$;

-- Refuses another reply if too many of the conversation or of the channel are not sent yet. Replies of requests that run in parallel
-- may exceed the latter by a few.
CREATE OR REPLACE FUNCTION app.expect_room_in_outbox(p_conversation uuid, p_channel uuid) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_max constant integer := app.most('conversation.unsent_replies');
  v_max_of_channel constant integer := app.most('channel.unsent_replies');
BEGIN
  IF v_max <= (SELECT count(*) FROM public.message_outbox o WHERE o.store_id = app.store() AND o.conversation_id = p_conversation) THEN
    PERFORM app.refuse(409, 'limit_reached', jsonb_build_object('max_unsent', v_max, 'of', 'conversation'));
  ELSIF v_max_of_channel <= (SELECT count(*) FROM public.message_outbox o WHERE o.store_id = app.store() AND o.channel_id = p_channel) THEN
    PERFORM app.refuse(409, 'limit_reached', jsonb_build_object('max_unsent', v_max_of_channel, 'of', 'channel'));
  END IF;
END
$$;

-- Adds a note to a conversation, or a reply, which it also puts into the outbox.
-- p_input: id, conversation_id, kind, body, too_long_for (the kinds of channels for which body is too long, with their limits).
CREATE OR REPLACE FUNCTION app.post_message(p_input jsonb, p_operation text, p_key text, p_hash text) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_id constant uuid := (p_input ->> 'id')::uuid;
  v_replies constant boolean := p_input ->> 'kind' = 'reply';
  v_body constant text := p_input ->> 'body';
  v_conversation public.conversations;
  v_channel public.channels;
  v_now timestamptz(3);
  v_row jsonb;
BEGIN
  PERFORM app.begin_write(
    (SELECT c.store_id FROM public.conversations c
      WHERE c.store_id = ANY (app.stores()) AND c.id = (p_input ->> 'conversation_id')::uuid),
    p_operation, p_key, p_hash);
  SELECT * INTO v_conversation FROM public.conversations c
   WHERE c.store_id = app.store() AND c.id = (p_input ->> 'conversation_id')::uuid FOR UPDATE;
  -- It became part of another one meanwhile.
  IF NOT FOUND THEN
    PERFORM app.refuse(404, 'not_found', 'conversation');
  END IF;
  -- Not now(): messages committed while this waited for the lock must come first.
  v_now := clock_timestamp();
  IF v_replies THEN
    v_channel := app.reply_channel(v_conversation);
    IF p_input -> 'too_long_for' ? v_channel.kind THEN
      PERFORM app.refuse(422, 'body_too_long', jsonb_build_object('limit', p_input -> 'too_long_for' ->> v_channel.kind));
    END IF;
    PERFORM app.expect_room_in_outbox(v_conversation.id, v_channel.id);
  END IF;

  INSERT INTO public.messages AS m (
    store_id, id, conversation_id, channel_id, kind, body, author_id, delivery_status, provider_message_id, in_reply_to, sent_at)
  VALUES (
    app.store(), v_id, v_conversation.id, coalesce(v_channel.id, v_conversation.channel_id), p_input ->> 'kind', v_body, app.caller(),
    CASE WHEN v_replies THEN 'queued' END,
    -- The Message-ID (RFC 5322) that the customer's answer will refer to.
    CASE WHEN v_channel.kind = 'email' THEN format('<%s@%s>', v_id, split_part(v_channel.account_id, '@', 2)) END,
    CASE WHEN v_channel.kind = 'email' THEN (
      SELECT i.provider_message_id FROM public.messages i
       WHERE i.store_id = app.store() AND i.conversation_id = v_conversation.id AND i.channel_id = v_channel.id AND i.kind = 'message'
       ORDER BY i.sent_at DESC, i.id DESC LIMIT 1) END,
    v_now)
  RETURNING to_jsonb(m) - 'search_text' INTO v_row;

  IF v_replies THEN
    INSERT INTO public.message_outbox (store_id, message_id, conversation_id, channel_id, created_at)
    VALUES (app.store(), v_id, v_conversation.id, v_channel.id, v_now);
    UPDATE public.conversations c
       SET unread_count = 0, waiting_since = NULL, version = c.version + 1, updated_at = now()
     WHERE c.store_id = app.store() AND c.id = v_conversation.id;
    PERFORM app.note_last_message(v_conversation.id, 'reply', 'text', v_body, v_now);
  END IF;
  PERFORM app.record_event(CASE WHEN v_replies THEN 'conversation.replied' ELSE 'conversation.noted' END, v_conversation.id,
    jsonb_build_object('message_id', v_id, 'channel_id', v_row ->> 'channel_id'));
  RETURN app.finish_write(p_operation, p_key, p_hash, v_row);
END
$$;

-- Refuses an assignee, customer or orders that do not belong to the open store.
CREATE OR REPLACE FUNCTION app.expect_conversation_links(p_assignee uuid, p_customer uuid, p_orders uuid[]) RETURNS void
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_problems jsonb;
BEGIN
  SELECT jsonb_agg(p.problem ORDER BY p.place) INTO v_problems FROM (
    SELECT -1 AS place, jsonb_build_object('code', 'assignee_not_found') AS problem
     WHERE p_assignee IS NOT NULL AND NOT EXISTS (
           SELECT FROM public.store_members m WHERE m.store_id = app.store() AND m.user_id = p_assignee)
    UNION ALL
    SELECT 0, jsonb_build_object('code', 'customer_not_found')
     WHERE p_customer IS NOT NULL AND NOT EXISTS (
           SELECT FROM public.customers c WHERE c.store_id = app.store() AND c.id = p_customer)
    UNION ALL
    SELECT o.place, jsonb_build_object('code', 'order_not_found', 'pointer', '/order_ids/' || (o.place - 1))
      FROM unnest(p_orders) WITH ORDINALITY AS o(id, place)
     WHERE NOT EXISTS (SELECT FROM public.orders k WHERE k.store_id = app.store() AND k.id = o.id)
  ) AS p;
  IF v_problems IS NOT NULL THEN
    PERFORM app.refuse(422, 'assignee_not_found', v_problems);
  END IF;
END
$$;

-- When a snooze of a conversation of the open store ends. Until a date: when that day begins in the store's time zone.
CREATE OR REPLACE FUNCTION app.snooze_end(p_until text) RETURNS timestamptz
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_end constant timestamptz := app.moment_of(app.store(), p_until);
BEGIN
  IF v_end <= now() OR v_end > now() + interval '366 days' THEN
    PERFORM app.refuse(422, 'snooze_out_of_range');
  END IF;
  RETURN v_end;
END
$$;

-- Unassigns up to p_limit conversations of somebody who left the open store, and returns how many.
CREATE OR REPLACE FUNCTION app.unassign_conversations(p_limit integer) RETURNS bigint
  LANGUAGE plpgsql
AS $$
DECLARE
  v_user uuid;
  v_unassigned bigint;
BEGIN
  -- Somebody who comes back waits for this, and keeps what is left.
  SELECT d.user_id INTO v_user FROM public.departed_assignees d
   WHERE d.store_id = app.store() ORDER BY d.left_at, d.user_id LIMIT 1 FOR UPDATE;
  UPDATE public.conversations c SET assignee_id = NULL, version = c.version + 1, updated_at = now()
   WHERE c.store_id = app.store() AND c.id = ANY (ARRAY(
     SELECT o.id FROM public.conversations o WHERE o.store_id = app.store() AND o.assignee_id = v_user
      ORDER BY o.last_message_at DESC, o.id DESC LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED));
  GET DIAGNOSTICS v_unassigned = ROW_COUNT;
  DELETE FROM public.departed_assignees d
   WHERE d.store_id = app.store() AND d.user_id = v_user AND NOT EXISTS (
     SELECT FROM public.conversations c WHERE c.store_id = app.store() AND c.assignee_id = v_user);
  RETURN v_unassigned;
END
$$;

-- The conversations of a customer: those linked to them, and unlinked ones with one of their phone numbers or email
-- addresses.
CREATE OR REPLACE FUNCTION app.conversations_of(p_customer uuid) RETURNS uuid[]
  LANGUAGE sql STABLE
AS $$
  WITH known AS (
    SELECT array_remove(c.phone_e164 || c.other_phones_key, NULL) AS phones,
           ARRAY(SELECT lower(email) FROM unnest(c.email || c.other_emails) AS email WHERE email IS NOT NULL) AS emails
      FROM public.customers c WHERE c.store_id = app.store() AND c.id = p_customer
  )
  SELECT ARRAY(
    SELECT t.id FROM public.conversations t WHERE t.store_id = app.store() AND t.customer_id = p_customer
    UNION ALL
    SELECT t.id FROM public.conversations t, known
     WHERE t.store_id = app.store() AND t.customer_id IS NULL
       AND (t.contact_phone_e164 = ANY (known.phones) OR lower(t.contact_email) = ANY (known.emails))
    UNION
    -- Under a number that they had on WhatsApp, unless somebody else has it now.
    SELECT t.id FROM known CROSS JOIN public.channels ch
      JOIN public.conversation_contacts k ON k.store_id = ch.store_id AND k.channel_id = ch.id
       AND k.key IN (SELECT ltrim(p.phone, '+') FROM unnest(known.phones) AS p(phone))
      JOIN public.conversations t ON t.store_id = k.store_id AND t.id = k.conversation_id AND t.customer_id IS NULL
     WHERE ch.store_id = app.store() AND ch.kind = 'whatsapp' AND NOT EXISTS (
       SELECT FROM public.conversations o WHERE o.store_id = k.store_id AND o.channel_id = k.channel_id AND o.thread_key = k.key AND o.id <> t.id))
$$;

-- The current row of the conversation or message that a stored result shows; NULL if it shows something else.
CREATE OR REPLACE FUNCTION app.inbox_record_now(p_result jsonb) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  IF NOT coalesce(pg_input_is_valid(p_result ->> 'id', 'uuid'), false) THEN
    RETURN NULL;
  END IF;
  RETURN coalesce(
    (SELECT to_jsonb(m) - 'search_text' FROM public.messages m WHERE m.store_id = app.store() AND m.id = (p_result ->> 'id')::uuid),
    (SELECT to_jsonb(t) - '{search_text,tag_keys}'::text[] FROM public.conversations t WHERE t.store_id = app.store() AND t.id = (p_result ->> 'id')::uuid));
END
$$;
