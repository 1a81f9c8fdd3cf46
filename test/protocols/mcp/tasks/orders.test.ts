import { expect } from 'vitest'
import { z } from 'zod'
import type { SeededShop } from './seeded-shop.ts'
import { reads, writes } from './task.ts'

const ListedOrders = z.object({
  has_more: z.literal(false),
  data: z.array(z.object({ number: z.int(), customer_phone: z.string().nullable() })),
})

const OrderRow = {
  number: z.coerce.number(),
  status: z.string(),
  payment_status: z.string(),
  fulfillment_status: z.string(),
  total_minor: z.coerce.number(),
  paid_minor: z.coerce.number(),
  shipping_address: z.string().nullable(),
  notes: z.string().nullable(),
}

/** The newest order in a state, and what it is like later. */
async function orderIn({ sql, store, row }: SeededShop, status: string, payment: string, fulfillment: string) {
  const { number } = await row(
    OrderRow,
    sql`select * from orders where store_id = ${store.id} and status = ${status} and payment_status = ${payment}
      and fulfillment_status = ${fulfillment} and hold_reason is null order by number desc limit 1`,
  )
  return {
    name: `#${number}`,
    now: () => row(OrderRow, sql`select * from orders where store_id = ${store.id} and number = ${number}`),
  }
}

const lastOrder = ({ sql, store, row }: SeededShop) =>
  row(
    {
      ...OrderRow,
      customer_name: z.string(),
      customer_phone: z.string(),
      platform: z.string(),
      lines: z.array(z.looseObject({})),
    },
    sql`select * from orders where store_id = ${store.id} order by number desc limit 1`,
  )

reads('Who waits for confirmation for two days, with phone numbers', async (shop) => {
  const { says, call, sql, store, rows } = shop
  says('Who has been waiting for confirmation for more than two days? Give me their phone numbers.')
  const since = new Date(Date.now() - 2 * 86_400_000).toISOString()
  const { data } = ListedOrders.parse(await call('list_orders', { waiting_since: since, limit: 50 }))
  const waiting = await rows(
    { number: z.coerce.number(), customer_phone: z.string().nullable() },
    sql`select number, customer_phone from orders where store_id = ${store.id} and status = 'pending' and created_at < ${since}
      order by number desc`,
  )
  expect(waiting.length).toBeGreaterThan(5)
  expect(data.map(({ number, customer_phone }) => ({ number, customer_phone }))).toEqual(waiting)
})

writes('An order by phone for a new customer, two products by name', async (shop) => {
  const { says, call } = shop
  says(
    'Dalal Saleh called from +1 212 555 0199: a Leather Card Holder and 2 Wool Beanie in Sand, to 12 Spring St, New York.',
  )
  const { data } = await call('list_products', { search: 'Wool Beanie' })
  const [beanie] = z
    .array(z.object({ variants: z.array(z.object({ title: z.string(), sku: z.string() })) }))
    .parse(data)
  const sand = beanie?.variants.find(({ title }) => title === 'Sand')
  await call('create_order', {
    customer: { name: 'Dalal Saleh', phone: '+1 212 555 0199', address: '12 Spring St, New York' },
    items: [
      { product_id: 'Leather Card Holder', quantity: 1 },
      { product_id: sand?.sku, quantity: 2 },
    ],
    platform: 'phone',
  })
  expect(await lastOrder(shop)).toMatchObject({
    status: 'pending',
    customer_name: 'Dalal Saleh',
    customer_phone: '+1 212 555 0199',
    shipping_address: '12 Spring St, New York',
    platform: 'phone',
    lines: [
      { product_name: 'Leather Card Holder', quantity: 1 },
      { product_name: 'Wool Beanie', variant_name: 'Sand', quantity: 2 },
    ],
  })
})

writes('An order for a known customer, two products by name', async (shop) => {
  const { says, call, sql, store, row } = shop
  const { name } = await row(
    { name: z.string() },
    sql`select name from customers where store_id = ${store.id} and orders_count > 0 and phone is not null
      group by name having count(*) = 1 order by name desc limit 1`,
  )
  says(`${name} orders 2 Enamel Mug in Black and a Gift Card.`)
  const customers = await call('list_customers', { search: name })
  const [customer] = z
    .array(z.object({ id: z.string() }))
    .length(1)
    .parse(customers['data'])
  const products = await call('list_products', { search: 'Enamel Mug' })
  const [mug] = z
    .array(z.object({ variants: z.array(z.object({ title: z.string(), sku: z.string() })) }))
    .parse(products['data'])
  const black = mug?.variants.find(({ title }) => title === 'Black')
  await call('create_order', {
    customer_id: customer?.id,
    items: [
      { product_id: black?.sku, quantity: 2 },
      { product_id: 'Gift Card', quantity: 1 },
    ],
  })
  expect(await lastOrder(shop)).toMatchObject({
    customer_name: name,
    lines: [
      { product_name: 'Enamel Mug', variant_name: 'Black', quantity: 2 },
      { product_name: 'Gift Card', quantity: 1 },
    ],
  })
})

