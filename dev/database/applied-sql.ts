import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { withShortLocks } from './short-locks.ts'

type SqlFile = { name: string; text: string }

/** All `.sql` files of the folder, sorted by name. */
export async function readSql(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })))
}

/** Applies the files in one transaction. */
export function applySql(client: pg.Client, files: SqlFile[]): Promise<void> {
  return withShortLocks(client, async () => {
    for (const file of files) await run(client, file)
  })
}

/** What these files make of a database that has had so many migrations. */
export const fingerprint = (files: SqlFile[], migrations: number) =>
  createHash('sha256')
    .update(JSON.stringify([migrations, files]))
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
    const line = error.position === undefined ? '' : `:${text.slice(0, Number(error.position)).split('\n').length}`
    const detail = [error.detail, error.where, error.hint].filter((part) => part !== undefined).join('\n')
    throw new Error(`${name}${line}: ${error.message} (${error.code})${detail && `\n${detail}`}`, { cause: error })
  }
}
