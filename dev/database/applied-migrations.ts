import { createHash } from 'node:crypto'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { indexIn } from './large-indexes.ts'
import { OtherVersion } from './other-version.ts'

/** The table is the one that Drizzle's own migrator keeps. */
const table = 'drizzle.__drizzle_migrations'

/** The migrations of the folder. Whatever the tables call counts as part of the first one, because they store its results. */
export function readMigrations(folder: string, beforeTables: unknown): MigrationMeta[] {
  const [baseline, ...later] = readMigrationFiles({ migrationsFolder: folder })
  if (baseline === undefined) throw new Error(`${folder} has no migrations.`)
  const hash = createHash('sha256').update(JSON.stringify([beforeTables, baseline.hash]))
  return [{ ...baseline, hash: hash.digest('hex') }, ...later]
}

/**
 * Throws unless the database is empty, or the migrations that it has had are the first of these, known by their hashes.
 * Changes nothing.
 */
export async function expectKnownTables(client: pg.Client, migrations: readonly MigrationMeta[]): Promise<void> {
  const { rows } = await client.query<{ has_had: boolean; other: string | null }>(
    `select to_regclass($1) is not null as has_had, (
       select min(c.relname) from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     ) as other`,
    [table],
  )
  const applied = rows[0]?.has_had ? await appliedHashes(client) : []
  if (applied.some((hash, index) => hash !== migrations[index]?.hash)) throw new OtherVersion('its tables differ')
  if (applied.length === 0 && rows[0]?.other)
    throw new Error(
      `The database is not empty: it has the table ${rows[0].other}. Nothing was changed. Migrate a new database.`,
    )
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
