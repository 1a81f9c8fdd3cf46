import * as z from 'zod'
import { refused, ServiceError } from './errors.ts'
import { isId } from './ids.ts'

/** The deepest row that page numbers reach; past it a page would cost more than a cursor's, without bound. */
const deepest = 10_000

/** Counting stops after so many, so that a list's cost does not grow with the store. */
export const countCap = 10_001

export const PageInput = {
  page: z.int().min(1).optional().describe('Page number, from 1; not together with cursor'),
  limit: z.int().min(1).max(100).default(20).describe('Items a page'),
  cursor: z.string().min(1).max(500).optional().describe('next_cursor of the page before, with the same filters'),
}

const PageMeta = z.object({
  page: z.int().nullable().describe('Null where a cursor was given'),
  limit: z.int(),
  total: z.int(),
  total_is_capped: z.boolean().describe('There are more than total says: counting stopped'),
  total_pages: z.int(),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
})

export const listOf = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item), meta: PageMeta })

/** Where a list stands: rows are ordered by time, ties by id. */
export type Place = { readonly time: Date; readonly id: string }

export type Page = {
  readonly limit: number
  readonly offset: number
  /** The last row of the page before. */
  readonly after: Place | null
  /** Oldest first. */
  readonly ascending: boolean
  /** Stands for everything that decides which rows a list has, and ties a cursor to it. */
  readonly fingerprint: string
  readonly number: number | null
}

type Asked = { page?: number | undefined; limit: number; cursor?: string | undefined }

/** Reads page, limit and cursor. Whatever else is in `asked` is what the list is filtered and sorted by. */
export function openPage(
  { page, limit, cursor, ...filters }: Asked & Record<string, unknown>,
  ascending = false,
): Page {
  const fingerprint = fingerprintOf(filters)
  if (cursor !== undefined) {
    if (page !== undefined)
      throw refused('invalid_input', [
        { pointer: '/page', code: 'invalid_input', detail: 'Give page or cursor, not both.' },
      ])
    return { limit, offset: 0, after: placeOf(cursor, fingerprint), ascending, fingerprint, number: null }
  }
  const number = page ?? 1
  if (number * limit > deepest)
    throw new ServiceError(
      'page_too_deep',
      `Page numbers reach the first ${deepest} items. Go on with the cursor: meta.next_cursor of the page before.`,
    )
  return { limit, offset: (number - 1) * limit, after: null, ascending, fingerprint, number }
}

/**
 * `rows` holds one more than the page where there are more. `stop`: where the list was looked through no further, though
 * there may be more behind. `timeOf`: what they are ordered by.
 */
export function closePage<Row extends { createdAt: Date; id: string }, Item>(
  page: Page,
  rows: readonly Row[],
  count: { total: number; cap: number },
  toItem: (row: Row) => Item,
  {
    stop = null,
    timeOf = (row) => row.createdAt,
  }: { readonly stop?: Place | null; readonly timeOf?: (row: Row) => Date } = {},
) {
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  const end = rows.length > page.limit && last ? { time: timeOf(last), id: last.id } : stop
  return {
    data: shown.map(toItem),
    meta: {
      page: page.number,
      limit: page.limit,
      total: count.total,
      total_is_capped: count.total >= count.cap,
      total_pages: Math.ceil(count.total / page.limit),
      has_more: end !== null,
      next_cursor: end && cursorAt(end, page.fingerprint),
    },
  }
}

const cursorAt = ({ time, id }: Place, fingerprint: string) =>
  btoa(`${time.getTime()}.${id}.${fingerprint}`).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

function placeOf(cursor: string, fingerprint: string): Place {
  const [ms = '', id, of] = textOf(cursor).split('.')
  if (!/^\d{1,13}$/.test(ms) || id === undefined || !isId(id)) throw badCursor('This is no cursor of this service.')
  if (of !== fingerprint)
    throw badCursor('This cursor belongs to other filters. Ask with the filters of its first page.')
  return { time: new Date(Number(ms)), id }
}

function textOf(cursor: string): string {
  try {
    return atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}

const badCursor = (detail: string) => refused('invalid_input', [{ pointer: '/cursor', code: 'invalid_cursor', detail }])

/** FNV-1a: it guards against mistakes, and nothing hangs on its being hard to forge. */
function fingerprintOf(filters: Record<string, unknown>): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  const text = JSON.stringify(given.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(36)
}
