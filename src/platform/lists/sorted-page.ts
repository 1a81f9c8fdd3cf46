import * as z from 'zod'
import type { Sort } from './keyset.ts'
import { refused } from '../errors/errors.ts'
import { openPage, type PageQuery } from './page.ts'
import type { RowTime } from '../values/row-time.ts'

/** The orders of a list besides created_at, by their names in `sort`. */
export type Sorts<Row> = Readonly<Record<string, SortOf<Row>>>

export type SortOf<Row> = Omit<Sort, 'name'> & {
  /** The value of a row, as in its SQL. */
  readonly sortValue: (row: Row) => RowTime
}

/** Opens a page in the order of `sort`: the name of a value, after a minus for the highest first. */
export function openSortedPage<Row extends { createdAt: RowTime }>(
  input: PageQuery & { sort?: string | undefined; search?: string | undefined } & Record<string, unknown>,
  sorts: Sorts<Row>,
) {
  const { sort: asked = '-created_at', search } = input
  const name = asked.replace(/^-/, '')
  const known = sorts[name]
  if (known && search !== undefined)
    throw refused('invalid_input', [
      { pointer: '/sort', code: 'conflicting_fields', detail: 'Search results can only be sorted by created_at.' },
    ])
  const sortValue = known?.sortValue ?? ((row: Row) => row.createdAt)
  return {
    page: openPage(input, asked === name, known?.type),
    sort: known && { name, ...known },
    sortValue,
  }
}

/** The values of `sort`. Default: -created_at. */
export const sortBy = (sorts: Sorts<never>) =>
  z.enum(['-created_at', 'created_at', ...Object.keys(sorts).flatMap((name) => [`-${name}`, name])])
