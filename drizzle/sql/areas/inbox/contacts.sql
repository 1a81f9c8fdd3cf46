-- Whoever a message comes from or goes to has one identifier or several: on WhatsApp a phone number, a business-scoped user id, or
-- both. A conversation is found by any of them.

-- The identifiers in an arrival: {thread_key, other_keys?}. A number that people write in two ways is found by both.
CREATE OR REPLACE FUNCTION app.contact_keys(p_arrival jsonb) RETURNS text[]
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT coalesce(array_agg(DISTINCT app.provider_key(k.key)), '{}') FROM (
    SELECT p_arrival ->> 'thread_key'
    UNION ALL SELECT jsonb_array_elements_text(coalesce(p_arrival -> 'other_keys', '[]'))
  ) AS t(given) CROSS JOIN LATERAL (
    SELECT t.given UNION ALL SELECT substr(app.one_form_of_phone('+' || t.given), 2) WHERE t.given ~ '^\d{5,15}$'
  ) AS k(key)
   WHERE k.key <> ''
$$;

-- Lets all requests of a channel whose senders have several identifiers take turns: two of them could otherwise open a conversation
-- each for the same person, or wait for each other.
CREATE OR REPLACE FUNCTION app.take_turn_in_channel(p_channel uuid) RETURNS void
  LANGUAGE sql
AS $$
  SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(' ', app.store(), 'contacts', p_channel), 0))
$$;

-- Finds and locks the conversation with whoever has one of these identifiers, or had it at that time. If there are several, they
-- become one. NULL if there is none.
CREATE OR REPLACE FUNCTION app.conversation_of_contact(p_channel uuid, p_keys text[], p_at timestamptz) RETURNS uuid
  LANGUAGE plpgsql
AS $$
DECLARE
  v_found constant uuid[] := ARRAY(
    SELECT c.id FROM public.conversations c
     WHERE c.store_id = app.store() AND c.channel_id = p_channel AND c.thread_key = ANY (p_keys)
    UNION
    SELECT k.conversation_id FROM public.conversation_contacts k
     WHERE k.store_id = app.store() AND k.channel_id = p_channel AND k.key = ANY (p_keys) AND p_at <= coalesce(k.until, 'infinity'));
BEGIN
  PERFORM FROM public.conversations c WHERE c.store_id = app.store() AND c.id = ANY (v_found) ORDER BY c.id FOR UPDATE;
  RETURN CASE WHEN cardinality(v_found) > 1 THEN app.join_conversations(v_found) ELSE v_found[1] END;
END
$$;

-- Adds identifiers of whoever a conversation is with.
CREATE OR REPLACE FUNCTION app.note_contact(p_conversation uuid, p_keys text[]) RETURNS void
  LANGUAGE sql
AS $$
  INSERT INTO public.conversation_contacts AS k (store_id, channel_id, key, conversation_id)
  SELECT c.store_id, c.channel_id, new.key, c.id FROM public.conversations c, unnest(p_keys) AS new(key)
   WHERE c.store_id = app.store() AND c.id = p_conversation AND new.key <> c.thread_key
     AND NOT EXISTS (SELECT FROM public.conversation_contacts o
                      WHERE o.store_id = c.store_id AND o.channel_id = c.channel_id AND o.key = new.key
                        AND o.conversation_id = c.id AND o.until IS NULL)
  ON CONFLICT (store_id, channel_id, key, conversation_id) DO UPDATE SET until = NULL
$$;

-- Whom a reply of a conversation was sent to, by each identifier that the provider has for them.
CREATE OR REPLACE FUNCTION app.note_recipient(p_channel uuid, p_conversation uuid, p_keys text[]) RETURNS void
  LANGUAGE sql
AS $$
  SELECT app.note_contact(k.id, p_keys) FROM app.conversation_of_contact(p_channel, p_keys || (
    SELECT c.thread_key FROM public.conversations c WHERE c.store_id = app.store() AND c.id = p_conversation), clock_timestamp()) AS k(id)
$$;

-- Replies of a conversation go to this identifier from now on. The former one stays theirs, or was until p_until.
CREATE OR REPLACE FUNCTION app.change_address(p_conversation uuid, p_thread text, p_until timestamptz DEFAULT NULL) RETURNS void
  LANGUAGE sql
