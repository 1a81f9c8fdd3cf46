-- What the tenant context says: the settings that app.open_context makes, and whether a request may do what it asks for.

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

-- The scopes of the caller's token or API key; none for a person.
CREATE OR REPLACE FUNCTION app.caller_scopes() RETURNS text[]
  LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT coalesce(nullif(current_setting('app.scopes', true), '')::text[], '{}') $$;

-- Scopes with those that they include: writing includes reading.
CREATE OR REPLACE FUNCTION app.with_reads(p_scopes text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT p_scopes || ARRAY(SELECT replace(s, ':write', ':read') FROM unnest(p_scopes) AS s) $$;

-- The caller's role in a visible store, for operations in which not all roles of the scope may do the same. That of a token
-- or API key follows from its scopes (app.role_of_scopes).
CREATE OR REPLACE FUNCTION app.role(p_store uuid) RETURNS text
  LANGUAGE plpgsql STABLE PARALLEL SAFE
AS $$ BEGIN RETURN nullif(current_setting('app.roles', true), '')::jsonb ->> p_store::text; END $$;

-- Whether a role manages its store: its members, tokens, keys and webhooks.
CREATE OR REPLACE FUNCTION app.manages(p_role text) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT p_role IN (
    -- each roles.managers: '%'
    'owner', 'admin'
  )
$$;

-- The tenant context as JSON, without the open store, for a procedure: COMMIT ends the context, and app.resume_context opens
-- it again.
CREATE OR REPLACE FUNCTION app.context() RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT jsonb_object_agg(name, current_setting(name, true))
    FROM unnest('{app.stores,app.writable_stores,app.roles,app.caller,app.caller_kind,app.scopes,app.verified_email,app.caller_name}'::text[]) AS name
$$;

CREATE OR REPLACE FUNCTION app.resume_context(p_context jsonb) RETURNS void
  LANGUAGE sql
AS $$ SELECT set_config(key, value, true) FROM jsonb_each_text(p_context) $$;

-- One id for one person at one identity provider.
CREATE OR REPLACE FUNCTION app.user_id(p_issuer text, p_subject text) RETURNS uuid
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT encode(substring(sha256(convert_to(p_issuer || E'\n' || p_subject, 'UTF8')) FROM 1 FOR 16), 'hex')::uuid $$;

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

-- Refuses a change if the row no longer has the version that the caller read. p_actual NULL: no such row.
CREATE OR REPLACE FUNCTION app.expect_version(p_actual integer, p_expected integer) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  IF p_actual IS NULL THEN
    PERFORM app.refuse(404, 'not_found');
  ELSIF p_expected IS NOT NULL AND p_actual <> p_expected THEN
    PERFORM app.refuse(409, 'version_conflict', p_actual::text);
  END IF;
END
$$;
