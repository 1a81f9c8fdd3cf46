import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { applyMigrations, createMigrationsTable, expectKnownTables } from './applied-migrations.ts'
import { applySql, fingerprint, lastFingerprint, readSql, recordFingerprint } from './applied-sql.ts'
import { buildLargeIndexes } from './large-indexes.ts'
import { type Logins, readLogins } from './logins.ts'
import { ensureRoles } from './roles.ts'
import { withShortLocks } from './short-locks.ts'

type Options = {
  /** Must be a direct connection. The lock belongs to the session, and a pooler shares sessions. */
  ownerUrl: string
  logins?: Logins
  /** The folder that holds `migrations/` and `sql/`. */
  folder?: string
}

type Result = {
  changed: boolean
  retired: string[]
  /** Whether app_rw can still log in, as in older deployments. A Worker may still use it. */
  appRwCanLogIn: boolean
}

const lockKey = 7_303_201

/**
 * Brings a database up to date with `drizzle/`: roles, tables and indexes, then functions, policies and grants. Requests
 * go on meanwhile. A run that was interrupted can be started again.
 */
export async function migrate({ ownerUrl, logins = {}, folder }: Options): Promise<Result> {
  const drizzleFolder = folder ?? fileURLToPath(new URL('../../drizzle', import.meta.url))
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await lock(client)
    const migrations = readMigrationFiles({ migrationsFolder: `${drizzleFolder}/migrations` })
    const sql = await readSql(`${drizzleFolder}/sql`)
    await expectKnownTables(client, migrations)
    const retired = await ensureRoles(client, logins)
    // Hides the notices "already exists, skipping".
    await client.query('set client_min_messages = warning')
    await createMigrationsTable(client)
    const hash = fingerprint(sql, migrations)
    const changed = (await lastFingerprint(client)) !== hash
    // The privileges of app_rw depend on whether it can still log in.
    if (changed || (logins.retired ?? []).includes('app_rw'))
      await withShortLocks(client, () => applySql(client, sql, () => applyMigrations(client, migrations)))
    if (changed) {
      await buildLargeIndexes(client, migrations)
      await inBatches(client, 'app.fill_product_facts')
      await inBatches(client, 'app.mark_low_stock')
      await rebuildSales(client)
      await repairReservations(client)
      // At the end, so that the next run repeats one that was interrupted.
      await recordFingerprint(client, hash)
    }
    const old = await client.query(`select from pg_roles where rolname = 'app_rw' and rolcanlogin`)
    return { changed, retired, appRwCanLogIn: old.rowCount !== 0 }
  } finally {
    await client.end()
  }
}

/** In many short transactions, because new orders of a store wait for those that rebuild it. */
async function rebuildSales(client: pg.Client) {
  const { rows } = await client.query<{ store: string; from: string | null; to: string | null }>(
    `select store_id as store, from_at::text as from, to_at::text as to from app.wrong_sales()`,
  )
  for (const { store, from, to } of rows)
    if (from === null) await client.query('select app.rebuild_sales($1)', [store])
    else await client.query('select app.rebuild_sales_between($1, $2, $3)', [store, from, to])
}

/** In many short transactions, because new orders of a store wait for those that repair it. */
async function repairReservations(client: pg.Client) {
  const { rows } = await client.query<{ store: string; orders: string[]; variants: string[] }>(
    'select store_id as store, orders, variants from app.wrong_reservations()',
  )
  for (const { store, orders, variants } of rows)
    await client.query('select app.repair_reservations($1, $2, $3)', [store, orders, variants])
}

/**
 * Calls a function that changes up to 500 rows, which begin after a key of two ids, until there are no more. In many short
 * transactions, because other changes of these rows wait for each.
 */
async function inBatches(client: pg.Client, name: 'app.fill_product_facts' | 'app.mark_low_stock') {
  const first = '00000000-0000-0000-0000-000000000000'
  let [store, id] = [first, first]
  for (;;) {
    const { rows } = await client.query<{ store: string | null; id: string | null }>(
      `select store, id from ${name}($1, $2, 500) as last(store, id)`,
      [store, id],
    )
    const [last] = rows
    if (!last?.store || !last.id) return
    store = last.store
    id = last.id
  }
}

/** A run that waited inside a statement would keep the other from building an index concurrently. */
async function lock(client: pg.Client) {
  const attempt = () => client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [lockKey])
  while (!(await attempt()).rows[0]?.locked) await setTimeout(200)
}

async function main(): Promise<number> {
  const ownerUrl = process.env['DATABASE_OWNER_URL']
  const problem = connectionProblem(ownerUrl)
  if (ownerUrl === undefined || problem !== undefined) {
    console.error(problem)
    return 1
  }
  try {
    const logins = readLogins(process.env)
    const { changed, retired, appRwCanLogIn } = await migrate({ ownerUrl, logins })
    console.log(changed ? 'The database was migrated.' : 'The database was already up to date.')
    for (const name of logins.retired ?? [])
      console.log(retired.includes(name) ? `The login ${name} was retired.` : `The login ${name} does not exist.`)
    if (appRwCanLogIn)
      console.log(
        'app_rw can still log in. When the Worker uses another login, run this again with RETIRE_LOGINS=app_rw.',
      )
    return 0
  } catch (error) {
    console.error(`The migration failed: ${messageOf(error)}`)
    return 1
  }
}

export function connectionProblem(ownerUrl: string | undefined) {
  if (!ownerUrl) return 'Set DATABASE_OWNER_URL to the connection string of the role that owns the database.'
  const url = URL.parse(ownerUrl)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol))
    return 'DATABASE_OWNER_URL is not a postgres:// connection string.'
  if (url.hostname.includes('-pooler.'))
    return 'DATABASE_OWNER_URL must be the direct connection string, not the -pooler one.'
  return undefined
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  if (!(error instanceof Error)) return String(error)
  return error.message
}

if (import.meta.main) process.exitCode = await main()
