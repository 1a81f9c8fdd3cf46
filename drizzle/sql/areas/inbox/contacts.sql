-- The contact of a conversation, the person it is with, has one or more identifiers: on WhatsApp a phone number, a business-scoped
-- user id, or both. A conversation is found by any of them.

-- Whether a conversation is being erased or was (app.forget_conversation).
CREATE OR REPLACE FUNCTION app.is_forgotten(c public.conversations) RETURNS boolean
  LANGUAGE sql IMMUTABLE
AS $$ SELECT c.thread_key = 'forgotten:' || c.id $$;

-- The identifiers in an arrival: {thread_key, other_keys?}. A number that people write in two ways is found by both.
CREATE OR REPLACE FUNCTION app.arrival_keys(p_arrival jsonb) RETURNS text[]
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

-- Whether an identifier is a business-scoped user id of one person, and no parent id.
CREATE OR REPLACE FUNCTION app.is_user_id(p_key text) RETURNS boolean
  LANGUAGE sql IMMUTABLE
AS $$ SELECT p_key ~ '^[A-Z]{2}\.(?!ENT\.)' $$;

-- The user ids that the contact of a conversation had at that time.
CREATE OR REPLACE FUNCTION app.user_ids_of(p_conversation uuid, p_at timestamptz) RETURNS text[]
  LANGUAGE sql STABLE
AS $$
  SELECT coalesce(array_agg(t.key) FILTER (WHERE app.is_user_id(t.key)), '{}') FROM (
    SELECT c.thread_key FROM public.conversations c WHERE c.store_id = app.store() AND c.id = p_conversation
    UNION ALL SELECT k.key FROM public.conversation_contacts k
     WHERE k.store_id = app.store() AND k.conversation_id = p_conversation AND p_at < coalesce(k.until, 'infinity')) AS t(key)
$$;

-- The conversation with the person who had an identifier at that time. Somebody else may have it since.
CREATE OR REPLACE FUNCTION app.holder_of(p_channel uuid, p_key text, p_at timestamptz) RETURNS uuid
  LANGUAGE sql STABLE
AS $$
  SELECT coalesce(
    (SELECT k.conversation_id FROM public.conversation_contacts k
      WHERE k.store_id = app.store() AND k.channel_id = p_channel AND k.key = p_key AND k.until > p_at ORDER BY k.until LIMIT 1),
    (SELECT c.id FROM public.conversations c WHERE c.store_id = app.store() AND c.channel_id = p_channel AND c.thread_key = p_key),
    (SELECT k.conversation_id FROM public.conversation_contacts k
      WHERE k.store_id = app.store() AND k.channel_id = p_channel AND k.key = p_key AND k.until IS NULL LIMIT 1))
$$;

-- Finds and locks the conversation with the person who had one of these identifiers at that time. Several conversations with the same
-- person become one. If the identifiers belong to different people, the user id decides: the number has become somebody else's.
CREATE OR REPLACE FUNCTION app.conversation_of_contact(p_channel uuid, p_keys text[], p_at timestamptz) RETURNS uuid
  LANGUAGE plpgsql
AS $$
DECLARE
  v_found uuid[];
  v_kept uuid;
  v_other uuid;
BEGIN
  SELECT array_agg(DISTINCT h.id), (array_agg(h.id ORDER BY app.is_user_id(h.key) DESC, h.id))[1] INTO v_found, v_kept
    FROM (SELECT g.key, app.holder_of(p_channel, g.key, p_at) AS id FROM unnest(p_keys) AS g(key)) AS h WHERE h.id IS NOT NULL;
  PERFORM FROM public.conversations c WHERE c.store_id = app.store() AND c.id = ANY (v_found) ORDER BY c.id FOR UPDATE;
  IF cardinality(v_found) > 1 THEN
    v_kept := app.join_conversations(v_kept, ARRAY(SELECT f.id FROM unnest(v_found) AS f(id) WHERE app.are_same_person(v_kept, f.id, p_at)));
    FOREACH v_other IN ARRAY v_found LOOP
      IF v_other <> v_kept THEN
        PERFORM app.release_contact(v_other, p_keys, p_at);
      END IF;
    END LOOP;
  END IF;
  RETURN v_kept;
END
$$;

-- Whether two conversations can be with one person: not if they are linked to two customers, or have different user ids.
CREATE OR REPLACE FUNCTION app.are_same_person(p_one uuid, p_other uuid, p_at timestamptz) RETURNS boolean
  LANGUAGE sql STABLE
