import { expect } from 'vitest'
import { z } from 'zod'
import { asOwner } from '../../support/sql.ts'
import { contradictionsOf } from './contradictions.ts'

const Count = z.coerce.number()

const Books = z.object({
  orders: Count,
  /** The last number if they run from 1001 without gaps, else null. 1000 if there are no orders. */
  last_number: Count.nullable(),
  counter: Count,
  items: Count,
  reserved: Count,
  /** Number of order.created events. */
  events: Count,
  /** Number of stored results of create_order. */
  keys: Count,
})

/** Counts of a store's rows, read directly from the database. */
export async function booksOf(storeId: string): Promise<z.output<typeof Books>> {
  const [row] = await asOwner`
    with o as (select * from orders where store_id = ${storeId})
    select
      (select count(*) from o) as orders,
      (select case when count(*) = 0 then 1000
                   when min(number) = 1001 and max(number) = 1000 + count(distinct number) then max(number) end
         from o) as last_number,
      (select last_order_number from store_counters where store_id = ${storeId}) as counter,
      (select coalesce(sum(jsonb_array_length(lines)), 0) from o) as items,
      (select coalesce(sum(reserved), 0) from inventory where store_id = ${storeId}) as reserved,
      (select count(*) from events where store_id = ${storeId} and type = 'order.created') as events,
      (select count(*) from idempotency_keys where store_id = ${storeId} and operation = 'create_order') as keys`
  return Books.parse(row)
}

/** Numbers have no gaps, each order was created once, and copies of data agree. */
export async function expectSoundBooks(storeId: string) {
  const books = await booksOf(storeId)
  const { orders } = books
  expect(books).toMatchObject({ last_number: 1000 + orders, counter: 1000 + orders, events: orders, keys: orders })
  expect(await contradictionsOf(storeId)).toEqual({})
  return books
}

/** The same, with exactly this many orders and reserved units. */
export async function expectBooks(storeId: string, { orders, reserved }: { orders: number; reserved: number }) {
  const books = await expectSoundBooks(storeId)
  expect(books).toMatchObject({ orders, reserved })
  return books
}
