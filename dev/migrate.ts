import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as migrateTables } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { applySql } from './applied-sql.ts'
import { type Logins, readLogins } from './logins.ts'
import { ensureRoles } from './roles.ts'

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

/** Brings a database up to date with `drizzle/`: roles, tables, then functions, policies and grants. */
export async function migrate({ ownerUrl, logins = {}, folder }: Options): Promise<Result> {
  const drizzleFolder = folder ?? fileURLToPath(new URL('../drizzle', import.meta.url))
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const retired = await ensureRoles(client, logins)
    const countBefore = await countMigrations(client)
    // Hides the notices "already exists, skipping".
    await client.query('set client_min_messages = warning')
    await migrateTables(drizzle(client), { migrationsFolder: `${drizzleFolder}/migrations` })
    const migrated = (await countMigrations(client)) !== countBefore
    // The privileges of app_rw depend on whether it can still log in.
    const force = migrated || (logins.retired ?? []).includes('app_rw')
    const applied = await applySql(client, `${drizzleFolder}/sql`, force)
    if (applied) await rebuildSales(client)
    if (applied) await client.query('select app.repair_reservations()')
    const old = await client.query(`select from pg_roles where rolname = 'app_rw' and rolcanlogin`)
    return { changed: migrated || applied, retired, appRwCanLogIn: old.rowCount !== 0 }
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

async function countMigrations(client: pg.Client) {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
  )
  if (!rows[0]?.found) return 0
  return (await client.query('select from drizzle.__drizzle_migrations')).rowCount
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

function connectionProblem(ownerUrl: string | undefined) {
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
  // Drizzle's message contains only the statement. The error is in its cause.
  const cause = error.cause instanceof pg.DatabaseError ? `\n${error.cause.message} (${error.cause.code})` : ''
  return `${error.message}${cause}`
}

if (import.meta.main) process.exitCode = await main()
