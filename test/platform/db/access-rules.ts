import { type Rule, storelessNames } from './table-rules.ts'

/** The roles that the rules apply to, so that a test can apply them to other roles. */
export type RoleNames = {
  readonly app: string
  /** The role that owns the functions that bypass row-level security. */
  readonly definer: string
  readonly jobs: string
  /** The Worker's logins for requests and for crons. */
  readonly appLogin: string
  readonly jobsLogin: string
}

const list = (values: readonly string[]) => values.map((value) => `('${value}')`).join(', ')

/** The functions that bypass row-level security, each with what keeps it from exposing another store. */
const definerReasons = {
  'app.approve_authorization': 'writes only to the open store, for the caller and browser that it was shown to',
  'app.begin_authorization': 'touches no store',
  'app.channel_lock': 'returns the kind and sealed credentials of one channel by its id',
  'app.channels_sealed_with': 'for the hourly job: sealed credentials, which no caller receives',
  'app.forget_media': 'for the hourly job: deletes rows of files that are gone, returns a count',
  'app.claim_outbox': 'for the job that sends replies: what is due, which no caller receives',
  'app.claim_media_of': 'for the hourly job: files that a store no longer needs, which no caller receives',
  'app.run_store_job': 'for the crons: one turn of one store, returns a count',
  'app.stores_due': 'for the crons: which stores have something to do, returns ids of stores',
  'app.note_failed_turn': 'for the crons: notes a store and a time',
  'app.sweep_job_turns': 'deletes old rows, returns a count',
  'app.create_store': 'creates a store for the caller',
  'app.deny_authorization': 'touches no store; for the caller and browser that it was shown to',
  'app.enter_channel': 'tenant context for signed webhooks: the store of the channel',
  'app.accept_invitation': 'makes the caller a member if their verified address was invited',
  'app.claim_slug': 'records only the slug of the open store',
  'app.decline_invitation': 'ends an invitation to the caller’s own verified address',
  'app.enter_member': 'tenant context for sessions: the memberships of the caller',
  'app.enter_storefront': 'tenant context for shoppers: an active store with a published storefront, by its slug',
  'app.enter_key': 'tenant context for API keys: the store of the key, by the hash of the secret',
  'app.enter_token': 'tenant context for tokens: the store of the token, by the hash of the secret',
  'app.claim_deliveries': 'for the job that delivers events: leases what is due, returns ids of stores',
  'app.enter_webhooks': 'tenant context for delivering events: stores with webhooks, by their ids',
  'app.queue_webhooks': 'trigger: reads and writes only the webhooks of the event’s own store',
  'app.sweep_price_changes': 'deletes old rows, returns a count',
  'app.sweep_webhooks': 'deletes old rows, returns a count',
  'app.count_secrets': 'for the hourly job and /readyz: counts, which no caller receives',
  'app.webhooks_sealed_with': 'for the hourly job: sealed secrets, which no caller receives',
  'app.change_member': 'writes only to the open store, by the rules of who manages whom',
  'app.find_products': 'filters by the stores of the tenant context',
  'app.invite_member': 'writes only to the open store, by the rules of who manages whom',
  'app.invitations_of_caller': 'returns the names of stores that invited a verified address, and of who sent it',
  'app.my_invitations': 'returns the names of stores that invited a verified address',
  'app.oauth_client': 'touches no store',
  'app.products_named': 'filters by the stores of the tenant context',
  'app.redeem_oauth_code': 'accesses one connection by the hash of a secret',
  'app.refresh_oauth_tokens': 'accesses one connection by the hash of a secret',
  'app.register_oauth_client': 'touches no store',
  'app.remove_member': 'writes only to the open store, by the rules of who manages whom; anybody may remove themselves',
  'app.revoke_oauth_token': 'accesses one connection by the hash of a secret',
  'app.continue_erasures': 'touches only the open store',
  'app.earlier_names': 'reads only the open store',
  'app.anonymization': 'reads only the stores of the tenant context',
  'app.begin_erasures': 'touches only the open store',
  'app.search_page': 'filters by the stores of the tenant context',
  'app.show_authorization': 'touches no store; binds to the caller and browser',
  'app.sweep_idempotency_keys': 'deletes old rows, returns a count',
  'app.sweep_invitations': 'deletes old rows, returns a count',
  'app.sweep_oauth': 'deletes old rows, returns counts',
  'app.check_web_session': 'touches no store; rejects an ended session of the caller',
  'app.is_signed_in': 'touches no store; by the hash of a secret',
  'app.end_my_web_sessions': 'touches no store; the caller’s own sessions',
  'app.end_web_session': 'touches no store; by the hash of a secret',
  'app.my_web_sessions': 'touches no store; the caller’s own sessions',
  'app.start_web_session': 'touches no store; for a user verified by the identity provider',
  'app.sweep_web_sessions': 'deletes old rows, returns a count',
  'app.sweep_shopper_addresses': 'deletes old rows, returns a count',
}

