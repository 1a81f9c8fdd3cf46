-- What all writes of members have alike.

-- Opens the store for a change of its members, one change at a time. Returns the caller's current role, which may have
-- changed since the tenant context was set. Runs with the rights of the functions that call it.
CREATE OR REPLACE FUNCTION app.begin_member_write(p_store uuid, p_operation text, p_key text, p_hash text) RETURNS text
  LANGUAGE plpgsql
AS $$
DECLARE
  v_role text;
BEGIN
  PERFORM app.begin_write(p_store, p_operation, p_key, p_hash);
  PERFORM pg_advisory_xact_lock(hashtextextended('members ' || p_store, 0));
  SELECT m.role INTO v_role FROM public.store_members m WHERE m.store_id = p_store AND m.user_id = app.caller();
  IF NOT FOUND THEN
    PERFORM app.refuse(404, 'not_found', 'member');
  END IF;
  RETURN v_role;
END
$$;

-- Refuses a caller whose role may not give or take away one of p_roles.
CREATE OR REPLACE FUNCTION app.expect_manager(p_caller_role text, VARIADIC p_roles text[]) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT app.manages(p_caller_role) THEN
    PERFORM app.refuse(403, 'forbidden');
  ELSIF p_caller_role <> 'owner' AND 'owner' = ANY (p_roles) THEN
    PERFORM app.refuse(403, 'owners_only');
  END IF;
END
$$;

-- Refuses if no other member is an owner of the store.
CREATE OR REPLACE FUNCTION app.expect_other_owner(p_store uuid, p_member uuid) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM public.store_members m WHERE m.store_id = p_store AND m.role = 'owner' AND m.user_id <> p_member)
  THEN
    PERFORM app.refuse(409, 'last_owner');
  END IF;
END
$$;

-- The caller's store that has this member or invitation. Refuses if none of them has it, or several do.
CREATE OR REPLACE FUNCTION app.store_of_member(p_member uuid) RETURNS uuid
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_stores uuid[];
BEGIN
  SELECT array_agg(found.store_id) INTO v_stores
    FROM (
      SELECT m.store_id FROM public.store_members m WHERE m.store_id = ANY (app.stores()) AND m.user_id = p_member
      UNION ALL
      SELECT i.store_id FROM public.store_invitations i WHERE i.store_id = ANY (app.stores()) AND i.id = p_member
    ) AS found;
  IF v_stores IS NULL THEN
    PERFORM app.refuse(404, 'not_found', 'member');
  END IF;
  RETURN app.expect_one_store(v_stores);
END
$$;

-- The same for their removal, which may be repeated when they are gone.
CREATE OR REPLACE FUNCTION app.store_to_leave(p_member uuid, p_operation text, p_key text, p_hash text) RETURNS uuid
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_store uuid;
BEGIN
  SELECT k.store_id INTO v_store FROM public.idempotency_keys k
   WHERE k.store_id = ANY (app.stores()) AND k.caller = app.caller() AND k.operation = p_operation AND k.key = p_key
     AND k.request_hash = p_hash;
  IF FOUND THEN
    RETURN v_store;
  END IF;
  RETURN app.store_of_member(p_member);
END
$$;
