import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { callOf, post, tokenFor } from '../../support/callers/assistant.ts'
import { asOwner } from '../../support/sql.ts'
import { inboxOf } from '../../support/inbox.ts'
import { expectBody, expectProblem, inStore, openShop, pointersOf, type Shop } from '../../support/shop.ts'
import { sent, types } from '../../platform/transfer/files.ts'

const items = [{ product_id: 'Scarf', quantity: 1 }]

async function openIn(country: string) {
  const shop = await openShop({ country })
  await shop.addProduct({ title: 'Scarf', price: 10 })
  await shop.owner.post('/api/storefront/publish', {})
  return shop
}

const customersOf = async ({ owner }: Shop) => {
  const { data } = expectBody(
    await owner.get('/api/customers'),
    200,
    z.looseObject({ data: z.array(z.looseObject({ id: z.string(), phone: z.string().nullable() })) }),
  )
  return data
}

const national = '51041065'
const international = '+965 5104 1065'

/** Everything that takes a customer's number and leads to a customer. */
const ways: Readonly<Record<string, (shop: Shop, phone: string) => Promise<unknown>>> = {
  'an order for a new customer': async ({ owner }, phone) =>
    owner.post('/api/orders', { customer: { name: 'Sara', phone }, items }),
  'an order of an assistant': async (shop, phone) => {
    const { token } = await tokenFor(shop, { scopes: ['orders:write'] })
    return post(callOf('create_order', { customer: { name: 'Sara', phone }, items }), { token })
  },
  "a shopper's order": async ({ owner, store }, phone) =>
    owner.post(`/api/storefront/${store.slug}/orders`, {
      customer: { name: 'Sara', phone },
      items: [{ product_slug: 'scarf', quantity: 1 }],
    }),
  'an imported order': async ({ owner }, phone) =>
    sent(
      owner,
      'orders',
      JSON.stringify({
        external_id: `O-${crypto.randomUUID()}`,
        customer_name: 'Sara',
        customer_phone: phone,
        items: [{ variant_sku: 'SC', quantity: 1, unit_price: 10 }],
      }),
      { type: types.jsonl },
    ),
  'an imported customer': async ({ owner }, phone) =>
    sent(owner, 'customers', JSON.stringify({ name: 'Sara', phone }), { type: types.jsonl }),
  'a new customer': async ({ owner }, phone) => owner.post('/api/customers', { name: 'Sara', phone }),
}