const definers = Object.keys(definerReasons)

/** The functions that only crons call. They cover all stores. */
const jobs = [
  'app.channels_sealed_with',
  'app.claim_media_of',
  'app.run_store_job',
  'app.stores_due',
  'app.claim_outbox',
  'app.forget_media',
  'app.sweep_idempotency_keys',
  'app.note_failed_turn',
  'app.sweep_invitations',
  'app.sweep_job_turns',
  'app.sweep_oauth',
  'app.sweep_price_changes',
  'app.sweep_shopper_addresses',
  'app.sweep_web_sessions',
  'app.claim_deliveries',
  'app.sweep_webhooks',
  'app.count_secrets',
  'app.webhooks_sealed_with',
]

const qualifiedName = `p.pronamespace::regnamespace || '.' || p.proname`

/** The rights of app_rw besides SELECT. Facts are append-only; only functions write stores and members. */
const appRights = [
  'customer_contacts DELETE',
  'customer_contacts INSERT',
  'customer_merges INSERT',
  'customer_merges UPDATE',
  'customer_search_texts DELETE',
  'customer_search_texts INSERT',
  'customer_search_texts UPDATE',
  'customers DELETE',
  'activity INSERT',
  'activity UPDATE',
  'channels INSERT',
  'channels UPDATE',
  'city_sales INSERT',
  'city_sales UPDATE',
  'conversation_contacts DELETE',
  'conversation_contacts INSERT',
  'conversation_contacts UPDATE',
  'conversations DELETE',
  'conversations INSERT',
  'conversations UPDATE',
  'customers INSERT',
  'customers UPDATE',
  'collection_products DELETE',
  'collection_products INSERT',
  'collection_products UPDATE',
  'collections DELETE',
  'collections INSERT',
  'collections UPDATE',
  'delivery_methods DELETE',
  'delivery_methods INSERT',
  'delivery_methods UPDATE',
  'discount_sales INSERT',
  'discount_sales UPDATE',
  'discount_uses DELETE',
  'discount_uses INSERT',
  'discounts DELETE',
  'discounts INSERT',
  'discounts UPDATE',
  'events INSERT',
  'idempotency_keys INSERT',
  'inventory INSERT',
  'inventory UPDATE',
  'inventory_movements INSERT',
  'access_tokens INSERT',
  'access_tokens UPDATE',
  'media INSERT',
  'media UPDATE',
  'media_totals INSERT',
  'media_totals UPDATE',
  'media_uses DELETE',
  'media_uses INSERT',
  'media_uses UPDATE',
  'message_outbox DELETE',
  'message_outbox INSERT',
  'message_outbox UPDATE',
  'messages INSERT',
  'messages UPDATE',
  'oauth_grants UPDATE',
  'order_payments INSERT',
  'order_payments UPDATE',
  'order_returns INSERT',
  'order_returns UPDATE',
  'order_search_texts INSERT',
  'order_search_texts UPDATE',
  'orders INSERT',
  'orders UPDATE',
  'price_changes INSERT',
  'price_changes UPDATE',
  'product_facts INSERT',
  'product_facts UPDATE',
  'product_sales INSERT',
  'product_sales UPDATE',
  'product_variants INSERT',
  'product_variants UPDATE',
  'product_words INSERT',
  'product_words UPDATE',
  'products INSERT',
  'products UPDATE',
  'sales INSERT',
  'sales UPDATE',
  'shopper_addresses INSERT',
  'segments DELETE',
  'segments INSERT',
  'segments UPDATE',
  'shipments INSERT',
  'shipments UPDATE',
  'sold_out_variants DELETE',
  'sold_out_variants INSERT',
  'store_counters UPDATE',
  'storefront_page_revisions INSERT',
  'storefront_pages INSERT',
  'storefront_pages UPDATE',
  'storefront_versions INSERT',
  'storefronts INSERT',
  'storefronts UPDATE',
  'stores UPDATE',
  'webhook_deliveries INSERT',
  'webhook_deliveries UPDATE',
  'webhooks INSERT',
  'webhooks UPDATE',
]

