import { beforeAll, describe, expect, test } from 'vitest'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { Order } from '../../../src/areas/orders/order.ts'
import { listOf } from '../../../src/platform/lists/page.ts'
import { Product } from '../../../src/areas/products/product.ts'
import { Variant } from '../../../src/areas/products/variant.ts'
import { answerOf, callOf, tokenFor, post, refusalOf } from '../../support/callers/assistant.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { database, service } from '../../support/service.ts'
import { csv, failuresOf, sent } from '../transfer/files.ts'
import { expectBody, expectProblem, inStore, openShop, type Shop } from '../../support/shop.ts'

const path = (base: string, name: string, rest = '') => `${base}/${encodeURIComponent(name)}${rest}`

type Stocked = Awaited<ReturnType<typeof openStocked>>

async function openStocked() {
  const shop = await openShop()
  const amal = await shop.addCustomer({ name: 'Amal', phone: '+965 5000 0001', email: 'Amal@Example.com' })
  const beanie = await shop.addProduct({
    title: 'Wool Beanie',
    variants: [
      { sku: 'WB-RED', options: { colour: 'Red' }, on_hand: 9 },
      { sku: 'WB-BLUE', options: { colour: 'Blue' }, on_hand: 9 },
    ],
  })
  const tote = await shop.addProduct({ title: 'Canvas Tote / large', variants: [{ sku: 'TOTE', on_hand: 5 }] })
  const order = await shop.addOrder({ customer_id: amal.id })
  const { token } = await tokenFor(shop)
  const call = (tool: string, args: Record<string, unknown>) => post(callOf(tool, args), { token })
  return { ...shop, amal, beanie, tote, order, call }
}

let shop: Stocked
beforeAll(async () => {
  shop = await openStocked()
})

test.for(['1001', '#1001', 'number:1001', '١٠٠١', ' 1001 '])('an order is found as %s', async (name) => {
  const { owner, order, call } = shop
  expect(expectBody(await owner.get(path('/api/orders', name)), 200, Order).id).toBe(order.id)
  expect(answerOf(await call('get_order', { order_id: name }))).toMatchObject({ id: order.id })
})

test('every path of an order takes its number', async () => {
  const { owner, order, addOrder } = shop
  const { number } = await addOrder({ customer_id: order.customer_id })
  const at = path('/api/orders', `#${number}`)
  expect((await owner.patch(at, { notes: 'Gift' })).body).toMatchObject({ notes: 'Gift', version: 2 })
  expect((await owner.post(`${at}/confirm`, {})).body).toMatchObject({ status: 'confirmed', version: 3 })
  expect((await owner.get(`${at}/actions`)).body).toMatchObject({ version: 3 })
  expect((await owner.get(`${at}/events`)).body).toMatchObject({ data: [{}, {}, {}], meta: { total: 3 } })
  expect((await owner.get(`${at}?include=events`)).body).toMatchObject({ number, events: [{}, {}, {}] })
})

test.for(['WB-BLUE', 'wb-blue', 'wool-beanie', 'Wool Beanie', 'wool  BEANIE'.replace('  ', ' ')])(
  'a product is found as %s',
  async (name) => {
    const { owner, beanie, call } = shop
    expect(expectBody(await owner.get(path('/api/products', name)), 200, Product).id).toBe(beanie.id)
    expect(answerOf(await call('get_product', { product_id: name }))).toMatchObject({ id: beanie.id })
  },
)

test('every path of a product takes its name, also one with a slash', async () => {
  const { owner, tote } = shop
  const at = path('/api/products', 'Canvas Tote / large')
  expect((await owner.patch(at, { price: 12 })).body).toMatchObject({ id: tote.id, price: 12 })
  const extra = expectBody(
    await owner.post(`${at}/variants`, { sku: 'TOTE-XL', options: { size: 'XL' } }),
    201,
    Variant,
  )
  expect((await owner.patch(`${at}/variants/TOTE-XL`, { barcode: '99' })).body).toMatchObject({ id: extra.id })
  const changed = await shop.sql`select data from events where subject_id = ${tote.id} and type = 'variant.updated'`
  expect(changed).toMatchObject([{ data: { variant_id: extra.id } }])
  expect((await owner.delete(`${at}/variants/TOTE-XL`)).status).toBe(204)
  expect((await owner.delete(at)).status).toBe(204)
})

