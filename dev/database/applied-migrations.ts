import type { MigrationMeta } from 'drizzle-orm/migrator'
import pg from 'pg'
import { indexIn } from './large-indexes.ts'
import { withShortLocks } from './short-locks.ts'

/**
 * Applies the migrations that the database has not had, all in one transaction, except the indexes on large tables
 * (`buildLargeIndexes`). Returns how many it has had by now. The table is the one that Drizzle's own migrator keeps.
 */
export async function applyMigrations(client: pg.Client, migrations: MigrationMeta[]): Promise<number> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  const { rows } = await client.query<{ count: number; last: string | null }>(
    'select count(*)::integer as count, max(created_at) as last from drizzle.__drizzle_migrations',
  )
  const last = Number(rows[0]?.last ?? 0)
  const pending = migrations.filter(({ folderMillis }) => folderMillis > last)
  await withShortLocks(client, async () => {
    for (const { sql, hash, folderMillis } of pending) {
      for (const statement of sql) if (indexIn(statement) === undefined) await run(client, statement)
      await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
        hash,
        folderMillis,
      ])
    }
  })
  return (rows[0]?.count ?? 0) + pending.length
}

async function run(client: pg.Client, statement: string) {
  try {
    await client.query(statement)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    throw new Error(`${statement.trim()}\n${error.message} (${error.code})`, { cause: error })
  }
}
