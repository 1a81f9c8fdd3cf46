import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { total } from '../../platform/lists/list.ts'
import { preparedList } from '../../platform/lists/prepared-list.ts'
import { products, productStatuses } from '../../platform/db/schema/products.ts'
import { selection } from '../../platform/db/selection.ts'
import { refused } from '../../platform/errors/errors.ts'
import { ExternalId } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, listOf, PageInput } from '../../platform/lists/page.ts'
import { openSortedPage, type Sorts } from '../../platform/lists/sorted-page.ts'
import { DayOrMoment, SearchTerm } from '../../platform/values/text.ts'
import { FindingFilters, findingRefusals, openFoundPage, type ProductSort, orderOf } from './product-search.ts'
import { foundColumns, foundProducts, orderedBy } from './product-page.ts'
import { productColumns, type ProductRow, toProduct } from './product.ts'
import {
  AskedOfProducts,
  columnsWithDiscounts,
  ProductWithIncluded,
  toProductWithDiscounts,
} from './product-with-discounts.ts'
import { withDescribedDiscounts } from './shown-discounts.ts'

const list = { table: products, merged: 'status' } as const

const readProducts = preparedList(selection({ total, row: productColumns }), list)

const readWithDiscounts = preparedList(selection({ total, row: columnsWithDiscounts }), {
  ...list,
  extend: withDescribedDiscounts,
})

const productsFound = foundProducts(selection({ ...foundColumns, row: { ...productColumns, ...orderedBy } }))

const foundWithDiscounts = foundProducts(
  selection({ ...foundColumns, row: { ...columnsWithDiscounts, ...orderedBy } }),
  withDescribedDiscounts,
)

/** The orders that an index has, without filters. */
const sorts = {
  title: { type: 'text', value: sql`title collate "und-x-icu"`, index: ['status'], sortValue: ({ title }) => title },
} as const satisfies Sorts<ProductRow>

const sortNames = [
  '-created_at',
  'created_at',
  '-title',
  'title',
  '-price',
  'price',
  '-updated_at',
  'updated_at',
  'newest',
  'best_selling',
  'position',
  'relevance',
] as const

/** The orders of a list, as those of app.find_products. */
const orders = {
  '-created_at': 'newest',
  created_at: 'oldest',
  newest: 'newest',
  '-title': '-title',
  title: 'title',
  '-price': '-price',
  price: 'price',
  '-updated_at': '-updated_at',
  updated_at: 'updated_at',
  best_selling: 'best_selling',
  position: 'position',
  relevance: 'relevance',
} as const satisfies Record<(typeof sortNames)[number], ProductSort>

const indexed: readonly unknown[] = [undefined, 'created_at', '-created_at', 'title', '-title']

export const listProducts = operation(
  {
    name: 'list_products',
    scope: 'catalog:read',
    input: z.strictObject({
      ...PageInput,
      search: SearchTerm.optional().describe('Searches title, slug, SKU, barcode and tags'),
      status: z.enum(productStatuses).optional().describe('Default: draft and active').meta({ tool: true }),
      external_id: ExternalId.optional(),
      ...FindingFilters,
      not_sold_since: DayOrMoment.optional().describe(
        "Products of which no order placed at or after this time, or from this date on (a day in the store's time zone), has a unit, and those never sold. Cancelled orders do not count; returned units do",
      ),
      sort: z
        .enum(sortNames)
        .optional()
        .describe(
          'Default: -created_at, with q relevance. With a minus, the highest come first. price sorts by the lowest price of a product, -price by its highest, best_selling by the units sold in the last 90 days, position by the order in the collection. Search results can only be sorted by created_at',
        ),
      ...AskedOfProducts,
    }),
    output: listOf(ProductWithIncluded),
    refusals: findingRefusals,
  },
  async ({ read }, { include, ...input }) => {
    const { search, status, sort, external_id, limit: _limit, page: _page, cursor: _cursor, ...filters } = input
    const statuses = status === undefined ? ['draft', 'active'] : [status]
    const isFiltered = Object.values(filters).some((value) => value !== undefined)
    if (search !== undefined && sort !== undefined && !sort.endsWith('created_at'))
      throw refused('invalid_input', [
        {
          pointer: '/sort',
          code: 'conflicting_fields',
          detail: 'Search results can only be sorted by created_at. Use q to sort them otherwise.',
        },
      ])
    if (!isFiltered && indexed.includes(sort)) {
      const { page, sort: order, sortValue } = openSortedPage(input, sorts)
      const request = { page, filter: { external_id, status: status ?? statuses }, search, sort: order }
      if (include) {
        const { rows, ...count } = await readWithDiscounts(read, request)
        return closePage(page, rows, count, toProductWithDiscounts, { sortValue })
      }
      const { rows, ...count } = await readProducts(read, request)
      return closePage(page, rows, count, toProduct, { sortValue })
    }
    const order = orderOf(input, sort && orders[sort])
    const request = {
      page: openFoundPage(input, order),
      search: { ...filters, search, external_id, statuses, isPublic: false, facets: false },
      order,
    }
    if (include) return (await foundWithDiscounts(read, request)).close(toProductWithDiscounts)
    return (await productsFound(read, request)).close(toProduct)
  },
)
