import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { OtherVersion } from './other-version.ts'

type SqlFile = { name: string; text: string }

/** The files of `drizzle/sql`, in the order in which they are applied. */
type Sql = {
  /** What the tables call. */
  beforeTables: SqlFile[]
  /** All other functions, and the triggers. */
  functions: SqlFile[]
  /** Policies, owners and grants. */
  access: SqlFile[]
}

/** All `.sql` files of the folder and the folders in it, sorted by name. */
export async function readSql(folder: string): Promise<Sql> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.sql')).toSorted()
  const files = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  )
  const of = (part: string) => files.filter(({ name }) => name.startsWith(`${part}/`))
  const [beforeTables, access] = [of('before-tables'), of('access')]
  const functions = files.filter((file) => !beforeTables.includes(file) && !access.includes(file))
  if (![beforeTables, access, functions].every(({ length }) => length > 0))
    throw new Error(`${folder} must have before-tables/, functions and access/.`)
  return { beforeTables, functions, access }
}

/**
 * Creates and replaces the functions, triggers, policies and grants, and drops functions and triggers that are no longer
 * defined. `migrateTables` runs in between, when what tables call is there. The caller has begun a transaction.
 *
 * The bodies of SQL functions are checked only if `checksBodies`: then everything that they name must exist already.
 */
export async function applySql(
  client: pg.Client,
  { beforeTables, functions, access }: Sql,
  migrateTables: () => Promise<void>,
  checksBodies = false,
): Promise<void> {
  await client.query(`set local check_function_bodies = ${checksBodies ? 'on' : 'off'}`)
  for (const file of beforeTables) await run(client, file)
  await migrateTables()
  for (const file of functions) await run(client, file)
  await dropUndefined(client)
  for (const file of access) await run(client, file)
}

/**
 * Drops the functions of `app` that no file defines any more, and the triggers that call functions of `app`. Defining one writes
 * its row even if nothing changes, so the others were written by earlier transactions.
 */
async function dropUndefined(client: pg.Client) {
  const { rows } = await client.query<{ statement: string }>(
    `with functions as (select oid, xmin from pg_proc where pronamespace = 'app'::regnamespace)
     select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement from pg_trigger t
      where not tgisinternal and tgfoid in (select oid from functions) and t.xmin <> pg_current_xact_id()::xid
     union all
     select format('drop routine %s', oid::regprocedure) from functions where xmin <> pg_current_xact_id()::xid
     order by 1 desc`,
  )
  for (const { statement } of rows) await client.query(statement)
}

/** What these files and migrations make of a database. */
export const fingerprint = (sql: Sql, migrations: readonly { hash: string }[]) =>
  createHash('sha256')
    .update(JSON.stringify([sql, migrations.map(({ hash }) => hash)]))
    .digest('hex')

/** The fingerprint of the last run that finished. */
export async function lastFingerprint(client: pg.Client): Promise<string | undefined> {
  await client.query(
    'create table if not exists drizzle.applied_sql (id boolean primary key default true check (id), hash text not null, applied_at timestamptz not null)',
  )
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.applied_sql')
  return rows[0]?.hash
}

export async function recordFingerprint(client: pg.Client, hash: string): Promise<void> {
  await client.query(
    `insert into drizzle.applied_sql (hash, applied_at) values ($1, now())
     on conflict (id) do update set hash = excluded.hash, applied_at = excluded.applied_at`,
    [hash],
  )
}

async function run(client: pg.Client, { name, text }: SqlFile) {
  try {
    await client.query(text)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    // A function has another result or other names of parameters.
    if (error.hint?.startsWith('Use DROP FUNCTION')) throw new OtherVersion({ cause: error })
    const line = error.position === undefined ? '' : `:${text.slice(0, Number(error.position)).split('\n').length}`
    const detail = [error.detail, error.where, error.hint].filter((part) => part !== undefined).join('\n')
    throw new Error(`${name}${line}: ${error.message} (${error.code})${detail && `\n${detail}`}`, { cause: error })
  }
}
