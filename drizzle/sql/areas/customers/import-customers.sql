-- Replaces the external ids of merged customers by their ids in the store.
CREATE OR REPLACE FUNCTION app.prepare_customers(p_rows jsonb) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_merged constant jsonb := app.merged_external_ids(ARRAY(SELECT r ->> 'key' FROM jsonb_array_elements(p_rows) AS r));
BEGIN
  RETURN (
    SELECT coalesce(jsonb_agg(CASE WHEN v_merged ? (r.value ->> 'key')
             THEN r.value || jsonb_build_object('own_id', v_merged -> (r.value ->> 'key')) ELSE r.value END ORDER BY r.position), '[]')
      FROM jsonb_array_elements(p_rows) WITH ORDINALITY AS r(value, position));
END
$$;

-- The fields of a customer that an import sets.
CREATE OR REPLACE FUNCTION app.importable_customer(c public.customers) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT jsonb_build_object('external_id', c.external_id, 'name', c.name, 'phone', c.phone, 'email', c.email, 'address', c.address,
    'addresses', c.addresses, 'other_phones', c.other_phones, 'other_emails', c.other_emails, 'notes', c.notes, 'tags', c.tags,
    'blocked', c.blocked, 'blocked_reason', c.blocked_reason)
$$;

-- Creates or updates the customer of a row. It is found by external id, else by id, else by phone number.
-- p_row: {id: for a new customer, key: external id or id in the file, external_id, own_id: the id if it is a uuid,
-- set: {column: value}, other_e164: of the other phones}. Columns that are not in `set` stay as they are.
-- The row of a customer who was merged into another changes nothing, because the merge has already decided which data to
-- keep.
CREATE OR REPLACE FUNCTION app.import_customer(p_row jsonb, p_dry_run boolean) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_set jsonb := (p_row -> 'set')
    -- Unblocking also removes the reason.
    || CASE WHEN (p_row #>> '{set,blocked}')::boolean IS FALSE THEN '{"blocked_reason": null}' ELSE '{}' END::jsonb;
  v_key constant text := p_row ->> 'key';
  v_external constant text := p_row ->> 'external_id';
  v_own_id constant uuid := (p_row ->> 'own_id')::uuid;
  v_found uuid;
  v_others text[];
  v_warnings jsonb := '[]';
  v_before public.customers;
  v_after public.customers;
BEGIN
  IF v_set ->> 'phone' IS NOT NULL THEN
    v_set := v_set || jsonb_build_object('phone_e164',
      app.e164(v_set ->> 'phone', v_set ->> 'phone_e164', v_set #>> '{addresses,0,country}', app.store_country()));
  END IF;
  -- Another transaction may merge the customer between the lookup and the lock.
  FOR v_attempt IN 1..3 LOOP
    v_found := app.known_customer(v_set, v_own_id, v_key, NULL);
    EXIT WHEN v_found IS NULL;
    SELECT * INTO v_before FROM public.customers c WHERE c.store_id = app.store() AND c.id = v_found FOR UPDATE;
    EXIT WHEN FOUND;
  END LOOP;
  IF v_before.anonymized_at IS NOT NULL THEN
    PERFORM app.refuse(409, 'customer_anonymized');
  ELSIF v_before.external_id = v_key OR v_before.id = v_own_id THEN
    NULL;
  ELSIF v_before.id = app.kept_customer(v_own_id) THEN
    RETURN jsonb_build_object('status', 'unchanged', 'id', v_before.id, 'warnings', '["customer_merged"]'::jsonb);
  ELSIF v_key <> v_before.external_id THEN
    PERFORM app.refuse(409, 'phone_of_another', jsonb_build_object('external_id', v_before.external_id));
  ELSIF app.phone_keys(ARRAY[v_set ->> 'phone'], ARRAY[v_set ->> 'phone_e164']) && v_before.other_phones_key THEN
    -- The row was matched by one of their other phones, which stays one.
    v_set := v_set - '{phone,phone_e164}'::text[];
  END IF;

  IF v_set ->> 'phone' IS NOT NULL THEN
    v_set := v_set || jsonb_build_object('phone_e164',
      (app.contact_keys(v_before, ARRAY[v_set ->> 'phone'], ARRAY[p_row #>> '{set,phone_e164}'], v_set -> 'addresses'))[1]);
  END IF;
  IF v_set ? 'other_phones' THEN
    v_others := ARRAY(SELECT jsonb_array_elements_text(v_set -> 'other_phones'));
    v_set := v_set || jsonb_build_object('other_phones_key', app.phone_keys(v_others,
      app.contact_keys(v_before, v_others, ARRAY(SELECT jsonb_array_elements_text(p_row -> 'other_e164')), v_set -> 'addresses')));
  END IF;
  IF v_set ->> 'phone' IS NOT NULL AND v_set ->> 'phone_e164' IS NULL
     OR EXISTS (SELECT FROM jsonb_array_elements_text(v_set -> 'other_phones_key') AS key WHERE key NOT LIKE '+%') THEN
    v_warnings := '["phone_not_international"]';
  END IF;
  IF v_before.id IS NULL THEN
    IF v_set ->> 'name' IS NULL THEN
      PERFORM app.refuse(422, 'name_required');
    END IF;
    v_after := jsonb_populate_record(NULL::public.customers, v_set);
    v_after.other_phones := coalesce(v_after.other_phones, '{}');
    v_after.other_phones_key := coalesce(v_after.other_phones_key, '{}');
    v_after.other_emails := coalesce(v_after.other_emails, '{}');
    v_after.addresses := coalesce(v_after.addresses, '[]');
    v_after.tags := coalesce(v_after.tags, '{}');
    v_after.blocked := coalesce(v_after.blocked, false);
    v_after.external_id := v_key;
    INSERT INTO public.customers (store_id, id,
      -- each customers.saved: %
      external_id, name, phone, phone_e164, email, address, addresses, other_phones, other_phones_key, other_emails, notes, tags, blocked, blocked_reason
    ) VALUES (app.store(), (p_row ->> 'id')::uuid,
      -- each customers.saved: v_after.%
      v_after.external_id, v_after.name, v_after.phone, v_after.phone_e164, v_after.email, v_after.address, v_after.addresses, v_after.other_phones, v_after.other_phones_key, v_after.other_emails, v_after.notes, v_after.tags, v_after.blocked, v_after.blocked_reason
    );
    PERFORM app.settle_contacts((p_row ->> 'id')::uuid);
    PERFORM app.record_event('customer.created', (p_row ->> 'id')::uuid, '{"source": "import"}');
    RETURN jsonb_build_object('status', 'created', 'id', p_row -> 'id', 'warnings', v_warnings);
  END IF;

  IF v_external <> v_before.external_id THEN
    PERFORM app.refuse(409, 'other_external_id', jsonb_build_object('external_id', v_before.external_id));
  END IF;
  v_after := jsonb_populate_record(v_before, v_set);
  -- An id of another system becomes the external id; the customer's own id does not.
  v_after.external_id := coalesce(v_before.external_id, nullif(v_key, v_before.id::text));
  IF v_after IS NOT DISTINCT FROM v_before THEN
    RETURN jsonb_build_object('status', 'unchanged', 'id', v_before.id);
  END IF;
  UPDATE public.customers c SET version = c.version + 1, updated_at = now(),
    -- each customers.saved: % = v_after.%
    external_id = v_after.external_id, name = v_after.name, phone = v_after.phone, phone_e164 = v_after.phone_e164, email = v_after.email, address = v_after.address, addresses = v_after.addresses, other_phones = v_after.other_phones, other_phones_key = v_after.other_phones_key, other_emails = v_after.other_emails, notes = v_after.notes, tags = v_after.tags, blocked = v_after.blocked, blocked_reason = v_after.blocked_reason
   WHERE c.store_id = app.store() AND c.id = v_before.id;
  PERFORM app.settle_contacts(v_before.id);
  PERFORM app.record_event('customer.updated', v_before.id, jsonb_strip_nulls(jsonb_build_object('source', 'import',
    'changed', app.changed_fields(to_jsonb(v_before), to_jsonb(v_after)) - 'phone_e164' - 'other_phones_key',
    'previous_notes', CASE WHEN v_after.notes IS DISTINCT FROM v_before.notes THEN nullif(v_before.notes, '') END)));
  IF v_after.blocked <> v_before.blocked THEN
    PERFORM app.record_event(CASE WHEN v_after.blocked THEN 'customer.blocked' ELSE 'customer.unblocked' END, v_before.id,
      jsonb_strip_nulls(jsonb_build_object('blocked_reason', v_after.blocked_reason)));
  END IF;
  RETURN jsonb_build_object('status', 'updated', 'id', v_before.id, 'warnings', v_warnings, 'overwritten', CASE WHEN p_dry_run THEN
    app.overwritten(app.importable_customer(v_before), app.importable_customer(v_after)) ELSE '[]' END);
END
$$;
