import { expect } from 'vitest'
import { z } from 'zod'
import { notesOf, orderOf, skuIn, stockOf } from './orders-state.ts'
import { writes } from './task.ts'
import { inStore } from '../../../support/shop.ts'

const n = z.coerce.number()
const Rows = z.array(z.object({ id: z.string(), number: z.int() }))
const Items = z.array(
  z.object({ position: z.int(), product_name: z.string(), quantity: z.int(), variant_id: z.string() }),
)

writes('The return of one item, nothing refunded yet', async (shop) => {
  const { says, call } = shop
  says(
    'The customer with 212 555 1077 got the wrong size of her Merino sweater: start the return of that one item, refund nothing yet.',
  )
  const { data } = await call('list_orders', { customer_id: '212 555 1077', search: 'Merino' })
  const [found] = Rows.length(1).parse(data)
  const order = await call('get_order', { order_id: `#${found?.number}` })
  const sweater = Items.parse(order['items']).find(({ product_name }) => product_name.startsWith('Merino'))
  const before = await stockOf(shop, 'AC-002-2')
  const items = [{ position: sweater?.position, quantity: 1 }]
  await call('return_items', { order_id: `#${found?.number}`, items, restock: false, reason: 'Wrong size' })
  expect(await orderOf(shop, 1177)).toMatchObject({
    fulfillment_status: 'partially_returned',
    payment_status: 'paid',
    refunded_minor: 0,
    lines: [{ product_name: 'Merino Crew Sweater', returned: 1 }, { product_name: 'Wool Beanie' }],
  })
  expect(await stockOf(shop, 'AC-002-2')).toEqual(before)
})

writes('An order of a known customer, a tenth off, paid on delivery', async (shop) => {
  const { says, infers, call, sql, store, row } = shop
  says('Ingrid Nguyen orders again: two Enamel Mugs in Sand and one Beeswax Candle, 10 % off, cash on delivery.')
  const { data } = await call('list_customers', { search: 'Ingrid Nguyen' })
  const customer = z
    .array(z.object({ id: z.string(), name: z.string() }))
    .parse(data)
    .find(({ name }) => name === 'Ingrid Nguyen')
  const { addresses } = await call('get_customer', { customer_id: customer?.id })
  const [address] = z.array(z.looseObject({ country: z.string(), region: z.string().nullable() })).parse(addresses)
  const mugs = await call('list_products', { search: 'Enamel Mug' })
  const order = {
    customer_id: customer?.id,
    items: [
      { product_id: skuIn(mugs['data'], 'Enamel Mug', 'Sand'), quantity: 2 },
      { product_id: 'Beeswax Candle', quantity: 1 },
    ],
    payment_method: 'cash_on_delivery',
  }
  infers('cash_on_delivery')
  const destination = { country: address?.country, region: address?.region }
  const quote = await call('quote_order', { ...order, destination })
  const { subtotal_amount, delivery_methods } = z
    .object({
      subtotal_amount: z.number(),
      delivery_methods: z.array(z.object({ id: z.string(), amount: z.number() })),
    })
    .parse(quote)
  const discount_amount = Math.round(subtotal_amount * 10) / 100
  infers(discount_amount)
  await call('create_order', { ...order, discount_amount, address, delivery_method_id: delivery_methods[0]?.id })
  const { goods, number } = await row(
    { goods: n, number: n },
    sql`select sum(price_minor * case title when 'Enamel Mug' then 2 else 1 end) as goods,
        (select max(number) from orders where store_id = ${store.id}) as number
      from products where store_id = ${store.id} and title in ('Enamel Mug', 'Beeswax Candle')`,
  )
  const made = await orderOf(shop, number)
  expect(made).toMatchObject({
    status: 'pending',
    customer_name: 'Ingrid Nguyen',
    discount_minor: Math.round(goods / 10),
    payment_method: 'cash_on_delivery',
    lines: [
      { product_name: 'Enamel Mug', variant_name: 'Sand', quantity: 2 },
      { product_name: 'Beeswax Candle', quantity: 1 },
    ],
  })
  // Goods less a tenth, and delivery, with 4 % tax.
  expect(made.total_minor).toBe(Math.round((goods - Math.round(goods / 10) + 499) * 1.04))
})

