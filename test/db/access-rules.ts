import { type Rule, storelessNames } from './table-rules.ts'

/** Whom the rules are about; named, so that a test can ask them about another role. */
export type RoleNames = {
  readonly app: string
  readonly door: string
  readonly jobs: string
  /** The logins that the Worker connects as: for requests, and for its crons. */
  readonly appLogin: string
  readonly jobsLogin: string
}

const list = (values: readonly string[]) => values.map((value) => `('${value}')`).join(', ')

/** The functions that see past the policies, with what keeps each from giving away another store's rows. */
const definerReasons = {
  'app.approve_authorization': 'writes to the open store alone, for the caller and browser that it was shown to',
  'app.begin_authorization': 'touches no store',
  'app.channel_lock': 'by the id of a channel, its own kind and sealed credentials',
  'app.channels_sealed_otherwise': 'for the hourly job: sealed credentials, none of which reaches a caller',
  'app.claim_outbox': 'for the job that sends: what is due, none of which reaches a caller',
  'app.create_store': 'makes a store of the caller’s own',
  'app.deny_authorization': 'touches no store; for the caller and browser that it was shown to',
  'app.enter_channel': 'tenant context for signed webhooks: the store of the channel',
  'app.accept_invitation': 'makes the caller a member where their own verified address is invited',
  'app.claim_slug': 'records the slug of the open store alone',
  'app.decline_invitation': 'ends an invitation to the caller’s own verified address',
  'app.enter_member': 'tenant context for sessions: the memberships of the caller',
  'app.enter_storefront': 'tenant context for shoppers: an active store with a published storefront, by its slug',
  'app.enter_token': 'tenant context for tokens: the store of the token, by the hash of the secret',
  'app.change_member': 'writes to the open store alone, by the rules of who manages whom',
  'app.invite_member': 'writes to the open store alone, by the rules of who manages whom',
  'app.my_invitations': 'by a verified address, the stores that it is invited to, by name',
  'app.oauth_client': 'touches no store',
  'app.redeem_oauth_code': 'by the hash of a secret, its own connection',
  'app.refresh_oauth_tokens': 'by the hash of a secret, its own connection',
  'app.register_oauth_client': 'touches no store',
  'app.release_reservations': 'for the job of every minute: what ran out, and gives a count',
  'app.remove_member': 'writes to the open store alone, by the rules of who manages whom; oneself, anybody',
  'app.revoke_oauth_token': 'by the hash of a secret, its own connection',
  'app.scrub_records': 'touches the open store alone',
  'app.search_page': 'filters by the stores of the tenant context',
  'app.show_authorization': 'touches no store; binds to the caller and browser',
  'app.sweep_idempotency_keys': 'deletes what is old, and gives a count',
  'app.sweep_invitations': 'deletes what is old, and gives a count',
  'app.sweep_oauth': 'deletes what is old, and gives counts',
  'app.check_web_session': 'touches no store; refuses where the caller’s own session has ended',
  'app.end_my_web_sessions': 'touches no store; the caller’s own sessions',
  'app.end_web_session': 'touches no store; by the hash of a secret',
  'app.my_web_sessions': 'touches no store; the caller’s own sessions',
  'app.start_web_session': 'touches no store; for whom the identity provider has vouched',
  'app.sweep_web_sessions': 'deletes what is old, and gives a count',
  'app.sweep_shopper_addresses': 'deletes what is old, and gives a count',
  'app.wake_conversations': 'for the job of every minute: what was snoozed, and gives a count',
}

const definers = Object.keys(definerReasons)

/** What the crons call, and no request: all of it goes over all stores. */
const jobs = [
  'app.channels_sealed_otherwise',
  'app.claim_outbox',
  'app.release_reservations',
  'app.sweep_idempotency_keys',
  'app.sweep_invitations',
  'app.sweep_oauth',
  'app.sweep_shopper_addresses',
  'app.sweep_web_sessions',
  'app.wake_conversations',
]

const named = `p.pronamespace::regnamespace || '.' || p.proname`

