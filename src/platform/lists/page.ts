import * as z from 'zod'
import { cursorAt, type Place, placeOf, type SortType } from './cursor.ts'
import { refused, ServiceError } from '../errors/errors.ts'
import { type RowTime, toIso } from '../values/row-time.ts'

/** Page numbers reach this row. Beyond it, each page would cost more than the one before; a cursor does not. */
const maxDepth = 10_000

/** Counting stops here, so that the cost of a list does not grow with the store. */
export const countCap = 10_001

export const PageInput = {
  page: z.int().min(1).optional().describe('Page number, starting at 1. Cannot be combined with cursor'),
  limit: z.int().min(1).max(100).default(20).describe('Items per page'),
  cursor: z.string().min(1).max(2500).optional().describe('next_cursor of the previous page, with the same filters'),
}

const PageMeta = z.object({
  page: z.int().nullable().describe('Null if the request used a cursor'),
  limit: z.int(),
  total: z.int(),
  total_is_capped: z.boolean().describe('Counting stopped at total; there may be more'),
  total_pages: z.int(),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
})

export const listOf = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item), meta: PageMeta })

export type ListPage = {
  readonly limit: number
  readonly offset: number
  /** The last row of the previous page. */
  readonly after: Place | null
  /** Oldest or lowest first. */
  readonly ascending: boolean
  /** What rows are ordered by. */
  readonly by: SortType
  /** Hash of the filters. A cursor is valid only with the filters it was created with. */
  readonly fingerprint: string
  readonly number: number | null
}

export type PageQuery = { page?: number | undefined; limit: number; cursor?: string | undefined }

export const pageTooDeep = (depth: number) =>
  new ServiceError(
    'page_too_deep',
    `Page numbers reach only the first ${depth} items. Continue with next_cursor of the previous page as cursor.`,
  )

/** Reads page, limit and cursor. All other fields are filters. */
export function openPage(
  { page, limit, cursor, ...filters }: PageQuery & Record<string, unknown>,
  ascending = false,
  by: SortType = 'time',
): ListPage {
  const fingerprint = fingerprintOf(filters)
  if (cursor !== undefined) {
    if (page !== undefined)
      throw refused('invalid_input', [
        { pointer: '/page', code: 'conflicting_fields', detail: 'page and cursor may not be used together.' },
      ])
    return { limit, offset: 0, after: placeOf(cursor, by, fingerprint), ascending, by, fingerprint, number: null }
  }
  const number = page ?? 1
  if (number * limit > maxDepth) throw pageTooDeep(maxDepth)
  return { limit, offset: (number - 1) * limit, after: null, ascending, by, fingerprint, number }
}

/**
 * `rows` has one row more than the page if there are more pages, unless `isCut`: then it ended because of its size. `stop`: the position at which a bounded scan ended before
 * filling the page. `sortValue`: what rows are ordered by. Default: created_at.
 */
export function closePage<Row extends { createdAt: RowTime; id: string }, Item>(
  page: ListPage,
  rows: readonly Row[],
  count: { total: number; cap: number; isCut?: boolean },
  toItem: (row: Row) => Item,
  {
    stop = null,
    sortValue = (row) => row.createdAt,
  }: { readonly stop?: Place | null; readonly sortValue?: (row: Row) => RowTime } = {},
) {
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  const end = (rows.length > page.limit || count.isCut) && last ? { at: toIso(sortValue(last)), id: last.id } : stop
  return {
    data: shown.map(toItem),
    meta: {
      page: page.number,
      limit: page.limit,
      total: count.total,
      total_is_capped: count.total >= count.cap,
      total_pages: Math.ceil(count.total / page.limit),
      has_more: end !== null,
      next_cursor: end && cursorAt(end, page.by, page.fingerprint),
    },
  }
}

/** A hash of a list's filters, FNV-1a. It catches mistakes; forging it gains nothing. */
export function fingerprintOf(filters: Record<string, unknown>): string {
  const entries = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    // One of several possible values is the same filter as the value itself.
    .map(([name, value]) => [name, Array.isArray(value) && value.length === 1 ? value[0] : value] as const)
  const text = JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(36)
}
