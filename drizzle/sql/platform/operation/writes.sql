-- What every write does first and last.

-- Opens p_store for writing. Parallel requests with the same key wait for each other here. If the key was already used, the
-- request is refused: with 'replay' and the store's id if it is the same request, else with 'idempotency_key_reused'.
CREATE OR REPLACE FUNCTION app.begin_write(p_store uuid, p_operation text, p_key text, p_hash text) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_hash text;
BEGIN
  IF p_store IS NULL OR NOT p_store = ANY (app.stores()) THEN
    PERFORM app.refuse(404, 'not_found');
  END IF;
  IF NOT p_store = ANY (app.writable_stores()) THEN
    PERFORM app.refuse(403, 'forbidden');
  END IF;
  PERFORM app.expect_open_store(p_store, p_operation);
  PERFORM set_config('app.store', p_store::text, true);
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', p_store, app.caller(), p_operation, p_key), 0));
  SELECT k.request_hash INTO v_hash
    FROM public.idempotency_keys k
   WHERE k.store_id = p_store AND k.caller = app.caller() AND k.operation = p_operation AND k.key = p_key;
  IF v_hash = p_hash THEN
    PERFORM app.refuse(208, 'replay', p_store::text);
  ELSIF v_hash IS NOT NULL THEN
    PERFORM app.refuse(422, 'idempotency_key_reused');
  END IF;
END
$$;

-- Stores the result under the idempotency key, in the same transaction as the write, and returns it.
CREATE OR REPLACE FUNCTION app.finish_write(p_operation text, p_key text, p_hash text, p_result jsonb) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO public.idempotency_keys (store_id, caller, operation, key, request_hash, result)
  VALUES (app.store(), app.caller(), p_operation, p_key, p_hash, p_result);
  RETURN p_result;
END
$$;

-- Records a change in timeline, audit log and outbox. The time is clock_timestamp(), not now(): transactions that wait for
-- locks would otherwise record events out of order.
CREATE OR REPLACE FUNCTION app.record_event(p_type text, p_subject uuid, p_data jsonb DEFAULT '{}') RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO public.events (store_id, type, subject_id, actor_kind, actor_id, data, created_at)
  VALUES (app.store(), p_type, p_subject, app.caller_kind(), app.caller(), p_data, clock_timestamp());
END
$$;

-- Refuses to add one more to p_count of the open store, if that many are allowed (src/platform/values/limits.ts). Where parallel
-- requests are not serialized, they may exceed it by a few.
CREATE OR REPLACE FUNCTION app.expect_room(p_what text, p_count bigint) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_max constant integer := app.most('store.' || p_what);
BEGIN
  IF v_max IS NULL THEN
    RAISE EXCEPTION 'app.expect_room: % has no limit', p_what;
  ELSIF p_count >= v_max THEN
    PERFORM app.refuse(409, 'limit_reached', jsonb_build_object('max_' || p_what, v_max));
  END IF;
END
$$;

-- Deletes old keys, a bounded number at a time. Called by the hourly cron.
CREATE OR REPLACE FUNCTION app.sweep_idempotency_keys() RETURNS bigint
  LANGUAGE sql SECURITY DEFINER
AS $$
  WITH old AS (
    SELECT k.ctid FROM public.idempotency_keys k WHERE k.created_at < now() - interval '7 days' LIMIT 20000
  ), deleted AS (
    DELETE FROM public.idempotency_keys k USING old WHERE k.ctid = old.ctid RETURNING 1
  )
  SELECT count(*) FROM deleted
$$;

-- Refuses a repeated write as app.begin_write does, if its result is in any of the caller's stores. For writes that begin
-- before the caller is a member of the store.
CREATE OR REPLACE FUNCTION app.expect_first_attempt(p_caller uuid, p_operation text, p_key text, p_hash text) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_before record;
BEGIN
  SELECT k.store_id, k.request_hash INTO v_before
    FROM public.store_members m
    JOIN public.idempotency_keys k
      ON k.store_id = m.store_id AND k.caller = p_caller AND k.operation = p_operation AND k.key = p_key
   WHERE m.user_id = p_caller
   LIMIT 1;
  IF v_before.request_hash = p_hash THEN
    PERFORM app.refuse(208, 'replay', v_before.store_id::text);
  ELSIF v_before.request_hash IS NOT NULL THEN
    PERFORM app.refuse(422, 'idempotency_key_reused');
  END IF;
END
$$;
