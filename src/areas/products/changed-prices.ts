import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { asTable } from '../../platform/db/as-table.ts'
import { products } from '../../platform/db/schema/products.ts'
import { readStored } from '../../platform/db/read-stored.ts'
import { id } from '../../platform/values/ids.ts'
import { toMajor } from '../../platform/values/money.ts'
import { namesOf } from './price-warnings.ts'
import {
  automaticDiscount,
  type DescribedDiscount,
  ShownDiscount,
  toShownDiscount,
  withDescribedDiscounts,
} from './shown-discounts.ts'

const Row = z.object({
  title: z.string(),
  sku: z.string().nullable(),
  price: z.number(),
  new_price: z.number(),
  variants: z.int().optional().describe('Of a product: how many of its variants are sold at this price'),
  problem: z.literal('compare_at_price_not_above_price').optional(),
  reached: z.string().optional().describe('Of a problem: the variant whose own compare_at_price new_price would reach'),
  warning: z
    .literal('compare_at_price_not_above_price')
    .optional()
    .describe('Of a variant, which would no longer be shown with the compare_at_price of the product'),
  discounted_price: z.number().optional().describe('What shoppers pay for new_price with an automatic discount'),
})

const AlsoDiscounted = z.object({
  code: z.literal('also_discounted'),
  detail: z.string(),
  changes: z.int().describe('How many of the prices automatic discounts lower further'),
  discounts: z.array(ShownDiscount),
})

export const ChangedPrices = z.object({
  products: z.int(),
  changes: z.int().describe('Prices that change, of products and of variants'),
  problems: z.int().describe('Changes with a problem. With any, no price can be changed'),
  change_id: id('price_change').nullable().describe('To undo the change, for 24 hours. Null: there is nothing to undo'),
  archived: z
    .int()
    .nullable()
    .describe(
      'Archived products that match, counted up to 1,001; null if too many to tell. Their prices do not change',
    ),
  rows: z.array(Row).describe('The first 20 changes, those with a problem or a warning before the others'),
  warnings: z
    .array(AlsoDiscounted)
    .optional()
    .describe(
      'also_discounted: automatic discounts that run now lower some of the new prices further. A dry run takes collections with rules for prices as they are',
    ),
})

type Stored = Omit<z.output<typeof ChangedPrices>, 'warnings' | 'change_id'> & {
  readonly exponent: number
  // Absent from results that were stored before they had them.
  readonly change_id?: string | null
  readonly discounted?: {
    readonly changes: number
    /** What shoppers pay in place of each of the first prices; null: the price. */
    readonly prices: readonly (number | null)[] | null
    readonly discounts: readonly DescribedDiscount[] | null
  }
}

export const readChangedPrices = readStored<Stored>()

/** Changes prices. `change`: the input of app.update_prices, as JSON. */
export const priceChange = (change: string) =>
  sql`select set_config('app.changed_prices', app.update_prices(${change}::jsonb)::text, true)`

/**
 * The result of `priceChange`, with what the automatic discounts make of the new prices in place of all prices. A statement after it,
 * so that collections with rules for prices have the products that they have now.
 */
export const changedPricesResult = sql`(
  with done as materialized (select current_setting('app.changed_prices')::jsonb as result),
    priced as materialized (
      select p.place, p.price ->> 'product' as product, (p.price ->> 'after')::bigint as after
        from done cross join lateral jsonb_array_elements(done.result -> 'prices') with ordinality as p(price, place)),
    lowered as materialized (
      select priced.*, ${automaticDiscount(sql`priced.after`)} as amount, products.discounts
        from priced join ${asTable(
          products,
          withDescribedDiscounts(
            sql`select * from ${products} p where p.store_id = app.store() and p.id in (select priced.product::uuid from priced)`,
          ),
        )} on products.id = priced.product::uuid)
  select done.result - 'prices' || jsonb_build_object('discounted', (
      select jsonb_build_object('changes', count(*) filter (where l.amount > 0),
          'prices', jsonb_agg(case when l.amount > 0 then l.after - l.amount end order by l.place) filter (where l.place <= 20),
          'discounts', (
            select jsonb_agg(distinct d) from (select distinct lowered.discounts from lowered where lowered.amount > 0) as o
             cross join lateral jsonb_array_elements(o.discounts) as d))
        from lowered as l)) as result
    from done)`

export function toChangedPrices({ exponent, discounted, ...result }: Stored): z.output<typeof ChangedPrices> {
  const { changes = 0, prices, discounts } = discounted ?? {}
  if (!discounts || changes === 0) return { ...result, change_id: result.change_id ?? null }
  const detail = `Automatic discounts that run now lower ${changes} of these prices further: ${namesOf(discounts, exponent)}. Shoppers pay the discounted_price. Change the discounts or the prices if that is not meant.`
  const toRow = (row: z.output<typeof Row>, index: number) => {
    const price = prices?.[index] ?? null
    return price === null ? row : { ...row, discounted_price: toMajor(price, exponent) }
  }
  return {
    ...result,
    change_id: result.change_id ?? null,
    rows: result.rows.map(toRow),
    warnings: [
      {
        code: 'also_discounted',
        detail,
        changes,
        discounts: discounts.map((discount) => toShownDiscount(discount, exponent)),
      },
    ],
  }
}
