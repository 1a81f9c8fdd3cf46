-- The customer that an id stands for: the one it was merged into, if it was.
CREATE OR REPLACE FUNCTION app.kept_customer(p_customer uuid) RETURNS uuid
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN coalesce(
    (SELECT m.customer_id FROM public.customer_merges m
      WHERE m.store_id = ANY (app.stores()) AND m.merged_id = p_customer),
    p_customer);
END
$$;

-- The customer of a store whose phone number (E.164) this is, their first or a further one; NULL: nobody's.
CREATE OR REPLACE FUNCTION app.customer_of_phone(p_store uuid, p_e164 text) RETURNS uuid
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN coalesce(
    (SELECT c.id FROM public.customers c WHERE c.store_id = p_store AND c.phone_e164 = p_e164),
    (SELECT k.customer_id FROM public.customer_contacts k
      WHERE k.store_id = p_store AND k.kind = 'phone' AND k.value LIKE '+%' AND k.value = p_e164));
END
$$;

-- The customer of the open store whom an import means: by their external id, else by their id or that of one merged into
-- them, else by a phone number, else by an e-mail address; of each kind by their own, else by another one of theirs. Of
-- several, who share an address, the oldest. NULL: nobody.
CREATE OR REPLACE FUNCTION app.known_customer(p_phone_e164 text, p_id uuid, p_external text, p_email text) RETURNS uuid
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_store constant uuid := app.store();
  v_email constant text := app.fold(p_email);
BEGIN
  RETURN coalesce(
    (SELECT c.id FROM public.customers c WHERE c.store_id = v_store AND c.external_id = p_external),
    (SELECT c.id FROM public.customers c WHERE c.store_id = v_store AND c.id = app.kept_customer(p_id)),
    app.customer_of_phone(v_store, p_phone_e164),
    (SELECT c.id FROM public.customers c WHERE c.store_id = v_store AND c.email_key = v_email
      ORDER BY c.created_at, c.id LIMIT 1),
    (SELECT c.id FROM public.customer_contacts k
       JOIN public.customers c ON c.store_id = k.store_id AND c.id = k.customer_id
      WHERE k.store_id = v_store AND k.kind = 'email' AND k.key = v_email
      ORDER BY c.created_at, c.id LIMIT 1));
END
$$;

-- Those of external ids that customers had who were merged away, and whose they were: {external id: id}. A merge keeps
-- one external id; the others stand in its event. Read for many at once: nothing finds a single one quickly.
CREATE OR REPLACE FUNCTION app.merged_external_ids(p_external text[]) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN (
    SELECT coalesce(jsonb_object_agg(merged ->> 'external_id', merged ->> 'id' ORDER BY e.created_at DESC), '{}')
      FROM (SELECT m.customer_id FROM public.customer_merges m WHERE m.store_id = app.store()
            -- Who was kept then may have been merged on.
            UNION SELECT m.merged_id FROM public.customer_merges m WHERE m.store_id = app.store()) AS kept(id)
      JOIN public.events e ON e.store_id = app.store() AND e.subject_id = kept.id AND e.type = 'customer.merged'
     CROSS JOIN jsonb_array_elements(e.data -> 'merged') AS merged
     WHERE merged ->> 'external_id' = ANY (p_external));
END
$$;

-- Where a customer is, or was before a merge, so that a retried write finds the result that it left.
CREATE OR REPLACE FUNCTION app.customer_store(p_customer uuid) RETURNS uuid
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN (SELECT c.store_id FROM public.customers c
           WHERE c.store_id = ANY (app.stores()) AND c.id = app.kept_customer(p_customer));
END
$$;

-- Locks a customer of the open store for a change; refuses one that was merged away, has moved on from the version
-- that the caller read, or was anonymized.
CREATE OR REPLACE FUNCTION app.lock_customer(p_customer uuid, p_version integer DEFAULT NULL) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_found record;
  v_kept uuid;
BEGIN
  SELECT c.version, c.anonymized_at INTO v_found FROM public.customers c
   WHERE c.store_id = app.store() AND c.id = p_customer FOR UPDATE;
  IF NOT FOUND THEN
    v_kept := app.kept_customer(p_customer);
    IF v_kept <> p_customer THEN
      PERFORM app.refuse(404, 'customer_merged', jsonb_build_object('merged_into', v_kept));
    END IF;
  END IF;
  PERFORM app.expect_version(v_found.version, p_version);
  IF v_found.anonymized_at IS NOT NULL THEN
    PERFORM app.refuse(409, 'customer_anonymized');
  END IF;
