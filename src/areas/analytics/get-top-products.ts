import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { products, productVariants, type VariantOptions } from '../../platform/db/schema/products.ts'
import { refused } from '../../platform/errors/errors.ts'
import { cursorAt } from '../../platform/lists/cursor.ts'
import { openPage, PageInput } from '../../platform/lists/page.ts'
import { id } from '../../platform/values/ids.ts'
import { exactSum, Money } from '../../platform/values/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { compare, compared } from './compared.ts'
import { PeriodFields, PeriodInput, periodRefusals, readPeriod, toPeriod } from './period.ts'
import { bothPeriods, soldIn, type Stretch, sumIn, sumMinorIn, type SumsOf } from './figures.ts'

const GroupBy = z.enum(['product', 'variant'])
const By = z.enum(['revenue', 'units'])
const SortName = z.enum(['-revenue', 'revenue', '-units', 'units'])

/** What each order sorts by. */
const sorts = {
  '-revenue': 'revenue',
  revenue: 'revenue',
  '-units': 'units',
  units: 'units',
} as const satisfies Record<z.output<typeof SortName>, z.output<typeof By>>

const TopProduct = z.object({
  product_id: id('product'),
  title: z.string().describe('Title of the product'),
  variant_id: id('variant')
    .optional()
    .describe('Only with group_by=variant, as are the other fields of the variant, available and days_left'),
  variant_name: z.string().nullable().optional(),
  variant_sku: z.string().nullable().optional(),
  variant_options: z.record(z.string(), z.string()).optional(),
  available: z
    .int()
    .nullable()
    .optional()
    .describe('Units on hand now that no order has reserved. Null if stock is not counted or the variant was removed'),
  days_left: z
    .number()
    .nullable()
    .optional()
    .describe(
      'Days until these run out, to one decimal, at the pace of the period so far: units less returned and refused ones, per day. 0 if none are left. Null if stock is not counted, the variant was removed, or nothing was sold',
    ),
  ...compared({
    revenue: Money.describe('Sum of order lines before discounts, shipping, tax and refunds, also of what came back'),
    units: z.int().describe('Units ordered'),
    returned_units: z.int().describe('Units of these that customers returned'),
    refused_units: z
      .int()
      .describe('Units of these that came back undelivered, of orders that were not refused altogether'),
    orders: z.int().describe('Orders with this product or variant, placed in the period and not cancelled'),
  }),
})

export const getTopProducts = operation(
  {
    name: 'get_top_products',
    scope: 'analytics:read',
    input: z.strictObject({
      ...PeriodInput,
      by: By.optional()
        .describe('As sort with a minus: highest first. Cannot be combined with sort')
        .meta({ tool: false }),
      sort: SortName.optional().describe(
        'Default: -revenue. With a minus, the highest come first; without, the lowest of those that sold. Rows with the same value are sorted by id',
      ),
      group_by: GroupBy.default('product').describe(
        'product: all variants of a product together. variant: each by itself',
      ),
      limit: z.int().min(1).max(50).default(10).describe('At most this many rows'),
      cursor: PageInput.cursor,
    }),
    output: z.object({
      ...PeriodFields,
      by: By.describe('What `sort` sorts by'),
      sort: SortName,
      group_by: GroupBy,
      has_more: z.boolean().describe('Whether more was sold in the period than `limit` lets through'),
      next_cursor: z.string().nullable().describe('Null at the end'),
      data: z.array(TopProduct),
    }),
    refusals: periodRefusals,
  },
  async (context, { by, sort, group_by, limit, cursor, ...bounds }) => {
    if (by !== undefined && sort !== undefined)
      throw refused('invalid_input', [
        { pointer: '/by', code: 'conflicting_fields', detail: 'by and sort may not be used together.' },
      ])
    const order = sort ?? `-${by ?? 'revenue'}`
    const page = openPage({ limit, cursor, ...bounds, group_by, sort: order }, !order.startsWith('-'), 'number')
    const isByVariant = group_by === 'variant'
    const orders = isByVariant ? 'orders' : 'product_orders'
    const current = sums('current', orders)
    const rowId = isByVariant ? sql<string>`sold.variant_id` : sql<string>`sold.product_id`
    const sortKey = { revenue: current.revenueMinor, units: current.units }[sorts[order]]
    const [direction, beyond] = page.ascending ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
    const isBeyond = page.after
      ? sql`(${sortKey}, ${rowId}) ${beyond} (${page.after.at}::numeric, ${page.after.id}::uuid)`
      : sql`true`
    const { period, results } = await readPeriod(context, bounds, (db) => [
      db
        .select({
          id: rowId,
          sortValue: sql<string>`${sortKey}::text`,
          productId: sql<string>`sold.product_id`,
          title: sql<string>`(select p.title from ${products} p where p.store_id = period.store_id and p.id = sold.product_id)`,
          variant: isByVariant ? variantOfRow(current) : sql<null>`null`,
          current,
          previous: sums('previous', orders),
        })
        .from(soldIn(bounds, sql`app.product_sales_between(${bothPeriods})`))
        .groupBy(sql`period.store_id, sold.product_id${isByVariant ? sql`, sold.variant_id` : sql``}`)
        .having(sql`${current.orders} > 0 and ${isBeyond}`)
        .orderBy(sql`${sortKey} ${direction}, ${rowId} ${direction}`)
        .limit(limit + 1),
    ])
    const shown = results[0].slice(0, limit)
    const last = results[0].length > limit ? shown.at(-1) : undefined
    return {
      ...toPeriod(period),
      by: sorts[order],
      sort: order,
      group_by,
      has_more: last !== undefined,
      next_cursor: last ? cursorAt({ at: last.sortValue, id: last.id }, page.by, page.fingerprint) : null,
      data: shown.map(({ productId, title, variant, current: now, previous }) => ({
        product_id: productId,
        title,
        ...variant,
        ...compare({ current: now, previous }, toProductFigures(period.exponent)),
      })),
    }
  },
)

const variantOfRow = ({ units, returnedUnits, refusedUnits }: ReturnType<typeof sums>) => sql<Variant>`(
  select jsonb_build_object('variant_id', v.id, 'variant_name', nullif(v.title, ''), 'variant_sku', v.sku, 'variant_options', v.options)
    from ${productVariants} v where v.store_id = period.store_id and v.id = sold.variant_id)
  || app.stock_left(period.store_id, sold.variant_id, ${units} - ${returnedUnits} - ${refusedUnits},
    min(period.from_at), min(period.to_at))`

type Variant = {
  variant_id: string
  variant_name: string | null
  variant_sku: string | null
  variant_options: VariantOptions
  available: number | null
  days_left: number | null
}

function sums(stretch: Stretch, orders: 'orders' | 'product_orders') {
  const sum = sumIn(stretch)
  return {
    revenueMinor: sumMinorIn(stretch)('revenue_minor'),
    units: sum('units'),
    returnedUnits: sum('returned_units'),
    refusedUnits: sum('refused_units'),
    orders: sum(orders),
  }
}

const toProductFigures = (exponent: number) => (figures: SumsOf<ReturnType<typeof sums>>) => ({
  revenue: exactSum('revenue', figures.revenueMinor, exponent),
  units: figures.units,
  returned_units: figures.returnedUnits,
  refused_units: figures.refusedUnits,
  orders: figures.orders,
})
