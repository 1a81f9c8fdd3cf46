import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { SelectResultFields } from '../../platform/db/selection.ts'
import { keyset } from '../../platform/lists/keyset.ts'
import { inventory } from '../../platform/db/schema/inventory.ts'
import { refused } from '../../platform/errors/errors.ts'
import { productStatuses } from '../../platform/db/schema/products.ts'
import { filteredBy } from '../../platform/references/filter.ts'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, countCap, listOf, openPage, PageInput } from '../../platform/lists/page.ts'
import { SearchTerm } from '../../platform/values/text.ts'
import { stockSource } from './stock-source.ts'
import { shownTitle, Threshold } from './variant.ts'

export const VariantStock = z.object({
  store_id: id('store'),
  product_id: id('product'),
  product_title: z.string(),
  product_status: z.enum(productStatuses),
  variant_id: id('variant'),
  variant_title: z.string(),
  sku: z.string().nullable(),
  on_hand: z.int(),
  reserved: z.int(),
  available: z.int(),
  tracked: z.boolean(),
  allow_backorder: z.boolean(),
  low_stock_threshold: z.int().nullable(),
  updated_at: z.iso.datetime(),
})

const StockFilters = {
  low_stock: z
    .boolean()
    .optional()
    .describe(
      'true: only variants whose available units are at or below their low_stock_threshold, or that have none left. Variants whose stock is not counted are never low',
    ),
  threshold: Threshold.optional().describe(
    'With low_stock=true: a threshold for all variants, instead of their own. For example 5: at most five units available',
  ),
  product_id: filteredBy('product', id('product').optional()),
  search: SearchTerm.optional().describe('Searches product titles, tags, variant titles, SKUs and barcodes'),
  sort: z.enum(['available', '-available']).default('available').describe('available: the fewest units first'),
}

/** The stock of each variant that is not archived. */
export const listInventory = operation(
  {
    name: 'list_inventory',
    scope: 'catalog:read',
    input: z.strictObject({ ...PageInput, ...StockFilters }),
    output: listOf(VariantStock),
  },
  async ({ run }, input) => {
    if (input.threshold !== undefined && input.low_stock === undefined)
      throw refused('invalid_input', [
        { pointer: '/threshold', code: 'option_unused', detail: 'threshold needs low_stock: send low_stock=true too.' },
      ])
    const page = openPage(input, input.sort === 'available', 'number')
    const { order, beyond, direction } = keyset(page, { name: 'available', type: 'number', value: sql`available` })
    const { matched, isComplete } = stockSource(input)
    const [found] = await run((db) => [
      db
        .select({
          total: sql`stock.total`.mapWith(Number),
          isComplete: sql<boolean>`stock.is_complete`,
          stock,
        })
        .from(
          sql`(with matched as materialized (${matched})
            select counted.*, shown.* from
              (select least(count(*), ${countCap}) as total, ${isComplete} as is_complete from matched) as counted
              left join lateral (select * from matched where ${beyond}
                order by ${order} limit ${page.limit + 1} offset ${page.offset}) as shown on true) as stock`,
        )
        .orderBy(sql`stock.available ${direction}, stock.id ${direction}`),
    ])
    const shown = found.flatMap(({ stock }) =>
      stock.id === null ? [] : [{ ...stock, id: stock.id, createdAt: stock.updatedAt }],
    )
    const total = found[0]?.total ?? 0
    return closePage(page, shown, { total, cap: found[0]?.isComplete ? countCap : total }, toVariantStock, {
      sortValue: ({ available }) => String(available),
    })
  },
)

const stock = {
  id: sql<string | null>`stock.id`,
  storeId: sql<string>`stock.store_id`,
  productId: sql<string>`stock.product_id`,
  productTitle: sql<string>`stock.product_title`,
  productStatus: sql<(typeof productStatuses)[number]>`stock.product_status`,
  title: sql<string>`stock.title`,
  sku: sql<string | null>`stock.sku`,
  onHand: sql`stock.on_hand`.mapWith(Number),
  reserved: sql`stock.reserved`.mapWith(Number),
  available: sql`stock.available`.mapWith(Number),
  tracked: sql<boolean>`stock.tracked`,
  allowBackorder: sql<boolean>`stock.allow_backorder`,
  lowStockThreshold: sql<number | null>`stock.low_stock_threshold`,
  updatedAt: sql`stock.updated_at`.mapWith(inventory.updatedAt),
}

type StockRow = SelectResultFields<typeof stock> & { readonly id: string }

const toVariantStock = (row: StockRow): z.output<typeof VariantStock> => ({
  store_id: row.storeId,
  product_id: row.productId,
  product_title: row.productTitle,
  product_status: row.productStatus,
  variant_id: row.id,
  variant_title: shownTitle(row.title),
  sku: row.sku,
  on_hand: row.onHand,
  reserved: row.reserved,
  available: row.available,
  tracked: row.tracked,
  allow_backorder: row.allowBackorder,
  low_stock_threshold: row.lowStockThreshold,
  updated_at: row.updatedAt.toISOString(),
})