writes('More of an item before the order ships', async (shop) => {
  const { says, call } = shop
  says('Order 1194: make it three of the candles before it ships.')
  const before = await orderOf(shop, 1194)
  const { items } = await call('get_order', { order_id: '#1194' })
  const changed = Items.parse(items).map(({ product_name, variant_id, quantity }) => ({
    product_id: product_name,
    variant_id,
    quantity: product_name.includes('Candle') ? 3 : quantity,
  }))
  const preview = await call('update_order', { order_id: '#1194', items: changed, dry_run: true })
  await call('update_order', { order_id: '#1194', items: changed })
  const after = await orderOf(shop, 1194)
  expect(preview).toMatchObject({ total_amount: after.total_minor / 100 })
  expect([before.total_minor, after.total_minor]).toEqual([7222, 9042])
  expect(after.lines.find(({ product_name }) => product_name.includes('Candle'))).toMatchObject({ quantity: 3 })
})

writes('An order that goes to somebody else', async (shop) => {
  const { says, infers, call } = shop
  says('Order 1219 goes to her sister: Lina Haddad, 55 Court Street, 02108 Boston, Massachusetts.')
  infers('MA', 'US')
  const address = {
    recipient: 'Lina Haddad',
    line1: '55 Court Street',
    city: 'Boston',
    region: 'MA',
    postal_code: '02108',
    country: 'US',
  }
  const before = await orderOf(shop, 1219)
  await call('update_order', { order_id: '#1219', address, dry_run: true })
  expect(await orderOf(shop, 1219)).toEqual(before)
  await call('update_order', { order_id: '#1219', address })
  const { total_minor, lines, customer_name } = before
  expect(await orderOf(shop, 1219)).toMatchObject({ address, total_minor, lines, customer_name })
})

writes('The oldest order that cannot be confirmed', async (shop) => {
  const { says, call, sql, store, row } = shop
  says('Cancel the oldest order that nobody confirms because the customer does not answer. Note why.')
  const oldest = await row(
    { number: n },
    sql`select number from orders where store_id = ${store.id} and status = 'pending' and hold_reason = 'no_answer' order by created_at limit 1`,
  )
  const held = { status: ['pending'], hold_reason: ['no_answer'], sort: 'created_at', limit: 1 }
  const { data } = await call('list_orders', held)
  const [found] = Rows.length(1).parse(data)
  await call('cancel_order', { order_id: `#${found?.number}`, reason: 'customer does not answer' })
  expect(await orderOf(shop, oldest.number)).toMatchObject({ status: 'cancelled' })
  const why = await row(
    { reason: z.string() },
    sql`select data ->> 'reason' as reason from events where store_id = ${store.id} and type = 'order.cancelled' order by created_at desc limit 1`,
  )
  expect(why.reason).toBe('customer does not answer')
})

writes('A note on an order', async (shop) => {
  const { says, call } = shop
  says('Note on order 1202: rather in the evening.')
  await call('add_note', { order_id: '#1202', body: 'rather in the evening' })
  expect(await notesOf(shop, 1202)).toMatchObject([{ body: 'rather in the evening' }])
})

writes('Parcels refused at the door, by city', async (shop) => {
  const { says, call, owner } = shop
  const headers = inStore(shop.store)
  for (const number of [1150, 1166, 1171])
    expect(await owner.post(`/api/orders/number:${number}/refuse`, {}, headers)).toMatchObject({ status: 200 })
  says('How many parcels were refused at the door in the last 30 days, in which cities?')
  const { data } = await call('get_sales_breakdown', { by: 'cities' })
  const Row = z.object({ city: z.string().nullable(), refused: z.int() })
  const refused = z
    .array(Row)
    .parse(data)
    .filter((row) => row.refused > 0)
  expect(Object.fromEntries(refused.map((row) => [row.city, row.refused]))).toEqual({ Boston: 1, Brooklyn: 2 })
})

writes('Everything from one number is held', async (shop) => {
  const { says, call, refused } = shop
  says('Hold everything from 212 555 1021, it smells of fraud.')
  const { data } = await call('list_orders', { customer_id: '212 555 1021', status: ['pending', 'confirmed'] })
  const open = Rows.parse(data).map(({ number }) => number)
  const hold = { action: 'hold', reason: 'suspected_fraud' }
  for (const number of open.filter((one) => one !== 1139))
    await call('advance_order', { order_id: `#${number}`, ...hold })
  // Part of it was shipped: people decide what becomes of it.
  expect(await refused('advance_order', { order_id: '#1139', ...hold })).toMatchObject({ code: 'invalid_transition' })
  for (const number of [1182, 1209])
    expect(await orderOf(shop, number)).toMatchObject({ status: 'pending', hold_reason: 'suspected_fraud' })
  expect(await orderOf(shop, 1139)).toMatchObject({ status: 'confirmed', hold_reason: null })
})
