-- A person's own invitations. app.accept_invitation is the only way to join a store.

-- The caller's email address if a trusted identity provider has verified it, else NULL.
CREATE OR REPLACE FUNCTION app.verified_email() RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('app.verified_email', true), '') $$;

-- The invitations to an address that can be accepted: not expired, and sent by a member who may still give the role.
CREATE OR REPLACE FUNCTION app.open_invitations(p_email text) RETURNS SETOF public.store_invitations
  LANGUAGE sql STABLE
AS $$
  SELECT i.* FROM public.store_invitations i
    JOIN public.store_members m ON m.store_id = i.store_id AND m.user_id = i.invited_by
   WHERE i.email = p_email AND i.expires_at > now() AND (m.role = 'owner' OR (m.role = 'admin' AND i.role <> 'owner'))
$$;

-- The invitations that the caller can accept, to stores they do not belong to.
CREATE OR REPLACE FUNCTION app.my_invitations(p_email text DEFAULT app.verified_email())
  RETURNS TABLE (
    id uuid, store_id uuid, slug text, name text, role text, inviter_email text, created_at timestamptz, expires_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER
  -- Expecting the default of 1,000 rows, the planner would read all invitations of all stores to join them.
  ROWS 3
AS $$
  SELECT i.id, s.id, s.slug, s.name, i.role, m.email, i.created_at, i.expires_at
    FROM app.open_invitations(p_email) AS i
    JOIN public.stores s ON s.id = i.store_id
    JOIN public.store_members m ON m.store_id = i.store_id AND m.user_id = i.invited_by
   WHERE NOT EXISTS (
     SELECT FROM public.store_members o WHERE o.store_id = i.store_id AND o.user_id = app.caller())
   ORDER BY i.created_at DESC, i.id DESC
$$;

-- The same with the id and name of who sent each.
CREATE OR REPLACE FUNCTION app.invitations_of_caller()
  RETURNS TABLE (
    id uuid, store_id uuid, slug text, name text, role text, inviter_id uuid, inviter_name text, inviter_email text,
    created_at timestamptz, expires_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER
AS $$
  SELECT i.id, i.store_id, i.slug, i.name, i.role, m.user_id, coalesce(m.name, nullif(split_part(m.email, '@', 1), '')),
         m.email, i.created_at, i.expires_at
    FROM app.my_invitations() AS i
    JOIN public.store_invitations s ON s.store_id = i.store_id AND s.id = i.id
    JOIN public.store_members m ON m.store_id = s.store_id AND m.user_id = s.invited_by
   ORDER BY i.created_at DESC, i.id DESC
$$;

-- Makes the caller a member of the store that invited them, and deletes the invitation. Accepting again while still a
-- member returns the same result. The locks serialize changes of a store's members, and of a person's stores, which are
-- limited to 200.
CREATE OR REPLACE FUNCTION app.accept_invitation(
  p_invitation uuid, p_issuer text, p_subject text, p_operation text, p_key text, p_hash text
) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_max_stores constant integer := app.most('person.stores');
  v_caller uuid := app.user_id(p_issuer, p_subject);
  v_store uuid;
  v_invitation public.store_invitations;
  v_result jsonb;
BEGIN
  IF v_caller IS DISTINCT FROM app.caller() THEN
    PERFORM app.refuse(403, 'forbidden');
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('stores of ' || v_caller, 0));
  PERFORM app.expect_first_attempt(v_caller, p_operation, p_key, p_hash);

  SELECT m.store_id INTO v_store
    FROM public.store_members m WHERE m.user_id = v_caller AND m.membership_id = p_invitation;
  IF NOT FOUND THEN
    SELECT i.store_id INTO v_store FROM app.my_invitations() AS i WHERE i.id = p_invitation;
    IF NOT FOUND THEN
      PERFORM app.refuse(404, 'not_found', 'invitation');
    END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended('members ' || v_store, 0));
    -- Checked again now that nobody else can change it.
    SELECT i.* INTO v_invitation
      FROM app.open_invitations(app.verified_email()) AS i WHERE i.store_id = v_store AND i.id = p_invitation;
    IF NOT FOUND THEN
      PERFORM app.refuse(404, 'not_found', 'invitation');
    END IF;
    PERFORM app.expect_open_store(v_store, p_operation);
    IF (SELECT count(*) FROM public.store_members m WHERE m.user_id = v_caller) >= v_max_stores THEN
      PERFORM app.refuse(409, 'limit_reached', jsonb_build_object('max_stores', v_max_stores));
    END IF;
    DELETE FROM public.store_invitations i WHERE i.store_id = v_store AND i.id = p_invitation;
    INSERT INTO public.store_members (store_id, membership_id, user_id, issuer, subject, email, name, role)
    VALUES (v_store, p_invitation, v_caller, p_issuer, p_subject, v_invitation.email,
            coalesce(app.caller_name(),
              (SELECT f.name FROM public.former_members f WHERE f.store_id = v_store AND f.user_id = v_caller)),
            v_invitation.role);
    DELETE FROM public.former_members f WHERE f.store_id = v_store AND f.user_id = v_caller;
    DELETE FROM public.departed_assignees d WHERE d.store_id = v_store AND d.user_id = v_caller;
    INSERT INTO public.events (store_id, type, subject_id, actor_kind, actor_id, data, created_at)
    VALUES (v_store, 'member.joined', v_caller, 'user', v_caller,
            jsonb_build_object('role', v_invitation.role, 'invitation_id', p_invitation), clock_timestamp());
  END IF;

  SELECT jsonb_build_object('id', p_invitation, 'store_id', s.id, 'slug', s.slug, 'name', s.name, 'role', m.role,
                            'joined_at', m.created_at)
    INTO v_result
    FROM public.stores s JOIN public.store_members m ON m.store_id = s.id AND m.user_id = v_caller
   WHERE s.id = v_store;
  INSERT INTO public.idempotency_keys (store_id, caller, operation, key, request_hash, result)
  VALUES (v_store, v_caller, p_operation, p_key, p_hash, v_result);
  RETURN v_result;
END
$$;

-- Deletes an invitation to the caller's address, even if it has expired. Does nothing if there is no such invitation, but
-- refuses one that was accepted.
CREATE OR REPLACE FUNCTION app.decline_invitation(p_invitation uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_store uuid;
BEGIN
  SELECT i.store_id INTO v_store
    FROM public.store_invitations i WHERE i.email = app.verified_email() AND i.id = p_invitation;
  IF FOUND THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('members ' || v_store, 0));
    WITH ended AS (
      DELETE FROM public.store_invitations i WHERE i.store_id = v_store AND i.id = p_invitation RETURNING i.id, i.role
    )
    INSERT INTO public.events (store_id, type, subject_id, actor_kind, actor_id, data, created_at)
    SELECT v_store, 'member.invitation_declined', id, 'user', app.caller(), jsonb_build_object('role', role), clock_timestamp()
      FROM ended;
  END IF;
  IF EXISTS (
    SELECT FROM public.store_members m WHERE m.user_id = app.caller() AND m.membership_id = p_invitation)
  THEN
    PERFORM app.refuse(404, 'not_found', 'invitation');
  END IF;
END
$$;
