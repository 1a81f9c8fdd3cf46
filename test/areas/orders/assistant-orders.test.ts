import { expect, test } from 'vitest'
import { getCustomer } from '../../../src/areas/customers/get-customer.ts'
import { answerOf, callOf, post, refusalOf, tokenFor } from '../../support/callers/assistant.ts'
import { CreatedOrder, expectBody, expectProblem, inStore, pointersOf } from '../../support/shop.ts'
import { openScarfShop } from './scarf-shop.ts'

const open = async (options?: Parameters<typeof openScarfShop>[0]) => {
  const shop = await openScarfShop(options)
  const { token } = await tokenFor(shop)
  const call = (name: string, args: Record<string, unknown>) => post(callOf(name, args), { token })
  return { ...shop, here: inStore(shop.store), call }
}

test('a quote for an order that exists takes its own scarves and its own use of a code as free', async () => {
  const { call, bought, customer, owner, here, line } = await open({ on_hand: 3 })
  await owner.post(
    '/api/discounts',
    { code: 'ONCE', kind: 'percentage', value: 10, usage_limit: 1, usage_limit_per_customer: 1 },
    here,
  )
  const order = await bought({ items: [line({ quantity: 2 })], total_amount: undefined, discount_code: 'ONCE' })
  const cart = { items: [{ product_id: 'SC-1', quantity: 3 }], discount_code: 'ONCE' }

  expect(refusalOf(await call('quote_order', { ...cart, customer_id: customer.id })).code).toBe('insufficient_stock')
  const quoted = answerOf(await call('quote_order', { ...cart, order_id: `#${order.number}` }))
  expect(quoted).toMatchObject({ subtotal_amount: 30, discount_amount: 3, total_amount: 27, discount_refused: null })
  expect(answerOf(await call('quote_order', { ...cart, order_id: order.id }))).toEqual(quoted)
  // The order agrees, and more than all is refused for both.
  const changed = { order_id: order.number, items: cart.items }
  expect(answerOf(await call('update_order', { ...changed, dry_run: true }))).toMatchObject({ total_amount: 27 })
  const four = [{ product_id: 'SC-1', quantity: 4 }]
  expect(refusalOf(await call('quote_order', { items: four, order_id: order.id }))).toMatchObject({
    code: 'insufficient_stock',
    errors: [{ available: 3, requested: 4 }],
  })
})

test('a quote for an order keeps its delivery, destination and code, and counts what was shipped', async () => {
  const { call, bought, customer, owner, here, line } = await open({ on_hand: 5 })
  await owner.post('/api/delivery-methods', { name: 'Courier', price: 4, zones: [{ country: 'KW' }] }, here)
  await owner.post('/api/discounts', { code: 'TEN', kind: 'percentage', value: 10 }, here)
  const order = await bought({
    customer_id: customer.id,
    items: [line({ quantity: 5 })],
    total_amount: undefined,
    destination: { country: 'KW' },
    delivery_method_id: 'Courier',
    discount_code: 'TEN',
  })
  const items = [{ product_id: 'SC-1', quantity: 4 }]
  const quoted = answerOf(await call('quote_order', { items, order_id: order.number }))
  expect(quoted).toMatchObject({ discount_amount: 4, shipping_amount: 4, total_amount: 40 })
  const change = { order_id: order.number, items }
  expect(answerOf(await call('update_order', { ...change, dry_run: true }))).toMatchObject({ total_amount: 40 })
  for (const [action, body] of [
    ['confirm', {}],
    ['ship', { items: [{ position: 1, quantity: 3 }] }],
  ] as const)
    expect((await owner.post(`/api/orders/${order.id}/${action}`, body)).status).toBe(200)
  expect(answerOf(await call('quote_order', { items, order_id: order.number }))).toMatchObject({ total_amount: 40 })
  const six = [{ product_id: 'SC-1', quantity: 6 }]
  expect(refusalOf(await call('quote_order', { items: six, order_id: order.number })).code).toBe('insufficient_stock')
})

test('a cancelled order holds nothing, and an order that is not there is refused', async () => {
  const { call, bought, owner, here } = await open({ on_hand: 3 })
  const order = await bought()
  expect((await owner.post(`/api/orders/${order.id}/cancel`, { reason: 'x' })).status).toBe(200)
  const items = [{ product_id: 'SC-1', quantity: 4 }]
  expect(refusalOf(await call('quote_order', { items, order_id: order.id }))).toMatchObject({
    code: 'insufficient_stock',
    errors: [{ available: 3 }],
  })
  const other = await open()
  const { id } = await other.bought()
  for (const order_id of [id, crypto.randomUUID(), '#99999']) {
    const { code, errors } = refusalOf(
      await call('quote_order', { items: [{ product_id: 'SC-1', quantity: 1 }], order_id }),
    )
    expect([code, errors.map(({ pointer }) => pointer)], order_id).toEqual(['unknown_order', ['/order_id']])
  }
  const answer = await owner.post(
    '/api/orders/quote',
    { items: [{ product_id: 'SC-1', quantity: 1 }], order_id: id },
    here,
  )
  expectProblem(answer, 422, 'unknown_order')
})