/** What app_rw may do besides reading; facts are append-only, and stores and members the functions' to write. */
const appRights = [
  'customer_contacts DELETE',
  'customer_contacts INSERT',
  'customer_merges INSERT',
  'customer_merges UPDATE',
  'customers DELETE',
  'channels INSERT',
  'channels UPDATE',
  'conversations INSERT',
  'conversations UPDATE',
  'customers INSERT',
  'customers UPDATE',
  'events INSERT',
  'idempotency_keys INSERT',
  'inventory INSERT',
  'inventory UPDATE',
  'inventory_movements INSERT',
  'mcp_tokens INSERT',
  'mcp_tokens UPDATE',
  'message_outbox DELETE',
  'message_outbox INSERT',
  'message_outbox UPDATE',
  'messages INSERT',
  'messages UPDATE',
  'oauth_grants UPDATE',
  'order_items DELETE',
  'order_items INSERT',
  'order_payments INSERT',
  'order_returns INSERT',
  'orders INSERT',
  'orders UPDATE',
  'product_sales INSERT',
  'product_sales UPDATE',
  'product_variants INSERT',
  'product_variants UPDATE',
  'products INSERT',
  'products UPDATE',
  'sales INSERT',
  'sales UPDATE',
  'shopper_addresses INSERT',
  'segments DELETE',
  'segments INSERT',
  'segments UPDATE',
  'shipments INSERT',
  'store_counters UPDATE',
  'storefront_page_revisions INSERT',
  'storefront_pages INSERT',
  'storefront_pages UPDATE',
  'storefront_versions INSERT',
  'storefronts INSERT',
  'storefronts UPDATE',
  'stores UPDATE',
]

const doorRights = [
  'channels SELECT',
  'conversations SELECT',
  'conversations UPDATE',
  'customers SELECT',
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
  'mcp_tokens SELECT',
  'mcp_tokens UPDATE',
  'message_outbox SELECT',
  'message_outbox UPDATE',
  'messages SELECT',
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
]

const rightsOf = (role: string) => `(
  select c.relname || ' ' || x.privilege_type || case when x.is_grantable then ' with grant option' else '' end
    from pg_class c cross join lateral aclexplode(c.relacl) as x
   where c.relnamespace in ('public'::regnamespace, 'app'::regnamespace) and x.grantee = '${role}'::regrole
     and not ('${role}' = 'app_rw' and c.relkind = 'r' and x.privilege_type = 'SELECT' and not x.is_grantable
       and c.relname not in (${storelessNames})))`

const differences = (found: string, wanted: readonly string[]) =>
  `select 'too much: ' || right_ as offender from (${found} except values ${list(wanted)}) as a(right_)
   union all select 'missing: ' || right_ from (values ${list(wanted)} except ${found}) as b(right_)`

const ours = `('public'::regnamespace, 'app'::regnamespace, 'drizzle'::regnamespace)`

/** The table `stores` says `id` where the others say store_id. */
const saying = (expression: string) =>
  `case c.relname when 'stores' then regexp_replace(${expression}, '^(COALESCE\\()?\\(id ', '\\1(store_id ') else ${expression} end`

/** A policy as text. */
const policies = `select c.relname || ' ' || p.polname as policy, p.polroles::regrole[]::text as roles,
    concat_ws(' ', p.polname, p.polcmd, p.polpermissive,
      ${saying('pg_get_expr(p.polqual, p.polrelid)')},
      ${saying('pg_get_expr(p.polwithcheck, p.polrelid)')}) as means
  from pg_policy p join pg_class c on c.oid = p.polrelid`

const store = '(store_id = ( SELECT app.store() AS store))'
/** Else the planner takes the policy for an index condition beside the statement's own (90-row-level-security.sql). */
const noIndexCondition = (condition: string) => `COALESCE(${condition}, false)`
const wantedPolicies = [
  `reads r t ${noIndexCondition('(store_id = ANY (( SELECT app.stores() AS stores)::uuid[]))')}`,
  `inserts a t ${store}`,
  `updates w t ${noIndexCondition(store)} ${store}`,
  `deletes d t ${noIndexCondition(store)}`,
]

const openedByDoor = [
  'channels',
  'conversations',
  'customers',
  'events',
  'idempotency_keys',
  'inventory',
  'inventory_movements',
  'mcp_tokens',
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
  'orders',
  'products',
  'shipments',
  'shopper_addresses',
  'store_counters',
  'store_invitations',
  'store_members',
  'store_slugs',
  'storefronts',
  'stores',
]
const doorPolicies = openedByDoor.map((table) => `${table} door`)

