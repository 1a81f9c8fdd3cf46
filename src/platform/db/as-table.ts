import { getTableName, type SQL, sql, Subquery, type Table } from 'drizzle-orm'

/** A query that returns rows of a table, to select from under the table's name and with its columns. */
export const asTable = <T extends Table>(table: T, query: SQL): Subquery<T['_']['name'], Record<string, never>> =>
  new Subquery(query, {}, getTableName(table))

/** A table row that is stored as jsonb, with the jsonb itself as column `kept`. `at` is the place of the row in it. */
export const keptRow = <T extends Table>(table: T, result: SQL, at = sql`done.kept`) =>
  asTable(
    table,
    sql`select made.*, done.kept from (select ${result} as kept) as done, jsonb_populate_record(null::${table}, ${at}) as made`,
  )