END
$$;

-- What phone numbers are held against each other by: E.164 where it is known, else their digits, else the text. Only
-- E.164 begins with +.
CREATE OR REPLACE FUNCTION app.phone_keys(p_phones text[], p_e164 text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT coalesce(array_agg(coalesce(e164, nullif(regexp_replace(app.fold(phone), '\D', '', 'g'), ''), replace(phone, '+', '')) ORDER BY place), '{}')
    FROM unnest(p_phones, p_e164) WITH ORDINALITY AS given(phone, e164, place)
$$;

-- Numbers as E.164: as given, else what the same text has been known as of this customer. A number that was told with its
-- country once keeps it, though it is written without.
CREATE OR REPLACE FUNCTION app.kept_e164(p_customer public.customers, p_phones text[], p_e164 text[]) RETURNS text[]
  LANGUAGE sql STABLE
AS $$
  SELECT array_agg(coalesce(n.e164, CASE WHEN n.phone = p_customer.phone THEN p_customer.phone_e164 END, (
           SELECT k.key FROM unnest(p_customer.other_phones, p_customer.other_phones_key) AS k(phone, key)
            WHERE k.phone = n.phone AND k.key LIKE '+%' LIMIT 1)) ORDER BY n.place)
    FROM unnest(p_phones, p_e164) WITH ORDINALITY AS n(phone, e164, place)
$$;

-- Keeps customer_contacts like the customer, whose phones or e-mail addresses were written; refuses a number that is
-- another customer's, be it their first or another one. Claims of one number stand in line, and look after they waited.
CREATE OR REPLACE FUNCTION app.settle_contacts(p_customer uuid) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_store constant uuid := app.store();
  v_customer public.customers;
  v_phone text;
BEGIN
  SELECT * INTO v_customer FROM public.customers c WHERE c.store_id = v_store AND c.id = p_customer;
  FOR v_phone IN
    SELECT DISTINCT key FROM unnest(v_customer.other_phones_key || v_customer.phone_e164) AS key
     WHERE key LIKE '+%' ORDER BY key
  LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', v_store, 'phone', v_phone), 0));
    IF EXISTS (SELECT FROM public.customer_contacts k
                WHERE k.store_id = v_store AND k.kind = 'phone' AND k.key = right(v_phone, 7) AND k.value = v_phone
                  AND k.customer_id <> p_customer)
       OR EXISTS (SELECT FROM public.customers c
                   WHERE c.store_id = v_store AND c.phone_e164 = v_phone AND c.id <> p_customer) THEN
      PERFORM app.refuse(409, 'phone_taken', jsonb_build_object('pointer',
        CASE WHEN v_phone = v_customer.phone_e164 THEN '/phone'
             ELSE '/other_phones/' || array_position(v_customer.other_phones_key, v_phone) - 1 END));
    END IF;
  END LOOP;

  DELETE FROM public.customer_contacts k WHERE k.store_id = v_store AND k.customer_id = p_customer;
  INSERT INTO public.customer_contacts (store_id, customer_id, kind, value, key)
  SELECT DISTINCT v_store, p_customer, 'phone', key, right(regexp_replace(key, '\D', '', 'g'), 7)
    FROM unnest(v_customer.other_phones_key) AS key
  UNION
  SELECT v_store, p_customer, 'email', app.fold(email), app.fold(email)
    FROM unnest(v_customer.other_emails) AS email;
END
$$;

-- Whether two phone numbers, as app.phone_keys has them, may be one: without a country a number is the end of one with it.
CREATE OR REPLACE FUNCTION app.same_phone(p_one text, p_other text) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_one text := ltrim(p_one, '+0');
  v_other text := ltrim(p_other, '+0');
BEGIN
  RETURN CASE
    WHEN p_one LIKE '+%' AND p_other LIKE '+%' THEN p_one = p_other
    WHEN length(v_one) < 7 OR length(v_other) < 7 THEN v_one = v_other
    ELSE right(v_one, length(v_other)) = v_other OR right(v_other, length(v_one)) = v_one
  END;
END
$$;
