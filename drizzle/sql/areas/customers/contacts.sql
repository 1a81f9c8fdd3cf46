-- The store of a customer, or of one that was merged away, so that a retried write finds its stored result.
CREATE OR REPLACE FUNCTION app.customer_store(p_customer uuid) RETURNS uuid
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN (SELECT c.store_id FROM public.customers c
           WHERE c.store_id = ANY (app.stores()) AND c.id = app.kept_customer(p_customer));
END
$$;

-- Locks a customer of the open store for a change. Refuses one that was merged away, was anonymized, or is no longer at the
-- version that the caller read.
CREATE OR REPLACE FUNCTION app.lock_customer(p_customer uuid, p_version integer DEFAULT NULL) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_customer record;
  v_kept uuid;
BEGIN
  SELECT c.version, c.anonymized_at INTO v_customer FROM public.customers c
   WHERE c.store_id = app.store() AND c.id = p_customer FOR UPDATE;
  IF NOT FOUND THEN
    v_kept := app.kept_customer(p_customer);
    IF v_kept <> p_customer THEN
      PERFORM app.refuse(404, 'customer_merged', jsonb_build_object('merged_into', v_kept));
    END IF;
  END IF;
  PERFORM app.expect_version(v_customer.version, p_version);
  IF v_customer.anonymized_at IS NOT NULL THEN
    PERFORM app.refuse(409, 'customer_anonymized');
  END IF;
END
$$;

-- The keys of a customer's numbers (app.e164): as sent with a country code, else as already stored for the same text, so that a number
-- keeps its country, else as a number of the customer's own country or the store's.
-- p_read: what the Worker read. p_addresses: the customer's addresses after the write.
CREATE OR REPLACE FUNCTION app.contact_keys(p_customer public.customers, p_phones text[], p_read text[], p_addresses jsonb DEFAULT NULL) RETURNS text[]
  LANGUAGE sql STABLE
AS $$
  SELECT array_agg(coalesce(app.e164(n.phone, n.e164, NULL), CASE WHEN n.phone = p_customer.phone THEN p_customer.phone_e164 END, (
           SELECT k.key FROM unnest(p_customer.other_phones, p_customer.other_phones_key) AS k(phone, key)
            WHERE k.phone = n.phone AND k.key LIKE '+%' LIMIT 1),
           app.e164(n.phone, NULL, coalesce(p_addresses, p_customer.addresses) #>> '{0,country}', app.store_country())) ORDER BY n.place)
    FROM unnest(p_phones, p_read) WITH ORDINALITY AS n(phone, e164, place)
$$;
