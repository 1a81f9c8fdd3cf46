import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { applyMigrations } from '../../../dev/database/applied-migrations.ts'
import { ensureDatabase } from '../../../dev/database/ensure-database.ts'
import { migrate } from '../../../dev/database/migrate.ts'
import { type Postgres, startPostgres } from '../../../dev/stack/postgres/postgres.ts'
import { removePostgresData } from '../../../dev/stack/postgres/account.ts'
import { ensureRoles } from '../../../dev/database/roles.ts'
import { freePort } from '../../support/node/free-port.ts'

const drizzle = fileURLToPath(new URL('../../../drizzle', import.meta.url))
const migrations = readMigrationFiles({ migrationsFolder: join(drizzle, 'migrations') })
/** The functions of the last landed release, without their bodies. */
const landedFunctions = new URL('landed-functions.sql', import.meta.url)

let dir: string
let postgres: Postgres
const databases: string[] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'migrate-'))
  postgres = await startPostgres({ dir, port: await freePort(), fsync: false })
})

afterAll(async () => {
  await postgres.stop()
  await removePostgresData(dir)
})

const connected: pg.Client[] = []
async function connect(ownerUrl: string) {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  connected.push(client)
  return client
}

let ownerUrl: string
/** Writes as the Worker does: it waits at most 3 s for a lock (`dev/database/roles.ts`). */
let writer: pg.Client
/** Another connection, which is in the way. */
let other: pg.Client

beforeEach(async () => {
  databases.push(`upgraded_${databases.length}`)
  ownerUrl = await ensureDatabase(postgres.superuserUrl, databases.at(-1) ?? '')
  writer = await connect(ownerUrl)
  await writer.query(`set lock_timeout = '3s'`)
  other = await connect(ownerUrl)
  // As it was at 0013, without functions: the current ones are for the current tables.
  await ensureRoles(other, {})
  await other.query('set client_min_messages = warning')
  await applyMigrations(other, migrations.slice(0, 14))
  await write()
})

afterEach(async () => {
  await Promise.all(connected.splice(0).map((client) => client.end()))
})

/** Adds a row to each of the tables that get an index while they are in use. */
const write = () =>
  writer.query(`
    with s as (insert into stores (id, slug, name, currency, currency_exponent)
                 values (gen_random_uuid(), gen_random_uuid(), 'Acme', 'USD', 2) returning id),
    p as (insert into products (store_id, id, title, slug, status, price_minor, currency, currency_exponent)
            select id, gen_random_uuid(), 'Scarf', 'scarf', 'active', 100, 'USD', 2 from s returning store_id, id),
    v as (insert into product_variants (store_id, id, product_id, title, position)
            select store_id, gen_random_uuid(), id, 'Scarf', 0 from p returning store_id, id),
    i as (insert into inventory (store_id, variant_id, on_hand) select store_id, id, 5 from v),
    m as (insert into inventory_movements (store_id, variant_id, order_id, kind, on_hand_delta)
            select store_id, id, gen_random_uuid(), 'initial', 5 from v)
    insert into events (store_id, type, subject_id, actor_kind) select store_id, 'product.created', id, 'system' from p`)

const upgrade = () => migrate({ ownerUrl })

/** Every column, index, key, check, trigger, policy and function of the service. */
async function schemaOf(client: pg.Client) {
  const { rows } = await client.query<{ definition: string }>(
    `select concat_ws(' ', c.oid::regclass, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
                      a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) as definition
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       left join pg_attrdef d on (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
     union all
     select concat_ws(' ', pg_get_indexdef(i.indexrelid), i.indisvalid)
       from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace
     union all
     select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
       from pg_constraint where connamespace = 'public'::regnamespace
     union all
     select concat_ws(' ', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
     union all
     select concat_ws(' ', polrelid::regclass, polname, polcmd, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
       from pg_policy
     union all
     select concat_ws(' ', proowner::regrole, proacl, pg_get_functiondef(oid)) from pg_proc where pronamespace = 'app'::regnamespace
     union all
     select concat_ws(' ', oid::regclass, relowner::regrole, relacl, relrowsecurity, relforcerowsecurity)
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S')
     order by 1`,
  )
  return rows.map(({ definition }) => definition)
}

let fresh: string[]
beforeAll(async () => {
  const freshUrl = await ensureDatabase(postgres.superuserUrl, 'fresh')
  await migrate({ ownerUrl: freshUrl })
  const client = await connect(freshUrl)
  fresh = await schemaOf(client)
  // See "Dropping a function" in CONTRIBUTING.md.
  if (process.env['LANDED'] === 'renew') await writeFile(landedFunctions, await bareFunctionsOf(client))
})

/** The SQL that creates every function of the service, without a body. */
async function bareFunctionsOf(client: pg.Client) {
  await client.query('set search_path = pg_catalog')
  const { rows } = await client.query<{ statement: string }>(
    `select format('CREATE %s %s(%s)%s LANGUAGE plpgsql AS ''BEGIN END'';', case prokind when 'p' then 'PROCEDURE' else 'FUNCTION' end,
                   oid::regproc, pg_get_function_arguments(oid), ' RETURNS ' || pg_get_function_result(oid)) as statement
       from pg_proc where pronamespace = 'app'::regnamespace order by oid`,
  )
  return rows.map(({ statement }) => `${statement}\n`).join('')
}

/** The process id of the session whose statement begins so and waits. */
const waiting = (statement: string) =>
  vi.waitFor(
    async () => {
      const { rows } = await writer.query<{ pid: number }>(
        `select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and ltrim(query, E'\\n') ilike $1`,
        [`${statement}%`],
      )
      expect(rows).toHaveLength(1)
      return rows[0]?.pid
    },
    { timeout: 120_000, interval: 20 },
  )

