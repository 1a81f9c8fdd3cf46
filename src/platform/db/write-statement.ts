import { type Column, type SQL, sql } from 'drizzle-orm'
import { isoOfText } from '../values/row-time.ts'
import { elementsOf, type Entrance } from './prepared.ts'
import { textOf } from './read-statement.ts'
import { dialect, type RowOf, type Selection } from './selection.ts'

/** The store for whose webhooks this transaction has queued events (app.queue_webhooks); NULL or '' if none. */
export const queuedFor = sql`current_setting('app.webhooks_queued', true)`

/**
 * A write as one statement, which needs no BEGIN and COMMIT. It opens the tenant context, then computes `result`, and selects
 * from it as `done.kept`. The last column is `queuedFor`. OFFSET 0 keeps each sub-select whole, so they run from the inside out.
 */
export function writeStatement<Row>({ calls }: Entrance, { list }: Selection<Row>, result: SQL) {
  const entered = sql`select array[${elementsOf(calls())}] as context offset 0`
  const done = sql`select ${result} as kept from (${entered}) as entered offset 0`
  const { sql: text, params } = dialect.sqlToQuery(sql`select ${sql.raw(list)}, ${queuedFor} from (${done}) as done`)
  return { text, params: params.map(textOf) }
}

export type JsonRow = Readonly<Record<string, unknown>>

/** Reads a row that is stored as JSON. Columns that it does not have, because they are newer, are null. */
export function rowOfJson<const C extends Readonly<Record<string, Column>>>(columns: C): (json: JsonRow) => RowOf<C> {
  const fields = Object.entries(columns).map(([key, column]) => ({
    key,
    name: column.name,
    isTime: column.getSQLType().startsWith('timestamp'),
  }))
  return (json) => {
    const row: Record<string, unknown> = {}
    for (const { key, name, isTime } of fields) {
      const value = json[name] ?? null
      row[key] = isTime && typeof value === 'string' ? isoOfText(value) : value
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its fields are the columns, and the database wrote them
    return row as RowOf<C>
  }
}
