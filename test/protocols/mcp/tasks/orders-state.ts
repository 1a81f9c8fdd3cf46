import { z } from 'zod'
import type { SeededShop } from './seeded-shop.ts'

const n = z.coerce.number()

const OrderRow = {
  id: z.string(),
  status: z.string(),
  payment_status: z.string(),
  fulfillment_status: z.string(),
  hold_reason: z.string().nullable(),
  total_minor: n,
  paid_minor: n,
  refunded_minor: n,
  discount_minor: n,
  customer_name: z.string(),
  payment_method: z.string().nullable(),
  address: z.looseObject({}).nullable(),
  lines: z.array(z.looseObject({ product_name: z.string(), quantity: z.int() })),
}

/** The order with a number, as it is now. */
export const orderOf = ({ row, sql, store }: SeededShop, number: number) =>
  row(OrderRow, sql`select * from orders where store_id = ${store.id} and number = ${number}`)

/** The stock of a variant. */
export const stockOf = ({ row, sql, store }: SeededShop, sku: string) =>
  row(
    { on_hand: n, reserved: n },
    sql`select i.on_hand, i.reserved from product_variants v join inventory i on i.store_id = v.store_id and i.variant_id = v.id
      where v.store_id = ${store.id} and v.sku = ${sku}`,
  )

/** The latest notes on an order. */
export const notesOf = ({ rows, sql, store }: SeededShop, number: number) =>
  rows(
    { body: z.string() },
    sql`select e.data ->> 'body' as body from events e join orders o on o.store_id = e.store_id and o.id = e.subject_id
      where o.store_id = ${store.id} and o.number = ${number} and e.type = 'order.noted' order by e.created_at desc`,
  )

const Variants = z.array(
  z.object({ title: z.string(), variants: z.array(z.object({ title: z.string(), sku: z.string().nullable() })) }),
)

/** The SKU of a variant in a list of products. */
export function skuIn(data: unknown, product: string, variant: string): string {
  const found = Variants.parse(data).find(({ title }) => title === product)
  const sku = found?.variants.find(({ title }) => title === variant)?.sku
  if (typeof sku !== 'string') throw new Error(`The list has no ${product}, ${variant}.`)
  return sku
}