test('a quote names the fee for cash apart from the delivery', async () => {
  const { call, owner, here, customer } = await open()
  await owner.post('/api/delivery-methods', { name: 'Courier', price: 4, cod_fee: 1.5 }, here)
  const cart = { customer_id: customer.id, items: [{ product_id: 'SC-1', quantity: 1 }] }
  const chosen = { ...cart, delivery_method_id: 'Courier', payment_method: 'cash on delivery' }
  expect(answerOf(await call('quote_order', chosen))).toMatchObject({
    shipping_amount: 5.5,
    delivery: { name: 'Courier', amount: 4, cod_fee: 1.5 },
  })
})

test('a change of items is answered with the items, also where no amount changes', async () => {
  const { call, bought, addProduct } = await open()
  const shirt = await addProduct({
    title: 'Shirt',
    price: 10,
    variants: [
      { sku: 'SH-S', options: { Size: 'S' }, on_hand: 9 },
      { sku: 'SH-M', options: { Size: 'M' }, on_hand: 9 },
    ],
  })
  const order = await bought({ items: [{ product_id: shirt.id, variant_sku: 'SH-S', quantity: 1, unit_price: 10 }] })
  const items = [{ product_id: 'SH-M', quantity: 1, unit_price: 10 }]
  const answer = answerOf(await call('update_order', { order_id: order.number, items }))
  expect(answer).toMatchObject({ items: [{ variant_sku: 'SH-M', quantity: 1 }], subtotal_amount: 10 })
  expect(answerOf(await call('update_order', { order_id: order.number, notes: 'Ring' }))).not.toHaveProperty('items')
})

const salmiya = { line1: 'Block 5, Street 7', area: 'Salmiya', country: 'KW' }

test("a new customer's address can be in parts, and is where the order goes", async () => {
  const { call, owner, here } = await open()
  const customer = { name: 'Huda', phone: '+965 5077 1234', address: salmiya }
  const order = { customer, items: [{ product_id: 'SC-1', quantity: 1 }] }
  const made = answerOf(await call('create_order', order))
  expect(made).toMatchObject({
    address: salmiya,
    shipping_address: 'Block 5, Street 7, Salmiya, Kuwait',
    destination: { country: 'KW' },
  })
  const read = await owner.get(`/api/customers/${String(made['customer_id'])}`, here)
  expect(expectBody(read, 200, getCustomer.output).addresses).toEqual([salmiya])
  // As text, as before; both ways at once are refused.
  const second = { ...customer, phone: '+965 5077 1235', address: '9 New Street' }
  expect(answerOf(await call('create_order', { ...order, customer: second }))).toMatchObject({
    shipping_address: '9 New Street',
  })
  const third = { ...customer, phone: '+965 5077 1236' }
  expect(refusalOf(await call('create_order', { ...order, customer: third, address: salmiya })).errors).toMatchObject([
    { pointer: '/customer/address', code: 'conflicting_fields' },
  ])
  const fourth = { ...customer, phone: '+965 5077 1237' }
  const elsewhere = { ...order, customer: fourth, shipping_address: 'Office' }
  expect(refusalOf(await call('create_order', elsewhere)).errors).toMatchObject([{ pointer: '/customer/address' }])
  expect(
    refusalOf(await call('create_order', { ...order, customer: { ...third, address: { street: 'x' } } })).errors[0]
      ?.pointer,
  ).toMatch(/^\/customer\/address/)
})

test('with computed, an order over REST needs neither total nor prices; without, the refusal says so', async () => {
  const { owner, customer, scarf, buy } = await open()
  const order = { customer_id: customer.id, items: [{ product_id: scarf.id, quantity: 2 }] }
  const refused = expectProblem(await owner.post('/api/orders', order), 422, 'invalid_input')
  expect(pointersOf(refused)).toEqual(['/total_amount', '/items/0/unit_price'])
  for (const { detail, code } of refused.errors) {
    expect(detail).toContain('"computed": true')
    expect(code).toBe('required')
  }
  const made = expectBody(await owner.post('/api/orders', { ...order, computed: true }), 201, CreatedOrder)
  expect(made).toMatchObject({ total_amount: 20, items: [{ unit_price: 10 }] })
  // A total beside it must be the computed one.
  const agreed = { ...order, computed: true, total_amount: 20 }
  expect((await owner.post('/api/orders', agreed)).status).toBe(201)
  expectProblem(await owner.post('/api/orders', { ...agreed, total_amount: 25 }), 422, 'total_mismatch')
  // Without it, a stated total stands, as documented.
  expect(expectBody(await buy({ total_amount: 25 }), 201, CreatedOrder)).toMatchObject({ total_amount: 25 })
})
