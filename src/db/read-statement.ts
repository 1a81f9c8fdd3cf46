import { type SQL, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core/utils'
import { dialect, type Selection } from './selection.ts'

/** A query for app.read (26-read.sql). `enter` are calls that open the tenant context, in order. */
export function readStatement<Row>(enter: readonly SQL[], { list, columns }: Selection<Row>, from: SQL) {
  const query = dialect.sqlToQuery(from)
  const { sql: text, params } = dialect.sqlToQuery(sql`
    select * from app.read(${contextArray(enter)}, ${`select ${list} ${query.sql}`}, ${textsOf(query.params)}::text[])
      as rows (${sql.raw(columns)})`)
  return { text, params }
}

/** The calls that open the tenant context, as an argument: the database runs them before it runs what takes it. */
export const contextArray = (enter: readonly SQL[]): SQL =>
  sql`array[${sql.join(
    enter.map((call) => sql`${call}::text`),
    sql`, `,
  )}]`

const textsOf = (values: readonly unknown[]): string => makePgArray(values.map(textOf))

function textOf(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return makePgArray(value)
  throw new Error(`a parameter of a read may not be of type ${typeof value}`)
}
