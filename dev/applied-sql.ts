import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

type SqlFile = { name: string; text: string }

/** Applies all `.sql` files of the folder in one transaction, sorted by name, if any has changed or `force` is set. */
export async function applySql(client: pg.Client, folder: string, force: boolean): Promise<boolean> {
  const files = await sqlFiles(folder)
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex')
  await client.query(
    'create table if not exists drizzle.applied_sql (id boolean primary key default true check (id), hash text not null, applied_at timestamptz not null)',
  )
  const applied = await client.query<{ hash: string }>('select hash from drizzle.applied_sql')
  if (!force && applied.rows[0]?.hash === hash) return false

  await client.query('begin')
  try {
    for (const file of files) await run(client, file)
    await client.query(
      `insert into drizzle.applied_sql (hash, applied_at) values ($1, now())
       on conflict (id) do update set hash = excluded.hash, applied_at = excluded.applied_at`,
      [hash],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  return true
}

async function sqlFiles(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })))
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
