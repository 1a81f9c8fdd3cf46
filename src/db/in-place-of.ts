import { getTableName, type SQL, Subquery, type Table } from 'drizzle-orm'

/** Rows of a table that do not come straight out of it: selected from under the table's own name, with its own columns. */
export const inPlaceOf = <T extends Table>(table: T, query: SQL): Subquery<T['_']['name'], Record<string, never>> =>
  new Subquery(query, {}, getTableName(table))
