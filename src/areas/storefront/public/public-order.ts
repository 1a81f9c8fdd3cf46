import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { OrderLine } from '../../../platform/db/schema/order-parts.ts'
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from '../../../platform/db/schema/order-states.ts'
import { orders } from '../../../platform/db/schema/orders.ts'
import { typed } from '../../../platform/db/selection.ts'
import { id } from '../../../platform/values/ids.ts'
import type { Language } from '../../../platform/values/language.ts'
import { Money, toMajor } from '../../../platform/values/money.ts'
import { SentAddressWarning, sentAddressWarnings } from '../../checkout/address.ts'
import { shopperDiscountRefusals } from '../../checkout/checkout-refusals.ts'
import { RefusedPart, toRefused } from '../../checkout/quote.ts'
import { publicPrice, toPublicPrice } from '../../checkout/order-price.ts'

const PublicItem = z.strictObject({
  product_name: z.string(),
  variant_name: z.string().nullable(),
  options: z.record(z.string(), z.string()),
  image_url: z.string().nullable(),
  quantity: z.int(),
  unit_price: Money,
  line_total: Money,
  discount_amount: Money,
  tax_amount: Money,
})

/** An order as shoppers see it. Without customer data: the store's may differ from what the shopper entered. */
export const PublicOrder = z.strictObject({
  id: id('order').describe('Anybody who has the id can read the status of the order'),
  number: z.int(),
  name: z.string(),
  status: z.enum(orderStatuses),
  payment_status: z.enum(paymentStatuses),
  fulfillment_status: z.enum(fulfillmentStatuses),
  currency: z.string(),
  subtotal_amount: Money,
  shipping_amount: Money,
  tax_amount: Money,
  discount_amount: Money,
  total_amount: Money,
  ...publicPrice,
  items: z.array(PublicItem),
  created_at: z.iso.datetime(),
})

/** The order in the answer to placing it. */
export const PlacedOrder = PublicOrder.extend({
  discount_refused: RefusedPart.nullable().describe('Why the order was placed without its discount code'),
  warnings: z.array(SentAddressWarning),
})

export const publicOrderColumns = {
  id: orders.id,
  number: orders.number,
  status: orders.status,
  paymentStatus: orders.paymentStatus,
  fulfillmentStatus: orders.fulfillmentStatus,
  currency: orders.currency,
  currencyExponent: orders.currencyExponent,
  subtotalMinor: orders.subtotalMinor,
  shippingMinor: orders.shippingMinor,
  taxMinor: orders.taxMinor,
  discountMinor: orders.discountMinor,
  totalMinor: orders.totalMinor,
  delivery: orders.delivery,
  discounts: orders.discounts,
  taxRate: orders.taxRate,
  taxLabel: orders.taxLabel,
  taxIncluded: orders.taxIncluded,
  lines: orders.lines,
  createdAt: orders.createdAt,
}

type Row = Pick<typeof orders.$inferSelect, keyof typeof publicOrderColumns>

export function toPublicOrder(row: Row): z.output<typeof PublicOrder> {
  const major = (minor: number) => toMajor(minor, row.currencyExponent)
  return {
    id: row.id,
    number: row.number,
    name: `#${row.number}`,
    status: row.status,
    payment_status: row.paymentStatus,
    fulfillment_status: row.fulfillmentStatus,
    currency: row.currency,
    subtotal_amount: major(row.subtotalMinor),
    shipping_amount: major(row.shippingMinor),
    tax_amount: major(row.taxMinor),
    discount_amount: major(row.discountMinor),
    total_amount: major(row.totalMinor),
    ...toPublicPrice(row, major),
    items: row.lines.map((line) => toItem(line, major)),
    created_at: row.createdAt.toISOString(),
  }
}

/** Where the stored result of app.place_storefront_order has what PlacedOrder needs. */
export const placedOrderColumns = {
  ...publicOrderColumns,
  codeProblem: typed('jsonb', sql<{ readonly code: string } | null>`nullif(${orders}.kept -> 'code_problem', 'null')`),
  ignoredRegion: typed('text', sql<string | null>`${orders}.kept ->> 'ignored_region'`),
}

type PlacedRow = Row & {
  readonly codeProblem: { readonly code: string } | null
  readonly ignoredRegion: string | null
}

/** `request`: the one that placed it. */
export const toPlacedOrder = async (
  { codeProblem, ignoredRegion, ...row }: PlacedRow,
  request: Parameters<typeof sentAddressWarnings>[0],
  language: Language,
): Promise<z.output<typeof PlacedOrder>> => ({
  ...toPublicOrder(row),
  discount_refused: codeProblem && toRefused(codeProblem, shopperDiscountRefusals, language),
  warnings: await sentAddressWarnings(request, ignoredRegion, language),
})

const toItem = (line: OrderLine, major: (minor: number) => number) => ({
  product_name: line.product_name,
  variant_name: line.variant_name,
  options: line.variant_options,
  image_url: line.image_url ?? null,
  quantity: line.quantity,
  unit_price: major(line.unit_price_minor),
  line_total: major(line.unit_price_minor * line.quantity),
  discount_amount: major(line.discount_minor ?? 0),
  tax_amount: major(line.tax_minor ?? 0),
})
