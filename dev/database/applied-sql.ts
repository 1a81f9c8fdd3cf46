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
    throw new Error(`${folder} must contain before-tables/, access/ and other folders with functions.`)
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
  await run(client, beforeTables)
  await migrateTables()
  await run(client, functions)
  await dropUndefined(client)
  await run(client, access)
}

/**
 * Drops what no file defines any more: functions of `app`, and triggers that call one. Defining a function or trigger writes its
 * row even if nothing changes, so whatever an earlier transaction wrote is no longer defined.
 */
async function dropUndefined(client: pg.Client) {
  const { rows } = await client.query<{ statement: string }>(
    `with functions as (
       select p.oid, p.xmin from pg_proc p where p.pronamespace = 'app'::regnamespace and not exists (
         select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
     )
     select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement from pg_trigger t
      where not tgisinternal and tgfoid in (select oid from functions) and t.xmin <> pg_current_xact_id()::xid
     union all
     -- In one statement, because one may call another in the default of a parameter.
     select 'drop routine ' || string_agg(oid::regprocedure::text, ', ') from functions
      where xmin <> pg_current_xact_id()::xid having count(*) > 0
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

/** In the transaction of `applySql`, so that an interrupted run does not count as finished. */
export async function forgetFingerprint(client: pg.Client): Promise<void> {
  await client.query('delete from drizzle.applied_sql')
}

export async function recordFingerprint(client: pg.Client, hash: string): Promise<void> {
  await client.query('insert into drizzle.applied_sql (hash, applied_at) values ($1, now())', [hash])
}

/** In one round trip: triggers and policies lock their tables until the transaction ends, and requests wait for them. */
async function run(client: pg.Client, files: SqlFile[]) {
  try {
    await client.query(files.map(({ text }) => text).join('\n'))
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    const detail = [error.detail, error.where, error.hint].filter((part) => part !== undefined).join('\n')
    // The hint says to drop the function first, because its result or parameter names have changed.
    if (error.code === '42P13' && error.hint !== undefined) throw new OtherVersion(`${error.message}: ${error.hint}`)
    throw new Error(`${placeOf(error, files)}${error.message} (${error.code})${detail && `\n${detail}`}`, {
      cause: error,
    })
  }
}

/** The file and line of an error, if PostgreSQL says where it is. */
function placeOf({ position }: pg.DatabaseError, files: SqlFile[]): string {
  let left = Number(position)
  for (const { name, text } of files) {
    if (left <= text.length) return `${name}:${text.slice(0, left).split('\n').length}: `
    left -= text.length + 1
  }
  return ''
}
