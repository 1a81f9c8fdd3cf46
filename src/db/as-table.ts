import { getTableName, type SQL, sql, Subquery, type Table } from 'drizzle-orm'

/** Rows of a table that do not come straight out of it: selected from under the table's own name, with its own columns. */
export const asTable = <T extends Table>(table: T, query: SQL): Subquery<T['_']['name'], Record<string, never>> =>
  new Subquery(query, {}, getTableName(table))

/** A row of a table kept as jsonb, with the jsonb itself beside it as column `kept`. `at` is where in it the row is. */
export const keptRow = <T extends Table>(table: T, result: SQL, at = sql`done.kept`) =>
  asTable(
    table,
    sql`select made.*, done.kept from (select ${result} as kept) as done, jsonb_populate_record(null::${table}, ${at}) as made`,
  )
