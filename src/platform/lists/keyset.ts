import { type Column, type SQL, sql } from 'drizzle-orm'
import type { SortType } from './cursor.ts'
import type { ListPage } from './page.ts'
import { type ValueOf, written } from '../db/prepared.ts'

/** An order of a list by something other than its time. */
export type Sort = {
  /** Identifies it among the orders of its list. */
  readonly name: string
  readonly type: SortType
  /** Its value as SQL, with unqualified columns of the table. Never null. */
  readonly value: SQL
  /**
   * The columns that rows may be filtered by and still be read in this order from an index. Missing: there is no such index,
   * and only the newest rows are sorted.
   */
  readonly index?: readonly string[]
}

const casts = { time: sql`timestamptz`, number: sql`numeric`, text: sql`text` } as const satisfies Record<SortType, SQL>

/** Values of a request that position a page. */
export const placeValues = ({ after }: ListPage) => ({ after_at: after?.at ?? null, after_id: after?.id ?? null })

/** The condition and order of a page, by a time column or a sort, and id. */
export function keyset(
  page: ListPage,
  key?: Column | Sort,
  value: ValueOf<Readonly<Record<string, unknown>>> = written(placeValues(page)),
) {
  const by = key && 'value' in key ? key.value : sql.identifier(key?.name ?? 'created_at')
  const direction = page.ascending ? sql`asc` : sql`desc`
  const beyond = page.after
    ? sql`(${by}, id) ${page.ascending ? sql`>` : sql`<`} (${value('after_at')}::${casts[page.by]}, ${value('after_id')}::uuid)`
    : sql`true`
  return { by, direction, order: sql`${by} ${direction}, id ${direction}`, beyond }
}
