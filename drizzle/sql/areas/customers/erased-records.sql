-- Erases parts of the records of an anonymized customer, a portion a call (erasures.sql). Each function first finds what to
-- change in its portion, and then changes that. In one join, PostgreSQL may check a record again for each record of the store.

-- Looks through a portion of the stored results, up to a megabyte as stored, for those that name one of the subjects (those of
-- replies name only the conversation). There may be thousands of subjects, so the texts of a result are looked up among them. A
-- stored result that is the customer is replaced with their current data. Until the customer is anonymized, records with their
-- names stay, because the next call needs them. Returns the last key, or NULL at the end.
CREATE OR REPLACE FUNCTION app.scrub_results(p_erasure public.erasures, p_limit integer) RETURNS text[]
  LANGUAGE plpgsql
AS $$
DECLARE
  v_customer constant jsonb := (SELECT to_jsonb(c) - '{search_text,phone_tail,email_key,tag_keys}'::text[] FROM public.customers c
                            WHERE c.store_id = p_erasure.store_id AND c.id = ANY (p_erasure.customers));
  v_is_done constant boolean := v_customer ->> 'anonymized_at' IS NOT NULL;
  -- As keys, which are found as fast among thousands.
  v_subjects constant jsonb := (SELECT jsonb_object_agg(id, true) FROM unnest(p_erasure.subjects) AS id);
  v_last text[];
BEGIN
  WITH next AS MATERIALIZED (
    SELECT n.*, sum(n.bytes) OVER (ORDER BY n.caller, n.operation, n.key) - n.bytes AS before FROM (
      SELECT k.caller, k.operation, k.key, k.result, pg_column_size(k.result) AS bytes FROM public.idempotency_keys k
       WHERE k.store_id = p_erasure.store_id
         AND (k.caller, k.operation, k.key) > (coalesce(p_erasure.position[1], '00000000-0000-0000-0000-000000000000')::uuid,
                                               coalesce(p_erasure.position[2], ''), coalesce(p_erasure.position[3], ''))
       ORDER BY k.caller, k.operation, k.key LIMIT p_limit) AS n
  ), portion AS MATERIALIZED (
    SELECT * FROM next n WHERE n.before < 1000000
  ), found AS MATERIALIZED (
    SELECT p.caller, p.operation, p.key FROM portion p
     WHERE (v_is_done OR NOT p.result ? 'orders_count')
       -- An id is a text of its own, so it is between two quotation marks.
       AND EXISTS (SELECT FROM unnest(string_to_array(p.result::text, '"')) AS part WHERE v_subjects ? part)
  ), scrubbed AS (
    UPDATE public.idempotency_keys k
       SET result = CASE WHEN k.result ? 'orders_count' AND (k.result ->> 'id') = ANY (p_erasure.customers::text[]) THEN v_customer
                         ELSE coalesce(app.inbox_record_now(k.result), app.scrubbed(k.result, p_erasure.words, p_erasure.tails)) END
      FROM found f
     WHERE k.store_id = p_erasure.store_id AND k.caller = f.caller AND k.operation = f.operation AND k.key = f.key
  )
  SELECT CASE WHEN (SELECT count(*) FROM portion) = p_limit OR (SELECT count(*) FROM portion) < (SELECT count(*) FROM next)
              THEN ARRAY[caller::text, operation, key] END
    INTO v_last FROM portion ORDER BY caller DESC, operation DESC, key DESC LIMIT 1;
  RETURN v_last;
END
$$;

-- Looks through a portion of the movements of the first subject, a variant. Returns the last one, or NULL at the end.
CREATE OR REPLACE FUNCTION app.scrub_movements(p_erasure public.erasures, p_limit integer) RETURNS text[]
  LANGUAGE plpgsql
AS $$
DECLARE
  v_last text[];
