import { makePgArray } from 'drizzle-orm/pg-core/utils'
import type { Entrance, Query } from './prepared.ts'

/** Only for this transaction: planning happens in it. */
const sortOff = `, set_config('enable_sort', 'off', true)`

/** A query as a call of app.read (drizzle/sql/platform/db/read.sql), with its parameters as texts. */
export function readStatement<Row, Values>(
  { text: enter, params }: Entrance,
  { selected, prepared, followsIndexes, calls }: Query<Row, Values>,
  values: Values,
) {
  const { text, params: paramsOf } = prepared()
  const next = params.length + 1
  if (calls !== undefined) {
    const given = text.replace(/\$(\d+)/g, (_, number: string) => `$${params.length + Number(number)}`)
    return {
      text: `select ${calls}(array[${enter}], ${given})`,
      params: [...params, ...paramsOf(values)].map(textOf),
    }
  }
  return {
    text: `select * from app.read(array[${enter}${followsIndexes ? sortOff : ''}], $${next}, $${next + 1}::text[]) as rows (${selected.columns})`,
    params: [...params.map(textOf), text, makePgArray(paramsOf(values).map(textOf))],
  }
}

/** A parameter as the text that the database reads. */
export function textOf(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return makePgArray(value)
  throw new Error(`a parameter of a read may not be of type ${typeof value}`)
}
