import { expect } from 'vitest'
import { z } from 'zod'
import type { AddressRecord } from '../../../src/platform/values/address.ts'
import type { asOwner } from '../../support/sql.ts'
import type { Shop } from '../../support/shop.ts'

type Sql = typeof asOwner

type Line = {
  product_id: string
  /** Absent: the product has only one. */
  variant_id?: string
  quantity: number
  unit_price_minor: number
  returned?: number
  refused?: number
  discount_minor?: number
  tax_minor?: number
  cost_minor?: number
}

type Delivery = { method_id: string; name: string; amount_minor: number; cod_fee_minor: number; tax_minor: number }

type Discount = { discount_id: string; code: string | null; name: string; kind: string; amount_minor: number }

export type State = {
  status: string
  fulfillment_status: string
  delivered_at?: string | null
  cancel_reason?: string | null
  platform: string
  payment_method: string | null
  total_minor: number
  /** At most the total. */
  came_back_minor?: number
  /** At least refunded_minor, of which due_again_minor is at most a part. */
  paid_minor?: number
  refunded_minor: number
  due_again_minor?: number
  lines: Line[]
  subtotal_minor?: number
  shipping_minor?: number
  tax_minor?: number
  discount_minor?: number
  tax_included?: boolean
  tax_rate?: number | null
  delivery?: Delivery | null
  discounts?: Discount[]
  address?: AddressRecord | null
}

export type NewOrder = State & { id: string; number: number; customer_id: string; created_at: string }

/**
 * Writes and counts an order of any time and status, as the functions that create orders do. What the total is not the sum of is
 * its adjustment.
 */
export const makeOrder = (sql: Sql, { store }: Shop, order: NewOrder) =>
  sql`insert into orders (store_id, id, number, status, fulfillment_status, delivered_at, cancel_reason, platform, source, currency, currency_exponent,
        subtotal_minor, shipping_minor, tax_minor, discount_minor, adjustment_minor, tax_included, tax_rate, delivery,
        discounts, total_minor, came_back_minor, paid_minor, refunded_minor, due_again_minor, customer_id, customer_name, payment_method, address, lines, lines_key, stated,
        created_at, first_of_customer)
      select ${store.id}, o.id, o.number, o.status, o.fulfillment_status, o.delivered_at,
             case when o.status = 'cancelled' and jsonb_path_exists(o.lines, '$[*].refused ? (@ > 0)') then o.cancel_reason end, o.platform, 'import', ${store.currency},
             ${store.currency_exponent}, o.subtotal_minor, o.shipping_minor, o.tax_minor, o.discount_minor,
             o.total_minor - o.subtotal_minor - o.shipping_minor - o.tax_minor * (not o.tax_included)::int + o.discount_minor,
             o.tax_included, o.tax_rate, o.delivery, o.discounts, o.total_minor,
             least(o.came_back_minor, o.total_minor), greatest(o.paid_minor, o.refunded_minor), o.refunded_minor,
             least(o.due_again_minor, o.refunded_minor), o.customer_id, 'Amal',
             o.payment_method, o.address, o.lines, '', '{total}', o.created_at, app.is_first_order(${store.id}, o.customer_id, o.created_at)
        from jsonb_populate_record(null::orders, ${JSON.stringify({ ...noParts, subtotal_minor: order.total_minor, ...withVariants(order) })}::jsonb) as o
      returning app.count_sales(null, new)`

/** The only variant of a product has the product's id. */
const withVariants = <S extends Partial<State>>({ lines, ...state }: S) => ({
  ...state,
  ...(lines && { lines: lines.map((line) => ({ variant_id: line.product_id, ...line })) }),
})

const noParts = {
  came_back_minor: 0,
  paid_minor: 0,
  due_again_minor: 0,
  shipping_minor: 0,
  tax_minor: 0,
  discount_minor: 0,
  tax_included: false,
  tax_rate: null,
  delivery: null,
  discounts: [],
  address: null,
}

/** Changes and counts an order, as the functions that change orders do. */
export const changeOrder = (sql: Sql, { store }: Shop, id: string, change: Partial<State>) =>
  sql`update orders o set status = n.status, fulfillment_status = n.fulfillment_status,
        delivered_at = n.delivered_at, cancel_reason = case when n.status = 'cancelled' and jsonb_path_exists(n.lines, '$[*].refused ? (@ > 0)') then n.cancel_reason end, platform = n.platform,
        payment_method = n.payment_method, subtotal_minor = n.subtotal_minor, total_minor = n.total_minor,
        shipping_minor = n.shipping_minor, tax_minor = n.tax_minor, discount_minor = n.discount_minor,
        adjustment_minor = n.total_minor - n.subtotal_minor - n.shipping_minor - n.tax_minor * (not n.tax_included)::int + n.discount_minor,
        tax_included = n.tax_included, tax_rate = n.tax_rate, delivery = n.delivery, discounts = n.discounts,
        came_back_minor = least(n.came_back_minor, n.total_minor), paid_minor = greatest(n.paid_minor, n.refunded_minor),
        refunded_minor = n.refunded_minor, due_again_minor = least(n.due_again_minor, n.refunded_minor), address = n.address, lines = n.lines
      from (select n.* from orders b cross join lateral jsonb_populate_record(b, ${JSON.stringify(withVariants(change))}::jsonb) as n
             where b.store_id = ${store.id} and b.id = ${id}) as n
     where o.store_id = n.store_id and o.id = n.id
     returning app.count_sales(old, new)`

const Buckets = z.array(z.object({ bucket: z.string() }).transform(({ bucket }) => bucket))

/** The store's buckets as text, without empty ones. */
export async function bucketsOf(sql: Sql, { store }: Shop): Promise<string[]> {
  return Buckets.parse(
    await sql`
      select s::text as bucket from sales s where store_id = ${store.id} and orders + cancelled + refused <> 0
      union all select p::text from product_sales p where store_id = ${store.id} and orders <> 0
      union all select d::text from discount_sales d where store_id = ${store.id} and orders <> 0
      union all select c::text from city_sales c where store_id = ${store.id} and orders + cancelled + refused <> 0
      union all select 'first ' || id from orders where store_id = ${store.id} and first_of_customer
      order by 1`,
  )
}

/** Expects the store's buckets to be what a rebuild makes of its orders. */
export async function expectBucketsAsRebuilt(sql: Sql, shop: Shop) {
  const kept = await bucketsOf(sql, shop)
  expect(kept).not.toEqual([])
  await rebuild(sql, shop)
  expect(await bucketsOf(sql, shop)).toEqual(kept)
}

/** Rebuilds the store's buckets from its orders. */
export const rebuild = (sql: Sql, { store }: Shop) => sql`select dev.rebuild_sales(${store.id})`
