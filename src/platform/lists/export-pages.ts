import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { ServiceError } from '../errors/errors.ts'
import type { Place } from './cursor.ts'
import type { ListPage } from './page.ts'
import type { Db } from '../db/client.ts'
import { asTable } from '../db/as-table.ts'
import { keyset } from './keyset.ts'
import { type List, sourceOf } from './list.ts'

// A page is held in memory, rows can be large, and Neon refuses responses over 10 MB.
const maxBytes = 2_000_000

/**
 * What a page of an export selects from: like a list, but without counting, and cut off when its rows exceed 2 MB as text.
 * `more` adds columns to the rows of `page`; each begins with a comma.
 */
export function pageFrom<T extends PgTable>(list: List & { readonly table: T }, more: SQL = sql``) {
  const { counted, rows } = sourceOf(list)
  const { direction } = keyset(list.page)
  const measured = sql`
    select * from (
      select one.*, count(*) over () as found, row_number() over so_far as nth,
        sum(octet_length(one::text)) over so_far as bytes
      from (select page.* ${more} from (${rows}) as page) as one
      window so_far as (order by created_at ${direction}, id ${direction})
    ) as measured where nth = 1 or bytes <= ${maxBytes}`
  return {
    from: list.search === undefined ? sql`(select) as counted` : counted,
    rows: asTable(list.table, measured),
    /** How many rows the page would have without the size limit. */
    found: sql`found`.mapWith(Number),
  }
}

/** Read with every page: the stores that the caller may see at that moment. */
export const storesSeen = (db: Db) => db.execute<{ stores: string }>(sql`select app.stores()::text as stores`)

type Seen = { readonly rows: readonly { stores: string }[] }

type Part<Row> = {
  readonly rows: readonly Row[]
  /** Where the next page begins; null: this is the last one. */
  readonly next: Place | null
  readonly seen: Seen
}

/** A page, from the result of selecting from `pageFrom`. */
export function exportedPartOf<Row extends { createdAt: Date; id: string }>(
  { limit }: ListPage,
  [found, seen]: readonly [readonly { row: Row; found: number }[], Seen],
): Part<Row> {
  const last = found.at(-1)
  // A list selects one row more than the page has.
  const ended = !last || (last.found === found.length && last.found <= limit)
  return {
    rows: found.map(({ row }) => row),
    next: ended ? null : { at: last.row.createdAt.toISOString(), id: last.row.id },
    seen,
  }
}

/**
 * Reads an export page by page, on demand. Each page is a round trip with its own tenant context. Aborts if the caller's
 * stores have changed since the first page, because rows would be missing without anybody noticing.
 */
export async function* eachPage<Row, Item>(
  { ascending, size, toItem }: { ascending: boolean; size: number; toItem: (row: Row) => Item },
  read: (page: ListPage) => Promise<Part<Row>>,
): AsyncGenerator<readonly Item[], void, undefined> {
  let after: Place | null = null
  let first: string | undefined
  do {
    const page: ListPage = { limit: size - 1, offset: 0, after, ascending, by: 'time', fingerprint: '', number: null }
    const { rows, next, seen }: Part<Row> = await read(page)
    const stores = seen.rows[0]?.stores
    first ??= stores
    if (stores !== first) throw storesChanged
    yield rows.map(toItem)
    after = next
  } while (after)
}

const storesChanged = new ServiceError('forbidden', 'Your stores changed during the export. Start it again.', {
  arabic: null,
})
