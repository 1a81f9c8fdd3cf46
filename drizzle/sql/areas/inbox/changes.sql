-- Edits and deletions of messages.

-- A version of a message that was replaced at that time.
CREATE OR REPLACE FUNCTION app.version_of(p_type text, p_body text, p_attachments jsonb, p_until timestamptz) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT jsonb_build_object('type', p_type, 'body', p_body, 'attachments', coalesce(p_attachments, '[]'), 'until', app.rfc3339(p_until))
$$;

-- Changes a message that was edited or deleted, and nothing else: it answers nothing and waits for no answer. p_change: as for
-- app.receive_message, with the id of the message, and what of it changed (type deleted: it was deleted). is_erased: nothing of it
-- may be kept. Changes come in any order, and again: what is shown is the last one by its time, and a deleted message stays so. A
-- message that is not known may still arrive.
CREATE OR REPLACE FUNCTION app.change_message(p_channel uuid, p_change jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_is_erased constant boolean := coalesce((p_change -> 'is_erased')::boolean, false);
  v_provider constant text := app.provider_key(p_change ->> 'provider_message_id');
  v_max_versions constant integer := 20;
  v_message public.messages;
  v_type text;
  v_body constant text := left(coalesce(p_change ->> 'body', ''), 65536);
  v_at timestamptz;
  v_is_missing boolean;
  v_is_unread boolean;
  v_versions jsonb[];
  v_last jsonb;
  v_original jsonb := '{}';
  v_conversation uuid;
  v_id constant uuid := uuidv7();
BEGIN
  -- The conversation first, as everybody locks them.
  PERFORM FROM public.conversations c WHERE c.store_id = app.store() AND c.id = (
    SELECT m.conversation_id FROM public.messages m
     WHERE m.store_id = app.store() AND m.channel_id = p_channel AND m.provider_message_id = v_provider) FOR UPDATE;
  SELECT * INTO v_message FROM public.messages m
   WHERE m.store_id = app.store() AND m.channel_id = p_channel AND m.provider_message_id = v_provider FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    -- A deletion says nothing of its sender.
    v_conversation := app.receive_message(p_channel,
      p_change - CASE WHEN p_change ->> 'type' = 'deleted' THEN '{sender_name,sender_phone,sender_phone_e164}' ELSE '{}' END::text[]
      || jsonb_build_object('id', v_id, 'original', '{"is_missing": true}' || CASE WHEN v_is_erased THEN '{"is_erased": true}' ELSE '{}' END::jsonb));
    IF NOT EXISTS (SELECT FROM public.messages m WHERE m.store_id = app.store() AND m.id = v_id) THEN
      -- It arrived, or was changed, at the same time.
      PERFORM app.change_message(p_channel, p_change);
    ELSIF p_change ->> 'type' = 'deleted' THEN
      -- Nobody has to look at a conversation that has nothing else.
      UPDATE public.conversations c SET status = 'closed'
       WHERE c.store_id = app.store() AND c.id = v_conversation AND c.snoozed_until IS NULL AND NOT EXISTS (
         SELECT FROM public.messages m WHERE m.store_id = c.store_id AND m.conversation_id = c.id AND m.provider_message_id IS DISTINCT FROM v_provider);
    END IF;
    RETURN;
  END IF;
  v_is_missing := v_message.original ? 'is_missing';
  v_is_unread := v_message.original ? 'is_unread';
  -- An edit of Messenger has no type. What is erased stays so.
  IF v_message.type = 'deleted' AND NOT p_change ? 'type' THEN
    RETURN;
  END IF;
  v_type := coalesce(p_change ->> 'type', CASE WHEN v_is_unread THEN 'text' ELSE v_message.type END);
  IF v_is_missing THEN
    v_original := '{"is_missing": true}' || CASE WHEN v_message.original ? 'was_counted' OR v_type = 'deleted' AND v_message.type <> 'deleted'
      THEN '{"was_counted": true}' ELSE '{}' END::jsonb;
  END IF;
  v_at := greatest(CASE WHEN NOT v_is_missing THEN v_message.sent_at END, least(coalesce((p_change ->> 'sent_at')::timestamptz, clock_timestamp()), clock_timestamp()));
  -- Each version, with when it began.
  SELECT array_agg(v.version || jsonb_build_object('since', v.since) ORDER BY v.version ->> 'type' = 'deleted', v.since, v.nth) INTO v_versions FROM (
    SELECT e.value - 'until' AS version, coalesce(lag(e.value ->> 'until') OVER (ORDER BY e.nth), app.rfc3339(v_message.sent_at)) AS since, e.nth
      FROM jsonb_array_elements(v_message.previous) WITH ORDINALITY AS e(value, nth)
    UNION ALL
    SELECT app.version_of(v_message.type, v_message.body, v_message.attachments, now()) - 'until',
           coalesce(v_message.previous -> -1 ->> 'until', app.rfc3339(v_message.sent_at)), 1000 WHERE NOT v_is_unread
    UNION ALL
    SELECT app.version_of(v_type, v_body, CASE WHEN v_type = 'deleted' THEN '[]' ELSE coalesce(p_change -> 'attachments', v_message.attachments) END, now()) - 'until',
           app.rfc3339(v_at), 1001) AS v;
  v_last := v_versions[cardinality(v_versions)];
  IF v_is_erased AND v_message.type <> 'deleted' THEN
    UPDATE public.messages m SET type = 'deleted', body = '', attachments = '[]', previous = '[]', data = '{}',
           original = v_original || CASE WHEN v_is_missing THEN '{"is_erased": true}' ELSE '{}' END::jsonb
     WHERE m.store_id = app.store() AND m.id = v_message.id;
  ELSIF v_message.type = v_type AND v_message.body = v_body AND (v_type = 'deleted' OR NOT p_change ? 'sent_at')
     OR (SELECT count(*) <> count(DISTINCT (v ->> 'type', v ->> 'body', v ->> 'since')) FROM unnest(v_versions) AS v) THEN
    -- A repeated request.
    RETURN;
  ELSE
    UPDATE public.messages m
       SET type = v_last ->> 'type', body = v_last ->> 'body', attachments = v_last -> 'attachments',
           data = CASE WHEN v_last ->> 'type' = 'deleted' OR v_is_unread AND NOT p_change ? 'data' THEN '{}'
                       -- Not of one that arrives late.
                       WHEN p_change ? 'data' AND v_last ->> 'since' = app.rfc3339(v_at) THEN p_change -> 'data' ELSE m.data END,
           original = v_original,
           sent_at = CASE WHEN v_is_missing THEN least(m.sent_at, v_at) ELSE m.sent_at END,
           -- The first and the newest ones.
           previous = (SELECT coalesce(jsonb_agg(p.version ORDER BY p.nth), '[]') FROM (
             SELECT v.version - 'since' || jsonb_build_object('until', lead(v.version ->> 'since') OVER (ORDER BY v.nth)) AS version, v.nth
               FROM unnest(v_versions) WITH ORDINALITY AS v(version, nth)) AS p
              WHERE p.nth < cardinality(v_versions) AND (p.nth = 1 OR p.nth > cardinality(v_versions) - v_max_versions))
     WHERE m.store_id = app.store() AND m.id = v_message.id;
  END IF;
  PERFORM app.show_changed_message(m.conversation_id, v_message.sent_at, m.sent_at) FROM public.messages m
    WHERE m.store_id = app.store() AND m.id = v_message.id;
  PERFORM app.record_event('conversation.updated', v_message.conversation_id, '{"changed": ["messages"]}');
END
$$;

-- Adds what a message says that was edited or deleted before it arrived, and returns it: what is shown stays, unless nothing was known
-- of it (is_unread). p_message: as for app.receive_message.
CREATE OR REPLACE FUNCTION app.complete_message(
  p_channel uuid, p_known public.messages, p_message jsonb, p_type text, p_body text, p_sent timestamptz, p_keys text[]
) RETURNS public.messages
  LANGUAGE plpgsql
AS $$
DECLARE
  v_attachments constant jsonb := coalesce(p_message -> 'attachments', '[]');
  v_message public.messages := p_known;
BEGIN
  IF p_known.original ? 'is_unread' THEN
    v_message.type := p_type;
    v_message.body := p_body;
    v_message.attachments := v_attachments;
    v_message.data := coalesce(p_message -> 'data', '{}');
  ELSE
    v_message.previous := CASE WHEN p_known.original ? 'is_erased' THEN '[]'
      ELSE jsonb_build_array(app.version_of(p_type, p_body, v_attachments, p_known.sent_at)) || p_known.previous END;
  END IF;
  IF p_keys IS NOT NULL THEN
    -- The conversation may become part of another.
    PERFORM app.note_recipient(p_channel, p_known.conversation_id, p_keys, p_sent);
  END IF;
  UPDATE public.messages m
     SET type = v_message.type, body = v_message.body, attachments = v_message.attachments, data = v_message.data, previous = v_message.previous,
         original = '{}', sent_at = p_sent, in_reply_to = app.provider_key(p_message ->> 'in_reply_to')
   WHERE m.store_id = app.store() AND m.id = p_known.id RETURNING * INTO v_message;
  PERFORM app.show_changed_message(v_message.conversation_id, p_known.sent_at, p_sent);
  RETURN v_message;
END
$$;