test('stock is adjusted by SKU, or by the name of a product with one variant', async () => {
  const { addProduct, call, beanie } = shop
  const mug = await addProduct({ title: 'Mug', variants: [{ on_hand: 1 }] })
  const adjust = (variant_id: string) => call('adjust_inventory', { variant_id, delta: 1, reason: 'received' })
  expect(answerOf(await adjust('WB-RED'))).toMatchObject({ id: beanie.variants[0]?.id, on_hand: 10 })
  expect(answerOf(await adjust('Mug'))).toMatchObject({ id: mug.variants[0]?.id, on_hand: 2 })
  expect(refusalOf(await adjust('Wool Beanie'))).toMatchObject({
    code: 'ambiguous',
    candidates: [{ title: 'Wool Beanie – Red', sku: 'WB-RED' }, { sku: 'WB-BLUE' }],
  })
})

test.for([
  '+96550000001',
  '+965 05000 0001',
  '+965\u00a05000\u20110001',
  '(00965) 5000 0001',
  '00965 5000-0001',
  '5000 0001',
  '٥٠٠٠٠٠٠١',
  'amal@example.com',
  'AMAL@Example.com',
])('a customer is found as %s', async (name) => {
  const { owner, amal, order, call } = shop
  expect(expectBody(await owner.get(path('/api/customers', name)), 200, Customer).id).toBe(amal.id)
  expect(answerOf(await call('get_customer', { customer_id: name }))).toMatchObject({ id: amal.id })
  const orders = await owner.get(path('/api/customers', name, '/orders'))
  expect(expectBody(orders, 200, listOf(Order)).data.map(({ id }) => id)).toContain(order.id)
  const query = new URLSearchParams({ customer_id: name, search: 'amal' })
  expect(
    expectBody(await owner.get(`/api/orders?${query.toString()}`), 200, listOf(Order)).data.length,
  ).toBeGreaterThan(0)
  query.delete('search')
  expect(
    expectBody(await owner.get(`/api/orders?${query.toString()}`), 200, listOf(Order)).data.length,
  ).toBeGreaterThan(0)
  expect(answerOf(await call('list_orders', { customer_id: name }))).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ id: order.id })]),
  })
})

test('every path of a customer takes a phone number', async () => {
  const { owner, addCustomer } = shop
  await addCustomer({ name: 'Badr', phone: '+965 5000 0002' })
  const at = path('/api/customers', '+96550000002')
  expect((await owner.post(`${at}/notes`, { body: 'Called' })).status).toBe(201)
  expect((await owner.get(`${at}/timeline`)).body).toMatchObject({ data: [{}, {}] })
  expect((await owner.patch(at, { tags: ['vip'] })).body).toMatchObject({ name: 'Badr', tags: ['vip'] })
})

test('a bulk action takes numbers, and changes nothing if one is unknown', async () => {
  const { owner, order, addOrder } = shop
  const [one, other] = [
    await addOrder({ customer_id: order.customer_id }),
    await addOrder({ customer_id: order.customer_id }),
  ]
  const confirm = (...order_ids: unknown[]) => owner.post('/api/orders/bulk', { action: 'confirm', order_ids })
  const refused = expectProblem(await confirm(`#${one.number}`, '#9998', '9999'), 404, 'not_found')
  expect(refused.errors).toMatchObject([
    { pointer: '/order_ids/1', detail: 'No order #9998 in this store.' },
    { pointer: '/order_ids/2' },
  ])
  expect((await owner.get(`/api/orders/${one.id}`)).body).toMatchObject({ status: 'pending' })
  const { body } = await confirm(`#${one.number}`, other.id, one.id)
  expect(body).toMatchObject({ succeeded: 2, data: [{ id: one.id }, { id: other.id, order: { status: 'confirmed' } }] })
})

