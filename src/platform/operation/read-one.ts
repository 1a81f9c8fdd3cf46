import type { SQL } from 'drizzle-orm'
import { query, type ValueOf } from '../db/prepared.ts'
import type { Selection } from '../db/selection.ts'
import { notFound } from '../errors/errors.ts'
import { idOfNamed, type Reference } from '../references/reference.ts'
import type { Context } from './context.ts'

type ById = { readonly id: string }

/** Reads one resource by its id, or by its name if its kind has any. `from` is everything after the select list, given its id. */
export function finderOf<Row>(selected: Selection<Row>, kind: string, from: (id: SQL) => SQL) {
  const byId = query(selected, (value: ValueOf<ById>) => from(value('id')))
  const byName = query(selected, () => from(idOfNamed(kind)))
  return async ({ read }: Pick<Context, 'read'>, reference: Reference): Promise<Row> => {
    const [row] = await (typeof reference === 'string' ? read(byId, { id: reference }) : read(byName, {}))
    if (!row) throw notFound(kind.replaceAll('_', ' '))
    return row
  }
}
