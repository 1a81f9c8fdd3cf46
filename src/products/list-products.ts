import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { boundColumns } from '../db/bounded-list.ts'
import { amountRange, hasTag } from '../db/conditions.ts'
import { total } from '../db/list.ts'
import { preparedList } from '../db/prepared-list.ts'
import { products, productStatuses } from '../db/schema/products.ts'
import { selection } from '../db/selection.ts'
import { ExternalId } from '../ids.ts'
import { operation } from '../operation.ts'
import { Amount, toMajor } from '../money.ts'
import { closePage, listOf, PageInput } from '../page.ts'
import { openSortedPage, sortBy, type Sorts } from '../sorted-page.ts'
import { Line, SearchTerm } from '../text.ts'
import { Product, productColumns, type ProductRow, toProduct } from './product.ts'

const readProducts = preparedList(selection({ total, row: productColumns }), {
  table: products,
  conditions: {
    tag: hasTag,
    in_stock: (inStock) => [{ column: 'id', is: inStock === 'true' ? 'in_stock' : 'out_of_stock' }],
    ...amountRange('price', 'price_minor'),
  },
  merged: 'status',
  bounds: {
    selected: selection({ total, ...boundColumns, row: productColumns }),
    unique: 'external_id',
    served: ['status'],
  },
})

const sorts = {
  title: { type: 'text', value: sql`title collate "und-x-icu"`, index: ['status'], sortValue: ({ title }) => title },
  price: {
    type: 'number',
    value: sql`price_minor / power(10::numeric, currency_exponent)`,
    sortValue: ({ priceMinor, currencyExponent }) => String(toMajor(priceMinor, currencyExponent)),
  },
  updated_at: { type: 'time', value: sql`updated_at`, sortValue: ({ updatedAt }) => updatedAt },
} as const satisfies Sorts<ProductRow>

export const listProducts = operation(
  {
    name: 'list_products',
    scope: 'catalog:read',
    input: z.strictObject({
      ...PageInput,
      search: SearchTerm.optional().describe('Searches title, slug, SKU, barcode and tags'),
      status: z.enum(productStatuses).optional().describe('Default: draft and active'),
      external_id: ExternalId.optional(),
      tag: Line(64).optional().describe('Products with this tag'),
      in_stock: z
        .enum(['true', 'false'])
        .optional()
        .describe('Whether any variant has available units, or does not count its stock'),
      price_from: Amount.optional().describe("At least this price, in major units of the store's currency"),
      price_to: Amount.optional().describe("At most this price, in major units of the store's currency"),
      sort: sortBy(sorts)
        .optional()
        .describe(
          'Default: -created_at. A minus sorts the highest first. By price and updated_at, and by title together with a filter other than status, the list has the newest 10,000 products of each status only. Search results can only be sorted by created_at',
        ),
    }),
    output: listOf(Product),
  },
  async ({ read }, input) => {
    const { search, status, sort: _sort, limit: _limit, page: _page, cursor: _cursor, ...filter } = input
    const { page, sort, sortValue } = openSortedPage(input, sorts)
    const { rows, stop, ...count } = await readProducts(read, {
      page,
      filter: { ...filter, status: status ?? ['draft', 'active'] },
      search,
      sort,
    })
    return closePage(page, rows, count, toProduct, { stop, sortValue })
  },
)
