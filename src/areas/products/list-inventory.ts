import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { keyset } from '../../platform/lists/keyset.ts'
import { inventory } from '../../platform/db/schema/inventory.ts'
import { refused } from '../../platform/errors/errors.ts'
import { products, productStatuses, productVariants } from '../../platform/db/schema/products.ts'
import { filteredBy } from '../../platform/references/filter.ts'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, countCap, listOf, openPage, PageInput } from '../../platform/lists/page.ts'
import { SearchTerm } from '../../platform/values/text.ts'
import { shownTitle, Threshold } from './variant.ts'

/** A request examines at most this many of a store's newest variants, or of those whose stock is low. */
const maxExamined = sql.raw('app.examined(10000)')

/** A search finds the variants of at most this many products, the newest that match. */
const maxFound = 1000

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
    const { rows, isLow, isComplete } = sourceOf(input)
    const [found] = await run((db) => [
      db
        .select({
          total: sql`stock.total`.mapWith(Number),
          isComplete: sql<boolean>`stock.is_complete`,
          stock,
        })
        .from(
          // OFFSET 0 keeps the planner from reading the variants and products of all stores at once.
          sql`(with matched as materialized (
              select i.store_id, i.variant_id as id, i.on_hand, i.reserved, i.on_hand - i.reserved as available, i.tracked,
                i.allow_backorder, i.low_stock_threshold, i.updated_at, v.title, v.sku, p.id as product_id,
                p.title as product_title, p.status as product_status
              from ${rows}
              cross join lateral (select * from ${productVariants} as v
                where v.store_id = i.store_id and v.id = i.variant_id and v.archived_at is null offset 0) as v
              cross join lateral (select * from ${products} as p
                where p.store_id = v.store_id and p.id = v.product_id and p.status <> 'archived' offset 0) as p
              where ${isLow})
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

type Filters = z.output<z.ZodObject<typeof StockFilters>>

/** The rows of inventory as `i`, and whether no others can match. */
function sourceOf({ low_stock, threshold, product_id, search }: Filters): { rows: SQL; isLow: SQL; isComplete: SQL } {
  const limit = threshold === undefined ? sql`coalesce(i.low_stock_threshold, 0)` : sql`${threshold}::int`
  const low = sql`(i.tracked and i.on_hand - i.reserved <= ${limit})`
  const isLow = low_stock === undefined ? sql`true` : low_stock ? low : sql`not ${low}`
  if (product_id !== undefined || search !== undefined)
    return {
      rows: sql`${productsOf({ product_id, search })} as f(store_id, id)
        join product_variants as k on k.store_id = f.store_id and k.product_id = f.id
        cross join lateral (select * from ${inventory} where store_id = k.store_id and variant_id = k.id limit 1) as i`,
      isLow: product_id === undefined ? isLow : sql`${isLow} and f.id = ${product_id}`,
      isComplete: sql`true`,
    }
  // An index has those that are low by their own thresholds.
  const indexed = low_stock === true && threshold === undefined ? sql`is_low` : sql`true`
  return {
    rows: sql`unnest(app.stores()) as s(id) cross join lateral (select * from ${inventory}
      where store_id = s.id and ${indexed} order by variant_id desc limit ${maxExamined}) as i`,
    isLow,
    isComplete: sql`not exists (select from unnest(app.stores()) as s(id) cross join lateral (select from ${inventory}
      where store_id = s.id and ${indexed} order by variant_id offset ${maxExamined} limit 1) as more)`,
  }
}

const notArchived = JSON.stringify([{ column: 'status', is: 'one_of', values: ['active', 'draft'] }])

/** Stores and ids of products. */
const productsOf = ({ product_id, search }: Pick<Filters, 'product_id' | 'search'>) =>
  search === undefined
    ? sql`(select store_id, id from ${products} where store_id = any(app.stores()) and id = ${product_id})`
    : sql`app.search_page('products', ${search}, ${notArchived}, false, null, null, ${maxFound}, 0) as found
        cross join unnest(found.store_ids, found.ids)`

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

type StockRow = {
  readonly id: string
  readonly storeId: string
  readonly productId: string
  readonly productTitle: string
  readonly productStatus: (typeof productStatuses)[number]
  readonly title: string
  readonly sku: string | null
  readonly onHand: number
  readonly reserved: number
  readonly available: number
  readonly tracked: boolean
  readonly allowBackorder: boolean
  readonly lowStockThreshold: number | null
  readonly updatedAt: Date
}

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