const definerRights = [
  'best_seller_counts INSERT',
  'best_seller_counts SELECT',
  'best_seller_counts UPDATE',
  'city_sales DELETE',
  'city_sales INSERT',
  'city_sales SELECT',
  'city_sales UPDATE',
  'collection_products SELECT',
  'collections SELECT',
  'discounts SELECT',
  'product_facts INSERT',
  'product_facts SELECT',
  'product_facts UPDATE',
  'product_words INSERT',
  'product_words SELECT',
  'product_words UPDATE',
  'price_changes DELETE',
  'price_changes SELECT',
  'product_sales SELECT',
  'sold_out_variants DELETE',
  'sold_out_variants INSERT',
  'sold_out_variants SELECT',
  'channels SELECT',
  'conversation_contacts DELETE',
  'conversation_contacts SELECT',
  'conversations SELECT',
  'conversations UPDATE',
  'customer_search_texts SELECT',
  'customers SELECT',
  'order_search_texts INSERT',
  'order_search_texts SELECT',
  'order_search_texts UPDATE',
  'product_variants SELECT',
  'product_variants UPDATE',
  'products UPDATE',
  'media DELETE',
  'media SELECT',
  'media UPDATE',
  'media_totals SELECT',
  'media_totals UPDATE',
  'media_uses DELETE',
  'media_uses INSERT',
  'media_uses SELECT',
  'media_uses UPDATE',
  'events INSERT',
  'events SELECT',
  'events UPDATE',
  'idempotency_keys DELETE',
  'idempotency_keys INSERT',
  'idempotency_keys SELECT',
  'idempotency_keys UPDATE',
  'inventory SELECT',
  'inventory UPDATE',
  'inventory_movements INSERT',
  'inventory_movements SELECT',
  'inventory_movements UPDATE',
  'access_tokens SELECT',
  'access_tokens UPDATE',
  'message_outbox DELETE',
  'message_outbox SELECT',
  'message_outbox UPDATE',
  'messages SELECT',
  'messages UPDATE',
  'oauth_clients DELETE',
  'oauth_clients INSERT',
  'oauth_clients SELECT',
  'oauth_clients UPDATE',
  'oauth_codes DELETE',
  'oauth_codes INSERT',
  'oauth_codes SELECT',
  'oauth_codes UPDATE',
  'oauth_grants INSERT',
  'oauth_grants SELECT',
  'oauth_grants UPDATE',
  'oauth_pending DELETE',
  'oauth_pending INSERT',
  'oauth_pending SELECT',
  'oauth_pending UPDATE',
  'oauth_tokens DELETE',
  'oauth_tokens INSERT',
  'oauth_tokens SELECT',
  'oauth_tokens UPDATE',
  'order_payments SELECT',
  'order_payments UPDATE',
  'order_returns SELECT',
  'order_returns UPDATE',
  'orders SELECT',
  'orders UPDATE',
  'products SELECT',
  'shipments SELECT',
  'shipments UPDATE',
  'shopper_addresses DELETE',
  'shopper_addresses SELECT',
  'store_counters INSERT',
  'departed_assignees DELETE',
  'departed_assignees INSERT',
  'departed_assignees SELECT',
  'departed_assignees UPDATE',
  'job_turns DELETE',
  'job_turns INSERT',
  'job_turns SELECT',
  'job_turns UPDATE',
  'erasures DELETE',
  'erasures INSERT',
  'erasures SELECT',
  'erasures UPDATE',
  'former_members DELETE',
  'former_members INSERT',
  'former_members SELECT',
  'former_members UPDATE',
  'store_invitations DELETE',
  'store_invitations INSERT',
  'store_invitations SELECT',
  'store_invitations UPDATE',
  'store_members DELETE',
  'store_members INSERT',
  'store_members SELECT',
  'store_slugs INSERT',
  'store_slugs SELECT',
  'storefronts SELECT',
  'store_members UPDATE',
  'web_sessions DELETE',
  'web_sessions INSERT',
  'web_sessions SELECT',
  'web_sessions UPDATE',
  'stores INSERT',
  'stores SELECT',
  'webhook_deliveries DELETE',
  'webhook_deliveries INSERT',
  'webhook_deliveries SELECT',
  'webhook_deliveries UPDATE',
  'webhooks DELETE',
  'webhooks SELECT',
  'webhooks UPDATE',
]

