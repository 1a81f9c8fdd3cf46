import type { MigrationMeta } from 'drizzle-orm/migrator'
import type pg from 'pg'

/** The name of the index that the statement builds without blocking writes, if it does. */
export const indexIn = (statement: string) => /^\s*CREATE (?:UNIQUE )?INDEX CONCURRENTLY "(\w+)"/.exec(statement)?.[1]

/** Builds those of the migrations' concurrent indexes that are missing, or that an interrupted run has left invalid. */
export async function buildLargeIndexes(client: pg.Client, migrations: MigrationMeta[]): Promise<void> {
  for (const [name, statement] of largeIndexes(migrations)) {
    const { rows } = await client.query<{ valid: boolean }>(
      'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
      [`public.${name}`],
    )
    if (rows[0]?.valid) continue
    if (rows[0]) await client.query(`drop index concurrently public."${name}"`)
    await client.query(statement)
  }
}

/** The last statement for each index, without the indexes that were dropped after it. */
function largeIndexes(migrations: MigrationMeta[]) {
  const statements = new Map<string, string>()
  for (const statement of migrations.flatMap(({ sql }) => sql)) {
    const dropped = /^\s*DROP INDEX (?:IF EXISTS )?"(\w+)"/.exec(statement)?.[1]
    if (dropped !== undefined) statements.delete(dropped)
    const name = indexIn(statement)
    if (name !== undefined) statements.set(name, statement)
  }
  return statements
}
