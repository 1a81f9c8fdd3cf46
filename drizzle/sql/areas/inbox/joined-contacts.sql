-- Makes one conversation of several with the same person, all locked, and returns it. The one with the most messages stays. One that
-- has very many as well is left as it is, and so is one of an anonymized customer, which is about to be erased. p_preferred: if none
-- can be joined. Each message that moves enters all indexes again, so those are few.
CREATE OR REPLACE FUNCTION app.join_conversations(p_preferred uuid, p_conversations uuid[]) RETURNS uuid
  LANGUAGE plpgsql
AS $$
DECLARE
  v_most constant integer := 300;
  v_most_characters constant integer := 30000;
  v_kept uuid;
  v_joined uuid[];
BEGIN
  WITH sized AS (
    SELECT c.id, n.messages, n.messages <= v_most AND n.characters <= v_most_characters AS is_short FROM public.conversations c CROSS JOIN LATERAL (
      SELECT count(*) AS messages, coalesce(sum(length(counted.body)), 0) AS characters FROM (
        SELECT m.body FROM public.messages m WHERE m.store_id = c.store_id AND m.conversation_id = c.id LIMIT v_most + 1) AS counted) AS n
     WHERE c.store_id = app.store() AND c.id = ANY (p_conversations) AND NOT EXISTS (
           SELECT FROM public.customers k WHERE k.store_id = c.store_id AND k.id = c.customer_id AND k.anonymized_at IS NOT NULL)
  ), kept AS (
    SELECT s.id FROM sized s ORDER BY s.messages DESC, s.id LIMIT 1
  )
  SELECT k.id, ARRAY(SELECT s.id FROM sized s WHERE s.id <> k.id AND s.is_short)
    INTO v_kept, v_joined FROM kept k;
  IF v_kept IS NULL OR v_joined = '{}' THEN
    RETURN p_preferred;
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
         tags = ARRAY(SELECT DISTINCT ON (app.fold(t.tag)) t.tag FROM unnest(c.tags || j.tags) AS t(tag) ORDER BY app.fold(t.tag) LIMIT 50),
         former_ids = c.former_ids || v_joined || j.former_ids,
         order_ids = ARRAY(SELECT DISTINCT o.id FROM unnest(c.order_ids || j.order_ids) AS o(id)),
         subject = coalesce(c.subject, j.subject), contact_name = coalesce(c.contact_name, j.contact_name),
         contact_phone = coalesce(c.contact_phone, j.contact_phone),
         contact_phone_e164 = coalesce(c.contact_phone_e164, j.contact_phone_e164),
         contact_email = coalesce(c.contact_email, j.contact_email),
         unread_count = c.unread_count + j.unread_count, waiting_since = least(c.waiting_since, j.waiting_since),
         last_inbound_at = greatest(c.last_inbound_at, j.last_inbound_at)
    FROM (
      SELECT array_agg(o.status) AS statuses, bool_or(o.status = 'open' AND o.snoozed_until IS NULL) AS is_awake,
             (array_agg(o.assignee_id) FILTER (WHERE o.assignee_id IS NOT NULL))[1] AS assignee_id,
             (array_agg(o.customer_id) FILTER (WHERE o.customer_id IS NOT NULL))[1] AS customer_id,
             coalesce((SELECT array_agg(t) FROM public.conversations g, unnest(g.tags) AS t
                        WHERE g.store_id = app.store() AND g.id = ANY (v_joined)), '{}') AS tags,
             coalesce((SELECT array_agg(i) FROM public.conversations g, unnest(g.order_ids) AS i
                        WHERE g.store_id = app.store() AND g.id = ANY (v_joined)), '{}') AS order_ids,
             coalesce((SELECT array_agg(i) FROM public.conversations g, unnest(g.former_ids) AS i
                        WHERE g.store_id = app.store() AND g.id = ANY (v_joined)), '{}') AS former_ids,
             max(o.subject) AS subject, max(o.contact_name) AS contact_name, max(o.contact_phone) AS contact_phone,
             max(o.contact_phone_e164) AS contact_phone_e164, max(o.contact_email) AS contact_email,
             sum(o.unread_count)::integer AS unread_count, min(o.waiting_since) AS waiting_since,
             max(o.last_inbound_at) AS last_inbound_at
        FROM public.conversations o WHERE o.store_id = app.store() AND o.id = ANY (v_joined)
    ) AS j
   WHERE c.store_id = app.store() AND c.id = v_kept;
  DELETE FROM public.conversations c WHERE c.store_id = app.store() AND c.id = ANY (v_joined);
  PERFORM app.show_changed_message(v_kept);
  PERFORM app.record_event('conversation.updated', v_kept, jsonb_build_object('changed', '["messages"]'::jsonb, 'joined', v_joined));
  RETURN v_kept;
