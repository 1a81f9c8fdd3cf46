-- A store begins without members, so no door can stand open for it: this makes the store, its first owner
-- and its counter together. A key that has made a store before stops with 'replay' and that store's id.
CREATE OR REPLACE FUNCTION app.create_store(
  p_issuer text, p_subject text, p_email text, p_input jsonb, p_operation text, p_key text, p_hash text
) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_caller uuid := app.user_id(p_issuer, p_subject);
  v_store uuid := (p_input ->> 'id')::uuid;
  v_before record;
  v_result jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', v_caller, p_operation, p_key), 0));
  SELECT k.store_id, k.request_hash INTO v_before
    FROM public.store_members m
    JOIN public.idempotency_keys k
      ON k.store_id = m.store_id AND k.caller = v_caller AND k.operation = p_operation AND k.key = p_key
   WHERE m.user_id = v_caller
   LIMIT 1;
  IF v_before.request_hash = p_hash THEN
    PERFORM app.refuse(208, 'replay', v_before.store_id::text);
  ELSIF v_before.request_hash IS NOT NULL THEN
    PERFORM app.refuse(422, 'idempotency_key_reused');
  END IF;

  INSERT INTO public.stores (id, slug, name, currency, currency_exponent, timezone, locale)
  VALUES (v_store, p_input ->> 'slug', p_input ->> 'name', p_input ->> 'currency',
          (p_input ->> 'currency_exponent')::smallint, p_input ->> 'timezone', p_input ->> 'locale');
  INSERT INTO public.store_members (store_id, user_id, issuer, subject, email, role)
  VALUES (v_store, v_caller, p_issuer, p_subject, p_email, 'owner');
  INSERT INTO public.store_counters (store_id) VALUES (v_store);
  INSERT INTO public.events (store_id, type, subject_id, actor_kind, actor_id)
  VALUES (v_store, 'store.created', v_store, 'user', v_caller);

  SELECT to_jsonb(s) INTO v_result FROM public.stores s WHERE s.id = v_store;
  INSERT INTO public.idempotency_keys (store_id, caller, operation, key, request_hash, result)
  VALUES (v_store, v_caller, p_operation, p_key, p_hash, v_result);
  RETURN v_result;
END
$$;