const rightsOf = (role: string) => `(
  select c.relname || ' ' || x.privilege_type || case when x.is_grantable then ' with grant option' else '' end
    from pg_class c cross join lateral aclexplode(c.relacl) as x
   where c.relnamespace in ('public'::regnamespace, 'app'::regnamespace) and x.grantee = '${role}'::regrole
     and not ('${role}' = 'app_rw' and c.relkind = 'r' and x.privilege_type = 'SELECT' and not x.is_grantable
       and c.relname not in (${storelessNames})))`

const differences = (found: string, expected: readonly string[]) =>
  `select 'unexpected: ' || right_ as offender from (${found} except values ${list(expected)}) as a(right_)
   union all select 'missing: ' || right_ from (values ${list(expected)} except ${found}) as b(right_)`

const ownSchemas = `('public'::regnamespace, 'app'::regnamespace, 'drizzle'::regnamespace)`

/** Replaces `id` with `store_id` in expressions on `stores`, so that they compare equal to those on other tables. */
const withStoreId = (expression: string) =>
  `case c.relname when 'stores' then regexp_replace(${expression}, '^(COALESCE\\()?\\(id ', '\\1(store_id ') else ${expression} end`

/** The policies as text. */
const policies = `select c.relname || ' ' || p.polname as policy, p.polroles::regrole[]::text as roles,
    concat_ws(' ', p.polname, p.polcmd, p.polpermissive,
      ${withStoreId('pg_get_expr(p.polqual, p.polrelid)')},
      ${withStoreId('pg_get_expr(p.polwithcheck, p.polrelid)')}) as definition
  from pg_policy p join pg_class c on c.oid = p.polrelid`

const store = '(store_id = ( SELECT app.store() AS store))'
/** Keeps the planner from using the policy as an index condition (policies-and-grants.sql). */
const noIndexCondition = (condition: string) => `COALESCE(${condition}, false)`
const expectedPolicies = [
  `reads r t ${noIndexCondition('(store_id = ANY (( SELECT app.stores() AS stores)::uuid[]))')}`,
  `inserts a t ${store}`,
  `updates w t ${noIndexCondition(store)} ${store}`,
  `deletes d t ${noIndexCondition(store)}`,
]

