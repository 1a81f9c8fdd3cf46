import type { CustomerChoice, ProductChoice } from '../service/requests.ts'
import type { NewOrder, Store } from '../service/types.ts'

type Variant = ProductChoice['variants'][number]

export type DraftLine = { readonly product: ProductChoice; readonly variant: Variant; readonly quantity: number }

/** The total of the lines. In minor units, because sums of fractions such as 19.99 are inexact. */
export function totalOf(lines: readonly DraftLine[], { currency_exponent }: Store): number {
  const unit = 10 ** currency_exponent
  return lines.reduce((sum, { variant, quantity }) => sum + Math.round(variant.price * unit) * quantity, 0) / unit
}

export const toNewOrder = (customer: CustomerChoice, lines: readonly DraftLine[], total: number): NewOrder => ({
  customer_id: customer.id,
  total_amount: total,
  items: lines.map(({ product, variant, quantity }) => ({
    product_id: product.id,
    variant_id: variant.id,
    quantity,
    unit_price: variant.price,
  })),
})

export const nameOf = ({ product, variant }: DraftLine): string =>
  product.variants.length > 1 ? `${product.title} – ${variant.title}` : product.title
