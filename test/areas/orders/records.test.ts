import { expect, test } from 'vitest'
import { z } from 'zod'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { Order } from '../../../src/areas/orders/order.ts'
import { Product } from '../../../src/areas/products/product.ts'
import { CreatedOrder, expectBody } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { expectBooks } from './books.ts'
import { openScarfShop } from './scarf-shop.ts'

test("numbers each store's orders from 1001 without gaps, even if some are rejected", async () => {
  const [one, other] = await Promise.all([openScarfShop(), openScarfShop()])
  const numbers: number[] = []
  for (const shop of [one, other, one, one, other]) {
    expect((await shop.buy({ items: [shop.line({ quantity: 101 })] })).status).toBe(409)
    expect((await shop.buy({ total_amount: 0.001 })).status).toBe(422)
    numbers.push((await shop.bought()).number)
  }
  expect(numbers).toEqual([1001, 1001, 1002, 1003, 1002])
  await expectBooks(one.store.id, { orders: 3, reserved: 3 })
  await expectBooks(other.store.id, { orders: 2, reserved: 2 })
})

test('updates the totals of the customer, and of no one else', async () => {
  const { owner, bought, buy, customer, addCustomer } = await openScarfShop()
  const other = await addCustomer({ name: 'Basma' })
  await buy({ total_amount: 10 })
  const last = await bought({ total_amount: 12.75 })
  const known = async (id: string) => expectBody(await owner.get(`/api/customers/${id}`), 200, Customer)
  expect(await known(customer.id)).toMatchObject({
    orders_count: 2,
    total_spent: 22.75,
    last_order_at: last.created_at,
  })
  expect(await known(other.id)).toMatchObject({ orders_count: 0, total_spent: 0, last_order_at: null })
})

test('reserves the ordered stock, and records the movement', async () => {
  const { owner, store, bought, line, scarf } = await openScarfShop()
  const order = await bought({ items: [line({ quantity: 3 }), line({ quantity: 4 })] })
  const { variants } = expectBody(await owner.get(`/api/products/${scarf.id}`), 200, Product)
  expect(variants).toMatchObject([{ on_hand: 100, reserved: 7, available: 93 }])
  const movements = await asOwner`select variant_id, kind, on_hand_delta::int, reserved_delta::int
    from inventory_movements where store_id = ${store.id} and order_id = ${order.id}`
  expect(movements).toEqual([
    { variant_id: scarf.variants[0]?.id, kind: 'reserved', on_hand_delta: 0, reserved_delta: 7 },
  ])
  await expectBooks(store.id, { orders: 1, reserved: 7 })
})

test('records in the timeline who created the order', async () => {
  const { store, hire, order } = await openScarfShop()
  const staff = await hire('staff')
  const { id } = expectBody(await staff.post('/api/orders', order({ total_amount: 12.5 })), 201, CreatedOrder)
  const [event] = z.array(z.record(z.string(), z.unknown())).parse(
    await asOwner`select e.type, e.subject_id, e.actor_kind, e.data, m.subject
        from events e join store_members m on m.store_id = e.store_id and m.user_id = e.actor_id
        where e.store_id = ${store.id} and e.type like 'order.%'`,
  )
  expect(event).toEqual({
    type: 'order.created',
    subject_id: id,
    actor_kind: 'user',
    subject: staff.subject,
    data: { number: 1001, total_minor: 1250, source: 'api' },
  })
})

test('keeps names and prices as they were when the order was placed', async () => {
  const { owner, bought, customer, scarf } = await openScarfShop()
  const { warnings: _none, discount_refused: _refused, ...order } = await bought()
  const renamed = await owner.patch(`/api/customers/${customer.id}`, { name: 'Amal Al-Sabah', phone: '+965 5099 0000' })
  const repriced = await owner.patch(`/api/products/${scarf.id}`, { title: 'Shawl', price: 99 })
  expect([renamed.status, repriced.status]).toEqual([200, 200])
  expect(expectBody(await owner.get(`/api/orders/${order.id}`), 200, Order)).toEqual(order)
})

test('stores a phone number as sent, and in international form if it has a country code', async () => {
  const { bought, store } = await openScarfShop()
  const phones = {
    '+965 5099-8877': '+96550998877',
    '00965 50998878': '+96550998878',
    '+٩٦٥ ٥٠٩٩ ٨٨٧٩': '+96550998879',
    '5099 8880': null,
    'ask the doorman': null,
  }
  for (const [customer_phone, e164] of Object.entries(phones)) {
    const order = await bought({ customer_phone })
    expect(order.customer_phone).toBe(customer_phone)
    const rows = await asOwner`select customer_phone_e164 from orders where store_id = ${store.id} and id = ${order.id}`
    expect(rows).toEqual([{ customer_phone_e164: e164 }])
  }
  const { id, customer_phone } = await bought()
  expect(customer_phone).toBe('+965 5012 3456')
  expect(await asOwner`select customer_phone_e164 from orders where store_id = ${store.id} and id = ${id}`).toEqual([
    { customer_phone_e164: '+96550123456' },
  ])
})

test('can be placed for a customer with only a name', async () => {
  const { addCustomer, bought } = await openScarfShop()
  const { id } = await addCustomer({ name: 'Someone' })
  expect(await bought({ customer_id: id })).toMatchObject({
    customer_phone: null,
    shipping_address: null,
  })
})