test('customers are merged and anonymized by phone number or email address', async () => {
  const { owner, addCustomer } = shop
  const kept = await addCustomer({ name: 'Huda', phone: '+965 5000 0011' })
  const twin = await addCustomer({ name: 'Huda A.', email: 'huda@example.com', phone: '+965 5000 0012' })
  const merge = (...merge_ids: string[]) => owner.post('/api/customers/merge', { keep_id: '5000 0011', merge_ids })
  expect(expectProblem(await merge('huda@example.com', 'nobody@example.com'), 404, 'not_found').errors).toMatchObject([
    { pointer: '/merge_ids/1' },
  ])
  expect(expectBody(await merge('huda@example.com', twin.id), 200, Customer)).toMatchObject({
    id: kept.id,
    email: 'huda@example.com',
  })
  // Also by the end of the other number.
  expect((await owner.get(path('/api/customers', '5000 0012'))).body).toMatchObject({ id: kept.id })
  const at = path('/api/customers', '+96550000011', '/anonymize')
  const first = await owner.post(at, {}, { 'Idempotency-Key': 'forget-huda' })
  expect(expectBody(first, 200, Customer)).toMatchObject({ id: kept.id, phone: null })
  // The number is gone, and a retry still finds the result.
  expect((await owner.post(at, {}, { 'Idempotency-Key': 'forget-huda' })).body).toEqual(first.body)
  expectProblem(await owner.post(at, {}), 404, 'not_found')
})

test('items are shipped and returned by SKU or title', async () => {
  const { owner, amal, call, tote } = shop
  const items = [
    { product_id: 'WB-RED', quantity: 1, unit_price: 10 },
    { product_id: 'WB-BLUE', quantity: 2, unit_price: 10 },
  ]
  expect(tote.status).toBe('active')
  const made = await owner.post('/api/orders', { customer_id: amal.id, total_amount: 30, items })
  const { number } = expectBody(made, 201, Order)
  await owner.post(`/api/orders/${number}/confirm`, {})
  const ship = (line: Record<string, unknown>) =>
    call('advance_order', { order_id: `#${number}`, action: 'ship', items: [line] })
  expect(answerOf(await ship({ variant_id: 'wb-blue', quantity: 1 }))).toMatchObject({
    shipments: [{ items: [{ position: 2, quantity: 1 }] }],
  })
  expect(answerOf(await ship({ product_id: 'Wool beanie' }))).toMatchObject({ fulfillment_status: 'shipped' })
  await owner.post(`/api/orders/${number}/deliver`, {})
  const returned = await owner.post(`/api/orders/${number}/return`, { items: [{ product_id: 'WB-RED' }] })
  expect(returned.body).toMatchObject({ items: [{ returned_quantity: 1 }, { returned_quantity: 0 }] })
  expect((await owner.post(`/api/orders/${number}/return`, { items: [{ product_id: 'Glove' }] })).status).toBe(422)
})

