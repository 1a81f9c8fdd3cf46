-- Written from the catalogue, so that no table can be forgotten: a table with store_id is a tenant table.
-- Read: the door's stores. Write: the one store that begin_write opened. No door, no rows. A table without store_id
-- has no policy and no right for app_rw at all: only functions of app_door reach it.
-- A setting is read once a statement (InitPlan) because it stands in a sub-select. coalesce keeps the policy from being
-- taken for an index condition: beside the statement's own condition on the store it would count twice, and the planner,
-- expecting one row, would take any index that begins with the store (measured: 1,814 buffers read where 84 do).
DO $$
DECLARE
  v_table text;
  v_column text;
  v_right record;
BEGIN
  FOR v_table, v_column IN
    SELECT c.relname, CASE WHEN c.relname = 'stores' THEN 'id' ELSE a.attname END
      FROM pg_class c
      LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'store_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
  LOOP
    EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE public.%I FORCE ROW LEVEL SECURITY', v_table);
    FOR v_right IN SELECT polname FROM pg_policy WHERE polrelid = format('public.%I', v_table)::regclass LOOP
      EXECUTE format('DROP POLICY %I ON public.%I', v_right.polname, v_table);
    END LOOP;
    EXECUTE format('REVOKE ALL ON public.%I FROM PUBLIC, app_rw, app_door', v_table);
    CONTINUE WHEN v_column IS NULL;
    EXECUTE format('CREATE POLICY reads ON public.%I FOR SELECT TO app_rw USING (coalesce(%I = ANY ((SELECT app.stores())::uuid[]), false))', v_table, v_column);
    EXECUTE format('CREATE POLICY inserts ON public.%I FOR INSERT TO app_rw WITH CHECK (%I = (SELECT app.store()))', v_table, v_column);
    EXECUTE format('CREATE POLICY updates ON public.%I FOR UPDATE TO app_rw USING (coalesce(%I = (SELECT app.store()), false)) WITH CHECK (%I = (SELECT app.store()))', v_table, v_column, v_column);
    EXECUTE format('CREATE POLICY deletes ON public.%I FOR DELETE TO app_rw USING (coalesce(%I = (SELECT app.store()), false))', v_table, v_column);
    EXECUTE format('GRANT SELECT ON public.%I TO app_rw', v_table);
  END LOOP;

  -- What the app may write, table by table. Facts are append-only; stores are made, and
  -- members and invitations written, by functions of app_door alone.
  FOR v_right IN SELECT * FROM (VALUES
    ('stores', 'UPDATE'),
    ('store_counters', 'UPDATE'),
    ('events', 'INSERT'),
    ('idempotency_keys', 'INSERT'),
    ('customers', 'INSERT, UPDATE, DELETE'),
    ('customer_contacts', 'INSERT, DELETE'),
    ('customer_merges', 'INSERT, UPDATE'),
    ('segments', 'INSERT, UPDATE, DELETE'),
    ('products', 'INSERT, UPDATE'),
    ('product_variants', 'INSERT, UPDATE'),
    ('inventory', 'INSERT, UPDATE'),
    ('inventory_movements', 'INSERT'),
    ('orders', 'INSERT, UPDATE'),
    ('order_items', 'INSERT, DELETE'),
    ('order_payments', 'INSERT'),
    ('shipments', 'INSERT'),
    ('order_returns', 'INSERT'),
    ('shopper_addresses', 'INSERT'),
    ('sales', 'INSERT, UPDATE'),
    ('product_sales', 'INSERT, UPDATE'),
    ('mcp_tokens', 'INSERT, UPDATE'),
    ('oauth_grants', 'UPDATE'),
    ('storefronts', 'INSERT, UPDATE'),
    ('storefront_versions', 'INSERT'),
    ('storefront_pages', 'INSERT, UPDATE'),
    ('storefront_page_revisions', 'INSERT'),
    ('channels', 'INSERT, UPDATE'),
    ('conversations', 'INSERT, UPDATE'),
    ('messages', 'INSERT, UPDATE'),
    ('message_outbox', 'INSERT, UPDATE, DELETE')
  ) AS t(name, rights) LOOP
    EXECUTE format('GRANT %s ON public.%I TO app_rw', v_right.rights, v_right.name);
  END LOOP;

  -- app_door owns the SECURITY DEFINER functions and sees past the policies in just these tables.
  FOR v_right IN SELECT * FROM (VALUES
    ('store_members', 'SELECT, INSERT, UPDATE, DELETE'),
    ('store_invitations', 'SELECT, INSERT, UPDATE, DELETE'),
    ('stores', 'SELECT, INSERT'),
    ('store_slugs', 'SELECT, INSERT'),
    ('store_counters', 'INSERT'),
    ('events', 'SELECT, INSERT, UPDATE'),
    ('idempotency_keys', 'SELECT, INSERT, UPDATE, DELETE'),
    ('orders', 'SELECT, UPDATE'),
    ('inventory', 'SELECT, UPDATE'),
    ('shopper_addresses', 'SELECT, DELETE'),
    ('order_payments', 'SELECT, UPDATE'),
    ('order_returns', 'SELECT, UPDATE'),
    ('shipments', 'SELECT, UPDATE'),
    ('inventory_movements', 'SELECT, INSERT, UPDATE'),
    ('products', 'SELECT'),
    ('customers', 'SELECT'),
    ('mcp_tokens', 'SELECT, UPDATE'),
    ('oauth_clients', 'SELECT, INSERT, UPDATE, DELETE'),
    ('oauth_pending', 'SELECT, INSERT, UPDATE, DELETE'),
    ('oauth_grants', 'SELECT, INSERT, UPDATE'),
    ('oauth_codes', 'SELECT, INSERT, UPDATE, DELETE'),
    ('oauth_tokens', 'SELECT, INSERT, UPDATE, DELETE'),
    ('web_sessions', 'SELECT, INSERT, UPDATE, DELETE'),
    ('storefronts', 'SELECT'),
    ('channels', 'SELECT'),
    ('conversations', 'SELECT, UPDATE'),
    ('messages', 'SELECT'),
    ('message_outbox', 'SELECT, UPDATE')
  ) AS t(name, rights) LOOP
    EXECUTE format('GRANT %s ON public.%I TO app_door', v_right.rights, v_right.name);
    EXECUTE format('CREATE POLICY door ON public.%I TO app_door USING (true) WITH CHECK (true)', v_right.name);
  END LOOP;
