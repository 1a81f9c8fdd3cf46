-- Who belongs to a store, and as what. The service's own role may read members and invitations and write neither: these
-- functions alone do, and each holds the rules by itself. Owners are the business of owners; owners and admins manage
-- everybody else; anybody may leave; and a store always keeps an owner.

-- Opens the store for a change of its members, one at a time, and gives the caller's role as it is now: it may have
-- been taken from them since the door was passed. With the rights of the functions below, which call it.
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
    PERFORM app.refuse(404, 'not_found');
  END IF;
  RETURN v_role;
END
$$;

-- Refuses a caller of that role who may not bring about or take away any of those roles.
CREATE OR REPLACE FUNCTION app.expect_manager(p_caller_role text, VARIADIC p_roles text[]) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  IF p_caller_role NOT IN ('owner', 'admin') THEN
    PERFORM app.refuse(403, 'forbidden');
  ELSIF p_caller_role <> 'owner' AND 'owner' = ANY (p_roles) THEN
    PERFORM app.refuse(403, 'owners_only');
  END IF;
END
$$;

-- Refuses where nobody but that member is an owner of the store.
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

-- The one of the caller's stores that the member or invitation is in, or NULL. Refuses where several are.
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
  IF cardinality(v_stores) > 1 THEN
    PERFORM app.refuse_store_required();
  END IF;
  RETURN v_stores[1];
END
$$;

-- A member or an invitation as a list has it.
CREATE OR REPLACE FUNCTION app.person(p_member public.store_members) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT to_jsonb(p_member) - '{issuer,subject,user_id,membership_id}'::text[]
      || jsonb_build_object('id', p_member.membership_id, 'member_id', p_member.user_id, 'status', 'active')
$$;

CREATE OR REPLACE FUNCTION app.person(p_invitation public.store_invitations) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT to_jsonb(p_invitation) || jsonb_build_object('member_id', p_invitation.id, 'status', 'invited')
$$;

-- Invites an address for 7 days; one that is invited already is invited again, as what is said now. A store has 100
-- invitations at most, those that have run out included, and with its members 1,000. Whether anybody has the address,
-- nothing here depends on.
CREATE OR REPLACE FUNCTION app.invite_member(
  p_store uuid, p_invitation uuid, p_email text, p_role text, p_operation text, p_key text, p_hash text
) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_most_invited constant integer := 100;
  v_most constant integer := 1000;
  v_caller_role text := app.begin_member_write(p_store, p_operation, p_key, p_hash);
  v_before text;
  v_invited bigint;
  v_invitation public.store_invitations;
BEGIN
  SELECT i.role INTO v_before FROM public.store_invitations i WHERE i.store_id = p_store AND i.email = p_email;
  PERFORM app.expect_manager(v_caller_role, p_role, v_before);
  IF EXISTS (SELECT FROM public.store_members m WHERE m.store_id = p_store AND m.email = p_email) THEN
    PERFORM app.refuse(409, 'already_member');
  END IF;
  IF v_before IS NULL THEN
    SELECT count(*) INTO v_invited FROM public.store_invitations i WHERE i.store_id = p_store;
    IF v_invited >= v_most_invited THEN
      PERFORM app.refuse(409, 'limit_reached', v_most_invited || ' invitations that nobody has accepted');
    ELSIF v_invited + (SELECT count(*) FROM public.store_members m WHERE m.store_id = p_store) >= v_most THEN
      PERFORM app.refuse(409, 'limit_reached', v_most || ' members, with those who are invited');
    END IF;
  END IF;
  INSERT INTO public.store_invitations AS i (store_id, id, email, role, invited_by, expires_at)
  VALUES (p_store, p_invitation, p_email, p_role, app.caller(), now() + interval '7 days')
      ON CONFLICT (store_id, email) DO UPDATE
     SET role = excluded.role, invited_by = excluded.invited_by, expires_at = excluded.expires_at,
         version = i.version + 1, updated_at = now()
  RETURNING i.* INTO v_invitation;
  PERFORM app.record_event('member.invited', v_invitation.id,
    jsonb_build_object('role', p_role, 'again', v_before IS NOT NULL));
  RETURN app.finish_write(p_operation, p_key, p_hash, app.person(v_invitation));
END
$$;

-- Revokes a member's tokens and connections of the open store, for good: another invitation or promotion does not bring
-- them back. Runs after the member's row has changed, under the lock of begin_member_write, so that
-- app.expect_present_manager lets nobody add one meanwhile.
CREATE OR REPLACE FUNCTION app.revoke_access_of(p_member uuid) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  WITH ended AS (
    UPDATE public.mcp_tokens t SET revoked_at = now()
     WHERE t.store_id = app.store() AND t.created_by = p_member AND t.revoked_at IS NULL AND t.expires_at > now()
    RETURNING t.id
  )
  INSERT INTO public.events (store_id, type, subject_id, actor_kind, actor_id, data, created_at)
  SELECT app.store(), 'mcp_token.revoked', id, app.caller_kind(), app.caller(), '{"reason": "role_lost"}', clock_timestamp()
    FROM ended;
  WITH ended AS (
    UPDATE public.oauth_grants g SET revoked_at = now(), revoked_reason = 'role_lost'
     WHERE g.store_id = app.store() AND g.user_id = p_member AND g.revoked_at IS NULL AND g.expires_at > now()
    RETURNING g.id
  )
  INSERT INTO public.events (store_id, type, subject_id, actor_kind, actor_id, data, created_at)
  SELECT app.store(), 'connection.revoked', id, app.caller_kind(), app.caller(), '{"reason": "role_lost"}', clock_timestamp()
    FROM ended;
