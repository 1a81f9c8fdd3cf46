-- Members and invitations of a store. The app's role can read them but not write them: only these functions write, and
-- each enforces all the rules. Only owners manage owners; owners and admins manage everyone else; anyone may leave; a
-- store always has at least one owner.

-- A member or an invitation as lists return it.
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

-- Invites an email address for 7 days, or renews its invitation with the new role. A store can have 100 invitations,
-- expired ones included, and 1,000 invitations and members together. The result does not reveal whether anyone uses the
-- address.
CREATE OR REPLACE FUNCTION app.invite_member(
  p_store uuid, p_invitation uuid, p_email text, p_role text, p_operation text, p_key text, p_hash text
) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_max_invitations constant integer := app.most('team.invitations');
  v_max_people constant integer := app.most('team.members');
  v_caller_role text := app.begin_member_write(p_store, p_operation, p_key, p_hash);
  v_role_before text;
  v_invitations bigint;
  v_invitation public.store_invitations;
BEGIN
  SELECT i.role INTO v_role_before FROM public.store_invitations i WHERE i.store_id = p_store AND i.email = p_email;
  PERFORM app.expect_manager(v_caller_role, p_role, v_role_before);
  IF EXISTS (SELECT FROM public.store_members m WHERE m.store_id = p_store AND m.email = p_email) THEN
    PERFORM app.refuse(409, 'already_member');
  END IF;
  IF v_role_before IS NULL THEN
    SELECT count(*) INTO v_invitations FROM public.store_invitations i WHERE i.store_id = p_store;
    IF v_invitations >= v_max_invitations THEN
      PERFORM app.refuse(409, 'limit_reached', jsonb_build_object('max_invitations', v_max_invitations));
    ELSIF v_invitations + (SELECT count(*) FROM public.store_members m WHERE m.store_id = p_store) >= v_max_people THEN
      PERFORM app.refuse(409, 'limit_reached', jsonb_build_object('max_people', v_max_people));
    END IF;
  END IF;
  INSERT INTO public.store_invitations AS i (store_id, id, email, role, invited_by, expires_at)
  VALUES (p_store, p_invitation, p_email, p_role, app.caller(), now() + interval '7 days')
      ON CONFLICT (store_id, email) DO UPDATE
     SET role = excluded.role, invited_by = excluded.invited_by, expires_at = excluded.expires_at,
         version = i.version + 1, updated_at = now()
  RETURNING i.* INTO v_invitation;
  PERFORM app.record_event('member.invited', v_invitation.id,
    jsonb_build_object('role', p_role, 'again', v_role_before IS NOT NULL));
  RETURN app.finish_write(p_operation, p_key, p_hash, app.person(v_invitation));
END
$$;

-- Changes the role of a member or an invitation. A member who is no longer an owner or admin loses their tokens and
-- connections.
CREATE OR REPLACE FUNCTION app.change_member(
  p_store uuid, p_member uuid, p_role text, p_version integer, p_operation text, p_key text, p_hash text
) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_caller_role text := app.begin_member_write(p_store, p_operation, p_key, p_hash);
  v_member public.store_members;
  v_invitation public.store_invitations;
  v_role_before text;
BEGIN
  SELECT m.* INTO v_member FROM public.store_members m WHERE m.store_id = p_store AND m.user_id = p_member;
  SELECT i.* INTO v_invitation FROM public.store_invitations i WHERE i.store_id = p_store AND i.id = p_member;
  IF v_member.user_id IS NULL AND v_invitation.id IS NULL THEN
    PERFORM app.refuse(404, 'not_found', 'member');
  END IF;
  PERFORM app.expect_version(coalesce(v_member.version, v_invitation.version), p_version);
  v_role_before := coalesce(v_member.role, v_invitation.role);
  PERFORM app.expect_manager(v_caller_role, v_role_before, p_role);
  IF v_role_before <> p_role THEN
    IF v_member.role = 'owner' THEN
      PERFORM app.expect_other_owner(p_store, p_member);
    END IF;
    UPDATE public.store_members m SET role = p_role, version = m.version + 1, updated_at = now()
     WHERE m.store_id = p_store AND m.user_id = p_member
    RETURNING m.* INTO v_member;
    -- An invitation is valid only as long as the person who last changed it may give its role.
    UPDATE public.store_invitations i
       SET role = p_role, invited_by = app.caller(), version = i.version + 1, updated_at = now()
     WHERE i.store_id = p_store AND i.id = p_member
    RETURNING i.* INTO v_invitation;
    PERFORM app.record_event(CASE WHEN v_member.user_id IS NULL THEN 'member.invitation_changed' ELSE 'member.role_changed' END,
      p_member, jsonb_build_object('from', v_role_before, 'to', p_role));
    IF NOT app.manages(p_role) THEN
      PERFORM app.revoke_access_of(p_member);
    END IF;
  END IF;
  RETURN app.finish_write(p_operation, p_key, p_hash,
    CASE WHEN v_member.user_id IS NULL THEN app.person(v_invitation) ELSE app.person(v_member) END);
END
$$;

-- Removes a member with their tokens and connections, or revokes an invitation. Anyone may remove themselves.
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
    -- What they did and wrote keeps their name.
    INSERT INTO public.former_members AS f (store_id, user_id, name)
    SELECT m.store_id, m.user_id, n.name
      FROM public.store_members m
     CROSS JOIN coalesce(m.name, nullif(split_part(m.email, '@', 1), '')) AS n(name)
     WHERE m.store_id = p_store AND m.user_id = p_member AND n.name IS NOT NULL
        ON CONFLICT (store_id, user_id) DO UPDATE SET name = excluded.name, left_at = excluded.left_at;
    DELETE FROM public.store_members m WHERE m.store_id = p_store AND m.user_id = p_member;
    -- A job unassigns their conversations, because there may be any number. Until then, nobody is shown in their place.
    INSERT INTO public.departed_assignees AS d (store_id, user_id) VALUES (p_store, p_member)
        ON CONFLICT (store_id, user_id) DO UPDATE SET left_at = excluded.left_at;
    PERFORM app.record_event(CASE WHEN v_leaving THEN 'member.left' ELSE 'member.removed' END, p_member,
      jsonb_build_object('role', v_role));
    PERFORM app.revoke_access_of(p_member);
  ELSE
    SELECT i.role INTO v_role FROM public.store_invitations i WHERE i.store_id = p_store AND i.id = p_member;
    IF NOT FOUND THEN
      PERFORM app.refuse(404, 'not_found', 'member');
    END IF;
    PERFORM app.expect_manager(v_caller_role, v_role);
    DELETE FROM public.store_invitations i WHERE i.store_id = p_store AND i.id = p_member;
    PERFORM app.record_event('member.invitation_revoked', p_member, jsonb_build_object('role', v_role));
  END IF;
  RETURN app.finish_write(p_operation, p_key, p_hash, jsonb_build_object('member_id', p_member));
END
$$;

-- Deletes invitations that expired more than 30 days ago. Called by the hourly cron.
CREATE OR REPLACE FUNCTION app.sweep_invitations() RETURNS bigint
  LANGUAGE sql SECURITY DEFINER
AS $$
  WITH gone AS (
    DELETE FROM public.store_invitations WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM public.store_invitations WHERE expires_at < now() - interval '30 days' LIMIT 20000)) RETURNING 1
  )
  SELECT count(*) FROM gone
$$;
