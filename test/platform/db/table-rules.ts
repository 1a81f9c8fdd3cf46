/** A query on the system catalogue that returns what breaks a rule. */
export type Rule = {
  /** Returns one column, `offender`. */
  readonly offenders: string
  /** Statements that break the rule, and the offender that the query must then return. */
  readonly broken: { readonly by: readonly string[]; readonly offender: string }
}

const tables = `(select oid, relname, relrowsecurity, relforcerowsecurity from pg_class
  where relnamespace in ('public'::regnamespace, 'app'::regnamespace) and relkind in ('r', 'p')) as c`

const columnsOf = (relation: string, numbers: string) => `array(
  select a.attname::text from unnest(${numbers}::int2[]) with ordinality as k(number, at)
    left join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.number and k.number > 0 order by k.at)`

/** The only tables whose rows belong to no store, each with the reason. Only functions of app_door can access them. */
export const storeless = {
  oauth_clients: 'a client registers before anybody connects it to a store, and is shared by all stores',
  oauth_pending: 'a request names no store: the person who approves it chooses one',
  web_sessions: 'a person signs in for all of their stores',
}

/** The tables of `storeless`, as a list for SQL. */
export const storelessNames = Object.keys(storeless)
  .map((name) => `'${name}'`)
  .join(', ')

/** The only indexes that do not begin with store_id, each with the reason. */
const indexExceptions = {
  stores_pkey: 'the store itself',
  stores_slug_key: 'slugs are public addresses, so they are unique across stores',
  stores_created_by_idx: 'counts the stores that a person created in a day',
  store_slugs_slug_key: 'a slug belongs to one store for good, so it is unique across stores',
  store_members_user_idx: 'app.enter_member reads all stores of a person',
  store_invitations_email_idx: 'finds the invitations of an e-mail address in all stores',
  store_invitations_expires_idx: 'the sweep of old invitations covers all stores',
  price_changes_created_idx: 'the sweep of old changes of prices covers all stores; BRIN',
  idempotency_keys_created_idx: 'the sweep of old keys covers all stores; BRIN',
  access_tokens_hash_key:
    'app.enter_token and app.enter_key find a token or API key by its hash: the caller does not name the store',
  oauth_clients_pkey: 'clients belong to no store; looked up by their id',
  oauth_clients_expires_idx: 'the sweep of old clients, and eviction of the oldest unused one; no store',
  oauth_clients_from_idx: 'registrations are limited by address; no store',
  oauth_clients_idle_idx: 'the sweep of unused clients; no store',
  oauth_grants_client_idx: 'the sweep checks whether a client has a grant in any store',
  oauth_pending_from_idx: 'open requests are limited by address; no store',
  oauth_pending_pkey: 'requests belong to no store yet; looked up by the hash of their handle',
  oauth_pending_expires_idx: 'the sweep of old requests; no store',
  web_sessions_pkey: 'web sessions belong to people; looked up by the hash of their id',
  web_sessions_user_idx: 'the sessions of one person; no store',
  web_sessions_expires_idx: 'the sweep of old sessions; no store',
  oauth_codes_hash_key: 'a code is redeemed by its hash: the caller does not name the store',
  oauth_codes_expires_idx: 'the sweep of old codes covers all stores',
  oauth_tokens_hash_key: 'app.enter_token finds a token by its hash: the caller does not name the store',
  oauth_tokens_expires_idx: 'the sweep of old tokens covers all stores',
  channels_id_key: 'a provider’s webhook names the channel but not the store',
  shopper_addresses_created_idx: 'the sweep of old addresses covers all stores',
  webhooks_access_ends_idx: 'the job that disables webhooks of expired API keys covers all stores',
  webhooks_given_up_idx: 'the job that cancels deliveries of disabled webhooks covers all stores',
  webhooks_deleted_idx: 'the sweep of deleted webhooks covers all stores',
  product_words_idx: 'every word is hashed together with the store',
  webhook_deliveries_created_idx: 'the sweep of old deliveries covers all stores; BRIN',
}

/** Expressions for trigrams and keys, which begin with the store's hash or are hashed together with the store. */
const storeGrams = [
  'app.grams(store_id, 0, search_text)',
  'app.grams(store_id, 0, public_search_text)',
  'app.grams(store_id, band, text)',
  'app.grams(store_id, 0, text)',
  'app.product_keys(store_id, product_id, tag_keys, options, reduced)',
]
  .map((index) => `'${index}'`)
  .join(', ')

/** The only triggers, each with the reason. */
const triggers = {
  orders_search_rows: 'a new order gets a search text, and a deleted one loses it',
  orders_search_changes: 'the search text follows what a search finds an order by',
  customers_search_rows: 'a new customer gets a search text, and a deleted one loses it',
  customers_search_changes: 'the search text follows what a search finds a customer by',
  events_webhooks: 'a new event is queued for the webhooks that subscribe to it',
  inventory_low: 'whether stock is low follows from the units and the threshold, whichever function changes them',
  products_media_rows: 'a file stays while a product shows it',
  collections_media: 'the same for collections',
  products_media_changes: 'the same for changed products',
  products_new_words: 'a new product gets the words that it is found by',
  products_words: 'the words follow the texts of the product',
  products_facts: 'what lists filter by follows the product',
  product_variants_new_facts: 'a product gets what lists filter by with its variants',
  product_variants_facts: 'the same follows changed variants',
  inventory_new_sold_out: 'a new variant without stock is known to be sold out',
  inventory_sold_out: 'so is a variant whose last unit goes, until there is one again',
  storefronts_media: 'a file stays while the draft of the storefront shows it',
  storefront_pages_media: 'the same for its pages',
  storefront_versions_media: 'a file stays while a version that shows it can be published again',
  storefront_page_revisions_media: 'the same for the pages of such a version',
}

