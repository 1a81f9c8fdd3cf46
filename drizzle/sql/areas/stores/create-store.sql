-- Reserves a store's current slug for it for good. Refuses with 'slug_taken' if another store has used the slug, and with
-- 'limit_reached' if the store has used 20, so that nobody collects addresses by renaming. If two stores take a slug at the
-- same time, the second waits for the first. Runs with the rights of the functions that call it.
CREATE OR REPLACE FUNCTION app.claim_slug_of(p_store uuid) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_max_slugs constant integer := app.most('store.slugs');
BEGIN
  INSERT INTO public.store_slugs (store_id, slug) SELECT s.id, s.slug FROM public.stores s WHERE s.id = p_store
      ON CONFLICT (slug) DO NOTHING;
  IF NOT FOUND THEN
    PERFORM FROM public.store_slugs k JOIN public.stores s ON s.slug = k.slug AND s.id = k.store_id WHERE s.id = p_store;
    IF NOT FOUND THEN
      PERFORM app.refuse(409, 'slug_taken');
    END IF;
  ELSIF (SELECT count(*) FROM public.store_slugs k WHERE k.store_id = p_store) > v_max_slugs THEN
    PERFORM app.refuse(409, 'limit_reached', jsonb_build_object('max_slugs', v_max_slugs));
  END IF;
END
$$;

-- The same for the open store. Called after its slug changes, and before, in case the former slug was never recorded.
CREATE OR REPLACE FUNCTION app.claim_slug() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
AS $$ BEGIN PERFORM app.claim_slug_of(app.store()); END $$;

-- Creates a store with its first owner and its counters. A person can create 20 stores in 24 hours, one at a time so that
-- parallel requests are counted; beyond that, it refuses with 'too_many_stores' and the seconds to wait. p_input has the store's
-- fields and creation, the setting STORE_CREATION.
CREATE OR REPLACE FUNCTION app.create_store(
  p_issuer text, p_subject text, p_email text, p_input jsonb, p_operation text, p_key text, p_hash text
) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_caller uuid := app.user_id(p_issuer, p_subject);
  v_store uuid := (p_input ->> 'id')::uuid;
  v_max_stores constant integer := app.most('person.new_stores');
  v_slug text := p_input ->> 'slug';
  v_wait integer;
  v_result jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('stores of ' || v_caller, 0));
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', v_caller, p_operation, p_key), 0));
  PERFORM app.expect_first_attempt(v_caller, p_operation, p_key, p_hash);

  IF p_input ->> 'creation' = 'none'
     OR p_input ->> 'creation' = 'invited' AND NOT EXISTS (SELECT FROM public.store_members m WHERE m.user_id = v_caller) THEN
    PERFORM app.refuse(403, 'store_creation_closed', jsonb_build_object('creation', p_input -> 'creation'));
  END IF;

  SELECT ceil(extract(epoch FROM s.created_at + interval '24 hours' - now())) INTO v_wait
    FROM public.stores s
   WHERE s.created_by = v_caller AND s.created_at > now() - interval '24 hours'
   ORDER BY s.created_at DESC OFFSET v_max_stores - 1 LIMIT 1;
  IF FOUND THEN
    PERFORM app.refuse(429, 'too_many_stores',
      jsonb_build_object('max_stores', v_max_stores, 'wait_seconds', greatest(v_wait, 1)));
  END IF;

  -- Slugs are unique across all stores, names are not. Of two stores that begin with the same name at once, the second waits.
  IF p_input ? 'slug_if_taken' THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('slug ' || v_slug, 0));
    IF EXISTS (SELECT FROM public.store_slugs k WHERE k.slug = v_slug) OR EXISTS (SELECT FROM public.stores s WHERE s.slug = v_slug) THEN
      v_slug := p_input ->> 'slug_if_taken';
    END IF;
  END IF;
  INSERT INTO public.stores (id, slug, name, currency, currency_exponent, timezone, locale, country, created_by)
  VALUES (v_store, v_slug, p_input ->> 'name', p_input ->> 'currency',
          (p_input ->> 'currency_exponent')::smallint, p_input ->> 'timezone', p_input ->> 'locale', p_input ->> 'country', v_caller);
  PERFORM app.claim_slug_of(v_store);
  INSERT INTO public.store_members (store_id, user_id, issuer, subject, email, name, role)
  VALUES (v_store, v_caller, p_issuer, p_subject, p_email, app.caller_name(), 'owner');
  INSERT INTO public.store_counters (store_id) VALUES (v_store);
  INSERT INTO public.events (store_id, type, subject_id, actor_kind, actor_id)
  VALUES (v_store, 'store.created', v_store, 'user', v_caller);

  SELECT to_jsonb(s) INTO v_result FROM public.stores s WHERE s.id = v_store;
  INSERT INTO public.idempotency_keys (store_id, caller, operation, key, request_hash, result)
  VALUES (v_store, v_caller, p_operation, p_key, p_hash, v_result);
  RETURN v_result;
END
$$;