END
$$;

-- Follows a change of number or user id: {thread_key, other_keys, former_keys, sender_phone?, sent_at}, and stores the note that says so.
-- What they were known by before may be somebody else's afterwards, and what they are known by now may have been.
CREATE OR REPLACE FUNCTION app.follow_contact(p_channel uuid, p_change jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_at constant timestamptz := coalesce(least((p_change ->> 'sent_at')::timestamptz, clock_timestamp()), clock_timestamp());
  v_keys constant text[] := app.arrival_keys(p_change);
  v_former constant text[] := app.arrival_keys(jsonb_build_object('other_keys', p_change -> 'former_keys'));
  v_conversation uuid;
  v_other public.conversations;
  v_found uuid;
BEGIN
  -- A repeated request may come after further changes.
  IF EXISTS (SELECT FROM public.messages m
              WHERE m.store_id = app.store() AND m.channel_id = p_channel
                AND m.provider_message_id = app.provider_key(p_change ->> 'provider_message_id')) THEN
    RETURN;
  END IF;
  v_conversation := app.conversation_of_contact(p_channel, v_former, v_at);
  v_found := app.conversation_of_contact(p_channel, v_keys, v_at);
  -- It may have become part of that one.
  IF NOT EXISTS (SELECT FROM public.conversations c WHERE c.store_id = app.store() AND c.id = v_conversation) THEN
    v_conversation := v_found;
  END IF;
  SELECT * INTO v_other FROM public.conversations c WHERE c.store_id = app.store() AND c.id = v_found;
  IF v_other.id <> v_conversation AND v_other.created_at > v_at - interval '1 day' AND app.user_ids_of(v_other.id, v_at) <@ v_keys
     AND coalesce(v_other.customer_id = (
       SELECT c.customer_id FROM public.conversations c WHERE c.store_id = app.store() AND c.id = v_conversation), true) THEN
    -- They have written under the new one before this arrived.
    v_conversation := app.join_conversations(v_conversation, ARRAY[v_conversation, v_other.id]);
  END IF;
  IF v_other.id <> v_conversation THEN
    PERFORM app.release_contact(v_other.id, v_keys, v_at);
  END IF;
  IF v_conversation IS NOT NULL THEN
    UPDATE public.conversation_contacts k SET until = v_at
     WHERE k.store_id = app.store() AND k.conversation_id = v_conversation AND k.until IS NULL AND NOT k.key = ANY (v_keys);
    PERFORM app.change_address(v_conversation, app.provider_key(p_change ->> 'thread_key'), v_at, v_at),
            app.note_contact(v_conversation, v_keys, v_at);
  END IF;
  IF p_change ? 'sender_phone' THEN
    UPDATE public.conversations c
       SET contact_phone = p_change ->> 'sender_phone', version = c.version + 1, updated_at = now(),
           contact_phone_e164 = app.e164(p_change ->> 'sender_phone', p_change ->> 'sender_phone_e164', app.store_country())
     WHERE c.store_id = app.store() AND c.id = v_conversation;
  END IF;
  PERFORM app.receive_message(p_channel, p_change);
END
$$;