describe('in a store in Kuwait, a number without its country code', () => {
  test.each(Object.entries(ways))('is the same customer in %s', async (_, take) => {
    const shop = await openIn('KW')
    await shop.owner.post(`/api/products`, { title: 'Cap', price: 10, variants: [{ sku: 'SC', on_hand: 9 }] })
    const known = await shop.addCustomer({ name: 'Sara', phone: international })
    for (const phone of [national, '5104 1065', '٥١٠٤١٠٦٥', '965 51041065']) await take(shop, phone)
    expect(await customersOf(shop)).toMatchObject([{ id: known.id }])
  })

  test('is the same customer the other way round, as a further number, and in a message', async () => {
    const shop = await openIn('KW')
    const { id } = await shop.addCustomer({ name: 'Sara', phone: '22001100', other_phones: [national] })
    const order = await shop.owner.post('/api/orders', { customer: { name: 'Sara', phone: international }, items })
    expect(order).toMatchObject({ status: 201, body: { customer_id: id, warnings: [] } })
    const taken = await shop.owner.post('/api/customers', { name: 'Nour', phone: international })
    expectProblem(taken, 409, 'duplicate')
    const { receive } = await inboxOf(shop).addWebhook()
    await receive({ from: { phone: '5104-1065' }, body: 'Hello' })
    expect(await shop.owner.get('/api/inbox/conversations')).toMatchObject({ body: { data: [{ customer_id: id }] } })
  })

  test('finds its customer by name, where its digits end several numbers', async () => {
    const shop = await openIn('KW')
    const { id } = await shop.addCustomer({ name: 'Sara', phone: international })
    await shop.addCustomer({ name: 'Ali', phone: '+971 51041065'.replace('971 5', '971 55') })
    for (const written of [national, '(+965) 5104 1065', '(00965) 5104 1065'])
      expect(await shop.owner.get(`/api/customers/${encodeURIComponent(written)}`)).toMatchObject({ body: { id } })
    expect(await shop.owner.get(`/api/orders?customer_id=${national}`)).toMatchObject({ status: 200 })
  })

  test('is not simply its customer if another one is noted with the same digits in another country', async () => {
    const shop = await openIn('KW')
    const known = await shop.addCustomer({ name: 'Sara', phone: '+965 5512 3456' })
    const noted = {
      name: 'Maryam',
      phone: '55123456',
      addresses: [{ line1: '1 Corniche', city: 'Doha', country: 'QA' }],
    }
    const { id } = await shop.addCustomer(noted)
    const further = await shop.addCustomer({ ...noted, name: 'Noor', phone: '22001100', other_phones: ['66123456'] })
    const other = await shop.addCustomer({ name: 'Dana', phone: '+965 6612 3456' })
    for (const [name, ids] of [
      ['5512 3456', [id, known.id]],
      ['66123456', [other.id, further.id]],
    ] as const) {
      const problem = expectProblem(await shop.owner.get(`/api/customers/${name}`), 409, 'ambiguous')
      expect(problem['candidates']).toMatchObject(ids.map((candidate) => ({ id: candidate })))
    }
    expect(await shop.owner.get('/api/customers/%2B96555123456')).toMatchObject({ body: { id: known.id } })
    expect(await shop.owner.get('/api/customers/%2B97455123456')).toMatchObject({ body: { id } })
  })

  test('is not simply the customer of another country, if the end of one from a third is the same', async () => {
    const shop = await openIn('KW')
    const dubai = { line1: '1 Creek Rd', city: 'Dubai', country: 'AE' }
    const huda = await shop.addCustomer({ name: 'Huda', phone: '0501234567', addresses: [dubai] })
    const noor = await shop.addCustomer({ name: 'Noor', phone: '+966 50 123 4567' })
    const problem = expectProblem(await shop.owner.get('/api/customers/0501234567'), 409, 'ambiguous')
    expect(problem['candidates']).toMatchObject([{ id: huda.id }, { id: noor.id }])
  })

  test('is one of the country to which the order goes, if it is in use there', async () => {
    const shop = await openIn('KW')
    const address = { line1: 'King Fahd Rd', city: 'Riyadh', country: 'SA' }
    await shop.owner.post('/api/orders', { customer: { name: 'Huda', phone: '0512345678' }, address, items })
    await shop.owner.post('/api/orders', { customer: { name: 'Noor', phone: national }, address, items })
    const rows = await asOwner`select phone_e164 from customers where store_id = ${shop.store.id} order by name`
    expect(rows.map(({ phone_e164 }) => phone_e164)).toEqual(['+966512345678', '+96551041065'])
  })

  test('is stored as sent, and is not read again when the store moves', async () => {
    const shop = await openIn('KW')
    const { id } = await shop.addCustomer({ name: 'Sara', phone: national })
    await shop.owner.patch(`/api/stores/${shop.store.id}`, { country: 'BH' })
    expect(await shop.owner.patch(`/api/customers/${id}`, { phone: national, notes: 'Moved' })).toMatchObject({
      body: { phone: national, warnings: [] },
    })
    const [row] = await asOwner`select phone_e164 from customers where store_id = ${shop.store.id}`
    expect(row).toEqual({ phone_e164: '+96551041065' })
  })
})

test('a number that cannot be read is kept, and said to be', async () => {
  const shop = await openIn('KW')
  const unread = (pointer: string) => ({ code: 'phone_not_international', pointer })
  const customer = await shop.owner.post('/api/customers', {
    name: 'Huda',
    phone: '12345',
    other_phones: ['+965 22001100', '123456'],
  })
  expect(customer).toMatchObject({ status: 201, body: { warnings: [unread('/phone'), unread('/other_phones/1')] } })
  const order = await shop.owner.post('/api/orders', { customer: { name: 'Noor', phone: '212 555 1014' }, items })
  expect(order).toMatchObject({
    status: 201,
    body: { customer_phone: '212 555 1014', warnings: [unread('/customer/phone')] },
  })
  const { id } = Object(order.body)
  for (const [customer_phone, phone, pointers] of [
    ['54321', '12345', ['/customer_phone', '/customer/phone']],
    ['54321', '+965 22001100', ['/customer_phone']],
    ['+965 22001100', '12345', ['/customer/phone']],
  ] as const) {
    const { body } = await shop.owner.post('/api/orders', { customer_phone, customer: { name: 'Noor', phone }, items })
    const warnings: readonly unknown[] = Object(body).warnings
    expect(warnings.filter((warning) => Object(warning).code === 'phone_not_international')).toMatchObject(
      pointers.map(unread),
    )
  }
  expect(await shop.owner.patch(`/api/orders/${id}`, { customer_phone: '54321' })).toMatchObject({
    body: { warnings: [unread('/customer_phone')] },
  })
  expect(await shop.owner.patch(`/api/orders/${id}`, { notes: 'Gift' })).toMatchObject({ body: { warnings: [] } })
  const report = await sent(shop.owner, 'customers', JSON.stringify({ name: 'Ali', phone: '54321' }), {
    type: types.jsonl,
  })
  expect(report).toMatchObject({ created: 1, rows: [{ warnings: [{ code: 'phone_not_international' }] }] })
})