const tablesOfDefiner = [
  'best_seller_counts',
  'city_sales',
  'collection_products',
  'collections',
  'discounts',
  'product_facts',
  'product_sales',
  'price_changes',
  'product_words',
  'sold_out_variants',
  'media',
  'media_totals',
  'media_uses',
  'channels',
  'conversation_contacts',
  'conversations',
  'customer_search_texts',
  'customers',
  'departed_assignees',
  'erasures',
  'events',
  'former_members',
  'idempotency_keys',
  'inventory',
  'inventory_movements',
  'job_turns',
  'access_tokens',
  'message_outbox',
  'web_sessions',
  'messages',
  'oauth_clients',
  'oauth_codes',
  'oauth_grants',
  'oauth_pending',
  'oauth_tokens',
  'order_payments',
  'order_returns',
  'order_search_texts',
  'orders',
  'product_variants',
  'products',
  'shipments',
  'shopper_addresses',
  'store_counters',
  'store_invitations',
  'store_members',
  'store_slugs',
  'storefronts',
  'stores',
  'webhook_deliveries',
  'webhooks',
]
const definerPolicies = tablesOfDefiner.map((table) => `${table} door`)

/** Rules for access rights, so that no store can access another. */
export const accessRules = ({ app, definer, jobs: jobsGroup }: RoleNames) =>
  ({
    'every table lets app_rw read the stores of the tenant context and write to the open store, and nothing else': {
      offenders: `with found as (${policies})
        select coalesce(policy, '') || ': ' || definition as offender from found
          where roles = '{app_rw}' and definition not in (values ${list(expectedPolicies)})
        union all select c.relname || ' lacks ' || w.definition from pg_class c cross join (values ${list(expectedPolicies)}) as w(definition)
          where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'app'::regnamespace)
            and c.relname not in (${storelessNames})
            and not exists (select from found f where f.definition = w.definition and f.roles = '{app_rw}'
              and f.policy = c.relname || ' ' || split_part(w.definition, ' ', 1))
        union all select policy from found where roles not in ('{app_rw}', '{app_door}')`,
      broken: {
        by: ['create policy sneaky on orders for select to app_rw using (true)'],
        offender: 'orders sneaky: sneaky r t true',
      },
    },
    'app_rw has no policy and no right on tables that belong to no store': {
      offenders: `select c.relname || ' ' || p.polname as offender from pg_policy p join pg_class c on c.oid = p.polrelid
          where c.relname in (${storelessNames}) and p.polroles <> array['${definer}'::regrole::oid]
        union all select c.relname || ' ' || r from pg_class c
          cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as r
          where c.relname in (${storelessNames}) and c.relkind in ('r', 'p') and has_table_privilege('${app}', c.oid, r)`,
      broken: { by: ['grant select on oauth_pending to app_rw'], offender: 'oauth_pending SELECT' },
    },
    'app_door bypasses the policies only on the listed tables': {
      offenders: `with found as (${policies})
        select policy as offender from found where roles = '{app_door}' and policy not in (values ${list(definerPolicies)})
        union all select 'missing: ' || d.policy from (values ${list(definerPolicies)}) as d(policy)
          where d.policy not in (select policy from found)`,
      broken: { by: ['create policy sneaky on inventory to app_door using (true)'], offender: 'inventory sneaky' },
    },
    'app_rw has the listed rights and no others': {
      offenders: differences(rightsOf('app_rw'), appRights),
      broken: { by: ['grant delete on orders to app_rw'], offender: 'unexpected: orders DELETE' },
    },
    'app_door has the listed rights and no others': {
      offenders: differences(rightsOf('app_door'), definerRights),
      broken: { by: ['grant select on segments to app_door'], offender: 'unexpected: segments SELECT' },
    },
    'there are no column privileges': {
      offenders: `select attrelid::regclass || '.' || attname as offender from pg_attribute join pg_class c on c.oid = attrelid
        where attacl is not null and c.relnamespace in ${ownSchemas}`,
      broken: { by: ['grant update (role) on store_members to app_rw'], offender: 'store_members.role' },
    },
    'PUBLIC has no right on any table or function and cannot create any': {
      offenders: `select c.oid::regclass::text as offender from pg_class c cross join lateral aclexplode(c.relacl) as x
          where c.relnamespace in ${ownSchemas} and x.grantee = 0
        union all select p.oid::regprocedure::text from pg_proc p
          cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as x
          where p.pronamespace in ('app'::regnamespace, 'drizzle'::regnamespace) and x.grantee = 0
        union all select n.nspname from pg_namespace n cross join lateral aclexplode(n.nspacl) as x
          where n.oid in ${ownSchemas} and x.grantee = 0 and (x.privilege_type = 'CREATE' or n.nspname <> 'public')`,
      broken: { by: ['create function app.sneaky() returns int language sql return 1'], offender: 'app.sneaky()' },
    },
    'the security definer functions are the listed ones, belong to app_door and pin their search_path': {
      offenders: `with found as (
          select pronamespace::regnamespace || '.' || proname as name, proowner::regrole::text as owner, proconfig from pg_proc
           where prosecdef and pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace))
        select name as offender from found where name not in (values ${list(definers)})
        union all select name || ' belongs to ' || owner from found where owner <> 'app_door'
        union all select name || ' does not pin search_path' from found
          where not coalesce('search_path=pg_catalog, pg_temp' = any (proconfig), false)
        union all select 'missing: ' || d.name from (values ${list(definers)}) as d(name) where d.name not in (select name from found)`,
      broken: {
        by: [
          'create function app.sneaky() returns bigint language sql security definer return (select count(*) from orders)',
        ],
        offender: 'app.sneaky',
      },
    },
    'app_rw cannot call functions of the crons, which include every sweep': {
      offenders: `select ${qualifiedName} as offender from pg_proc p
          where ${qualifiedName} in (values ${list(jobs)}) and has_function_privilege('${app}', p.oid, 'execute')
        union all select ${qualifiedName} from pg_proc p
          where p.pronamespace = 'app'::regnamespace and p.proname ~ '^sweep_' and ${qualifiedName} not in (values ${list(jobs)})`,
      broken: {
        by: ['grant execute on function app.sweep_oauth to app_rw'],
        offender: 'app.sweep_oauth',
      },
    },
    'app_jobs can call the functions of the crons and has no other right': {
      offenders: `select ${qualifiedName} as offender from pg_proc p
          where p.pronamespace <> 'pg_catalog'::regnamespace and p.pronamespace <> 'information_schema'::regnamespace
            and ${qualifiedName} not in (values ${list(jobs)}) and has_function_privilege('${jobsGroup}', p.oid, 'execute')
            and has_schema_privilege('${jobsGroup}', p.pronamespace, 'usage')
            and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        union all select 'missing: ' || j.name from (values ${list(jobs)}) as j(name)
          where not exists (select from pg_proc p where ${qualifiedName} = j.name and has_function_privilege('${jobsGroup}', p.oid, 'execute'))
        union all select c.oid::regclass || ' ' || r from pg_class c
          cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as r
          where c.relnamespace in ${ownSchemas} and c.relkind in ('r', 'p', 'v', 'm') and has_table_privilege('${jobsGroup}', c.oid, r)`,
      broken: { by: ['grant select on orders to app_jobs'], offender: 'orders SELECT' },
    },
    'a pinned search_path names pg_temp last, since it would otherwise come first for types': {
      offenders: `select p.oid::regprocedure::text as offender from pg_proc p cross join lateral unnest(p.proconfig) as c
        where p.pronamespace in ${ownSchemas} and starts_with(c, 'search_path=') and c <> 'search_path=pg_catalog, pg_temp'`,
      broken: { by: ['alter function app.fold(text) set search_path = pg_catalog'], offender: 'app.fold(text)' },
    },
    'only the owner may create temporary objects': {
      offenders: `select x.grantee::text as offender from pg_database d
        cross join lateral aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) as x
        where d.datname = current_database() and x.privilege_type = 'TEMPORARY' and x.grantee <> d.datdba`,
      broken: {
        by: [`do $$ begin execute format('grant temporary on database %I to public', current_database()); end $$`],
        offender: '0',
      },
    },
    'app_door owns those functions and nothing else': {
      offenders: `select classid::regclass || ' ' || objid as offender from pg_shdepend
        where refclassid = 'pg_authid'::regclass and refobjid = '${definer}'::regrole and deptype = 'o'
          and dbid = (select oid from pg_database where datname = current_database())
          and not (classid = 'pg_proc'::regclass and (select prosecdef from pg_proc where oid = objid))`,
      broken: {
        by: ['grant create on schema app to app_door', 'alter function app.fold(text) owner to app_door'],
        offender: 'pg_proc',
      },
    },
    'there are no default privileges': {
      offenders: `select defaclrole::regrole::text as offender from pg_default_acl`,
      broken: {
        by: ['alter default privileges in schema public grant select on tables to app_rw'],
        offender: 'commerce_owner',
      },
    },
    'app_rw cannot create objects or schemas': {
      offenders: `select nspname as offender from pg_namespace where has_schema_privilege('${app}', oid, 'create')
        union all select datname from pg_database where datname = current_database() and has_database_privilege('${app}', oid, 'create')
        union all select nspname from pg_namespace where nspname = 'drizzle' and has_schema_privilege('${app}', oid, 'usage')`,
      broken: { by: ['grant create on schema app to app_rw'], offender: 'app' },
    },
  }) as const satisfies Record<string, Rule>