BEGIN
  WITH portion AS MATERIALIZED (
    SELECT m.id, m.reason FROM public.inventory_movements m
     WHERE m.store_id = p_erasure.store_id AND m.variant_id = p_erasure.subjects[1]
       AND m.id > coalesce(p_erasure.position[1], '00000000-0000-0000-0000-000000000000')::uuid
     ORDER BY m.id LIMIT p_limit
  ), scrubbed AS (
    UPDATE public.inventory_movements m SET reason = app.scrubbed_text(m.reason, p_erasure.words, p_erasure.tails)
     WHERE m.store_id = p_erasure.store_id AND m.id = ANY (ARRAY(
       SELECT p.id FROM portion p
        WHERE p.reason <> 'import' AND p.reason <> app.scrubbed_text(p.reason, p_erasure.words, p_erasure.tails)))
  )
  SELECT ARRAY[id::text] INTO v_last FROM portion ORDER BY id OFFSET p_limit - 1;
  RETURN v_last;
END
$$;

-- The data of an event without personal data.
CREATE OR REPLACE FUNCTION app.scrubbed_event(p_type text, p_data jsonb, p_words text[], p_tails text[]) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE
    WHEN p_data = '{}' OR p_type = 'inventory.adjusted' AND p_data ->> 'reason' = 'import' THEN p_data
    WHEN p_type = 'customer.merged' THEN app.scrubbed(jsonb_build_object(
      'merged', (SELECT jsonb_agg(one - 'external_id') FROM jsonb_array_elements(p_data -> 'merged') AS one)), p_words, p_tails)
    -- One of a list, not what somebody wrote.
    WHEN p_type = 'order.held' THEN app.scrubbed(p_data, p_words, p_tails) || jsonb_build_object('reason', p_data -> 'reason')
    WHEN p_type = 'conversation.reply_failed' THEN app.scrubbed(p_data, p_words, p_tails) || jsonb_build_object('code', p_data -> 'code')
    ELSE app.scrubbed(p_data, p_words, p_tails) END
$$;

-- Looks through a portion of the events of the first subject, newest first, and of what webhooks received of them. Returns the
-- last one, or NULL at the end. p_erasure.customers: of an event of theirs, nothing that was sent or is being sent is kept.
CREATE OR REPLACE FUNCTION app.scrub_events(p_erasure public.erasures, p_limit integer) RETURNS text[]
  LANGUAGE plpgsql
AS $$
DECLARE
  v_last text[];
BEGIN
  WITH portion AS MATERIALIZED (
    SELECT e.id, e.created_at, e.type, e.data FROM public.events e
     WHERE e.store_id = p_erasure.store_id AND e.subject_id = p_erasure.subjects[1]
       AND (e.created_at, e.id) < (coalesce(p_erasure.position[1], 'infinity')::timestamptz,
                                   coalesce(p_erasure.position[2], 'ffffffff-ffff-ffff-ffff-ffffffffffff')::uuid)
     ORDER BY e.created_at DESC, e.id DESC LIMIT p_limit
  ), scrubbed AS (
    UPDATE public.events e SET data = app.scrubbed_event(e.type, e.data, p_erasure.words, p_erasure.tails)
     WHERE e.store_id = p_erasure.store_id AND e.id = ANY (ARRAY(
       SELECT p.id FROM portion p WHERE p.data <> app.scrubbed_event(p.type, p.data, p_erasure.words, p_erasure.tails)))
  ), forgotten AS (
    -- Ends the leases of attempts, which sent what was known before, so that it is not stored (app.settle_delivery).
    UPDATE public.webhook_deliveries d SET body = NULL, response_body = NULL, lease_id = NULL
      FROM public.webhooks w
     WHERE w.store_id = p_erasure.store_id AND d.store_id = p_erasure.store_id AND d.webhook_id = w.id
       AND d.id = ANY (ARRAY(SELECT p.id FROM portion p WHERE p.type <> 'inventory.adjusted'))
       AND (d.body IS NOT NULL OR d.lease_id IS NOT NULL)
  )
  SELECT ARRAY[created_at::text, id::text] INTO v_last FROM portion ORDER BY created_at DESC, id DESC OFFSET p_limit - 1;
  RETURN v_last;