test('a number that cannot be read is one customer of the same name, also in files, and however often they are sent', async () => {
  const shop = await openIn('KW')
  await shop.addProduct({ title: 'Cap', price: 10, variants: [{ sku: 'SC', on_hand: 9 }] })
  const send = async (kind: 'orders' | 'customers', ...rows: readonly object[]) =>
    sent(shop.owner, kind, rows.map((row) => JSON.stringify(row)).join('\n'), { type: types.jsonl })
  const noor = { name: 'Noor', phone: '212 555 1014' }
  const order = (external_id: string, customer_name = noor.name) => ({
    external_id,
    customer_name,
    customer_phone: noor.phone,
    items: [{ variant_sku: 'SC', quantity: 1, unit_price: 10 }],
  })
  expect(await send('orders', order('O-1'), order('O-2'), order('O-3', 'Sara'))).toMatchObject({ created: 3 })
  expect(await send('orders', order('O-4'))).toMatchObject({ created: 1 })
  expect(await send('customers', noor)).toMatchObject({ unchanged: 1 })
  expect(await send('customers', { ...noor, tags: ['vip'] })).toMatchObject({ updated: 1 })
  expect(await send('customers', { ...noor, phone: '(212) 555-1015' })).toMatchObject({ created: 1 })
  // Of two in another system, neither is the other.
  expect(await send('customers', { ...noor, external_id: 'C-1' }, { ...noor, external_id: 'C-2' })).toMatchObject({
    created: 2,
  })
  const mailed = (email: string) => ({ ...order(`O-${email}`, 'Guest'), customer_email: email })
  expect(await send('orders', mailed('a@shop.test'), mailed('b@shop.test'), mailed('c@shop.test'))).toMatchObject({
    created: 3,
  })
  const rows =
    await asOwner`select name, phone, external_id from customers where store_id = ${shop.store.id} order by name, external_id, phone`
  expect(rows).toEqual([
    ...Array.from({ length: 3 }, () => ({ ...noor, name: 'Guest', external_id: null })),
    { ...noor, external_id: 'C-1' },
    { ...noor, external_id: 'C-2' },
    { ...noor, phone: '(212) 555-1015', external_id: null },
    { ...noor, external_id: null },
    { ...noor, name: 'Sara', external_id: null },
  ])
})

test('an import that finds a customer by a further number keeps their main one', async () => {
  const shop = await openIn('KW')
  const { id } = await shop.addCustomer({ name: 'Noor', phone: international, other_phones: ['12345'] })
  const rows = JSON.stringify({ name: 'Noor', phone: '1-2345', notes: 'Calls late' })
  expect(await sent(shop.owner, 'customers', rows, { type: types.jsonl })).toMatchObject({ updated: 1 })
  expect(await shop.owner.get(`/api/customers/${id}`)).toMatchObject({
    body: { phone: international, other_phones: ['12345'], notes: 'Calls late' },
  })
})

test('an import that is repeated after the store moved changes nothing', async () => {
  const shop = await openIn('SA')
  const row = JSON.stringify({ external_id: 'C-1', name: 'Huda', phone: '0501234567', other_phones: ['0501234568'] })
  expect(await sent(shop.owner, 'customers', row, { type: types.jsonl })).toMatchObject({ created: 1 })
  await shop.owner.patch(`/api/stores/${shop.store.id}`, { country: 'AE' })
  expect(await sent(shop.owner, 'customers', row, { type: types.jsonl })).toMatchObject({ unchanged: 1 })
})