END
$$;

-- Refuses a caller who is no longer an owner or admin of the open store, and keeps their role as it is until the
-- transaction ends: what is allowed with a role must not outlive a change of members made at the same time.
CREATE OR REPLACE FUNCTION app.expect_present_manager() RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('members ' || app.store(), 0));
  PERFORM FROM public.store_members m
   WHERE m.store_id = app.store() AND m.user_id = app.caller() AND m.role IN ('owner', 'admin');
  IF NOT FOUND THEN
    PERFORM app.refuse(403, 'forbidden');
  END IF;
END
$$;

-- Gives a member or an invitation another role. The same role again changes nothing. Whoever is no longer an owner or
-- admin loses their tokens and connections.
CREATE OR REPLACE FUNCTION app.change_member(
  p_store uuid, p_member uuid, p_role text, p_version integer, p_operation text, p_key text, p_hash text
) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_caller_role text := app.begin_member_write(p_store, p_operation, p_key, p_hash);
  v_member public.store_members;
  v_invitation public.store_invitations;
  v_before text;
BEGIN
  SELECT m.* INTO v_member FROM public.store_members m WHERE m.store_id = p_store AND m.user_id = p_member;
  SELECT i.* INTO v_invitation FROM public.store_invitations i WHERE i.store_id = p_store AND i.id = p_member;
  PERFORM app.expect_version(coalesce(v_member.version, v_invitation.version), p_version);
  v_before := coalesce(v_member.role, v_invitation.role);
  PERFORM app.expect_manager(v_caller_role, v_before, p_role);
  IF v_before <> p_role THEN
    IF v_member.role = 'owner' THEN
      PERFORM app.expect_other_owner(p_store, p_member);
    END IF;
    UPDATE public.store_members m SET role = p_role, version = m.version + 1, updated_at = now()
     WHERE m.store_id = p_store AND m.user_id = p_member
    RETURNING m.* INTO v_member;
    -- It holds as long as whoever gave it this role may.
    UPDATE public.store_invitations i
       SET role = p_role, invited_by = app.caller(), version = i.version + 1, updated_at = now()
     WHERE i.store_id = p_store AND i.id = p_member
    RETURNING i.* INTO v_invitation;
    PERFORM app.record_event(CASE WHEN v_member.user_id IS NULL THEN 'member.invitation_changed' ELSE 'member.role_changed' END,
      p_member, jsonb_build_object('from', v_before, 'to', p_role));
    IF p_role NOT IN ('owner', 'admin') THEN
      PERFORM app.revoke_access_of(p_member);
    END IF;
  END IF;
  RETURN app.finish_write(p_operation, p_key, p_hash,
    CASE WHEN v_member.user_id IS NULL THEN app.person(v_invitation) ELSE app.person(v_member) END);
END
$$;

-- Removes a member, with their tokens and connections, or revokes an invitation. Anybody may remove themselves.
CREATE OR REPLACE FUNCTION app.remove_member(
  p_store uuid, p_member uuid, p_operation text, p_key text, p_hash text
) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_caller_role text := app.begin_member_write(p_store, p_operation, p_key, p_hash);
  v_leaving boolean := p_member = app.caller();
  v_role text;
BEGIN
  SELECT m.role INTO v_role FROM public.store_members m WHERE m.store_id = p_store AND m.user_id = p_member;
  IF FOUND THEN
    IF NOT v_leaving THEN
      PERFORM app.expect_manager(v_caller_role, v_role);
    END IF;
    IF v_role = 'owner' THEN
      PERFORM app.expect_other_owner(p_store, p_member);
    END IF;
    DELETE FROM public.store_members m WHERE m.store_id = p_store AND m.user_id = p_member;
    PERFORM app.unassign_conversations(p_member);
    PERFORM app.record_event(CASE WHEN v_leaving THEN 'member.left' ELSE 'member.removed' END, p_member,
      jsonb_build_object('role', v_role));
    PERFORM app.revoke_access_of(p_member);
  ELSE
    SELECT i.role INTO v_role FROM public.store_invitations i WHERE i.store_id = p_store AND i.id = p_member;
    IF NOT FOUND THEN
      PERFORM app.refuse(404, 'not_found');
    END IF;
    PERFORM app.expect_manager(v_caller_role, v_role);
    DELETE FROM public.store_invitations i WHERE i.store_id = p_store AND i.id = p_member;
    PERFORM app.record_event('member.invitation_revoked', p_member, jsonb_build_object('role', v_role));
  END IF;
  RETURN app.finish_write(p_operation, p_key, p_hash, jsonb_build_object('member_id', p_member));
END
$$;

-- Invitations that ran out a month ago: what is kept of people who never came. Called by the scheduled handler.
CREATE OR REPLACE FUNCTION app.sweep_invitations() RETURNS bigint
  LANGUAGE sql SECURITY DEFINER
AS $$
  WITH gone AS (
    DELETE FROM public.store_invitations WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM public.store_invitations WHERE expires_at < now() - interval '30 days' LIMIT 20000)) RETURNING 1
  )
  SELECT count(*) FROM gone
$$;