describe('a name', () => {
  test('that nothing has is said in the answer', async () => {
    const { owner, call } = shop
    const detailOf = async (at: string) => expectProblem(await owner.get(at), 404, 'not_found').detail
    expect(await detailOf('/api/orders/%239999')).toBe('No order #9999 in this store.')
    expect(await detailOf('/api/products/Silk%20Hat')).toBe('No product "Silk Hat" in this store.')
    expect(await detailOf('/api/customers/%2B96599999999')).toBe('No customer +96599999999 in this store.')
    expect(refusalOf(await call('get_order', { order_id: '9999' }))).toMatchObject({
      code: 'not_found',
      detail: 'No order #9999 in this store.',
    })
  })

  test('that several products have is answered with the candidates', async () => {
    const { owner, addProduct, call } = shop
    const [one, other] = [
      await addProduct({ title: 'Cap' }),
      await addProduct({ title: 'cap', variants: [{ sku: 'C2' }] }),
    ]
    const problem = expectProblem(await owner.get('/api/products/CAP'), 409, 'ambiguous')
    expect(problem['candidates']).toEqual([
      { id: one.id, title: 'Cap', sku: null },
      { id: other.id, title: 'cap', sku: 'C2' },
    ])
    expect(refusalOf(await call('get_product', { product_id: 'Cap' }))).toMatchObject({
      code: 'ambiguous',
      candidates: [{ id: one.id }, { id: other.id }],
    })
    await owner.delete(`/api/products/${one.id}`)
    // Archived products do not stand in the way of others.
    expect((await owner.get('/api/products/CAP')).body).toMatchObject({ id: other.id })
  })

  test('that several customers may have is answered with the candidates, by name', async () => {
    const { owner, addCustomer } = shop
    const [dana, eman, amina, basma] = [
      await addCustomer({ name: 'Dana', phone: '+965 6000 0003' }),
      await addCustomer({ name: 'Eman', phone: '+973 6000 0003', email: 'family@mail.test' }),
      await addCustomer({ name: 'Amina', phone: '+974 6000 0003', email: 'family@mail.test' }),
      await addCustomer({ name: 'Basma', other_phones: ['+968 6000 0003'], other_emails: ['family@mail.test'] }),
    ]
    const candidatesOf = async (name: string) =>
      expectProblem(await owner.get(`/api/customers/${name}`), 409, 'ambiguous')['candidates']
    expect(await candidatesOf('60000003')).toEqual([
      { id: amina.id, name: 'Amina', phone: '+974 6000 0003' },
      { id: basma.id, name: 'Basma', phone: null },
      { id: dana.id, name: 'Dana', phone: '+965 6000 0003' },
      { id: eman.id, name: 'Eman', phone: '+973 6000 0003' },
    ])
    expect(await candidatesOf('family@mail.test')).toMatchObject([
      { name: 'Amina' },
      { name: 'Basma' },
      { name: 'Eman' },
    ])
    expect((await owner.get('/api/customers/%2B97360000003')).body).toMatchObject({ id: eman.id })
  })

  test('that customers of several stores may have needs the store, also where it is a number of only one of their countries', async () => {
    const { owner, addCustomer } = await openShop({ country: 'KW' })
    const { body } = await owner.post('/api/stores', { name: 'Other', currency: 'USD' })
    const amal = await addCustomer({ name: 'Amal', phone: '+965 6000 0005' })
    const there = inStore(Object(body))
    const badr = expectBody(
      await owner.post('/api/customers', { name: 'Badr', phone: '60000005' }, there),
      201,
      Customer,
    )
    expectProblem(await owner.get('/api/customers/60000005'), 422, 'store_required')
    expect((await owner.get('/api/customers/60000005', there)).body).toMatchObject({ id: badr.id })
    expect((await owner.get('/api/customers/%2B96560000005')).body).toMatchObject({ id: amal.id })
  })

  test('is only for those who may read customers: others learn neither who has it nor whether anybody has', async () => {
    const { addCustomer, beanie } = shop
    const farah = await addCustomer({
      name: 'Farah',
      phone: '+965 6000 0004',
      email: 'farah@mail.test',
      address: '5 Main St',
    })
    const items = [{ product_id: beanie.id, variant_id: beanie.variants[0]?.id, quantity: 1, unit_price: 5 }]
    const server = await serverOf(shop, { scopes: ['orders:write', 'inbox:read', 'catalog:read'] })
    const { token } = await tokenFor(shop, { scopes: ['orders:write', 'inbox:read', 'catalog:read'] })
    for (const name of ['+96560000004', '60000004', 'farah@mail.test', '+96560000099', 'nobody@mail.test']) {
      const answers = [
        await server.post('/api/orders', { customer_id: name, total_amount: 5, items }),
        await server.post('/api/orders/quote', { customer_id: name, items }),
        await server.get(`/api/orders?customer_id=${encodeURIComponent(name)}`),
        await server.get(`/api/inbox/conversations?customer_id=${encodeURIComponent(name)}`),
        await post(callOf('list_orders', { customer_id: name }), { token }),
        await post(callOf('create_order', { customer_id: name, total_amount: 5, items }), { token }),
      ]
      for (const [nth, answer] of answers.entries()) {
        const { scopes } = expectProblem(answer, 403, 'insufficient_scope')
        expect(scopes).toEqual(nth < 4 ? ['crm:read', 'crm:write'] : ['crm:read'])
        expect(JSON.stringify(answer.body)).not.toMatch(/Farah|Main St/)
      }
    }
    const reader = await serverOf(shop, { scopes: ['orders:write', 'crm:read'] })
    const order = await reader.post('/api/orders', { customer_id: 'farah@mail.test', total_amount: 5, items })
    expect(order).toMatchObject({ status: 201, body: { customer_id: farah.id, shipping_address: '5 Main St' } })
    // What one sends of a customer is open to all who create orders, and stays what it was.
    const customer = { name: 'Somebody', phone: '+96560000004' }
    const placed = await server.post('/api/orders', { customer, items: [items[0]] })
    expect(placed).toMatchObject({
      status: 201,
      body: { customer_name: 'Somebody', customer_phone: '+96560000004', shipping_address: null, address: null },
    })
    expect(JSON.stringify(placed.body)).not.toMatch(/Farah|Main St/)
    const known = await reader.post('/api/orders', { customer, items: [items[0]] })
    expect(known).toMatchObject({ status: 201, body: { shipping_address: '5 Main St' } })
    // An import finds nobody by email for who may not read customers, in a dry run neither.
    const file = (id: string) =>
      csv('external_id,customer_name,customer_email,sku,quantity,unit_price', [
        id,
        'X',
        'farah@mail.test',
        'TOTE',
        1,
        1,
      ])
    for (const query of ['?dry_run=true', '']) {
      const tried = await sent(server, 'orders', file('I-1'), { query })
      expect(failuresOf(tried)).toEqual([[2, 'customer_id', 'customer_not_found']])
    }
    expect(await sent(reader, 'orders', file('I-2'))).toMatchObject({
      created: 1,
      rows: [{ warnings: [{ code: 'joined_customer' }] }],
    })
  })

  test('that a change takes away still finds the result of a retry', async () => {
    const { owner, addProduct } = shop
    await addProduct({ title: 'Old name' })
    const retried = () =>
      owner.patch('/api/products/old-name', { slug: 'new-name', title: 'New name' }, { 'Idempotency-Key': 'rename-1' })
    const first = await retried()
    expect(first.body).toMatchObject({ slug: 'new-name' })
    const again = await retried()
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    const another = owner.patch('/api/products/old-name', { title: 'Other' }, { 'Idempotency-Key': 'rename-1' })
    expectProblem(await another, 404, 'not_found')
  })

  test("of another store's resources is unknown, and in several stores of a person needs a store", async () => {
    const other: Shop = await openShop()
    const product = await other.addProduct({ title: 'Wool Beanie' })
    await other.addOrder()
    expectProblem(await other.owner.get('/api/products/WB-RED'), 404, 'not_found')
    expectProblem(await other.owner.get('/api/customers/%2B96550000001'), 404, 'not_found')
    await other.join(shop.owner.subject, 'staff')
    const both = shop.owner
    for (const at of ['/api/products/Wool%20Beanie', '/api/orders/1001'])
      expect(expectProblem(await both.get(at), 422, 'store_required')['stores']).toHaveLength(2)
    const there = await both.get('/api/products/Wool%20Beanie', inStore(other.store))
    expect(there.body).toMatchObject({ id: product.id })
    expect((await both.get('/api/products/WB-RED')).body).toMatchObject({ id: shop.beanie.id })
  })
})

test('a name costs no further round trip', async () => {
  const { store } = shop
  const { token } = await tokenFor(shop)
  for (const [tool, args] of [
    ['get_order', { order_id: '#1001' }],
    ['get_order', { order_id: '#9999' }],
    ['advance_order', { order_id: '1001', action: 'hold', reason: 'no_answer' }],
    ['get_product', { product_id: 'Wool Beanie' }],
    ['update_product', { product_id: 'WB-RED', price: 3 }],
    ['get_customer', { customer_id: '5000 0001' }],
    ['quote_order', { customer_id: 'amal@example.com', items: [{ product_id: 'WB-RED', quantity: 1 }] }],
    ['create_order', { customer_id: '+96550000001', items: [{ product_id: 'WB-RED', quantity: 1 }] }],
  ] as const) {
    const tag = `trips-${crypto.randomUUID()}`
    const { body } = await post(callOf(tool, args), { token, through: service(tag) })
    expect(JSON.stringify(body)).not.toContain('internal_error')
    expect((await database(tag).seen()).requests, `${tool} in ${store.slug}`).toBe(1)
  }
})
