import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { products, productVariants, type VariantOptions } from '../../platform/db/schema/products.ts'
import { id } from '../../platform/values/ids.ts'
import { exactSum, Money } from '../../platform/values/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { compare, compared } from './compared.ts'
import { PeriodFields, PeriodInput, periodRefusals, readPeriod, toPeriod } from './period.ts'
import { bothPeriods, soldIn, type Stretch, sumIn, sumMinorIn, type SumsOf } from './figures.ts'

const GroupBy = z.enum(['product', 'variant'])

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
      by: z.enum(['revenue', 'units']).default('revenue').describe('Sorted by this, highest first'),
      group_by: GroupBy.default('product').describe(
        'product: all variants of a product together. variant: each by itself',
      ),
      limit: z.int().min(1).max(50).default(10).describe('At most this many rows'),
    }),
    output: z.object({
      ...PeriodFields,
      by: z.enum(['revenue', 'units']),
      group_by: GroupBy,
      has_more: z.boolean().describe('Whether more was sold in the period than `limit` lets through'),
      data: z.array(TopProduct),
    }),
    refusals: periodRefusals,
  },
  async (context, { by, group_by, limit, ...bounds }) => {
    const isByVariant = group_by === 'variant'
    const orders = isByVariant ? 'orders' : 'product_orders'
    const current = sums('current', orders)
    const rowKey = isByVariant ? sql`sold.product_id, sold.variant_id` : sql`sold.product_id`
    const sortKey = { revenue: current.revenueMinor, units: current.units }
    const { period, results } = await readPeriod(context, bounds, (db) => [
      db
        .select({
          productId: sql<string>`sold.product_id`,
          title: sql<string>`(select p.title from ${products} p where p.store_id = period.store_id and p.id = sold.product_id)`,
          variant: isByVariant ? variantOfRow(current) : sql<null>`null`,
          current,
          previous: sums('previous', orders),
        })
        .from(soldIn(bounds, sql`app.product_sales_between(${bothPeriods})`))
        .groupBy(sql`period.store_id, ${rowKey}`)
        .having(sql`${current.orders} > 0`)
        .orderBy(sql`${sortKey[by]} desc, ${current.revenueMinor} desc, ${current.units} desc, ${rowKey}`)
        .limit(limit + 1),
    ])
    return {
      ...toPeriod(period),
      by,
      group_by,
      has_more: results[0].length > limit,
      data: results[0].slice(0, limit).map(({ productId, title, variant, ...sums }) => ({
        product_id: productId,
        title,
        ...variant,
        ...compare(sums, toProductFigures(period.exponent)),
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