AS $$
  WITH former AS (
    SELECT c.store_id, c.id, c.channel_id, c.thread_key FROM public.conversations c
     WHERE c.store_id = app.store() AND c.id = p_conversation AND c.thread_key <> p_thread
       -- Two long conversations are not joined.
       AND NOT EXISTS (SELECT FROM public.conversations o
                        WHERE o.store_id = c.store_id AND o.channel_id = c.channel_id AND o.thread_key = p_thread)
  ), kept AS (
    INSERT INTO public.conversation_contacts (store_id, channel_id, key, conversation_id, until)
    SELECT f.store_id, f.channel_id, f.thread_key, f.id, p_until FROM former f
    ON CONFLICT (store_id, channel_id, key, conversation_id) DO UPDATE SET until = excluded.until
  )
  UPDATE public.conversations c SET thread_key = p_thread FROM former f WHERE c.store_id = f.store_id AND c.id = f.id
$$;

-- Makes one conversation of several with the same person, all locked, and returns it. The one with the most messages stays; one that
-- has very many as well is left as it is.
CREATE OR REPLACE FUNCTION app.join_conversations(p_conversations uuid[]) RETURNS uuid
  LANGUAGE plpgsql
AS $$
DECLARE
  v_most constant integer := 300;
  v_kept uuid;
  v_joined uuid[];
BEGIN
  WITH sized AS (
    SELECT c.id, n.messages FROM public.conversations c CROSS JOIN LATERAL (
      SELECT count(*) AS messages FROM (
        SELECT FROM public.messages m WHERE m.store_id = c.store_id AND m.conversation_id = c.id LIMIT v_most + 1) AS counted) AS n
     WHERE c.store_id = app.store() AND c.id = ANY (p_conversations)
  ), kept AS (
    SELECT s.id FROM sized s ORDER BY s.messages DESC, s.id LIMIT 1
  )
  SELECT k.id, ARRAY(SELECT s.id FROM sized s WHERE s.id <> k.id AND s.messages <= v_most)
    INTO v_kept, v_joined FROM kept k;
  IF v_joined = '{}' THEN
    RETURN v_kept;
  END IF;
  UPDATE public.messages m SET conversation_id = v_kept WHERE m.store_id = app.store() AND m.conversation_id = ANY (v_joined);
  UPDATE public.message_outbox o SET conversation_id = v_kept WHERE o.store_id = app.store() AND o.conversation_id = ANY (v_joined);
  WITH moved AS (
    DELETE FROM public.conversation_contacts k WHERE k.store_id = app.store() AND k.conversation_id = ANY (v_joined) RETURNING k.*
  )
  INSERT INTO public.conversation_contacts (store_id, channel_id, key, conversation_id, until)
  SELECT m.store_id, m.channel_id, m.key, v_kept, CASE WHEN bool_or(m.until IS NULL) THEN NULL ELSE max(m.until) END
    FROM (SELECT * FROM moved
          UNION ALL SELECT c.store_id, c.channel_id, c.thread_key, c.id, NULL FROM public.conversations c
                     WHERE c.store_id = app.store() AND c.id = ANY (v_joined)) AS m
   GROUP BY 1, 2, 3
  ON CONFLICT (store_id, channel_id, key, conversation_id) DO NOTHING;
  UPDATE public.conversations c
     SET status = CASE WHEN 'open' = ANY (j.statuses) THEN 'open' ELSE c.status END,
         snoozed_until = CASE WHEN 'open' = ANY (j.statuses) AND j.is_awake THEN NULL ELSE c.snoozed_until END,
         assignee_id = coalesce(c.assignee_id, j.assignee_id), customer_id = coalesce(c.customer_id, j.customer_id),
         tags = ARRAY(SELECT DISTINCT t.tag FROM unnest(c.tags || j.tags) AS t(tag) ORDER BY 1),
         order_ids = ARRAY(SELECT DISTINCT o.id FROM unnest(c.order_ids || j.order_ids) AS o(id)),
         subject = coalesce(c.subject, j.subject), contact_name = coalesce(c.contact_name, j.contact_name),
         contact_phone = coalesce(c.contact_phone, j.contact_phone),
         contact_phone_e164 = coalesce(c.contact_phone_e164, j.contact_phone_e164),
         contact_email = coalesce(c.contact_email, j.contact_email),
         unread_count = c.unread_count + j.unread_count, waiting_since = least(c.waiting_since, j.waiting_since),
         last_inbound_at = greatest(c.last_inbound_at, j.last_inbound_at), version = c.version + 1, updated_at = now()
    FROM (
      SELECT array_agg(o.status) AS statuses, bool_or(o.status = 'open' AND o.snoozed_until IS NULL) AS is_awake,
             (array_agg(o.assignee_id) FILTER (WHERE o.assignee_id IS NOT NULL))[1] AS assignee_id,
             (array_agg(o.customer_id) FILTER (WHERE o.customer_id IS NOT NULL))[1] AS customer_id,
             coalesce((SELECT array_agg(t) FROM public.conversations g, unnest(g.tags) AS t
                        WHERE g.store_id = app.store() AND g.id = ANY (v_joined)), '{}') AS tags,
             coalesce((SELECT array_agg(i) FROM public.conversations g, unnest(g.order_ids) AS i
                        WHERE g.store_id = app.store() AND g.id = ANY (v_joined)), '{}') AS order_ids,
             max(o.subject) AS subject, max(o.contact_name) AS contact_name, max(o.contact_phone) AS contact_phone,
             max(o.contact_phone_e164) AS contact_phone_e164, max(o.contact_email) AS contact_email,
             sum(o.unread_count)::integer AS unread_count, min(o.waiting_since) AS waiting_since,
             max(o.last_inbound_at) AS last_inbound_at
        FROM public.conversations o WHERE o.store_id = app.store() AND o.id = ANY (v_joined)
    ) AS j
   WHERE c.store_id = app.store() AND c.id = v_kept;
  DELETE FROM public.conversations c WHERE c.store_id = app.store() AND c.id = ANY (v_joined);
  PERFORM app.note_last_message(m.conversation_id, m.kind, m.type, m.body, m.sent_at) FROM (
    SELECT m.* FROM public.messages m
     WHERE m.store_id = app.store() AND m.conversation_id = v_kept AND m.kind <> 'note' AND m.type <> 'reaction'
     ORDER BY m.sent_at DESC, m.id DESC LIMIT 1) AS m;
  PERFORM app.record_event('conversation.updated', v_kept, '{"changed": ["messages"]}');
  RETURN v_kept;
