-- Policies are generated from the system catalogue, so that no table can be forgotten: a table with store_id is a tenant
-- table. Reads see the stores of the tenant context, writes only the store that app.begin_write opened; without a tenant
-- context there are no rows. app_rw has no rights on a table without store_id; only functions owned by app_door reach it.
-- The sub-select makes PostgreSQL read the setting once per statement (InitPlan). coalesce keeps the planner from using the
-- policy as an index condition: together with the statement's own condition on the store the policy would count twice, and
-- the planner, which then expects one row, would choose any index that begins with the store (measured: 1,814 buffers
-- instead of 84).
DO $$
DECLARE
  v_table text;
  v_column text;
  v_entry record;
BEGIN
  FOR v_table, v_column IN
    SELECT c.relname, CASE WHEN c.relname = 'stores' THEN 'id' ELSE a.attname END
      FROM pg_class c
      LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'store_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
  LOOP
    EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE public.%I FORCE ROW LEVEL SECURITY', v_table);
    FOR v_entry IN SELECT polname FROM pg_policy WHERE polrelid = format('public.%I', v_table)::regclass LOOP
      EXECUTE format('DROP POLICY %I ON public.%I', v_entry.polname, v_table);
    END LOOP;
    EXECUTE format('REVOKE ALL ON public.%I FROM PUBLIC, app_rw, app_door', v_table);
    CONTINUE WHEN v_column IS NULL;
    EXECUTE format('CREATE POLICY reads ON public.%I FOR SELECT TO app_rw USING (coalesce(%I = ANY ((SELECT app.stores())::uuid[]), false))', v_table, v_column);
    EXECUTE format('CREATE POLICY inserts ON public.%I FOR INSERT TO app_rw WITH CHECK (%I = (SELECT app.store()))', v_table, v_column);
    EXECUTE format('CREATE POLICY updates ON public.%I FOR UPDATE TO app_rw USING (coalesce(%I = (SELECT app.store()), false)) WITH CHECK (%I = (SELECT app.store()))', v_table, v_column, v_column);
    EXECUTE format('CREATE POLICY deletes ON public.%I FOR DELETE TO app_rw USING (coalesce(%I = (SELECT app.store()), false))', v_table, v_column);
    EXECUTE format('GRANT SELECT ON public.%I TO app_rw', v_table);
  END LOOP;

  -- What app_rw may write. Events, payments and the like are append-only. Only functions owned by app_door create stores
  -- and write members and invitations.
  FOR v_entry IN SELECT * FROM (VALUES
    ('stores', 'UPDATE'),
    ('store_counters', 'UPDATE'),
    ('events', 'INSERT'),
    ('idempotency_keys', 'INSERT'),
    ('customers', 'INSERT, UPDATE, DELETE'),
    ('customer_contacts', 'INSERT, DELETE'),
    ('customer_search_texts', 'INSERT, UPDATE, DELETE'),
    ('customer_merges', 'INSERT, UPDATE'),
    ('segments', 'INSERT, UPDATE, DELETE'),
    ('products', 'INSERT, UPDATE'),
    ('product_variants', 'INSERT, UPDATE'),
    ('price_changes', 'INSERT, UPDATE'),
    ('inventory', 'INSERT, UPDATE'),
    ('inventory_movements', 'INSERT'),
    ('product_facts', 'INSERT, UPDATE'),
    ('product_words', 'INSERT, UPDATE'),
    ('sold_out_variants', 'INSERT, DELETE'),
    ('media', 'INSERT, UPDATE'),
    ('media_totals', 'INSERT, UPDATE'),
    ('media_uses', 'INSERT, UPDATE, DELETE'),
    ('collections', 'INSERT, UPDATE, DELETE'),
    ('collection_products', 'INSERT, UPDATE, DELETE'),
    ('delivery_methods', 'INSERT, UPDATE, DELETE'),
    ('discounts', 'INSERT, UPDATE, DELETE'),
    ('discount_uses', 'INSERT, DELETE'),
    ('orders', 'INSERT, UPDATE'),
    ('order_search_texts', 'INSERT, UPDATE'),
    ('order_payments', 'INSERT, UPDATE'),
    ('shipments', 'INSERT, UPDATE'),
    ('order_returns', 'INSERT, UPDATE'),
    ('shopper_addresses', 'INSERT'),
    ('sales', 'INSERT, UPDATE'),
    ('product_sales', 'INSERT, UPDATE'),
    ('activity', 'INSERT, UPDATE'),
    ('discount_sales', 'INSERT, UPDATE'),
    ('city_sales', 'INSERT, UPDATE'),
    ('access_tokens', 'INSERT, UPDATE'),
    ('oauth_grants', 'UPDATE'),
    ('storefronts', 'INSERT, UPDATE'),
    ('storefront_versions', 'INSERT'),
    ('storefront_pages', 'INSERT, UPDATE'),
    ('storefront_page_revisions', 'INSERT'),
    ('channels', 'INSERT, UPDATE'),
    ('conversations', 'INSERT, UPDATE, DELETE'),
    ('conversation_contacts', 'INSERT, UPDATE, DELETE'),
    ('messages', 'INSERT, UPDATE'),
    ('message_outbox', 'INSERT, UPDATE, DELETE'),
    ('webhooks', 'INSERT, UPDATE'),
    ('webhook_deliveries', 'INSERT, UPDATE')
  ) AS t(name, rights) LOOP
    EXECUTE format('GRANT %s ON public.%I TO app_rw', v_entry.rights, v_entry.name);
  END LOOP;

  -- app_door owns the SECURITY DEFINER functions. These are the only tables in which it bypasses the tenant policies.
  FOR v_entry IN SELECT * FROM (VALUES
    ('store_members', 'SELECT, INSERT, UPDATE, DELETE'),
    ('former_members', 'SELECT, INSERT, UPDATE, DELETE'),
    ('departed_assignees', 'SELECT, INSERT, UPDATE, DELETE'),
    ('job_turns', 'SELECT, INSERT, UPDATE, DELETE'),
    ('store_invitations', 'SELECT, INSERT, UPDATE, DELETE'),
    ('stores', 'SELECT, INSERT'),
    ('store_slugs', 'SELECT, INSERT'),
    ('store_counters', 'INSERT'),
    ('events', 'SELECT, INSERT, UPDATE'),
    ('idempotency_keys', 'SELECT, INSERT, UPDATE, DELETE'),
    ('erasures', 'SELECT, INSERT, UPDATE, DELETE'),
    ('orders', 'SELECT, UPDATE'),
    ('inventory', 'SELECT, UPDATE'),
    ('shopper_addresses', 'SELECT, DELETE'),
    ('order_payments', 'SELECT, UPDATE'),
    ('order_returns', 'SELECT, UPDATE'),
    ('shipments', 'SELECT, UPDATE'),
    ('inventory_movements', 'SELECT, INSERT, UPDATE'),
    ('products', 'SELECT, UPDATE'),
    ('product_variants', 'SELECT, UPDATE'),
    ('product_facts', 'SELECT, INSERT, UPDATE'),
    ('product_words', 'SELECT, INSERT, UPDATE'),
    ('sold_out_variants', 'SELECT, INSERT, DELETE'),
    ('best_seller_counts', 'SELECT, INSERT, UPDATE'),
    ('product_sales', 'SELECT'),
    ('price_changes', 'SELECT, DELETE'),
    ('city_sales', 'SELECT, INSERT, UPDATE, DELETE'),
    ('discounts', 'SELECT'),
    ('collections', 'SELECT'),
    ('collection_products', 'SELECT'),
    ('media', 'SELECT, UPDATE, DELETE'),
    ('media_totals', 'SELECT, UPDATE'),
    ('media_uses', 'SELECT, INSERT, UPDATE, DELETE'),
    ('customers', 'SELECT'),
    ('customer_search_texts', 'SELECT'),
    ('order_search_texts', 'SELECT, INSERT, UPDATE'),
    ('access_tokens', 'SELECT, UPDATE'),
    ('oauth_clients', 'SELECT, INSERT, UPDATE, DELETE'),
    ('oauth_pending', 'SELECT, INSERT, UPDATE, DELETE'),
    ('oauth_grants', 'SELECT, INSERT, UPDATE'),
    ('oauth_codes', 'SELECT, INSERT, UPDATE, DELETE'),
    ('oauth_tokens', 'SELECT, INSERT, UPDATE, DELETE'),
    ('web_sessions', 'SELECT, INSERT, UPDATE, DELETE'),
    ('storefronts', 'SELECT'),
    ('channels', 'SELECT'),
    ('conversations', 'SELECT, UPDATE'),
    ('conversation_contacts', 'SELECT, DELETE'),
    ('messages', 'SELECT, UPDATE'),
    ('message_outbox', 'SELECT, UPDATE, DELETE'),
    ('webhooks', 'SELECT, UPDATE, DELETE'),
    ('webhook_deliveries', 'SELECT, INSERT, UPDATE, DELETE')
  ) AS t(name, rights) LOOP
    EXECUTE format('GRANT %s ON public.%I TO app_door', v_entry.rights, v_entry.name);
    EXECUTE format('CREATE POLICY door ON public.%I TO app_door USING (true) WITH CHECK (true)', v_entry.name);
  END LOOP;
