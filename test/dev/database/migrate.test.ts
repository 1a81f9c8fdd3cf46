import { cp, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ensureDatabase } from '../../../dev/database/ensure-database.ts'
import type { Logins } from '../../../dev/database/logins.ts'
import { migrate } from '../../../dev/database/migrate.ts'
import { OtherVersion } from '../../../dev/database/other-version.ts'
import { type Postgres, startPostgres } from '../../../dev/stack/postgres/postgres.ts'
import { removePostgresData } from '../../../dev/stack/postgres/account.ts'
import { freePort } from '../../support/node/free-port.ts'

const drizzle = fileURLToPath(new URL('../../../drizzle', import.meta.url))

/** A folder like drizzle/, but with some files changed. Returns its path. */
async function changedFolder(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(dir, 'drizzle-'))
  await cp(drizzle, folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

/** A migration after the baseline. */
const next = {
  'migrations/0001_next.sql': `ALTER TABLE "events" ADD COLUMN "next" text;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_next_idx" ON "events" USING btree ("store_id","next");`,
  'migrations/meta/_journal.json': JSON.stringify({
    version: '7',
    dialect: 'postgresql',
    entries: ['0000_baseline', '0001_next'].map((tag, idx) => ({
      idx,
      version: '7',
      when: idx,
      tag,
      breakpoints: true,
    })),
  }),
}

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
  await migrate({ ownerUrl })
  await write()
})

afterEach(async () => {
  await Promise.all(connected.splice(0).map((client) => client.end()))
})

/** Adds a row to each of the tables that get an index while they are in use. */
const write = () =>
  writer.query(`
    with s as (insert into stores (id, slug, name, currency, currency_exponent, created_by)
                 values (gen_random_uuid(), gen_random_uuid(), 'Acme', 'USD', 2, gen_random_uuid()) returning id),
    p as (insert into products (store_id, id, title, slug, status, price_minor, currency, currency_exponent)
            select id, gen_random_uuid(), 'Scarf', 'scarf', 'active', 100, 'USD', 2 from s returning store_id, id),
    v as (insert into product_variants (store_id, id, product_id, title, position)
            select store_id, gen_random_uuid(), id, 'Scarf', 0 from p returning store_id, id),
    i as (insert into inventory (store_id, variant_id, on_hand) select store_id, id, 5 from v),
    m as (insert into inventory_movements (store_id, variant_id, order_id, kind, on_hand_delta, on_hand_after, reserved_after)
            select store_id, id, gen_random_uuid(), 'initial', 5, 5, 0 from v)
    insert into events (store_id, type, subject_id, actor_kind) select store_id, 'product.created', id, 'system' from p`)

let nextFolder: string
const upgrade = () => migrate({ ownerUrl, folder: nextFolder })

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
  nextFolder = await changedFolder(next)
  const freshUrl = await ensureDatabase(postgres.superuserUrl, 'fresh')
  await migrate({ ownerUrl: freshUrl, folder: nextFolder })
  fresh = await schemaOf(await connect(freshUrl))
})

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