test('while an index is built, requests write, and a run that is interrupted then is repaired by the next', async () => {
  // An index that is built concurrently waits for older snapshots, so this one holds it up. It locks no table.
  await other.query('begin isolation level repeatable read; select 1')
  const interrupted = upgrade()
  const failed = expect(interrupted).rejects.toThrow(/canceling statement/)
  const pid = await waiting('create index concurrently')
  await write()
  await writer.query('select pg_cancel_backend($1)', [pid])
  await failed
  await write()
  const { rows } = await writer.query('select from pg_index where not indisvalid')
  expect(rows).toHaveLength(1)

  await other.query('commit')
  expect(await upgrade()).toMatchObject({ changed: true })
  expect(await schemaOf(writer)).toEqual(fresh)
  expect(await upgrade()).toMatchObject({ changed: false })
})

test('while a long transaction keeps the migration from a table, requests write to it', async () => {
  await other.query('begin; select from events limit 1')
  const upgraded = upgrade()
  await waiting('alter table "events"')
  // Without a limit, the migration would wait for the transaction, and these writes for the migration.
  for (let count = 0; count < 3; count++) await write()
  await other.query('commit')
  expect(await upgraded).toMatchObject({ changed: true })
  expect(await schemaOf(writer)).toEqual(fresh)
})

test('a run waits for another without keeping it from building an index', async () => {
  await other.query('begin isolation level repeatable read; select 1')
  const first = upgrade()
  await waiting('create index concurrently')
  const second = upgrade()
  const waitingRuns = async () => {
    const { rows } = await writer.query(
      `select from pg_stat_activity where datname = current_database() and query like '%advisory_lock%'`,
    )
    return rows.length
  }
  await expect.poll(waitingRuns).toBeGreaterThan(1)
  await other.query('commit')
  const results = await Promise.all([first, second])
  expect(results.map(({ changed }) => changed)).toEqual([true, false])
})

test('stock that was low before is marked, and reservations are repaired, while other stock changes', async () => {
  await writer.query('update inventory set on_hand = 0')
  await write()
  await upgrade()
  const stock = async () => {
    const { rows } = await writer.query('select on_hand::int, is_low, unconfirmed::int from inventory order by on_hand')
    return rows
  }
  const sound = [
    { on_hand: 0, is_low: true, unconfirmed: 0 },
    { on_hand: 5, is_low: false, unconfirmed: 0 },
  ]
  expect(await stock()).toEqual(sound)

  await writer.query('update inventory set is_low = false, unconfirmed = 3 where on_hand = 0')
  // Only who needs the same rows may wait for this transaction.
  await other.query("begin; update inventory set updated_at = now() where on_hand = 5; update orders set tags = '{}'")
  const first = '00000000-0000-0000-0000-000000000000'
  await writer.query('select app.mark_low_stock($1, $1, 500)', [first])
  await writer.query('select app.repair_reservations(store_id, orders, variants) from app.wrong_reservations()')
  expect(await stock()).toEqual(sound)
  await other.query('rollback')
})

test('products from before are listed and found like new ones', async () => {
  // More than are filled in at a time, in two stores.
  await write()
  await writer.query(`
    with p as (insert into products (store_id, id, title, slug, status, tags, price_minor, currency, currency_exponent)
                 select s.id, gen_random_uuid(), 'Silk shawl ' || n, 'shawl-' || n, 'active', '{gift}', n, 'USD', 2
                   from stores s, generate_series(1, 700) n returning store_id, id)
    insert into product_variants (store_id, id, product_id, title, options, position)
      select store_id, gen_random_uuid(), id, 'M', '{"Size": "M"}', 0 from p`)
  await upgrade()
  await writer.query(`
    create view found as
      select f.*, array(select w from unnest(w.words) as w order by w) as words
        from product_facts f join product_words w using (store_id, product_id);
    create table found_before as select * from found`)

  // The triggers write what a new product has.
  await writer.query('delete from product_facts; delete from product_words')
  await writer.query("update products set description = ''; update product_variants set price_minor = 1")
  await writer.query('update product_variants set price_minor = null')
  const { rows } = await writer.query(
    `select (select count(*)::int from found_before) as before,
            (select count(*)::int from (select * from found_before intersect select * from found) as same) as same`,
  )
  expect(rows).toEqual([{ before: 1402, same: 1402 }])
})

test('what follows the functions is repeated if it was interrupted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'interrupted-'))
  await cp(drizzle, folder, { recursive: true })
  const last = join(folder, 'sql', '99-interrupted.sql')
  await writeFile(
    last,
    `create or replace function app.mark_low_stock(p_store uuid, p_variant uuid, p_limit integer, out store_id uuid, out variant_id uuid) language plpgsql as $$ begin raise 'interrupted'; end $$;`,
  )
  await expect(migrate({ ownerUrl, folder })).rejects.toThrow('interrupted')
  await expect(migrate({ ownerUrl, folder })).rejects.toThrow('interrupted')
  await rm(folder, { recursive: true })
  expect(await upgrade()).toMatchObject({ changed: true })
})

test('every function of the last release is replaced or dropped', async () => {
  const released: unknown = JSON.parse(await readFile(join(drizzle, 'migrations/landed.json'), 'utf8'))
  await applyMigrations(other, migrations.slice(0, Object.keys(Object(released)).length))
  for (const statement of (await readFile(landedFunctions, 'utf8')).trimEnd().split('\n'))
    await other.query(statement).catch((error: unknown) => {
      // Some functions are created by the migrations.
      if (!(error instanceof pg.DatabaseError) || error.code !== '42723') throw error
    })
  await upgrade()
  expect(await schemaOf(writer)).toEqual(fresh)
})
