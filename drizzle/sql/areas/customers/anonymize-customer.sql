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
                              'region_key', 'city_key', 'ignored_region', 'previous_notes', 'note', 'body', 'blocked_reason',
                              -- each orders.removed_texts: '%'
                              'shipping_address', 'notes'
                             ) THEN 'null'
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

-- What app.scrubbed looks for: names and their parts, except short ones, which are part of too many other words, and other texts.
CREATE OR REPLACE FUNCTION app.words_to_erase(p_names text[], p_texts text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT ARRAY(SELECT DISTINCT word FROM (
    SELECT btrim(app.fold(text)) FROM unnest(p_names || p_texts) AS text
    UNION ALL
    SELECT part FROM unnest(p_names) AS name CROSS JOIN regexp_split_to_table(app.fold(name), '\s+') AS part WHERE length(part) > 3
  ) AS known(word) WHERE word <> '')
$$;

-- What addresses say of a person besides the place: names, phone numbers and other texts. An address that is a text is one of these.
CREATE OR REPLACE FUNCTION app.persons_of_addresses(p_addresses jsonb, OUT names text[], OUT phones text[], OUT texts text[])
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT coalesce(array_agg(a ->> 'recipient'), '{}'), coalesce(array_agg(a ->> 'phone'), '{}'),
         coalesce(array_agg(t.text), '{}')
    FROM jsonb_array_elements(p_addresses) AS a
    LEFT JOIN LATERAL (VALUES (a ->> 'line1'), (a ->> 'instructions'), (CASE WHEN jsonb_typeof(a) = 'string' THEN a #>> '{}' END)) AS t(text)
      ON t.text IS NOT NULL
$$;

-- The last digits of phone numbers.
CREATE OR REPLACE FUNCTION app.tails_to_erase(p_phones text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT ARRAY(SELECT DISTINCT right(digits, 7) FROM unnest(p_phones) AS phone, regexp_replace(app.fold(phone), '\D', '', 'g') AS digits
                WHERE length(digits) >= 7)
$$;

-- Whether everything of an anonymized customer is erased. NULL: they are not anonymized. VOLATILE, to see what the same statement
-- has begun.
CREATE OR REPLACE FUNCTION app.anonymization(p_store uuid, p_customer uuid, p_at timestamptz) RETURNS text
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER
AS $$
BEGIN
  RETURN CASE WHEN p_at IS NULL THEN NULL
              WHEN p_store = ANY (app.stores()) AND EXISTS (
                SELECT FROM public.erasures e WHERE e.store_id = p_store AND e.customers[1] = p_customer) THEN 'in_progress'
              ELSE 'done' END;
END
$$;

-- What a customer's conversations and orders call them: up to 20 combinations of each, because all records are searched for each of
-- them. Those of the newest 2,000; each older one is still searched for its own.
CREATE OR REPLACE FUNCTION app.names_of(p_customer uuid, p_conversations uuid[])
  RETURNS TABLE (name text, phone text, phone_e164 text, email text, address text)
  LANGUAGE sql STABLE
AS $$
  (SELECT t.contact_name, t.contact_phone, t.contact_phone_e164, t.contact_email, NULL FROM (
      SELECT * FROM public.conversations c WHERE c.store_id = app.store() AND c.id = ANY (p_conversations)
       ORDER BY c.last_message_at DESC LIMIT 2000) AS t
    GROUP BY 1, 2, 3, 4 ORDER BY max(t.last_message_at) DESC LIMIT 20)
  UNION ALL
  (SELECT o.customer_name, o.customer_phone, o.customer_phone_e164, NULL, o.shipping_address FROM (
      SELECT * FROM public.orders n WHERE n.store_id = app.store() AND n.customer_id = p_customer
       ORDER BY n.created_at DESC, n.id DESC LIMIT 2000) AS o
    GROUP BY 1, 2, 3, 5 ORDER BY max(o.created_at) DESC LIMIT 20)
$$;

-- Removes a person's data from the store: from the customer, their orders, conversations, events and stored results. Amounts,
-- lines, counters and numbers stay. Does nothing for an anonymized customer. What is not done at once is in erasures.
CREATE OR REPLACE FUNCTION app.anonymize_customer(p_customer uuid, p_version integer) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_store constant uuid := app.store();
  v_customers uuid[];
  v_orders uuid[];
  v_conversations uuid[];
  -- What orders and conversations call the person.
  v_called jsonb;
  -- What the customer's addresses do.
  v_addressed record;
  v_names text[];
  v_phones text[];
  v_words text[];
BEGIN
  -- The same lock as app.merge_customers.
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', v_store, 'customers'), 0));
  IF EXISTS (SELECT FROM public.customers c
              WHERE c.store_id = v_store AND c.id = p_customer AND c.anonymized_at IS NOT NULL) THEN
    RETURN;
  END IF;
  -- Before the customer, as everybody who changes both. Most have fewer; with more, one of two transactions may be retried.
  PERFORM FROM public.orders o WHERE o.store_id = v_store AND o.id = ANY (ARRAY(
      SELECT n.id FROM public.orders n WHERE n.store_id = v_store AND n.customer_id = p_customer LIMIT 100))
    ORDER BY o.id FOR NO KEY UPDATE;
  PERFORM app.lock_customer(p_customer, p_version);
  v_orders := ARRAY(SELECT o.id FROM public.orders o WHERE o.store_id = v_store AND o.customer_id = p_customer);
  v_customers := p_customer || ARRAY(
    SELECT m.merged_id FROM public.customer_merges m WHERE m.store_id = v_store AND m.customer_id = p_customer);
  v_conversations := app.conversations_of(p_customer);
  v_addressed := app.persons_of_addresses((SELECT c.addresses FROM public.customers c WHERE c.store_id = v_store AND c.id = p_customer));
  SELECT coalesce(jsonb_agg(n), '[]') INTO v_called FROM app.names_of(p_customer, v_conversations) AS n;
  v_names := ARRAY(
    SELECT c.name FROM public.customers c WHERE c.store_id = v_store AND c.id = p_customer
    UNION SELECT m.name FROM public.customer_merges m WHERE m.store_id = v_store AND m.customer_id = p_customer
    UNION SELECT n ->> 'name' FROM jsonb_array_elements(v_called) AS n
    UNION SELECT unnest(v_addressed.names)
    UNION SELECT app.earlier_names(v_customers));
  v_phones := ARRAY(
    SELECT number FROM public.customers c CROSS JOIN unnest(c.phone || (c.other_phones || c.other_phones_key)) AS number
     WHERE c.store_id = v_store AND c.id = p_customer
    UNION SELECT number FROM jsonb_array_elements(v_called) AS n CROSS JOIN unnest(ARRAY[n ->> 'phone', n ->> 'phone_e164']) AS number
    UNION SELECT unnest(v_addressed.phones));
  v_words := app.words_to_erase(v_names, v_phones || v_addressed.texts || ARRAY(
    SELECT unnest(ARRAY[c.email, c.address] || c.other_emails) FROM public.customers c WHERE c.store_id = v_store AND c.id = p_customer
    UNION ALL SELECT unnest(ARRAY[n ->> 'email', n ->> 'address']) FROM jsonb_array_elements(v_called) AS n));
  UPDATE public.customer_merges m SET name = NULL, external_id = NULL WHERE m.store_id = v_store AND m.customer_id = p_customer;
  UPDATE public.customers c
     SET name = 'Anonymized', phone = NULL, phone_e164 = NULL, other_phones = '{}', other_phones_key = '{}', email = NULL,
         other_emails = '{}', address = NULL, addresses = '[]', notes = NULL, tags = '{}', external_id = NULL,
         blocked_reason = NULL, anonymized_at = now(), version = c.version + 1, updated_at = greatest(c.updated_at, now())
   WHERE c.store_id = v_store AND c.id = p_customer;
  PERFORM app.settle_contacts(p_customer);
  PERFORM app.record_event('customer.anonymized', p_customer);
  PERFORM app.begin_erasures(v_customers, v_orders, v_conversations, v_words, app.tails_to_erase(v_phones));
END
$$;

-- Anonymizes as a write. anonymization: whether everything is done, or on its way.
CREATE OR REPLACE FUNCTION app.anonymize_customer(p_customer uuid, p_version integer, p_operation text, p_key text, p_hash text)
  RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_row jsonb;
BEGIN
  PERFORM app.begin_write(app.customer_store(p_customer), p_operation, p_key, p_hash);
  PERFORM app.anonymize_customer(p_customer, p_version);
  SELECT to_jsonb(c) - '{search_text,phone_tail,email_key,tag_keys}'::text[] INTO v_row
    FROM public.customers c WHERE c.store_id = app.store() AND c.id = p_customer;
  RETURN app.finish_write(p_operation, p_key, p_hash, v_row);
END
$$;