END
$$;

-- Follows a change of number or user id: {thread_key, other_keys, former_keys, sender_phone?, sent_at}. What they were known by
-- before may be somebody else's afterwards.
CREATE OR REPLACE FUNCTION app.follow_contact(p_channel uuid, p_change jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_at constant timestamptz := coalesce((p_change ->> 'sent_at')::timestamptz, clock_timestamp());
  v_keys constant text[] := app.contact_keys(p_change);
  v_former constant text[] := app.contact_keys(jsonb_build_object('other_keys', p_change -> 'former_keys'));
  v_conversation uuid;
BEGIN
  -- A repeated request may come after further changes.
  IF EXISTS (SELECT FROM public.messages m
              WHERE m.store_id = app.store() AND m.channel_id = p_channel
                AND m.provider_message_id = app.provider_key(p_change ->> 'provider_message_id')) THEN
    RETURN;
  END IF;
  v_conversation := app.conversation_of_contact(p_channel, v_former, v_at);
  IF v_conversation IS NOT NULL THEN
    UPDATE public.conversation_contacts k SET until = v_at
     WHERE k.store_id = app.store() AND k.conversation_id = v_conversation AND k.until IS NULL AND NOT k.key = ANY (v_keys);
    PERFORM app.note_contact(v_conversation, v_keys);
  END IF;
  -- Whoever writes before this arrives has a conversation of their own until now.
  v_conversation := app.conversation_of_contact(p_channel, v_keys, v_at);
  IF v_conversation IS NULL THEN
    RETURN;
  END IF;
  PERFORM app.change_address(v_conversation, app.provider_key(p_change ->> 'thread_key'), v_at),
          app.note_contact(v_conversation, v_keys);
  IF p_change ? 'sender_phone' THEN
    UPDATE public.conversations c
       SET contact_phone = p_change ->> 'sender_phone', version = c.version + 1, updated_at = now(),
           contact_phone_e164 = app.e164(p_change ->> 'sender_phone', p_change ->> 'sender_phone_e164', app.store_country())
     WHERE c.store_id = app.store() AND c.id = v_conversation;
  END IF;
  PERFORM app.receive_message(p_channel, p_change);
END
$$;
