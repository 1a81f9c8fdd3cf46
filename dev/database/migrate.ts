import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { applyMigrations, createMigrationsTable, expectKnownTables, readMigrations } from './applied-migrations.ts'
import { applySql, fingerprint, forgetFingerprint, lastFingerprint, readSql, recordFingerprint } from './applied-sql.ts'
import { buildLargeIndexes } from './large-indexes.ts'
import { type Logins, readLogins } from './logins.ts'
import { ensureRoles, retireLogins } from './roles.ts'
import { withShortLocks } from './short-locks.ts'

type Options = {
  /** Must be a direct connection. The lock belongs to the session, and a pooler shares sessions. */
  ownerUrl: string
  logins?: Logins
  /** The folder that holds `migrations/` and `sql/`. */
  folder?: string
}

type Result = { changed: boolean; retired: string[] }

const lockKey = 7_303_201

/**
 * Brings a database up to date with `drizzle/`: roles, tables, functions, policies and grants, then the indexes on large
 * tables. Requests go on meanwhile. A run that was interrupted can be started again. Throws `OtherVersion` and changes
 * nothing if another version made the database and this one cannot migrate it.
 */
export async function migrate({ ownerUrl, logins = {}, folder }: Options): Promise<Result> {
  const drizzleFolder = folder ?? fileURLToPath(new URL('../../drizzle', import.meta.url))
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await lock(client)
    const sql = await readSql(`${drizzleFolder}/sql`)
    const migrations = readMigrations(`${drizzleFolder}/migrations`, sql.beforeTables)
    await expectKnownTables(client, migrations)
    await ensureRoles(client, logins)
    // Hides the notices "already exists, skipping".
    await client.query('set client_min_messages = warning')
    await createMigrationsTable(client)
    const hash = fingerprint(sql, migrations)
    const changed = (await lastFingerprint(client)) !== hash
    if (changed) {
      await withShortLocks(client, async () => {
        await forgetFingerprint(client)
        await applySql(client, sql, () => applyMigrations(client, migrations))
      })
      await buildLargeIndexes(client, migrations)
      // At the end, so that the next run repeats one that was interrupted.
      await recordFingerprint(client, hash)
    }
    return { changed, retired: await retireLogins(client, logins) }
  } finally {
    await client.end()
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
    const { changed, retired } = await migrate({ ownerUrl, logins })
    console.log(changed ? 'The database was migrated.' : 'The database was already up to date.')
    for (const name of logins.retired ?? [])
      console.log(retired.includes(name) ? `The login ${name} was retired.` : `The login ${name} does not exist.`)
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
