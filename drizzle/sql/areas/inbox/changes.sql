-- Edits and deletions of messages.

-- The versions of a message that were replaced, with one more. The first and the newest ones are kept.
CREATE OR REPLACE FUNCTION app.with_previous(p_previous jsonb, p_type text, p_body text, p_attachments jsonb, p_until timestamptz) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT CASE WHEN jsonb_array_length(p_previous) < 20 THEN p_previous ELSE p_previous - 1 END || jsonb_build_object(
    'type', p_type, 'body', p_body, 'attachments', coalesce(p_attachments, '[]'), 'until', app.rfc3339(p_until))
$$;

-- Changes a message that was edited or deleted, and nothing else: it answers nothing and waits for no answer. p_change: as for
-- app.receive_message, with the id of the message, and what of it changed (type deleted: it was deleted). is_erased: nothing of it
-- may be kept. A message that is not known may still arrive: providers deliver out of order.
CREATE OR REPLACE FUNCTION app.change_message(p_channel uuid, p_change jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_is_deleted constant boolean := p_change ->> 'type' IS NOT DISTINCT FROM 'deleted';
  v_body constant text := left(coalesce(p_change ->> 'body', ''), 65536);
  v_is_erased constant boolean := coalesce((p_change -> 'is_erased')::boolean, false);
  v_at constant timestamptz := least(coalesce((p_change ->> 'sent_at')::timestamptz, clock_timestamp()), clock_timestamp());
  v_message public.messages;
  v_type text;
  v_since timestamptz;
  v_is_late boolean;
BEGIN
  SELECT * INTO v_message FROM public.messages m
   WHERE m.store_id = app.store() AND m.channel_id = p_channel AND m.provider_message_id = app.provider_key(p_change ->> 'provider_message_id')
     FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    IF NOT v_is_erased THEN
      PERFORM app.receive_message(p_channel, jsonb_set(p_change, '{data}', coalesce(p_change -> 'data', '{}') || '{"original_missing": true}'));
    END IF;
    RETURN;
  END IF;
  v_type := coalesce(p_change ->> 'type', v_message.type);
  v_since := coalesce((v_message.previous -> -1 ->> 'until')::timestamptz, v_message.sent_at);
  v_is_late := v_message.type = 'deleted' OR v_at < v_since;
  IF (v_type, v_body) = (v_message.type, v_message.body)
     OR v_is_late AND (v_is_deleted OR jsonb_path_exists(v_message.previous, '$[*] ? (@.body == $body)', jsonb_build_object('body', v_body))) THEN
    -- A repeated request.
    RETURN;
  ELSIF v_is_erased THEN
    UPDATE public.messages m SET type = 'deleted', body = '', attachments = '[]', data = '{}', previous = '[]'
     WHERE m.store_id = app.store() AND m.id = v_message.id;
  ELSIF v_is_late THEN
    UPDATE public.messages m
       SET previous = app.with_previous(
             jsonb_set(m.previous, '{-1,until}', to_jsonb(app.rfc3339(least(v_at, v_since)))), v_type, v_body, p_change -> 'attachments', v_since)
     WHERE m.store_id = app.store() AND m.id = v_message.id;
  ELSE
    UPDATE public.messages m
       SET type = v_type, body = v_body,
           attachments = CASE WHEN v_is_deleted THEN '[]' ELSE coalesce(p_change -> 'attachments', m.attachments) END,
           data = CASE WHEN v_is_deleted THEN '{}' ELSE coalesce(p_change -> 'data', m.data) END,
           previous = app.with_previous(m.previous, m.type, m.body, m.attachments, v_at)
     WHERE m.store_id = app.store() AND m.id = v_message.id;
  END IF;
  UPDATE public.conversations c SET version = c.version + 1, updated_at = now()
   WHERE c.store_id = app.store() AND c.id = v_message.conversation_id;
  IF NOT v_is_late THEN
    UPDATE public.conversations c
       SET last_message_type = v_type, last_message_preview = app.preview_of(v_body)
     WHERE c.store_id = app.store() AND c.id = v_message.conversation_id
       AND (c.last_message_at, c.last_message_kind) = (v_message.sent_at, v_message.kind);
  END IF;
  PERFORM app.record_event('conversation.updated', v_message.conversation_id, '{"changed": ["messages"]}');
END
$$;
