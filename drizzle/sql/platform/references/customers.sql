-- Which customer a phone number, an email address or an id means.

-- The customer with this id, or the one it was merged into.
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

-- The customer with this phone number (E.164), as their main or a further number, or NULL.
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

-- The country of the open store, whose national numbers need no country code.
CREATE OR REPLACE FUNCTION app.store_country() RETURNS text
  LANGUAGE plpgsql STABLE
AS $$ BEGIN RETURN (SELECT s.country FROM public.stores s WHERE s.id = app.store()); END $$;

-- Whether two keys of app.phone_keys can be the same number: one without a country may be the end of one with a country.
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

-- Keys by which phone numbers are compared: E.164 if it is known, else the digits, else the text. Only E.164 starts with +.
CREATE OR REPLACE FUNCTION app.phone_keys(p_phones text[], p_e164 text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT coalesce(array_agg(coalesce(e164, nullif(regexp_replace(app.fold(phone), '\D', '', 'g'), ''), replace(phone, '+', '')) ORDER BY place), '{}')
    FROM unnest(p_phones, p_e164) WITH ORDINALITY AS sent(phone, e164, place)
$$;

-- A number that cannot be read could be anybody's. This is the oldest customer of the same name who has the same one and no other email
-- address, or NULL. p_customer: name, phone, phone_e164, email.
CREATE OR REPLACE FUNCTION app.customer_of_unread_phone(p_store uuid, p_customer jsonb) RETURNS uuid
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_phone constant text := p_customer ->> 'phone';
  v_name text;
  v_key text;
BEGIN
  IF p_customer ->> 'phone_e164' IS NOT NULL AND app.written_phone(v_phone) LIKE '+%' THEN
    RETURN NULL;
  END IF;
  v_name := app.fold(p_customer ->> 'name');
  v_key := (app.phone_keys(ARRAY[v_phone], NULL))[1];
  RETURN (
    SELECT c.id FROM public.customers c
     WHERE c.store_id = p_store AND app.fold(c.name) = v_name AND (c.email_key = app.fold(p_customer ->> 'email')) IS NOT FALSE AND c.id IN (
       SELECT m.id FROM public.customers m
        WHERE m.store_id = p_store AND m.phone_tail = right(v_key, 7) AND m.phone_e164 IS NULL AND app.fold(m.name) = v_name
          AND app.phone_keys(ARRAY[m.phone], NULL) = ARRAY[v_key]
       UNION ALL
       SELECT k.customer_id FROM public.customer_contacts k
        WHERE k.store_id = p_store AND k.kind = 'phone' AND k.key = right(v_key, 7) AND k.value = v_key)
     ORDER BY c.created_at, c.id LIMIT 1);
END
$$;

-- The customer of the open store that an imported row refers to, or NULL. Found by external id, else by id (also one merged
-- into them), else by phone number, else by email address; main numbers and addresses before further ones. If several
-- share an email address, the oldest. p_customer: see app.customer_of_unread_phone.
CREATE OR REPLACE FUNCTION app.known_customer(p_customer jsonb, p_id uuid, p_external text, p_email text) RETURNS uuid
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_store constant uuid := app.store();
  v_email constant text := app.fold(p_email);
BEGIN
  RETURN coalesce(
    (SELECT c.id FROM public.customers c WHERE c.store_id = v_store AND c.external_id = p_external),
    (SELECT c.id FROM public.customers c WHERE c.store_id = v_store AND c.id = app.kept_customer(p_id)),
    app.customer_of_phone(v_store, p_customer ->> 'phone_e164'),
    (SELECT c.id FROM public.customers c WHERE c.store_id = v_store AND c.email_key = v_email
      ORDER BY c.created_at, c.id LIMIT 1),
    (SELECT c.id FROM public.customer_contacts k
       JOIN public.customers c ON c.store_id = k.store_id AND c.id = k.customer_id
      WHERE k.store_id = v_store AND k.kind = 'email' AND k.key = v_email
      ORDER BY c.created_at, c.id LIMIT 1),
    CASE WHEN p_external IS NULL THEN app.customer_of_unread_phone(v_store, p_customer) END);
END
$$;

-- External ids of customers that were merged away, with their former ids: {external id: id}. A merge keeps one external id.
CREATE OR REPLACE FUNCTION app.merged_external_ids(p_external text[]) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN (
    SELECT coalesce(jsonb_object_agg(m.external_id, m.merged_id ORDER BY m.created_at DESC), '{}')
      FROM public.customer_merges m WHERE m.store_id = app.store() AND m.external_id = ANY (p_external));
END
$$;

-- Updates customer_contacts after phones or email addresses of the customer were written. Refuses a number that another
-- customer has, as their main or a further one. Concurrent checks of the same number wait for each other.
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