AS $$
  SELECT count(DISTINCT c.customer_id) < 2 AND (array_length(app.user_ids_of(p_one, p_at), 1) IS NULL
      OR array_length(app.user_ids_of(p_other, p_at), 1) IS NULL OR app.user_ids_of(p_one, p_at) && app.user_ids_of(p_other, p_at))
    FROM public.conversations c WHERE c.store_id = app.store() AND c.id IN (p_one, p_other)
$$;

-- The contact of a conversation no longer has these identifiers.
CREATE OR REPLACE FUNCTION app.release_contact(p_conversation uuid, p_keys text[], p_until timestamptz) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE public.conversation_contacts k SET until = p_until
   WHERE k.store_id = app.store() AND k.conversation_id = p_conversation AND k.until IS NULL AND k.key = ANY (p_keys);
  PERFORM app.change_address(c.id, coalesce((
      SELECT k.key FROM public.conversation_contacts k
       WHERE k.store_id = c.store_id AND k.conversation_id = c.id AND k.until IS NULL ORDER BY k.key LIMIT 1), 'former:' || c.id), p_until, p_until)
     FROM public.conversations c WHERE c.store_id = app.store() AND c.id = p_conversation AND c.thread_key = ANY (p_keys);
END
$$;

-- Adds identifiers of a conversation's contact, as known at that time. A person has one user id at a time.
CREATE OR REPLACE FUNCTION app.note_contact(p_conversation uuid, p_keys text[], p_at timestamptz) RETURNS void
  LANGUAGE sql
AS $$
  UPDATE public.conversation_contacts k SET until = p_at FROM public.conversations c
   WHERE c.store_id = app.store() AND c.id = p_conversation AND p_at >= coalesce(c.last_inbound_at, p_at)
     AND k.store_id = c.store_id AND k.conversation_id = c.id AND k.until IS NULL AND app.is_user_id(k.key) AND k.key <> ALL (p_keys)
     AND EXISTS (SELECT FROM unnest(p_keys) AS new(key) WHERE app.is_user_id(new.key));
  INSERT INTO public.conversation_contacts AS k (store_id, channel_id, key, conversation_id)
  SELECT c.store_id, c.channel_id, new.key, c.id FROM public.conversations c, unnest(p_keys) AS new(key)
   WHERE c.store_id = app.store() AND c.id = p_conversation AND new.key <> c.thread_key
     AND NOT EXISTS (SELECT FROM public.conversation_contacts o
                      WHERE o.store_id = c.store_id AND o.channel_id = c.channel_id AND o.key = new.key
                        AND o.conversation_id = c.id AND o.until IS NULL)
  ON CONFLICT (store_id, channel_id, key, conversation_id) DO UPDATE SET until = NULL WHERE k.until < p_at
$$;

-- Whom a reply of a conversation was sent to, by each identifier that the provider has for them. Not of one that was erased since.
CREATE OR REPLACE FUNCTION app.note_recipient(p_channel uuid, p_conversation uuid, p_keys text[], p_at timestamptz) RETURNS void
  LANGUAGE sql
AS $$
  SELECT app.note_contact(k.id, p_keys, p_at) FROM public.conversations c
   CROSS JOIN LATERAL app.conversation_of_contact(p_channel, p_keys || c.thread_key, p_at) AS k(id)
   WHERE c.store_id = app.store() AND c.id = p_conversation AND NOT app.is_forgotten(c)
$$;

-- Replies of a conversation go to this identifier from that time on, unless it is known not to be theirs then. The former one stays
-- theirs, or was until p_until.
CREATE OR REPLACE FUNCTION app.change_address(p_conversation uuid, p_thread text, p_at timestamptz, p_until timestamptz DEFAULT NULL) RETURNS void
  LANGUAGE sql
AS $$
  WITH former AS (
    SELECT c.store_id, c.id, c.channel_id, c.thread_key FROM public.conversations c
     WHERE c.store_id = app.store() AND c.id = p_conversation AND c.thread_key <> p_thread
       AND NOT EXISTS (SELECT FROM public.conversation_contacts k
                        WHERE k.store_id = c.store_id AND k.conversation_id = c.id AND k.key = p_thread AND k.until >= p_at)
       AND NOT EXISTS (SELECT FROM public.conversations o
                        WHERE o.store_id = c.store_id AND o.channel_id = c.channel_id AND o.thread_key = p_thread)
  ), kept AS (
    INSERT INTO public.conversation_contacts (store_id, channel_id, key, conversation_id, until)
    SELECT f.store_id, f.channel_id, f.thread_key, f.id, p_until FROM former f WHERE f.thread_key <> 'former:' || f.id
    ON CONFLICT (store_id, channel_id, key, conversation_id) DO UPDATE SET until = excluded.until
  )
  UPDATE public.conversations c SET thread_key = p_thread FROM former f WHERE c.store_id = f.store_id AND c.id = f.id
$$;