END
$$;

GRANT USAGE ON SCHEMA app, public TO app_rw, app_door;
GRANT USAGE ON SCHEMA app TO app_jobs;
GRANT CREATE ON SCHEMA app TO app_door;
-- search_path is set only here, in the transaction that creates the functions, so that no function is ever without it.
-- pg_temp comes last: if it is not listed, PostgreSQL looks up types there first, and the CHECK of a caller's own
-- pg_temp.uuid would run with the rights of app_door.
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
REVOKE ALL ON ALL ROUTINES IN SCHEMA app FROM PUBLIC, app_jobs;
GRANT EXECUTE ON ALL ROUTINES IN SCHEMA app TO app_rw, app_door;

-- The crons call functions that work across all stores. Only app_jobs may call them, and nothing else.
DO $$
DECLARE
  v_name text;
BEGIN
  FOREACH v_name IN ARRAY ARRAY[
    'channels_sealed_with',
    'claim_deliveries',
    'claim_media_of',
    'claim_outbox',
    'count_secrets',
    'forget_media',
    'note_failed_turn',
    'run_store_job',
    'stores_due',
    'sweep_idempotency_keys',
    'sweep_invitations',
    'sweep_job_turns',
    'sweep_oauth',
    'sweep_price_changes',
    'sweep_shopper_addresses',
    'sweep_web_sessions',
    'sweep_webhooks',
    'webhooks_sealed_with'
  ] LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION app.%I TO app_jobs', v_name);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION app.%I FROM app_rw', v_name);
  END LOOP;
END
$$;