reads('Who could not be reached', async (shop) => {
  const { says, call, sql, store, rows } = shop
  says('Which orders are on hold because the customer did not answer?')
  const { data } = ListedOrders.parse(await call('list_orders', { hold_reason: ['no_answer'], limit: 50 }))
  const held = await rows(
    { number: z.coerce.number() },
    sql`select number from orders where store_id = ${store.id} and hold_reason = 'no_answer' order by number desc`,
  )
  expect(held.length).toBeGreaterThan(0)
  expect(data).toMatchObject(held)
})

writes('Cash received for an order', async (shop) => {
  const { says, call } = shop
  const order = await orderIn(shop, 'confirmed', 'unpaid', 'shipped')
  says(`The cash for ${order.name} has come in.`)
  await call('record_payment', { order_id: order.name, method: 'cash' })
  const { payment_status, paid_minor, total_minor } = await order.now()
  expect({ payment_status, paid_minor }).toEqual({ payment_status: 'paid', paid_minor: total_minor })
})

writes('The goods of an order came back', async (shop) => {
  const { says, call } = shop
  const order = await orderIn(shop, 'confirmed', 'unpaid', 'shipped')
  says(`The goods of ${order.name} came back.`)
  const returned = await call('return_items', { order_id: order.name })
  expect(returned).toMatchObject({ suggested_refund: 0 })
  expect(await order.now()).toMatchObject({ fulfillment_status: 'returned', payment_status: 'unpaid' })
})

writes('An order is confirmed and shipped', async (shop) => {
  const { says, call } = shop
  const order = await orderIn(shop, 'pending', 'unpaid', 'unfulfilled')
  says(`Confirm ${order.name}. It has left with FedEx, tracking number 7712 3345.`)
  const confirmed = await call('advance_order', { order_id: order.name, action: 'confirm' })
  const { allowed_actions } = z
    .object({ allowed_actions: z.array(z.object({ tool: z.string(), arguments: z.record(z.string(), z.string()) })) })
    .parse(confirmed)
  const ship = allowed_actions.find((action) => action.arguments['action'] === 'ship')
  await call(ship?.tool ?? '', { ...ship?.arguments, carrier: 'FedEx', tracking_number: '7712 3345' })
  expect(await order.now()).toMatchObject({ status: 'confirmed', fulfillment_status: 'shipped' })
})

writes('A customer changed their mind', async (shop) => {
  const { says, call } = shop
  const order = await orderIn(shop, 'pending', 'unpaid', 'unfulfilled')
  says(`The customer of ${order.name} changed their mind: cancel it.`)
  await call('cancel_order', { order_id: order.name, reason: 'changed their mind' })
  expect(await order.now()).toMatchObject({ status: 'cancelled' })
})

writes('An order goes to another address', async (shop) => {
  const { says, call } = shop
  const order = await orderIn(shop, 'pending', 'unpaid', 'unfulfilled')
  says(`Send ${order.name} to 5 Elm St, Boston, and note on it: Ring twice.`)
  await call('update_order', { order_id: order.name, shipping_address: '5 Elm St, Boston' })
  await call('add_note', { order_id: order.name, body: 'Ring twice' })
  expect(await order.now()).toMatchObject({ shipping_address: '5 Elm St, Boston' })
  const [noted] = await shop.sql`select data ->> 'body' as body from events e join orders o on o.store_id = e.store_id
    and o.id = e.subject_id where o.store_id = ${shop.store.id} and '#' || o.number = ${order.name} and e.type = 'order.noted'`
  expect(noted).toEqual({ body: 'Ring twice' })
})

reads('Where an order is', async (shop) => {
  const { says, call } = shop
  const order = await orderIn(shop, 'confirmed', 'unpaid', 'shipped')
  says(`Where is ${order.name}?`)
  const found = await call('get_order', { order_id: order.name })
  expect(found).toMatchObject({ fulfillment_status: 'shipped', shipments: [{ created_at: expect.any(String) }] })
})

reads('What happened to an order', async (shop) => {
  const { says, call, sql, store, rows } = shop
  const order = await orderIn(shop, 'completed', 'paid', 'delivered')
  says(`What happened to ${order.name}, and who did it?`)
  const { data } = await call('get_order_timeline', { order_id: order.name })
  const recorded = await rows(
    { type: z.string() },
    sql`select e.type from events e join orders o on o.store_id = e.store_id and o.id = e.subject_id
      where o.store_id = ${store.id} and o.number = ${order.name.slice(1)}::int order by e.created_at desc, e.id desc`,
  )
  expect(recorded.length).toBeGreaterThan(2)
  expect(data).toMatchObject(recorded)
})

reads('What an order would cost', async (shop) => {
  const { says, call, sql, store, row } = shop
  says('What would a Fountain Pen and 2 Brass Bookends cost, sent to Canada with the code WELCOME10?')
  const quote = await call('quote_order', {
    items: [
      { product_id: 'Fountain Pen', quantity: 1 },
      { product_id: 'Brass Bookends', quantity: 2 },
    ],
    destination: { country: 'CA' },
    discount_code: 'WELCOME10',
  })
  const { goods } = await row(
    { goods: z.coerce.number() },
    sql`select sum(price_minor * case title when 'Fountain Pen' then 1 else 2 end) / 100.0 as goods from products
      where store_id = ${store.id} and title in ('Fountain Pen', 'Brass Bookends')`,
  )
  expect(quote).toMatchObject({ subtotal_amount: goods, discount_amount: goods / 10 })
})