test('an order knows the number of its customer, wherever it is from', async () => {
  const shop = await openIn('KW')
  const saudi = { line1: 'King Fahd Rd', city: 'Riyadh', country: 'SA' }
  const { id } = await shop.addCustomer({ name: 'Huda', phone: '0512345678', addresses: [saudi] })
  const [{ id: product_id }] = Object((await shop.owner.get('/api/products')).body).data
  const order = {
    customer_id: id,
    customer_phone: '0512345678',
    total_amount: 10,
    items: [{ product_id, quantity: 1, unit_price: 10 }],
  }
  expect(await shop.owner.post('/api/orders', order)).toMatchObject({ status: 201, body: { warnings: [] } })
})

test('without a country of the store, a number needs its country code, as ever', async () => {
  const shop = await openShop()
  await shop.addProduct({ title: 'Scarf', price: 10 })
  await shop.addCustomer({ name: 'Sara', phone: international })
  const order = await shop.owner.post('/api/orders', { customer: { name: 'Sara', phone: national }, items })
  expect(order).toMatchObject({ body: { warnings: [{ code: 'phone_not_international' }] } })
  expect(await customersOf(shop)).toHaveLength(2)
})

test('a customer who was noted before the store had a country is found by the same number', async () => {
  const shop = await openShop()
  await shop.addProduct({ title: 'Scarf', price: 10 })
  const { id } = await shop.addCustomer({ name: 'Sara', phone: national })
  await shop.owner.patch(`/api/stores/${shop.store.id}`, { country: 'KW' })
  expect(await shop.owner.post('/api/orders', { customer: { name: 'Sara', phone: national }, items })).toMatchObject({
    body: { customer_id: id },
  })
})

test.each([
  ['MX', '+52 1 55 1234 5678', '55 1234 5678'],
  ['BR', '+55 41 8888-7777', '(41) 98888-7777'],
  ['AR', '+54 9 11 2345 6789', '11 2345-6789'],
  ['CI', '+225 07 12 34 56', '07 07 12 34 56'],
])('in %s, a sender on WhatsApp is the customer who has the other form of the number', async (country, one, other) => {
  const shop = await openIn(country)
  const { id } = await shop.addCustomer({ name: 'Ana', phone: other })
  expect(await shop.owner.post('/api/orders', { customer: { name: 'Ana', phone: one }, items })).toMatchObject({
    body: { customer_id: id, customer_phone: one },
  })
  expect(await shop.owner.get(`/api/customers/${encodeURIComponent(one)}`)).toMatchObject({
    body: { id, phone: other },
  })
  for (const number of [one, other, one.replace(/\D/g, '')])
    expect(await shop.owner.get(`/api/customers?search=${encodeURIComponent(number)}`), number).toMatchObject({
      body: { data: [{ id }] },
    })
  const { receive } = await inboxOf(shop).addWebhook()
  await receive({ from: { phone: one }, body: 'Hello' })
  await receive({ from: { phone: other }, body: 'Hello again' })
  expect(await shop.owner.get('/api/inbox/conversations')).toMatchObject({
    body: { data: [{ customer_id: id }], meta: { total: 1 } },
  })
})

test('a shopper can leave the country code out, unless the number is not one of the store', async () => {
  const shop = await openIn('KW')
  const order = async (customer: object) =>
    shop.owner.post(`/api/storefront/${shop.store.slug}/orders`, {
      customer: { name: 'Sara', ...customer },
      items: [{ product_slug: 'scarf', quantity: 1 }],
    })
  expect(await order({ phone: national })).toMatchObject({ status: 201 })
  // The country that is sent is the only one.
  for (const customer of [{ phone: national, country: 'SA' }, { phone: '212 555 1014' }])
    expect(pointersOf(expectProblem(await order(customer), 422, 'invalid_input'))).toEqual(['/customer/phone'])
  const message = await shop.owner.post(`/api/storefront/${shop.store.slug}/messages`, {
    name: 'Sara',
    phone: national,
    body: 'Hi',
  })
  expect(message).toMatchObject({ status: 202 })
  expect(await customersOf(shop)).toHaveLength(1)
  expect(await shop.owner.get('/api/inbox/conversations', inStore(shop.store))).toMatchObject({
    body: { data: [{ customer_id: expect.any(String) }] },
  })
})
