import { type SQL, sql } from 'drizzle-orm'
import { asTable } from '../../platform/db/as-table.ts'
import { type Bound, boundColumns } from '../../platform/lists/bounded-list.ts'
import { rowsOf, total } from '../../platform/lists/list.ts'
import type { Query } from '../../platform/db/prepared.ts'
import { type Cut, isCut, sizedQuery } from '../../platform/lists/sized.ts'
import { products } from '../../platform/db/schema/products.ts'
import { type Selection, typed } from '../../platform/db/selection.ts'
import type { FacetCounts } from './facets.ts'
import { findingOf, type ProductSort, type ProductSearch } from './product-search.ts'
import { closePage, countCap, type ListPage } from '../../platform/lists/page.ts'

/** What a selection for `foundProducts` has besides `row`. */
export const foundColumns = {
  total,
  ...boundColumns,
  facets: typed('jsonb', sql<FacetCounts | null>`counted.facets`),
}

/** What its `row` has besides the columns of the list, the last of all. */
export const orderedBy = { sortValue: typed('text', sql<string>`products.sort_value`) }

type Row = { readonly sortValue: string; readonly createdAt: string; readonly id: string }
type FoundRow = Bound & { readonly total: number; readonly facets: FacetCounts | null; readonly row: Row | null }
type Values = { readonly find: string }

/**
 * A list of products with filters, read by one query whose plan the connection keeps, whatever the filters. `extend`: see
 * `preparedList`.
 */
export function foundProducts<Found extends FoundRow>(
  selected: Selection<Found>,
  extend: (rows: SQL) => SQL = (rows) => rows,
) {
  const found: Query<Found & Cut, Values> = sizedQuery(selected, (value) => {
    const rows = sql`select one.*, k.sort_value, k.nth
      from unnest(counted.store_ids, counted.ids, counted.sort_values) with ordinality as k(store_id, id, sort_value, nth)
      join ${products} as one using (store_id, id)`
    return sql`from app.find_products(${value('find')}::jsonb) as counted
      left join lateral ${asTable(products, extend(rows))} on true order by products.nth`
  })
  return async (
    read: (query: Query<Found & Cut, Values>, values: Values) => Promise<(Found & Cut)[]>,
    { page, search, order }: { readonly page: ListPage; readonly search: ProductSearch; readonly order: ProductSort },
  ) => {
    const answer = await read(found, { find: findingOf(search, page, order) })
    const [first] = answer
    const { rows, total } = rowsOf(answer)
    const cap = search.q === undefined && search.search === undefined ? countCap : 1001
    return {
      rows,
      first,
      close: <Item>(toItem: (row: NonNullable<Found['row']>) => Item) =>
        closePage<NonNullable<Found['row']>, Item>(
          page,
          rows,
          { total, cap: first?.isComplete === false ? total : cap, isCut: isCut(answer) },
          toItem,
          {
            stop: first?.stopAt && first.stopId ? { at: first.stopAt, id: first.stopId } : null,
            sortValue: ({ sortValue }) => sortValue,
          },
        ),
    }
  }
}
