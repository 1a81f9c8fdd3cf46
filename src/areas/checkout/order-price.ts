import * as z from 'zod'
import { deliveryKinds } from '../../platform/db/schema/delivery-methods.ts'
import { discountKinds } from '../../platform/db/schema/discounts.ts'
import type { OrderDelivery, OrderDiscount } from '../../platform/db/schema/order-parts.ts'
import { id } from '../../platform/values/ids.ts'
import { Money } from '../../platform/values/money.ts'

// What an order costs besides its items, in orders and in quotes.

type ToMajor = (minor: number) => number

export const EstimatedDays = z.object({ min: z.int(), max: z.int() })

const PublicDelivery = z.object({
  name: z.string(),
  kind: z.enum(deliveryKinds),
  amount: Money.describe('With cod_fee, the shipping_amount'),
  cod_fee: Money,
  tax_amount: Money,
  estimated_days: EstimatedDays.nullable(),
  pickup_address: z.string().nullable(),
  destination: z.object({ country: z.string(), region: z.string().nullable() }).nullable(),
})

const PublicDiscount = z.object({
  code: z.string().nullable().describe('Null: the discount is automatic'),
  name: z.string(),
  kind: z.enum(discountKinds),
  amount: Money.describe('Taken off the items. 0 for free delivery'),
})

const Tax = z.object({
  rate: z.number().describe('A percentage'),
  label: z.string(),
  included: z.boolean().describe('Whether prices include the tax, so that it is not added to the total'),
  amount: Money,
})

/** Fields of an order as shoppers see it. */
export const publicPrice = {
  delivery: PublicDelivery.nullable(),
  discounts: z.array(PublicDiscount),
  tax: Tax.nullable().describe('Null: no tax was computed'),
}

/** Fields of an order. */
export const orderPrice = {
  ...publicPrice,
  delivery: PublicDelivery.extend({
    method_id: id('delivery method').nullable().describe('Null: the merchant has changed the amounts since'),
  }).nullable(),
  discounts: z.array(PublicDiscount.extend({ discount_id: id('discount') })),
}

/** Of an order. */
export const OrderTax = Tax.extend({
  delivery_amount: Money.nullable().describe('The part of amount that is for the delivery. Null: unknown'),
}).nullable()

/** Columns of `orders`. */
type Price = {
  readonly delivery: OrderDelivery | null
  readonly discounts: readonly OrderDiscount[]
  readonly taxRate: number | null
  readonly taxLabel: string | null
  readonly taxIncluded: boolean
  readonly taxMinor: number
}

const toPublicDelivery = (delivery: OrderDelivery, major: ToMajor) => ({
  name: delivery.name,
  kind: delivery.kind,
  amount: major(delivery.amount_minor),
  cod_fee: major(delivery.cod_fee_minor),
  tax_amount: major(delivery.tax_minor),
  estimated_days: delivery.estimated_days && { min: delivery.estimated_days.min, max: delivery.estimated_days.max },
  pickup_address: delivery.pickup_address,
  destination: delivery.destination && {
    country: delivery.destination.country,
    region: delivery.destination.region,
  },
})

const toPublicDiscount = ({ code, name, kind, amount_minor }: OrderDiscount, major: ToMajor) => ({
  code,
  name,
  kind,
  amount: major(amount_minor),
})

const toTax = ({ taxRate, taxLabel, taxIncluded, taxMinor }: Price, major: ToMajor) =>
  taxRate === null ? null : { rate: taxRate, label: taxLabel ?? '', included: taxIncluded, amount: major(taxMinor) }

export const toPublicPrice = (row: Price, major: ToMajor) => ({
  delivery: row.delivery && toPublicDelivery(row.delivery, major),
  discounts: row.discounts.map((discount) => toPublicDiscount(discount, major)),
  tax: toTax(row, major),
})

export const toOrderPrice = (row: Price, major: ToMajor) => ({
  delivery: row.delivery && {
    method_id: row.delivery.method_id,
    ...toPublicDelivery(row.delivery, major),
  },
  discounts: row.discounts.map((discount) => ({
    discount_id: discount.discount_id,
    ...toPublicDiscount(discount, major),
  })),
  tax: toTax(row, major),
})

type Taxed = Pick<Price, 'delivery' | 'taxMinor'> & {
  readonly stated: readonly string[]
  readonly lines: readonly { readonly tax_minor?: number | undefined }[]
}

/** The part of an order's tax that is for its delivery, as app.came_back_of reads it; null if that is not known. */
export function deliveryTaxOf({ delivery, taxMinor, stated, lines }: Taxed, major: ToMajor): number | null {
  if (delivery) return major(delivery.tax_minor)
  if (stated.includes('total') && !stated.includes('delivery_tax')) return null
  return major(taxMinor - lines.reduce((sum, { tax_minor = 0 }) => sum + tax_minor, 0))
}
