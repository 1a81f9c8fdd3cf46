-- The tenant context: every batch begins with app.enter_member, app.enter_key or another app.enter_ function. It turns
-- a credential into transaction-local settings, which the row-level policies read (app.stores, app.store).

-- Sets the tenant context, with no store open for writing yet. Only the app.enter_ functions call it.
-- p_roles: the caller's role by store. p_scopes: those of a token or API key.
CREATE OR REPLACE FUNCTION app.open_context(
  p_stores uuid[], p_writable uuid[], p_roles jsonb, p_caller uuid, p_caller_kind text, p_scopes text[] DEFAULT '{}'
) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM set_config('app.stores', p_stores::text, true),
          set_config('app.writable_stores', p_writable::text, true),
          set_config('app.roles', coalesce(p_roles::text, ''), true),
          set_config('app.caller', coalesce(p_caller::text, ''), true),
          set_config('app.caller_kind', p_caller_kind, true),
          set_config('app.scopes', p_scopes::text, true),
          set_config('app.verified_email', '', true),
          set_config('app.caller_name', '', true),
          set_config('app.store', '', true);
END
$$;

-- The store with this id, or with a slug that it has or had. NULL: no such store, or p_name is NULL. What looks like an id is
-- never read as a slug.
CREATE OR REPLACE FUNCTION app.store_named(p_name text) RETURNS uuid
  LANGUAGE sql STABLE STRICT
AS $$
  SELECT CASE WHEN p_name ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN p_name::uuid
              ELSE coalesce((SELECT s.id FROM public.stores s WHERE s.slug = p_name),
                            (SELECT k.store_id FROM public.store_slugs k WHERE k.slug = p_name)) END
$$;

-- The tenant context of a signed-in person. p_store: the id or a slug of the store that the request names, or NULL.
-- p_roles: the roles that have the operation's scope. Without p_store, the caller sees all of their stores and may write to
-- those where their role is one of p_roles; if there is none, the call is refused. p_email: the caller's address if a
-- trusted identity provider has verified it, else NULL. It decides which invitations are theirs. p_name: the caller's name
-- if their identity provider states it, else NULL, which changes no name.
CREATE OR REPLACE FUNCTION app.enter_member(
  p_issuer text, p_subject text, p_store text, p_roles text[], p_email text, p_name text
) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_caller uuid := app.user_id(p_issuer, p_subject);
  v_stores uuid[];
  v_writable uuid[];
  v_roles jsonb;
  v_renamed boolean;
  v_named constant uuid := app.store_named(p_store);
BEGIN
  SELECT coalesce(array_agg(store_id ORDER BY store_id), '{}'),
         coalesce(array_agg(store_id ORDER BY store_id) FILTER (WHERE role = ANY (p_roles)), '{}'),
         coalesce(jsonb_object_agg(store_id, role), '{}'),
         bool_or(name IS DISTINCT FROM p_name)
    INTO v_stores, v_writable, v_roles, v_renamed
    FROM public.store_members
   WHERE user_id = v_caller AND (p_store IS NULL OR store_id = v_named);
  IF p_store IS NOT NULL AND v_stores = '{}' THEN
    PERFORM app.refuse(404, 'not_found', 'store');
  END IF;
  IF v_stores <> '{}' AND v_writable = '{}' THEN
    PERFORM app.refuse(403, 'forbidden');
  END IF;
  IF v_renamed AND p_name IS NOT NULL THEN
    -- SKIP LOCKED: a change of the member must not make this request wait. The version stays, so that nobody can make
    -- others' changes of them fail (If-Match) by signing in with other names.
    UPDATE public.store_members m SET name = p_name
      FROM (SELECT f.store_id FROM public.store_members f
             WHERE f.user_id = v_caller AND f.store_id = ANY (v_stores) AND f.name IS DISTINCT FROM p_name
               FOR NO KEY UPDATE SKIP LOCKED) AS renamed
     WHERE m.store_id = renamed.store_id AND m.user_id = v_caller;
  END IF;
  PERFORM app.open_context(v_stores, v_writable, v_roles, v_caller, 'user');
  PERFORM set_config('app.verified_email', coalesce(p_email, ''), true),
          set_config('app.caller_name', coalesce(p_name, ''), true);
END
$$;

-- Refuses a write to a store that the operator has closed, but never one that takes access away.
CREATE OR REPLACE FUNCTION app.expect_open_store(p_store uuid, p_operation text) RETURNS void
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_always constant text[] := '{revoke_api_key,revoke_token,disconnect,remove_member,delete_webhook}';
BEGIN
  IF (SELECT s.status FROM public.stores s WHERE s.id = p_store) = 'closed' AND p_operation <> ALL (v_always) THEN
    PERFORM app.refuse(403, 'store_closed');
  END IF;
END
$$;
