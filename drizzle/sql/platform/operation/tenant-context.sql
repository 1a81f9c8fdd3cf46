-- The tenant context: every batch begins with app.enter_member, app.enter_key or another app.enter_ function. It turns
-- a credential into transaction-local settings, which the row-level policies read.

-- Refuses the request. SQLSTATE: "MC" and the HTTP status. Message: an error code. Detail: one fact as text.
CREATE OR REPLACE FUNCTION app.refuse(p_status integer, p_code text, p_detail text DEFAULT NULL) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'MC' || p_status, MESSAGE = p_code, DETAIL = coalesce(p_detail, '');
END
$$;

-- Refuses the request with its problems: p_problems is one {pointer, …facts} or an array of them. A problem without a
-- code has p_code. The first problem with p_code, or else the first of all, decides the error code of the response, and is always
-- raised; its `problems_left_out` counts the others that do not fit into 100 problems and 256 KB.
-- The operation's refusals table turns problems into text (src/platform/operation/refusals.ts).
CREATE OR REPLACE FUNCTION app.refuse(p_status integer, p_code text, p_problems jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'MC' || p_status, MESSAGE = p_code, DETAIL = (
    SELECT jsonb_agg(m.value || CASE WHEN m.nth = 1 AND m.left_out > 0 THEN jsonb_build_object('problems_left_out', m.left_out) ELSE '{}' END
             ORDER BY m.place)
      FROM (
        SELECT k.*, count(*) FILTER (WHERE NOT k.fits) OVER () AS left_out FROM (
          SELECT p.*, row_number() OVER so_far AS nth,
                 row_number() OVER so_far = 1 OR row_number() OVER so_far <= 100 AND sum(octet_length(p.value::text)) OVER so_far <= 262144 AS fits
            FROM (SELECT jsonb_build_object('code', p_code) || e.value AS value, e.place
                    FROM jsonb_array_elements(CASE jsonb_typeof(p_problems) WHEN 'array' THEN p_problems ELSE jsonb_build_array(p_problems) END)
                    WITH ORDINALITY AS e(value, place)) AS p
          WINDOW so_far AS (ORDER BY p.value ->> 'code' <> p_code, p.place)) AS k) AS m
     WHERE m.fits)::text;
END
$$;

-- One id for one person at one identity provider.
CREATE OR REPLACE FUNCTION app.user_id(p_issuer text, p_subject text) RETURNS uuid
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT encode(substring(sha256(convert_to(p_issuer || E'\n' || p_subject, 'UTF8')) FROM 1 FOR 16), 'hex')::uuid $$;

-- After COMMIT a transaction-local setting reads '', not NULL: hence nullif.
-- app.stores and app.store are in PL/pgSQL because the planner inlines SQL functions, and under row-level security the
-- inlined expression cannot be an index condition.
CREATE OR REPLACE FUNCTION app.stores() RETURNS uuid[]
  LANGUAGE plpgsql STABLE PARALLEL SAFE
AS $$ BEGIN RETURN coalesce(nullif(current_setting('app.stores', true), '')::uuid[], '{}'::uuid[]); END $$;

CREATE OR REPLACE FUNCTION app.writable_stores() RETURNS uuid[]
  LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT coalesce(nullif(current_setting('app.writable_stores', true), '')::uuid[], '{}'::uuid[]) $$;

-- The store open for writing; without it, nothing can be written. app.begin_write sets it, and so do the functions that enter a
-- store for the Worker itself (app.enter_channel, app.enter_webhooks, app.run_store_job).
CREATE OR REPLACE FUNCTION app.store() RETURNS uuid
  LANGUAGE plpgsql STABLE PARALLEL SAFE
AS $$ BEGIN RETURN nullif(current_setting('app.store', true), '')::uuid; END $$;

CREATE OR REPLACE FUNCTION app.caller() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('app.caller', true), '')::uuid $$;

CREATE OR REPLACE FUNCTION app.caller_kind() RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('app.caller_kind', true), '') $$;

-- The caller's name if their identity provider states it, else NULL.
CREATE OR REPLACE FUNCTION app.caller_name() RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('app.caller_name', true), '') $$;

-- The caller's role in a visible store, for operations in which not all roles of the scope may do the same. That of a token
-- or API key follows from its scopes (app.role_of_scopes).
CREATE OR REPLACE FUNCTION app.role(p_store uuid) RETURNS text
  LANGUAGE plpgsql STABLE PARALLEL SAFE
AS $$ BEGIN RETURN nullif(current_setting('app.roles', true), '')::jsonb ->> p_store::text; END $$;

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

-- Refuses a request that does not say which of the caller's stores it is about, with the stores to choose from.
CREATE OR REPLACE FUNCTION app.refuse_store_required() RETURNS void
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  PERFORM app.refuse(422, 'store_required', jsonb_build_object('stores', (
    SELECT coalesce(jsonb_agg(to_jsonb(s) ORDER BY s.id), '[]')
      FROM (SELECT k.id, k.slug, k.name FROM public.stores k WHERE k.id = ANY (app.stores()) ORDER BY k.id LIMIT 100) AS s)));
END
$$;

-- The caller's only store, for requests that name no store.
CREATE OR REPLACE FUNCTION app.only_store() RETURNS uuid
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  IF cardinality(app.stores()) <> 1 THEN
    PERFORM app.refuse_store_required();
  END IF;
  RETURN (app.stores())[1];
END
$$;

-- The store of a resource found in p_stores, or NULL. Refuses if it was found in several.
CREATE OR REPLACE FUNCTION app.expect_one_store(p_stores uuid[]) RETURNS uuid
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  IF cardinality(p_stores) > 1 THEN
    PERFORM app.refuse_store_required();
  END IF;
  RETURN p_stores[1];
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
