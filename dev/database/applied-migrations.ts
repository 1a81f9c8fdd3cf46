import type { MigrationMeta } from 'drizzle-orm/migrator'
import pg from 'pg'
import { indexIn } from './large-indexes.ts'
import { OtherVersion } from './other-version.ts'

/** The table is the one that Drizzle's own migrator keeps. */
const table = 'drizzle.__drizzle_migrations'

/**
 * Throws `OtherVersion` unless the migrations that the database has had are the first of these, known by their hashes.
 * Changes nothing.
 */
export async function expectKnownTables(client: pg.Client, migrations: readonly MigrationMeta[]): Promise<void> {
  const { rows } = await client.query<{ is_new: boolean }>('select to_regclass($1) is null as is_new', [table])
  if (rows[0]?.is_new) return
  const applied = await appliedHashes(client)
  if (applied.some((hash, index) => hash !== migrations[index]?.hash)) throw new OtherVersion()
}

/**
 * Applies the migrations that the database has not had, except the indexes on large tables (`buildLargeIndexes`). The caller
 * has begun a transaction.
 */
export async function applyMigrations(client: pg.Client, migrations: readonly MigrationMeta[]): Promise<void> {
  const applied = await appliedHashes(client)
  for (const { sql, hash, folderMillis } of migrations.slice(applied.length)) {
    for (const statement of sql) if (indexIn(statement) === undefined) await run(client, statement)
    await client.query(`insert into ${table} (hash, created_at) values ($1, $2)`, [hash, folderMillis])
  }
}

export async function createMigrationsTable(client: pg.Client): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    `create table if not exists ${table} (id serial primary key, hash text not null, created_at bigint)`,
  )
}

async function appliedHashes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>(`select hash from ${table} order by id`)
  return rows.map(({ hash }) => hash)
}

async function run(client: pg.Client, statement: string) {
  try {
    await client.query(statement)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    throw new Error(`${statement.trim()}\n${error.message} (${error.code})`, { cause: error })
  }
}
