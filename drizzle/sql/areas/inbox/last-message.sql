-- The beginning of a message, on one line.
CREATE OR REPLACE FUNCTION app.preview_of(p_body text) RETURNS text
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT left(btrim(regexp_replace(left(p_body, 1000), '\s+', ' ', 'g')), 140)
$$;

-- Whether lists show a message as the last of its conversation. Not one that says nothing new: a note, a reaction, a change of a message
-- that is not known or of the store's own that cannot be read.
CREATE OR REPLACE FUNCTION app.can_be_last(m public.messages) RETURNS boolean
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT m.kind <> 'note' AND m.type <> 'reaction'
     AND NOT (m.original ? 'is_missing' AND (m.kind = 'reply' OR m.type = 'deleted' AND NOT m.original ? 'was_counted'))
     AND NOT (m.kind = 'reply' AND coalesce(m.data ->> 'provider_type', '') IN ('edit', 'revoke'))
$$;

-- Finds the last message of a conversation again, after one of its messages changed, which was sent at p_was and now is at p_is, or
-- after others moved to it.
CREATE OR REPLACE FUNCTION app.show_changed_message(p_conversation uuid, p_was timestamptz DEFAULT NULL, p_is timestamptz DEFAULT NULL) RETURNS void
  LANGUAGE sql
AS $$
  UPDATE public.conversations c
     SET version = c.version + 1, updated_at = now(), waiting_since = CASE WHEN c.waiting_since = p_was THEN p_is ELSE c.waiting_since END,
         last_message_at = coalesce(m.sent_at, c.last_message_at), last_message_kind = coalesce(m.kind, c.last_message_kind),
         last_message_type = coalesce(m.type, c.last_message_type), last_message_preview = coalesce(app.preview_of(m.body), c.last_message_preview),
         last_inbound_at = (SELECT i.sent_at FROM public.messages i
                             WHERE i.store_id = c.store_id AND i.conversation_id = c.id AND i.kind = 'message' AND app.can_be_last(i)
                             ORDER BY i.sent_at DESC, i.id DESC LIMIT 1)
    FROM (SELECT) AS one LEFT JOIN (
      SELECT l.* FROM public.messages l
       WHERE l.store_id = app.store() AND l.conversation_id = p_conversation AND app.can_be_last(l)
       ORDER BY l.sent_at DESC, l.id DESC LIMIT 1) AS m ON true
   WHERE c.store_id = app.store() AND c.id = p_conversation AND NOT app.is_forgotten(c)
$$;

-- Updates the last message that lists show, unless a later one is known: providers deliver out of order.
CREATE OR REPLACE FUNCTION app.note_last_message(
  p_conversation uuid, p_kind text, p_type text, p_body text, p_sent timestamptz
) RETURNS void
  LANGUAGE sql
AS $$
  UPDATE public.conversations c
     SET last_message_at = p_sent, last_message_kind = p_kind, last_message_type = p_type,
         last_message_preview = app.preview_of(p_body)
   WHERE c.store_id = app.store() AND c.id = p_conversation AND (c.last_message_at <= p_sent OR c.last_message_kind IS NULL)
$$;
