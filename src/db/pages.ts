import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { ServiceError } from '../errors.ts'
import type { Page, Place } from '../page.ts'
import type { Db } from './client.ts'
import { asTable } from './as-table.ts'
import { keyset, type List, sourceOf } from './list.ts'

// A page is held in memory, where rows can be of any size; and the database gives no answer over 10 MB.
const maxBytes = 2_000_000

/**
 * What one page of an export selects from: as a list's, but without counting, and ended early where its rows, as text,
 * come to more than 2 MB. `more` are further columns for the rows of `page`, with a comma before each.
 */
export function pageFrom<T extends PgTable>(list: List & { readonly table: T }, more: SQL = sql``) {
  const { counted, rows } = sourceOf(list)
  const { direction } = keyset(list.page)
  const weighed = sql`
    select * from (
      select one.*, count(*) over () as found, row_number() over so_far as nth,
        sum(octet_length(one::text)) over so_far as bytes
      from (select page.* ${more} from (${rows}) as page) as one
      window so_far as (order by created_at ${direction}, id ${direction})
    ) as weighed where nth = 1 or bytes <= ${maxBytes}`
  return {
    from: list.search === undefined ? sql`(select) as counted` : counted,
    rows: asTable(list.table, weighed),
    /** How many rows the page would have had without the bound on its bytes. */
    found: sql`found`.mapWith(Number),
  }
}

/** Goes with every page: the stores that the door let the caller see at that moment. */
export const storesSeen = (db: Db) => db.execute<{ stores: string }>(sql`select app.stores()::text as stores`)

type Seen = { readonly rows: readonly { stores: string }[] }

type Part<Row> = {
  readonly rows: readonly Row[]
  /** Where the next page begins; null: there is none. */
  readonly next: Place | null
  readonly seen: Seen
}

/** Out of what a selection from `pageFrom` gave, for a page of that limit. */
export function partOf<Row extends { createdAt: Date; id: string }>(
  { limit }: Page,
  [found, seen]: readonly [readonly { row: Row; found: number }[], Seen],
): Part<Row> {
  const last = found.at(-1)
  // A list asks for one row more than its page has.
  const ended = !last || (last.found === found.length && last.found <= limit)
  return { rows: found.map(({ row }) => row), next: ended ? null : { time: last.row.createdAt, id: last.row.id }, seen }
}

/**
 * Reads an export page by page, each when it is asked for and in a round trip of its own, through the door anew. It
 * breaks off where the door shows other stores than at the beginning: the rest would be missing and nobody would know.
 */
export async function* eachPage<Row, Item>(
  { ascending, size, toItem }: { ascending: boolean; size: number; toItem: (row: Row) => Item },
  read: (page: Page) => Promise<Part<Row>>,
): AsyncGenerator<readonly Item[], void, undefined> {
  let after: Place | null = null
  let first: string | undefined
  do {
    const page: Page = { limit: size - 1, offset: 0, after, ascending, fingerprint: '', number: null }
    const { rows, next, seen }: Part<Row> = await read(page)
    const stores = seen.rows[0]?.stores
    first ??= stores
    if (stores !== first) throw storesChanged
    yield rows.map(toItem)
    after = next
  } while (after)
}

const storesChanged = new ServiceError(
  'forbidden',
  'The stores that you belong to changed while the export was on its way. Start it again.',
)