END
$$;

-- Erases what the first subject, an order, has of the person, with its payments, returns and shipments. Returns the order as it was,
-- for app.forget_cities.
CREATE OR REPLACE FUNCTION app.scrub_order(p_erasure public.erasures) RETURNS public.orders
  LANGUAGE plpgsql
AS $$
DECLARE
  v_order constant uuid := p_erasure.subjects[1];
  v_before public.orders;
  v_after public.orders;
  v_words text[];
  v_tails text[];
BEGIN
  SELECT * INTO v_before FROM public.orders o WHERE o.store_id = p_erasure.store_id AND o.id = v_order FOR NO KEY UPDATE;
  -- Also what only this order calls the person. Very many events, if there are, get their turn without it.
  SELECT p_erasure.words || app.words_to_erase(
           v_before.customer_name || a.names, ARRAY[v_before.customer_phone, v_before.shipping_address] || a.phones || a.texts),
         p_erasure.tails || app.tails_to_erase(v_before.customer_phone || a.phones)
    INTO p_erasure.words, p_erasure.tails FROM app.persons_of_addresses(jsonb_build_array(v_before.address)) AS a;
  v_words := p_erasure.words;
  v_tails := p_erasure.tails;
  PERFORM app.scrub_events(p_erasure, 500);
  v_after := v_before;
  v_after.customer_name := 'Anonymized';
  v_after.customer_phone := NULL;
  v_after.customer_phone_e164 := NULL;
  v_after.address := NULL;
  -- each orders.removed_texts: v_after.% := NULL;
  v_after.shipping_address := NULL; v_after.notes := NULL;
  -- each orders.scrubbed_texts: v_after.% := app.scrubbed_text(v_after.%, v_words, v_tails);
  v_after.payment_method := app.scrubbed_text(v_after.payment_method, v_words, v_tails); v_after.po_number := app.scrubbed_text(v_after.po_number, v_words, v_tails);
  v_after.shipments := app.scrubbed(v_after.shipments, v_words, v_tails);
  v_after.lines := app.scrubbed(v_after.lines, v_words, v_tails);
  v_after.delivery := CASE WHEN v_after.delivery IS NOT NULL THEN app.scrubbed(v_after.delivery, v_words, v_tails) END;
  v_after.destination := v_after.destination || '{"region": null}';
  v_after.discounts := CASE WHEN v_after.discounts = '[]' THEN v_after.discounts ELSE app.scrubbed(v_after.discounts, v_words, v_tails) END;
  v_after.tags := ARRAY(SELECT tag FROM unnest(v_after.tags) WITH ORDINALITY AS had(tag, place)
                   WHERE app.scrubbed_text(tag, v_words, v_tails) = tag ORDER BY place);
  v_after.version := v_after.version + 1;
  v_after.updated_at := greatest(v_after.updated_at, now());
  UPDATE public.orders SET
    -- each orders.erased: % = v_after.%
    delivery = v_after.delivery, destination = v_after.destination, discounts = v_after.discounts, customer_name = v_after.customer_name, customer_phone = v_after.customer_phone, customer_phone_e164 = v_after.customer_phone_e164, address = v_after.address, tags = v_after.tags, lines = v_after.lines, shipments = v_after.shipments, version = v_after.version, updated_at = v_after.updated_at, shipping_address = v_after.shipping_address, payment_method = v_after.payment_method, po_number = v_after.po_number, notes = v_after.notes
   WHERE store_id = p_erasure.store_id AND id = v_order;
  UPDATE public.order_payments p
     SET method = app.scrubbed_text(p.method, v_words, v_tails),
         reference = app.scrubbed_text(p.reference, v_words, v_tails), reason = app.scrubbed_text(p.reason, v_words, v_tails),
         void_reason = app.scrubbed_text(p.void_reason, v_words, v_tails)
   WHERE p.store_id = p_erasure.store_id AND p.order_id = v_order
     AND coalesce(p.method, p.reference, p.reason, p.void_reason) IS NOT NULL;
  UPDATE public.order_returns r SET reason = app.scrubbed_text(r.reason, v_words, v_tails)
   WHERE r.store_id = p_erasure.store_id AND r.order_id = v_order AND r.reason IS NOT NULL;
  UPDATE public.shipments s
     SET carrier = app.scrubbed_text(s.carrier, v_words, v_tails), tracking_number = app.scrubbed_text(s.tracking_number, v_words, v_tails),
         tracking_url = CASE WHEN app.scrubbed_text(s.tracking_url, v_words, v_tails) = s.tracking_url THEN s.tracking_url END
   WHERE s.store_id = p_erasure.store_id AND s.order_id = v_order AND coalesce(s.carrier, s.tracking_number, s.tracking_url) IS NOT NULL;
  RETURN v_before;