/** Who may do what, so that no store sees another. */
export const accessRules = ({ app, door, jobs: jobsGroup }: RoleNames) =>
  ({
    'every table lets app_rw read the stores of the tenant context and write to the open store, and nothing else': {
      offenders: `with found as (${policies})
        select coalesce(policy, '') || ': ' || means as offender from found
          where roles = '{app_rw}' and means not in (values ${list(wantedPolicies)})
        union all select c.relname || ' lacks ' || w.means from pg_class c cross join (values ${list(wantedPolicies)}) as w(means)
          where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'app'::regnamespace)
            and c.relname not in (${storelessNames})
            and not exists (select from found f where f.means = w.means and f.roles = '{app_rw}'
              and f.policy = c.relname || ' ' || split_part(w.means, ' ', 1))
        union all select policy from found where roles not in ('{app_rw}', '{app_door}')`,
      broken: {
        by: ['create policy sneaky on orders for select to app_rw using (true)'],
        offender: 'orders sneaky: sneaky r t true',
      },
    },
    'a table that belongs to no store has no policy for app_rw, nor any right of it': {
      offenders: `select c.relname || ' ' || p.polname as offender from pg_policy p join pg_class c on c.oid = p.polrelid
          where c.relname in (${storelessNames}) and p.polroles <> array['${door}'::regrole::oid]
        union all select c.relname || ' ' || r from pg_class c
          cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as r
          where c.relname in (${storelessNames}) and c.relkind in ('r', 'p') and has_table_privilege('${app}', c.oid, r)`,
      broken: { by: ['grant select on oauth_pending to app_rw'], offender: 'oauth_pending SELECT' },
    },
    'app_door sees past the policies in the listed tables only': {
      offenders: `with found as (${policies})
        select policy as offender from found where roles = '{app_door}' and policy not in (values ${list(doorPolicies)})
        union all select 'missing: ' || d.policy from (values ${list(doorPolicies)}) as d(policy)
          where d.policy not in (select policy from found)`,
      broken: { by: ['create policy sneaky on inventory to app_door using (true)'], offender: 'inventory sneaky' },
    },
    'app_rw has the listed rights and no others': {
      offenders: differences(rightsOf('app_rw'), appRights),
      broken: { by: ['grant delete on orders to app_rw'], offender: 'too much: orders DELETE' },
    },
    'app_door has the listed rights and no others': {
      offenders: differences(rightsOf('app_door'), doorRights),
      broken: { by: ['grant select on segments to app_door'], offender: 'too much: segments SELECT' },
    },
    'nobody has rights on single columns': {
      offenders: `select attrelid::regclass || '.' || attname as offender from pg_attribute join pg_class c on c.oid = attrelid
        where attacl is not null and c.relnamespace in ${ours}`,
      broken: { by: ['grant update (role) on store_members to app_rw'], offender: 'store_members.role' },
    },
    'everybody (PUBLIC) has no right on any table or function of ours, nor may make any': {
      offenders: `select c.oid::regclass::text as offender from pg_class c cross join lateral aclexplode(c.relacl) as x
          where c.relnamespace in ${ours} and x.grantee = 0
        union all select p.oid::regprocedure::text from pg_proc p
          cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as x
          where p.pronamespace in ('app'::regnamespace, 'drizzle'::regnamespace) and x.grantee = 0
        union all select n.nspname from pg_namespace n cross join lateral aclexplode(n.nspacl) as x
          where n.oid in ${ours} and x.grantee = 0 and (x.privilege_type = 'CREATE' or n.nspname <> 'public')`,
      broken: { by: ['create function app.sneaky() returns int language sql return 1'], offender: 'app.sneaky()' },
    },
    'functions that see past the policies are the listed ones, belong to app_door and pin their search_path': {
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
    'app_rw may call no function of the crons, and one that sweeps is one of the crons': {
      offenders: `select ${named} as offender from pg_proc p
          where ${named} in (values ${list(jobs)}) and has_function_privilege('${app}', p.oid, 'execute')
        union all select ${named} from pg_proc p
          where p.pronamespace = 'app'::regnamespace and p.proname ~ '^sweep_' and ${named} not in (values ${list(jobs)})`,
      broken: {
        by: ['grant execute on function app.sweep_oauth to app_rw'],
        offender: 'app.sweep_oauth',
      },
    },
    'app_jobs may call the functions of the crons, and has no other right': {
      offenders: `select ${named} as offender from pg_proc p
          where p.pronamespace <> 'pg_catalog'::regnamespace and p.pronamespace <> 'information_schema'::regnamespace
            and ${named} not in (values ${list(jobs)}) and has_function_privilege('${jobsGroup}', p.oid, 'execute')
            and has_schema_privilege('${jobsGroup}', p.pronamespace, 'usage')
            and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        union all select 'missing: ' || j.name from (values ${list(jobs)}) as j(name)
          where not exists (select from pg_proc p where ${named} = j.name and has_function_privilege('${jobsGroup}', p.oid, 'execute'))
        union all select c.oid::regclass || ' ' || r from pg_class c
          cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as r
          where c.relnamespace in ${ours} and c.relkind in ('r', 'p', 'v', 'm') and has_table_privilege('${jobsGroup}', c.oid, r)`,
      broken: { by: ['grant select on orders to app_jobs'], offender: 'orders SELECT' },
    },
    'a function that pins its search_path names pg_temp last: else it comes first for types': {
      offenders: `select p.oid::regprocedure::text as offender from pg_proc p cross join lateral unnest(p.proconfig) as c
        where p.pronamespace in ${ours} and starts_with(c, 'search_path=') and c <> 'search_path=pg_catalog, pg_temp'`,
      broken: { by: ['alter function app.fold(text) set search_path = pg_catalog'], offender: 'app.fold(text)' },
    },
    'nobody but the owner may make temporary objects': {
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
        where refclassid = 'pg_authid'::regclass and refobjid = '${door}'::regrole and deptype = 'o'
          and dbid = (select oid from pg_database where datname = current_database())
          and not (classid = 'pg_proc'::regclass and (select prosecdef from pg_proc where oid = objid))`,
      broken: {
        by: ['grant create on schema app to app_door', 'alter function app.fold(text) owner to app_door'],
        offender: 'pg_proc',
      },
    },
    'no default privilege hands out rights on what is made later': {
      offenders: `select defaclrole::regrole::text as offender from pg_default_acl`,
      broken: {
        by: ['alter default privileges in schema public grant select on tables to app_rw'],
        offender: 'commerce_owner',
      },
    },
    'app_rw may make nothing: no object in any schema, no schema in the database': {
      offenders: `select nspname as offender from pg_namespace where has_schema_privilege('${app}', oid, 'create')
        union all select datname from pg_database where datname = current_database() and has_database_privilege('${app}', oid, 'create')
        union all select nspname from pg_namespace where nspname = 'drizzle' and has_schema_privilege('${app}', oid, 'usage')`,
      broken: { by: ['grant create on schema app to app_rw'], offender: 'app' },
    },
  }) as const satisfies Record<string, Rule>

/** Facts of the whole server, which no test may change; the test asks them of a role that breaks them instead. */
export const roleRules = ({ app, door, jobs: jobsGroup, appLogin, jobsLogin }: RoleNames) => ({
  'a login can pass no policy, and make no role or database': `select rolname as offender from pg_roles
    where rolname in ('${appLogin}', '${jobsLogin}')
      and (not rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)`,
  'a login has the rights of its group and of no other role': `select member::regrole || ' ' || roleid::regrole as offender
      from pg_auth_members
     where member in ('${appLogin}'::regrole, '${jobsLogin}'::regrole)
       and (member, roleid) not in (('${appLogin}'::regrole, 'app_rw'::regrole), ('${jobsLogin}'::regrole, 'app_jobs'::regrole))
    union all select l.name || ' lacks ' || l.of from (values ('${appLogin}', 'app_rw'), ('${jobsLogin}', 'app_jobs')) as l(name, of)
     where not pg_has_role(l.name, l.of, 'usage') or pg_has_role(l.name, l.of, 'set')`,
  'a login gives up what takes too long, which a member of a group does not inherit': `select l.name || ' ' || s.setting as offender
    from unnest(array['${appLogin}', '${jobsLogin}']) as l(name)
    cross join unnest(array['statement_timeout=5s', 'lock_timeout=3s', 'idle_in_transaction_session_timeout=10s']) as s(setting)
    where not exists (select from pg_db_role_setting g
      where g.setrole = l.name::regrole and g.setdatabase = 0 and s.setting = any (g.setconfig))`,
  'the groups and app_door cannot log in, and can pass no policy by themselves': `select rolname as offender from pg_roles
    where rolname in ('${app}', '${jobsGroup}', '${door}')
      and (rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)`,
  'the groups belong to no other role, whose rights they would have': `select roleid::regrole::text as offender
    from pg_auth_members where member in ('${app}'::regrole, '${jobsGroup}'::regrole)`,
  'groups and logins own nothing': `select classid::regclass || ' ' || objid as offender from pg_shdepend
    where refclassid = 'pg_authid'::regclass and deptype = 'o'
      and refobjid in ('${app}'::regrole, '${jobsGroup}'::regrole, '${appLogin}'::regrole, '${jobsLogin}'::regrole)`,
})
