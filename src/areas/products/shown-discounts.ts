import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { Discount } from '../discounts/discount.ts'
import { asTable } from '../../platform/db/as-table.ts'
import { products, productVariants } from '../../platform/db/schema/products.ts'
import { typed } from '../../platform/db/selection.ts'
import type { Reference } from '../../platform/references/reference.ts'
import { toMajor } from '../../platform/values/money.ts'

// What the automatic discounts make of prices, before anything is in a cart. Shoppers and merchants see the same.

export const DiscountedPrice = z
  .number()
  .nullable()
  .describe('What one unit costs on its own with the automatic discount. Null: no discount applies')

/**
 * The products of a page with their automatic discounts, those of their own store. Those for collections are found for all
 * products at once. `automaticDiscount` needs it. `more`: other columns, made from the discounts `d` of a product.
 */
const discounted = (rows: SQL, { shown, more }: { readonly shown: SQL; readonly more: SQL }) => sql`
  with page as materialized (${rows}),
    owners as materialized (select array_agg(distinct page.store_id) as stores from page),
    shown as materialized (
      select d.id, d.store_id, case when d.product_ids is not null
          then array(select p.id from unnest(d.product_ids) as p(id) where p.id in (select page.id from page)) end as product_ids, d.tag_keys, d.collection_ids, d.rate, d.cap${shown}
        from app.shown_discounts((select owners.stores from owners)) as d)
  select page.*, app.shown_from(best.rates, best.caps) as prices_from, best.*
    from page cross join lateral (
      select array_agg(d.rate order by d.rate desc, d.cap desc) as rates, array_agg(d.cap order by d.rate desc, d.cap desc) as caps${more}
        from shown as d
       where d.store_id = page.store_id
         and (d.product_ids is null and d.tag_keys is null or page.id = any (d.product_ids) or d.tag_keys && page.tag_keys
           or d.collection_ids is not null
             and (d.id, page.id) in (select c.discount_id, c.product_id from app.shown_by_collection(
               (select owners.stores from owners), (select array_agg(page.id) from page)) as c))
    ) as best`

/** For `automaticDiscount`. */
export const withDiscounts = (rows: SQL): SQL => discounted(rows, { shown: sql``, more: sql`` })

/** Also with the discounts themselves, for `discountColumns`. */
export const withDescribedDiscounts = (rows: SQL): SQL =>
  discounted(rows, { shown: sql`, d.described`, more: sql`, jsonb_agg(d.described order by d.id) as discounts` })

/** What the best automatic discount takes off the price of one unit of a product. */
export const automaticDiscount = (price: SQL): SQL =>
  sql`app.shown_discount(${price}, products.prices_from, products.rates, products.caps)`

/** The same off the product's price. */
export const discountOfProduct = typed('bigint', sql<number | null>`${automaticDiscount(sql`${products.priceMinor}`)}`)

/** Another field of the variants `v`: what is taken off a price of their own. */
export const discountOfVariant = sql`,
  'discount_minor', case when v.price_minor is not null then ${automaticDiscount(sql`v.price_minor`)} end`

/** Columns of the products of `withDescribedDiscounts`. */
export const discountColumns = {
  discountMinor: discountOfProduct,
  discounts: typed('jsonb', sql<DescribedDiscount[] | null>`products.discounts`),
}

/**
 * What automatic discounts make of the prices of a product of the open store, to append to the result of a write. What a write
 * has just changed counts.
 */
export const discountedJson = (productId: Reference | SQL): SQL =>
  sql`(select jsonb_build_object('discounted', jsonb_build_object('discounts', products.discounts, 'amounts', (
      select jsonb_object_agg(o.id, o.amount) from (
        select v.id, ${automaticDiscount(sql`coalesce(v.price_minor, products.price_minor)`)} as amount from ${productVariants} v
         where v.store_id = products.store_id and v.product_id = products.id and v.archived_at is null) as o where o.amount > 0)))
    from ${asTable(
      products,
      withDescribedDiscounts(sql`select * from ${products} p where p.store_id = app.store() and p.id = ${productId}`),
    )})`

/** Of the result of a write. Null if it set no price, or was stored before results had it. */
export type Discounted = {
  readonly discounts: readonly DescribedDiscount[] | null
  /** What is taken off variants, by their ids. Null: nothing. */
  readonly amounts: Readonly<Record<string, number>> | null
} | null

export const discountedOf = sql<Discounted>`kept -> 'discounted'`

/** Of a product that was read. */
type WithDiscounts = {
  readonly discountMinor: number | null
  /** Null: none. */
  readonly discounts: readonly DescribedDiscount[] | null
}

export type DescribedDiscount = {
  readonly id: string
  readonly name: string
  readonly kind: 'percentage' | 'fixed'
  readonly percentage: number | null
  readonly amount_minor: number | null
  readonly max_amount_minor: number | null
  readonly ends_at: string | null
}

type Priced = { readonly price_minor: number | null; readonly discount_minor?: number | null }

/** What is taken off a variant, which has its product's discount along with its price. */
export const discountOf = ({ price_minor, discount_minor = null }: Priced, product: WithDiscounts): number | null =>
  price_minor === null ? product.discountMinor : discount_minor

/** Null if nothing is taken off. */
export const discountedPrice = (price: number, discount: number | null, exponent: number): number | null =>
  discount ? toMajor(price - discount, exponent) : null

export const ShownDiscount = Discount.pick({
  id: true,
  name: true,
  kind: true,
  value: true,
  max_amount: true,
  ends_at: true,
})

export function toShownDiscount(discount: DescribedDiscount, exponent: number): z.output<typeof ShownDiscount> {
  const { id, name, kind, percentage, amount_minor, max_amount_minor, ends_at } = discount
  const major = (minor: number | null) => (minor === null ? null : toMajor(minor, exponent))
  return {
    id,
    name,
    kind,
    value: kind === 'percentage' ? percentage : major(amount_minor),
    max_amount: major(max_amount_minor),
    ends_at: ends_at === null ? null : new Date(ends_at).toISOString(),
  }
}
