import { type SQL, sql } from 'drizzle-orm'
import { asTable } from '../../platform/db/as-table.ts'
import type { ValueOf } from '../../platform/db/prepared.ts'
import { products } from '../../platform/db/schema/products.ts'
import { typed } from '../../platform/db/selection.ts'
import type { ListPage } from '../../platform/lists/page.ts'

/** Columns of every row of a page, whose products are in the order of their collection. */
export const pageColumns = {
  place: typed('text', sql<string | null>`trim_scale(products.place)::text`),
  total: typed('bigint', sql<number | null>`page.total`),
  isComplete: typed('boolean', sql<boolean>`page.is_complete`),
  stop: typed('text', sql<string | null>`trim_scale(page.stop)::text`),
  stopId: typed('uuid', sql<string | null>`page.stop_id`),
}

type PageValues = {
  readonly statuses: string
  readonly after: string | null
  readonly after_id: string | null
  readonly limit: number
  readonly offset: number
}

/** What a page needs to know besides its collection. `statuses`: of the products that it lists. */
export const pageValues = ({ after, limit, offset }: ListPage, statuses: readonly string[]): PageValues => ({
  statuses: statuses.join(','),
  after: after?.at ?? null,
  after_id: after?.id ?? null,
  limit: limit + 1,
  offset,
})

/** Joins `collections` to a page of its products: a row for each product, or one without a product. */
export const joinPage = (value: ValueOf<PageValues>, { counts, extend = (rows) => rows }: Joined) => sql`
  left join lateral app.collection_page(collections.store_id, collections.id, string_to_array(${value('statuses')}::text, ','),
    ${value('after')}::numeric, ${value('after_id')}::uuid, ${value('limit')}::integer, ${value('offset')}::integer,
    ${sql.raw(String(counts))}) as page on true
  left join lateral ${asTable(
    products,
    extend(sql`select one.*, k.place, k.nth from unnest(page.ids, page.places) with ordinality as k(product_id, place, nth)
      join ${products} as one on one.store_id = collections.store_id and one.id = k.product_id`),
  )} on true`

type Joined = {
  readonly counts: boolean
  /** See `preparedList`. */
  readonly extend?: (rows: SQL) => SQL
}

export type Placed = {
  readonly place: string | null
  readonly stop: string | null
  readonly stopId: string | null
}

/** The products found, with their places, and where the page stopped before it was full. */
export function placed<Row extends object>(found: readonly (Placed & { readonly row: Row | null })[]) {
  const [first] = found
  return {
    rows: found.flatMap(({ row, place }) => (row && place !== null ? [{ ...row, place }] : [])),
    stop: first?.stop && first.stopId ? { at: first.stop, id: first.stopId } : null,
  }
}
