import { expect } from 'vitest'
import { z } from 'zod'
import { asOwner } from '../support/sql.ts'

const Count = z.coerce.number()

const Books = z.object({
  orders: Count,
  /** The order numbers run from 1001 without a gap up to here; 1000 where there are none, null where they do not. */
  last_number: Count.nullable(),
  counter: Count,
  items: Count,
  reserved: Count,
  reservations: Count,
  events: Count,
  keys: Count,
  variants_unlike_movements: Count,
  variants_unlike_orders: Count,
  customers_unlike_orders: Count,
  orders_without_their_event: Count,
  orders_unlike_items: Count,
})

/** What the database holds of a store, seen past the service, and how much of it contradicts the rest. */
export async function booksOf(storeId: string): Promise<z.output<typeof Books>> {
  const [row] = await asOwner`
    with o as (select * from orders where store_id = ${storeId}),
         i as (select * from inventory where store_id = ${storeId}),
         m as (select * from inventory_movements where store_id = ${storeId}),
         l as (select * from order_items where store_id = ${storeId}),
         e as (select * from events where store_id = ${storeId} and type = 'order.created')
    select
      (select count(*) from o) as orders,
      (select case when count(*) = 0 then 1000
                   when min(number) = 1001 and max(number) = 1000 + count(distinct number) then max(number) end
         from o) as last_number,
      (select last_order_number from store_counters where store_id = ${storeId}) as counter,
      (select count(*) from l) as items,
      (select coalesce(sum(reserved), 0) from i) as reserved,
      (select count(*) from m where kind = 'reserved') as reservations,
      (select count(*) from e) as events,
      (select count(*) from idempotency_keys where store_id = ${storeId} and operation = 'create_order') as keys,
      (select count(*) from i where (on_hand, reserved) is distinct from
        (select (coalesce(sum(on_hand_delta), 0)::bigint, coalesce(sum(reserved_delta), 0)::bigint)
           from m where m.variant_id = i.variant_id)) as variants_unlike_movements,
      (select count(*) from i where reserved <>
        (select coalesce(sum(quantity), 0) from l where l.variant_id = i.variant_id)) as variants_unlike_orders,
      (select count(*) from customers c where c.store_id = ${storeId}
        and (orders_count, total_spent_minor, last_order_at) is distinct from
        (select (count(*)::int, coalesce(sum(total_minor), 0)::bigint, max(o.created_at))
           from o where o.customer_id = c.id)) as customers_unlike_orders,
      (select count(*) from o where 1 <> (select count(*) from e where e.subject_id = o.id)) as orders_without_their_event,
      (select count(*) from o where (jsonb_array_length(lines), subtotal_minor) is distinct from
        (select (count(*)::int, coalesce(sum(quantity * unit_price_minor), 0)::bigint)
           from l where l.order_id = o.id)) as orders_unlike_items`
  return Books.parse(row)
}

/** So many orders and not one more or less: numbered without a gap, each with its lines, stock, event and customer. */
export async function expectBooks(storeId: string, { orders, reserved }: { orders: number; reserved: number }) {
  const books = await booksOf(storeId)
  expect(books).toMatchObject({
    orders,
    reserved,
    last_number: 1000 + orders,
    counter: 1000 + orders,
    events: orders,
    keys: orders,
    variants_unlike_movements: 0,
    variants_unlike_orders: 0,
    customers_unlike_orders: 0,
    orders_without_their_event: 0,
    orders_unlike_items: 0,
  })
  return books
}