test('functions, triggers and policies are replaced in few round trips, because requests wait for the locks', async () => {
  const folder = await changedFolder({
    'sql/areas/orders/new.sql': 'CREATE OR REPLACE FUNCTION app.new() RETURNS text LANGUAGE sql RETURN NULL;',
  })
  const query = vi.spyOn(pg.Client.prototype, 'query')
  expect(await migrate({ ownerUrl, folder })).toMatchObject({ changed: true })
  const statements = query.mock.calls.map(([text]) => text)
  query.mockRestore()
  const [begin, commit] = [
    statements.findIndex((text) => /check_function_bodies/.test(text)),
    statements.lastIndexOf('commit'),
  ]
  expect(begin).toBeGreaterThan(0)
  expect(commit - begin).toBeLessThan(10)
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

test('a function or trigger that is no longer defined is dropped, but none that an operator has added', async () => {
  await writer.query(`
    create schema own;
    create function own.note() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger own after insert on events for each row execute function own.note()`)
  const before = await schemaOf(writer)
  const folder = await changedFolder({
    'sql/areas/events/extra.sql': `
      CREATE OR REPLACE FUNCTION app.extra() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
      CREATE OR REPLACE FUNCTION app.extra(p_a text) RETURNS text LANGUAGE sql SECURITY DEFINER AS $$ SELECT p_a $$;
      CREATE OR REPLACE TRIGGER extra AFTER INSERT ON public.events FOR EACH ROW EXECUTE FUNCTION app.extra();`,
  })
  expect(await migrate({ ownerUrl, folder })).toMatchObject({ changed: true })
  expect((await schemaOf(writer)).length).toBe(before.length + 3)
  expect(await migrate({ ownerUrl })).toMatchObject({ changed: true })
  expect(await schemaOf(writer)).toEqual(before)
})

test('a database with other tables, and a group that can log in, are refused before anything is changed', async () => {
  const url = await ensureDatabase(postgres.superuserUrl, 'others')
  const client = await connect(url)
  await client.query('create table notes (id uuid); alter table notes enable row level security')
  await expect(migrate({ ownerUrl: url })).rejects.toThrow('it has the table notes. Nothing was changed.')
  await client.query('drop table notes')
  const superuser = await connect(postgres.superuserUrl)
  await superuser.query('alter role app_rw login')
  await expect(migrate({ ownerUrl: url })).rejects.toThrow('The role app_rw is only a group, but it can log in')
  await superuser.query('alter role app_rw nologin')
  expect((await client.query("select from pg_namespace where nspname in ('app', 'drizzle')")).rowCount).toBe(0)
  expect(await migrate({ ownerUrl: url })).toMatchObject({ changed: true })
})

test('an error in a file says where it is and changes nothing', async () => {
  const folder = await changedFolder({
    'sql/areas/orders/wrong.sql': '-- Wrong\n\nCREATE OR REPLACE FUNKTION app.wrong()',
  })
  await expect(migrate({ ownerUrl, folder })).rejects.toThrow(
    'areas/orders/wrong.sql:3: syntax error at or near "FUNKTION"',
  )
  expect(await migrate({ ownerUrl })).toMatchObject({ changed: false })
})

test('every function and trigger is defined once', async () => {
  const names = (await readdir(join(drizzle, 'sql'), { recursive: true })).filter((name) => name.endsWith('.sql'))
  const texts = await Promise.all(names.map((name) => readFile(join(drizzle, 'sql', name), 'utf8')))
  const defined = texts.join('\n').match(/^CREATE OR REPLACE (FUNCTION|PROCEDURE|TRIGGER)/gm)?.length
  const { rows } = await writer.query(
    `select (select count(*) from pg_proc where pronamespace = 'app'::regnamespace)::int
          + (select count(*) from pg_trigger where not tgisinternal)::int as made`,
  )
  expect(rows).toEqual([{ made: defined }])
})

describe('a database of another version is refused and not changed:', () => {
  const refused = async (files: Record<string, string>, logins: Logins = {}) => {
    const before = await schemaOf(writer)
    const run = migrate({ ownerUrl, logins, folder: await changedFolder(files) })
    await expect(run).rejects.toThrow(OtherVersion)
    expect(await schemaOf(writer)).toEqual(before)
    // Its own version still knows it.
    expect(await migrate({ ownerUrl })).toMatchObject({ changed: false })
  }

  test('one with other tables, before any login is created', async () => {
    const roles = async () => (await writer.query('select rolname from pg_roles')).rows
    const before = await roles()
    const app = { name: 'too_early', password: 'too_early' }
    await refused({ 'migrations/0000_baseline.sql': 'CREATE TABLE "other" ("id" uuid);' }, { app })
    expect(await roles()).toEqual(before)
  })

  test('one whose stored texts were folded in another way', async () => {
    const search = await readFile(join(drizzle, 'sql/before-tables/search.sql'), 'utf8')
    await refused({
      'sql/before-tables/search.sql': search.replace("array_to_string(parts, ' ')", "array_to_string(parts, '')"),
    })
  })

  test('one with a function that has another result', () =>
    refused({
      'sql/platform/db/read.sql':
        'CREATE OR REPLACE FUNCTION app.keep_statements(p_max integer) RETURNS text LANGUAGE sql AS $$ SELECT p_max::text $$;',
    }))

  test('one that has had more migrations', async () => {
    await upgrade()
    const before = await schemaOf(writer)
    await expect(migrate({ ownerUrl })).rejects.toThrow(OtherVersion)
    expect(await schemaOf(writer)).toEqual(before)
  })
})