const triggerNames = Object.keys(triggers)
  .map((name) => `'${name}'`)
  .join(', ')

const excepted = Object.keys(indexExceptions)
  .map((name) => `'${name}'`)
  .join(', ')

const plain = 'create table sneaky (store_id uuid not null primary key references stores (id))'

/** Rules for tables, so that no store can access another. */
export const tableRules = {
  'every table has row-level security, forced on its owner too': {
    offenders: `select relname as offender from ${tables} where not (relrowsecurity and relforcerowsecurity)`,
    broken: { by: [plain, 'alter table sneaky enable row level security'], offender: 'sneaky' },
  },
  'every table has a store_id that is never null, except those listed with a reason': {
    offenders: `select relname as offender from ${tables} where relname not in ('stores', ${storelessNames}) and not exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'store_id' and a.attnotnull
        and a.atttypid = 'uuid'::regtype)`,
    broken: { by: ['create table sneaky (store_id uuid)'], offender: 'sneaky' },
  },
  'every table that belongs to no store is still there, and has no store_id': {
    offenders: `select name as offender from unnest(array[${storelessNames}]) as name where to_regclass(name) is null
      union all select relname from ${tables} join pg_attribute a on a.attrelid = c.oid
        where relname in (${storelessNames}) and a.attname ~ 'store' and not a.attisdropped`,
    broken: { by: ['alter table oauth_pending add store_id uuid'], offender: 'oauth_pending' },
  },
  'every foreign key begins with store_id on both sides': {
    offenders: `select conrelid::regclass || ' ' || conname as offender from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace
        and ((${columnsOf('conrelid', 'conkey')})[1] is distinct from 'store_id'
          or (${columnsOf('confrelid', 'confkey')})[1] is distinct from
             case when confrelid = 'stores'::regclass then 'id' else 'store_id' end)`,
    broken: {
      by: [
        'create table parents (store_id uuid not null, id uuid primary key)',
        'create table sneaky (store_id uuid not null, parent uuid constraint sneaky_fkey references parents (id))',
      ],
      offender: 'sneaky sneaky_fkey',
    },
  },
  'every foreign key to a row of a store includes the store': {
    offenders: `select conrelid::regclass || ' ' || conname as offender from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and confrelid <> 'stores'::regclass
        and array_length(conkey, 1) < 2`,
    broken: {
      by: [
        'create table parents (store_id uuid primary key)',
        'create table sneaky (store_id uuid constraint sneaky_fkey references parents (store_id))',
      ],
      offender: 'sneaky sneaky_fkey',
    },
  },
  'every key and index begins with store_id, except those listed with a reason': {
    offenders: `select indexrelid::regclass::text as offender from pg_index i join ${tables} on c.oid = i.indrelid
      where indexrelid::regclass::text not in (${excepted})
        and (${columnsOf('indrelid', 'indkey')})[1] <> 'store_id'`,
    broken: { by: ['create unique index sneaky_key on customers (email)'], offender: 'sneaky_key' },
  },
  'an index over an expression has the store in every entry': {
    offenders: `select indexrelid::regclass::text as offender from pg_index i join ${tables} on c.oid = i.indrelid
      where i.indkey[0] = 0 and pg_get_indexdef(indexrelid, 1, true) not in (${storeGrams})`,
    broken: { by: ['create index sneaky_idx on customers (lower(name), store_id)'], offender: 'sneaky_idx' },
  },
  'every exception is still there': {
    offenders: `select name as offender from unnest(array[${excepted}]) as name where to_regclass(name) is null`,
    broken: { by: ['drop index store_members_user_idx'], offender: 'store_members_user_idx' },
  },
  'every view is a security invoker': {
    offenders: `select oid::regclass::text as offender from pg_class
      where relkind = 'v' and relnamespace in ('public'::regnamespace, 'app'::regnamespace)
        and not coalesce(reloptions && '{security_invoker=true,security_invoker=on,security_invoker=1}', false)`,
    broken: { by: ['create view sneaky as select * from orders'], offender: 'sneaky' },
  },
  'there is no materialized view, foreign table or sequence, which row-level security cannot protect': {
    offenders: `select oid::regclass::text as offender from pg_class
      where relkind in ('m', 'f', 'S') and relnamespace in ('public'::regnamespace, 'app'::regnamespace)`,
    broken: { by: ['create materialized view sneaky as select count(*) from orders'], offender: 'sneaky' },
  },
  'no table inherits from another, whose policies would apply instead of its own': {
    offenders: `select inhrelid::regclass::text as offender from pg_inherits i join ${tables} on c.oid = i.inhrelid`,
    broken: { by: ['create table sneaky () inherits (customers)'], offender: 'sneaky' },
  },
  'there are no rules, and no triggers except those listed with a reason': {
    offenders: `select tgname as offender from pg_trigger where not tgisinternal and tgname not in (${triggerNames})
      union all select name from unnest(array[${triggerNames}]) as name
        where not exists (select from pg_trigger where tgname = name and tgenabled = 'O')
      union all select rulename from pg_rewrite r join ${tables} on c.oid = r.ev_class`,
    broken: { by: ['create rule sneaky as on delete to customers do instead nothing'], offender: 'sneaky' },
  },
  'there is no publication, which would bypass the policies': {
    offenders: `select pubname as offender from pg_publication`,
    broken: { by: ['create publication sneaky for table orders'], offender: 'sneaky' },
  },
} as const satisfies Record<string, Rule>