END
$$;

GRANT USAGE ON SCHEMA app, public TO app_rw, app_door;
GRANT USAGE ON SCHEMA app TO app_jobs;
GRANT CREATE ON SCHEMA app TO app_door;
-- search_path is pinned here and nowhere else, in the transaction that makes the functions, so that none is ever without.
-- pg_temp comes last: where it is not named, PostgreSQL looks for types there first, and a caller's own pg_temp.uuid
-- would run its CHECK as the definer.
DO $$
DECLARE
  v_function record;
BEGIN
  FOR v_function IN
    SELECT p.oid::regprocedure AS name, p.prosecdef FROM pg_proc p
     WHERE p.pronamespace = 'app'::regnamespace
       AND (p.prosecdef OR EXISTS (SELECT FROM unnest(p.proconfig) AS c WHERE starts_with(c, 'search_path=')))
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, pg_temp', v_function.name);
    IF v_function.prosecdef THEN
      EXECUTE format('ALTER FUNCTION %s OWNER TO app_door', v_function.name);
    END IF;
  END LOOP;
END
$$;
REVOKE CREATE ON SCHEMA app FROM app_door;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA app FROM PUBLIC, app_jobs;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA app TO app_rw, app_door;

-- What the crons call goes over all stores: a role of their own may, and no request. app_jobs may call nothing else.
DO $$
DECLARE
  v_name text;
  v_old_login constant boolean := (SELECT rolcanlogin FROM pg_roles WHERE rolname = 'app_rw');
BEGIN
  FOREACH v_name IN ARRAY ARRAY[
    'channels_sealed_otherwise',
    'claim_outbox',
    'release_reservations',
    'sweep_idempotency_keys',
    'sweep_invitations',
    'sweep_oauth',
    'sweep_shopper_addresses',
    'sweep_web_sessions',
    'wake_conversations'
  ] LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION app.%I TO app_jobs', v_name);
    -- As long as app_rw is a login, a Worker from before app_jobs runs its crons as it.
    IF NOT v_old_login THEN
      EXECUTE format('REVOKE EXECUTE ON FUNCTION app.%I FROM app_rw', v_name);
    END IF;
  END LOOP;
END
$$;