END
$$;

-- Erases a portion of the first subject, a conversation of an anonymized customer: names, contact details and texts. Queued replies
-- are not sent. Returns the last message, or NULL at the end.
CREATE OR REPLACE FUNCTION app.forget_conversation(p_erasure public.erasures, p_limit integer) RETURNS text[]
  LANGUAGE plpgsql
AS $$
DECLARE
  v_conversation constant uuid := p_erasure.subjects[1];
  v_last text[];
BEGIN
  IF p_erasure.position = '{}' THEN
    SELECT p_erasure.words || app.words_to_erase(ARRAY[c.contact_name], ARRAY[c.contact_phone, c.contact_email]),
           p_erasure.tails || app.tails_to_erase(ARRAY[c.contact_phone])
      INTO p_erasure.words, p_erasure.tails FROM public.conversations c WHERE c.store_id = p_erasure.store_id AND c.id = v_conversation;
    PERFORM app.scrub_events(p_erasure, 500);
    UPDATE public.conversations c
       SET contact_name = NULL, contact_phone = NULL, contact_phone_e164 = NULL, contact_email = NULL, subject = NULL, tags = '{}',
           last_message_preview = '', thread_key = 'forgotten:' || c.id, status = 'closed', snoozed_until = NULL,
           waiting_since = NULL, unread_count = 0, version = c.version + 1, updated_at = now()
     WHERE c.store_id = p_erasure.store_id AND c.id = v_conversation;
    DELETE FROM public.conversation_contacts k WHERE k.store_id = p_erasure.store_id AND k.conversation_id = v_conversation;
    DELETE FROM public.message_outbox o WHERE o.store_id = p_erasure.store_id AND o.conversation_id = v_conversation;
  END IF;
  WITH portion AS MATERIALIZED (
    SELECT m.id, m.sent_at FROM public.messages m
     WHERE m.store_id = p_erasure.store_id AND m.conversation_id = v_conversation
       AND (m.sent_at, m.id) < (coalesce(p_erasure.position[1], 'infinity')::timestamptz,
                                coalesce(p_erasure.position[2], 'ffffffff-ffff-ffff-ffff-ffffffffffff')::uuid)
     ORDER BY m.sent_at DESC, m.id DESC LIMIT p_limit
  ), forgotten AS (
    UPDATE public.messages m
       SET body = '', attachments = '[]', data = '{}', previous = '[]', original = '{}', sender_name = NULL, type = 'deleted',
           -- WhatsApp's ids contain the phone number, and providers' error texts may.
           provider_message_id = NULL, in_reply_to = NULL, failure_reason = NULL,
           delivery_status = CASE m.delivery_status WHEN 'queued' THEN 'failed' ELSE m.delivery_status END
     WHERE m.store_id = p_erasure.store_id AND m.id = ANY (ARRAY(SELECT p.id FROM portion p))
  )
  SELECT ARRAY[sent_at::text, id::text] INTO v_last FROM portion ORDER BY sent_at DESC, id DESC OFFSET p_limit - 1;
  RETURN v_last;
END
$$;
