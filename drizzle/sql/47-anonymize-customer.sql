-- A record without personal data: personal fields are emptied, and texts replaced that contain one of the (folded) words or
-- the last digits of one of the phone numbers. Ids, statuses, times and catalogue data stay. Of a destination, the country
-- stays, which decided about the tax; its region is what the person wrote.
-- p_within: variant_attributes or variant_options, whose keys merchants choose, and whose numbers may be phone numbers.
CREATE OR REPLACE FUNCTION app.scrubbed(p_record jsonb, p_words text[], p_tails text[], p_within text DEFAULT NULL) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_kind constant text := jsonb_typeof(p_record);
  v_text text;
BEGIN
  CASE
    WHEN v_kind = 'object' THEN
      RETURN (
        SELECT coalesce(jsonb_object_agg(key, CASE
                 WHEN value = 'null' THEN value
                 WHEN p_within = 'variant_options' THEN app.scrubbed(value, p_words, p_tails, p_within)
                 WHEN key IN ('phone', 'phone_e164', 'customer_phone', 'customer_phone_e164', 'email', 'address',
                              'shipping_address', 'notes', 'note', 'body', 'blocked_reason') THEN 'null'
                 WHEN p_within IS NOT NULL THEN app.scrubbed(value, p_words, p_tails, p_within)
                 WHEN key = 'destination' AND jsonb_typeof(value) = 'object' THEN value || '{"region": null}'
                 WHEN key = 'tracking_url' AND app.scrubbed(value, p_words, p_tails) <> value THEN 'null'
                 WHEN key = 'customer_name' THEN '"Anonymized"'
                 WHEN key IN ('addresses', 'other_phones', 'other_phones_key', 'other_emails') THEN '[]'
                 WHEN key IN ('variant_attributes', 'variant_options') THEN app.scrubbed(value, p_words, p_tails, key)
                 WHEN key ~ '(^|_)(id|ids|at|status|type|kind|currency|platform|source)$'
                   OR key IN ('product_name', 'variant_sku', 'lines_key', 'changed', 'hold_reason') THEN value
                 ELSE app.scrubbed(value, p_words, p_tails) END), '{}')
          FROM jsonb_each(p_record));
    WHEN v_kind = 'array' THEN
      RETURN (
        SELECT coalesce(jsonb_agg(app.scrubbed(value, p_words, p_tails, p_within) ORDER BY place), '[]')
          FROM jsonb_array_elements(p_record) WITH ORDINALITY AS item(value, place));
    WHEN v_kind = 'string' OR (v_kind = 'number' AND p_within IS NOT NULL) THEN
      v_text := app.fold(p_record #>> '{}');
      IF v_text = ANY (p_words)
         -- Short words are part of too many others.
         OR EXISTS (SELECT FROM unnest(p_words) AS word WHERE length(word) > 3 AND strpos(v_text, word) > 0)
         OR EXISTS (SELECT FROM unnest(p_tails) AS tail WHERE strpos(regexp_replace(v_text, '\D', '', 'g'), tail) > 0) THEN
        RETURN '"Anonymized"';
      END IF;
      RETURN p_record;
    ELSE
      RETURN p_record;
  END CASE;
END
$$;

CREATE OR REPLACE FUNCTION app.scrubbed_text(p_text text, p_words text[], p_tails text[]) RETURNS text
  LANGUAGE sql IMMUTABLE
AS $$ SELECT app.scrubbed(to_jsonb(p_text), p_words, p_tails) #>> '{}' $$;

-- Scrubs the open store's records of a customer, under all ids they have had: events, payments, returns and shipments of
-- their orders, and results stored for retries (those of replies name only the conversation). A stored result that is the
-- customer is replaced with their current data. Until the customer is anonymized, records with their names stay, because
-- the next call needs them.
CREATE OR REPLACE FUNCTION app.scrub_records(
  p_customers uuid[], p_orders uuid[], p_conversations uuid[], p_words text[], p_tails text[]
) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_customer constant jsonb := (SELECT to_jsonb(c) - '{search_text,phone_tail,email_key}'::text[] FROM public.customers c
                            WHERE c.store_id = app.store() AND c.id = ANY (p_customers));
  v_is_done constant boolean := v_customer ->> 'anonymized_at' IS NOT NULL;
  v_variants constant uuid[] := ARRAY(
    SELECT DISTINCT (l ->> 'variant_id')::uuid FROM public.orders o CROSS JOIN jsonb_array_elements(o.lines) AS l
     WHERE o.store_id = app.store() AND o.id = ANY (p_orders));
BEGIN
  -- Reasons of stock adjustments for variants they ordered may mention them.
  UPDATE public.inventory_movements m SET reason = app.scrubbed_text(m.reason, p_words, p_tails)
   WHERE m.store_id = app.store() AND m.variant_id = ANY (v_variants) AND m.reason <> 'import'
     AND m.reason <> app.scrubbed_text(m.reason, p_words, p_tails);
  UPDATE public.events e SET data = app.scrubbed(e.data, p_words, p_tails)
   WHERE e.store_id = app.store() AND e.subject_id = ANY (v_variants) AND e.type = 'inventory.adjusted'
     AND e.data ->> 'reason' <> 'import' AND e.data <> app.scrubbed(e.data, p_words, p_tails);
  UPDATE public.events e
     SET data = jsonb_build_object('merged', (SELECT jsonb_agg(one - 'external_id') FROM jsonb_array_elements(e.data -> 'merged') AS one))
   WHERE e.store_id = app.store() AND e.subject_id = ANY (p_customers) AND e.type = 'customer.merged' AND v_is_done;
  UPDATE public.events e
     SET data = app.scrubbed(e.data, p_words, p_tails) || CASE
       -- One of a list, not what somebody wrote.
       WHEN e.type = 'order.held' THEN jsonb_build_object('reason', e.data -> 'reason')
       WHEN e.type = 'conversation.reply_failed' THEN jsonb_build_object('code', e.data -> 'code')
       ELSE '{}' END
   WHERE e.store_id = app.store() AND e.subject_id = ANY (p_orders || CASE WHEN v_is_done THEN p_customers || p_conversations END)
     AND e.data <> '{}' AND e.data <> app.scrubbed(e.data, p_words, p_tails);
  UPDATE public.order_payments p
     SET method = app.scrubbed_text(p.method, p_words, p_tails),
         reference = app.scrubbed_text(p.reference, p_words, p_tails), reason = app.scrubbed_text(p.reason, p_words, p_tails)
   WHERE p.store_id = app.store() AND p.order_id = ANY (p_orders)
     AND coalesce(p.method, p.reference, p.reason) IS NOT NULL;
  UPDATE public.order_returns r SET reason = app.scrubbed_text(r.reason, p_words, p_tails)
   WHERE r.store_id = app.store() AND r.order_id = ANY (p_orders) AND r.reason IS NOT NULL;
  UPDATE public.shipments s
     SET carrier = app.scrubbed_text(s.carrier, p_words, p_tails),
         tracking_number = app.scrubbed_text(s.tracking_number, p_words, p_tails),
         tracking_url = CASE WHEN app.scrubbed_text(s.tracking_url, p_words, p_tails) = s.tracking_url THEN s.tracking_url END
   WHERE s.store_id = app.store() AND s.order_id = ANY (p_orders)
     AND coalesce(s.carrier, s.tracking_number, s.tracking_url) IS NOT NULL;
  -- Ends the leases of attempts, which sent what was known before, so that it is not stored (app.settle_delivery).
  UPDATE public.webhook_deliveries d SET body = NULL, response_body = NULL, lease_id = NULL
    FROM public.webhooks w, public.events e
   WHERE w.store_id = app.store() AND e.store_id = app.store() AND e.subject_id = ANY (p_customers || p_orders || p_conversations)
     AND d.store_id = app.store() AND d.webhook_id = w.id AND d.id = e.id AND (d.body IS NOT NULL OR d.status = 'pending');
  UPDATE public.idempotency_keys k
     SET result = CASE WHEN k.result ? 'orders_count' AND (k.result ->> 'id') = ANY (p_customers::text[]) THEN v_customer
                       ELSE coalesce(app.inbox_record_now(k.result), app.scrubbed(k.result, p_words, p_tails)) END
   WHERE k.store_id = app.store() AND (v_is_done OR NOT k.result ? 'orders_count')
     AND k.result::text LIKE ANY (ARRAY(SELECT '%' || id || '%' FROM unnest(p_customers || p_conversations) AS id));
END
$$;

-- All orders of a customer who has at most p_max_all, else up to p_limit of their orders that still have personal data,
-- oldest first.
CREATE OR REPLACE FUNCTION app.orders_with_personal_data(p_customer uuid, p_max_all integer, p_limit integer) RETURNS uuid[]
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_all constant uuid[] := ARRAY(
    SELECT o.id FROM public.orders o WHERE o.store_id = app.store() AND o.customer_id = p_customer LIMIT p_max_all + 1);
BEGIN
  IF cardinality(v_all) <= p_max_all THEN
    RETURN v_all;
  END IF;
  RETURN ARRAY(
    SELECT o.id FROM public.orders o
     WHERE o.store_id = app.store() AND o.customer_id = p_customer
       AND (o.customer_name <> 'Anonymized'
            OR coalesce(o.customer_phone, o.customer_phone_e164, o.shipping_address, o.notes) IS NOT NULL)
     ORDER BY o.created_at, o.id LIMIT p_limit);
END
$$;

-- Removes a person's data from the store: from the customer, their orders, events and stored results. Amounts, lines,
-- counters and numbers stay. Does nothing for an anonymized customer. If the customer has many orders, each call anonymizes
-- the oldest remaining ones, and the last call the customer.
CREATE OR REPLACE FUNCTION app.anonymize_customer(p_customer uuid, p_version integer) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_store constant uuid := app.store();
  v_max_orders constant integer := 300;
  v_has_more boolean;
  v_customers uuid[];
  v_orders uuid[];
  v_conversations uuid[];
  v_names text[];
  v_phones text[];
  v_words text[];
  v_tails text[];
BEGIN
  -- The same lock as app.merge_customers.
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', v_store, 'customers'), 0));
  IF EXISTS (SELECT FROM public.customers c
              WHERE c.store_id = v_store AND c.id = p_customer AND c.anonymized_at IS NOT NULL) THEN
    RETURN;
  END IF;
  v_orders := app.orders_with_personal_data(p_customer, v_max_orders, v_max_orders + 1);
  v_has_more := cardinality(v_orders) > v_max_orders;
  v_orders := v_orders[:v_max_orders];
  PERFORM FROM public.orders o WHERE o.store_id = v_store AND o.id = ANY (v_orders) ORDER BY o.id FOR NO KEY UPDATE;
  IF v_has_more THEN
    PERFORM app.expect_version((SELECT c.version FROM public.customers c WHERE c.store_id = v_store AND c.id = p_customer), p_version);
  ELSE
    PERFORM app.lock_customer(p_customer, p_version);
    -- Includes orders placed in the meantime.
    v_orders := app.orders_with_personal_data(p_customer, v_max_orders, NULL);
  END IF;

  v_customers := p_customer || ARRAY(
    SELECT m.merged_id FROM public.customer_merges m WHERE m.store_id = v_store AND m.customer_id = p_customer);
  v_conversations := app.conversations_of(p_customer);
  v_names := ARRAY(
    SELECT c.name FROM public.customers c WHERE c.store_id = v_store AND c.id = p_customer
    UNION SELECT o.customer_name FROM public.orders o WHERE o.store_id = v_store AND o.id = ANY (v_orders)
    UNION SELECT merged ->> 'name' FROM public.events e CROSS JOIN jsonb_array_elements(e.data -> 'merged') AS merged
           WHERE e.store_id = v_store AND e.subject_id = ANY (v_customers) AND e.type = 'customer.merged'
    UNION SELECT t.contact_name FROM public.conversations t WHERE t.store_id = v_store AND t.id = ANY (v_conversations)
    -- Earlier names, from results stored in the last days.
    UNION SELECT k.result ->> 'name' FROM public.idempotency_keys k
           WHERE k.store_id = v_store AND k.result ->> 'id' = ANY (v_customers::text[]) AND k.result ? 'orders_count');
  v_phones := ARRAY(
    SELECT number FROM public.customers c CROSS JOIN unnest(c.phone || (c.other_phones || c.other_phones_key)) AS number
     WHERE c.store_id = v_store AND c.id = p_customer
    UNION SELECT o.customer_phone FROM public.orders o WHERE o.store_id = v_store AND o.id = ANY (v_orders)
    UNION SELECT number FROM public.conversations t CROSS JOIN unnest(ARRAY[t.contact_phone, t.contact_phone_e164]) AS number
           WHERE t.store_id = v_store AND t.id = ANY (v_conversations));
  v_words := ARRAY(
    SELECT DISTINCT word FROM (
      SELECT btrim(app.fold(text)) FROM (
        SELECT unnest(v_names || v_phones)
        UNION ALL SELECT unnest(ARRAY[c.email, c.address] || c.other_emails) FROM public.customers c
                   WHERE c.store_id = v_store AND c.id = p_customer
        UNION ALL SELECT t.contact_email FROM public.conversations t WHERE t.store_id = v_store AND t.id = ANY (v_conversations)
        UNION ALL SELECT o.shipping_address FROM public.orders o WHERE o.store_id = v_store AND o.id = ANY (v_orders)
      ) AS known(text)
      -- Also the parts of names, except short ones, which are part of too many other words.
      UNION ALL SELECT part FROM unnest(v_names) AS name CROSS JOIN regexp_split_to_table(app.fold(name), '\s+') AS part WHERE length(part) > 3
    ) AS known(word) WHERE word <> '');
  v_tails := ARRAY(SELECT DISTINCT right(regexp_replace(app.fold(phone), '\D', '', 'g'), 7) FROM unnest(v_phones) AS phone
                    WHERE length(regexp_replace(app.fold(phone), '\D', '', 'g')) >= 7);

  IF NOT v_has_more THEN
    UPDATE public.customers c
       SET name = 'Anonymized', phone = NULL, phone_e164 = NULL, other_phones = '{}', other_phones_key = '{}', email = NULL,
           other_emails = '{}', address = NULL, addresses = '[]', notes = NULL, tags = '{}', external_id = NULL,
           blocked_reason = NULL, anonymized_at = now(), version = c.version + 1, updated_at = greatest(c.updated_at, now())
     WHERE c.store_id = v_store AND c.id = p_customer;
  END IF;
  UPDATE public.orders o
     SET customer_name = 'Anonymized', customer_phone = NULL, customer_phone_e164 = NULL, shipping_address = NULL,
         notes = NULL, payment_method = app.scrubbed_text(o.payment_method, v_words, v_tails),
         shipments = app.scrubbed(o.shipments, v_words, v_tails), lines = app.scrubbed(o.lines, v_words, v_tails),
         delivery = CASE WHEN o.delivery IS NOT NULL THEN app.scrubbed(o.delivery, v_words, v_tails) END,
         destination = o.destination || '{"region": null}',
         discounts = CASE WHEN o.discounts = '[]' THEN o.discounts ELSE app.scrubbed(o.discounts, v_words, v_tails) END,
         version = o.version + 1, updated_at = greatest(o.updated_at, now()),
         tags = ARRAY(SELECT tag FROM unnest(o.tags) WITH ORDINALITY AS had(tag, place)
                       WHERE app.scrubbed_text(tag, v_words, v_tails) = tag ORDER BY place)
   WHERE o.store_id = v_store AND o.id = ANY (v_orders);
  IF NOT v_has_more THEN
    PERFORM app.settle_contacts(p_customer);
    PERFORM app.forget_conversations(v_conversations);
    PERFORM app.record_event('customer.anonymized', p_customer);
  END IF;
  PERFORM app.scrub_records(v_customers, v_orders, v_conversations, v_words, v_tails);
END
$$;

-- Anonymizes as a write. The result is stored for retries only once everything is done; until then, a retry continues.
CREATE OR REPLACE FUNCTION app.anonymize_customer(p_customer uuid, p_version integer, p_operation text, p_key text, p_hash text)
  RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_row jsonb;
BEGIN
  PERFORM app.begin_write(app.customer_store(p_customer), p_operation, p_key, p_hash);
  PERFORM app.anonymize_customer(p_customer, p_version);
  SELECT to_jsonb(c) - '{search_text,phone_tail,email_key}'::text[] INTO v_row
    FROM public.customers c WHERE c.store_id = app.store() AND c.id = p_customer;
  RETURN CASE WHEN v_row ->> 'anonymized_at' IS NULL THEN v_row ELSE app.finish_write(p_operation, p_key, p_hash, v_row) END;
END
$$;