/** Rules for roles, which the whole server shares and no test may change: to test the rules, they are applied to a role that breaks them. */
export const roleRules = ({ app, definer, jobs: jobsGroup, appLogin, jobsLogin }: RoleNames) => ({
  'a login cannot bypass policies or create roles or databases': `select rolname as offender from pg_roles
    where rolname in ('${appLogin}', '${jobsLogin}')
      and (not rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)`,
  'a login has the rights of its group and of no other role': `select member::regrole || ' ' || roleid::regrole as offender
      from pg_auth_members
     where member in ('${appLogin}'::regrole, '${jobsLogin}'::regrole)
       and (member, roleid) not in (('${appLogin}'::regrole, 'app_rw'::regrole), ('${jobsLogin}'::regrole, 'app_jobs'::regrole))
    union all select l.name || ' lacks ' || l.of from (values ('${appLogin}', 'app_rw'), ('${jobsLogin}', 'app_jobs')) as l(name, of)
     where not pg_has_role(l.name, l.of, 'usage') or pg_has_role(l.name, l.of, 'set')`,
  'a login has its own timeouts, since timeouts of a group are not inherited': `select l.name || ' ' || s.setting as offender
    from unnest(array['${appLogin}', '${jobsLogin}']) as l(name)
    cross join unnest(array['statement_timeout=5s', 'lock_timeout=3s', 'idle_in_transaction_session_timeout=10s',
      'transaction_timeout=50s']) as s(setting)
    where not exists (select from pg_db_role_setting g
      where g.setrole = l.name::regrole and g.setdatabase = 0 and s.setting = any (g.setconfig))`,
  'the groups and app_door cannot log in or bypass policies': `select rolname as offender from pg_roles
    where rolname in ('${app}', '${jobsGroup}', '${definer}')
      and (rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)`,
  'the groups belong to no other role, so that they inherit no rights': `select roleid::regrole::text as offender
    from pg_auth_members where member in ('${app}'::regrole, '${jobsGroup}'::regrole)`,
  'groups and logins own nothing': `select classid::regclass || ' ' || objid as offender from pg_shdepend
    where refclassid = 'pg_authid'::regclass and deptype = 'o'
      and refobjid in ('${app}'::regrole, '${jobsGroup}'::regrole, '${appLogin}'::regrole, '${jobsLogin}'::regrole)`,
})
