import { expect } from 'vitest'
import { z } from 'zod'
import { asOwner } from '../support/sql.ts'
import { contradictionsOf } from './contradictions.ts'

const Count = z.coerce.number()

const Books = z.object({
  orders: Count,
  /** The order numbers run from 1001 without a gap up to here; 1000 where there are none, null where they do not. */
  last_number: Count.nullable(),
  counter: Count,
  items: Count,
  reserved: Count,
  /** Events of orders made. */
  events: Count,
  /** Kept results of orders made. */
  keys: Count,
})

/** What the database holds of a store, seen past the service. */
export async function booksOf(storeId: string): Promise<z.output<typeof Books>> {
  const [row] = await asOwner`
    with o as (select * from orders where store_id = ${storeId})
    select
      (select count(*) from o) as orders,
      (select case when count(*) = 0 then 1000
                   when min(number) = 1001 and max(number) = 1000 + count(distinct number) then max(number) end
         from o) as last_number,
      (select last_order_number from store_counters where store_id = ${storeId}) as counter,
      (select count(*) from order_items where store_id = ${storeId}) as items,
      (select coalesce(sum(reserved), 0) from inventory where store_id = ${storeId}) as reserved,
      (select count(*) from events where store_id = ${storeId} and type = 'order.created') as events,
      (select count(*) from idempotency_keys where store_id = ${storeId} and operation = 'create_order') as keys`
  return Books.parse(row)
}

/** The numbers run without a gap, each order was made once, and nothing that is written twice says two things. */
export async function expectSoundBooks(storeId: string) {
  const books = await booksOf(storeId)
  const { orders } = books
  expect(books).toMatchObject({ last_number: 1000 + orders, counter: 1000 + orders, events: orders, keys: orders })
  expect(await contradictionsOf(storeId)).toEqual({})
  return books
}

/** So many orders and not one more or less: numbered without a gap, each with its lines, stock, event and customer. */
export async function expectBooks(storeId: string, { orders, reserved }: { orders: number; reserved: number }) {
  const books = await expectSoundBooks(storeId)
  expect(books).toMatchObject({ orders, reserved })
  return books
}
