import { beforeAll, describe, expect, test } from 'vitest'
import { answerOf, callOf, tokenFor, post, refusalOf } from '../../support/callers/assistant.ts'
import { eventTypesOf } from '../../support/events.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { CreatedOrder, expectBody, expectProblem, pointersOf } from '../../support/shop.ts'
import { openScarfShop } from './scarf-shop.ts'
import { setTax } from '../stores/taxes.ts'

async function openPhoneShop() {
  const shop = await openScarfShop()
  await shop.addProduct({ title: 'Wool Beanie', price: 4.1, variants: [{ sku: 'WB', on_hand: 50 }] })
  const { token } = await tokenFor(shop, { scopes: ['orders:write'] })
  return { ...shop, order: (args: Record<string, unknown>) => post(callOf('create_order', args), { token }) }
}

let shop: Awaited<ReturnType<typeof openPhoneShop>>
beforeAll(async () => {
  shop = await openPhoneShop()
})

const items = [
  { product_id: 'Wool Beanie', quantity: 2 },
  { product_id: 'SC-1', quantity: 1 },
]

const customersWith = (phone: string) =>
  shop.sql`select id, name, email from customers where store_id = ${shop.store.id} and phone_e164 = ${phone}`

describe('an assistant with orders:write alone', () => {
  test('takes an order from a new customer, with products by name and prices of the catalogue', async () => {
    const customer = { name: 'Huda', phone: '+965 5111 0001', email: 'huda@test.example', address: '5 Main St' }
    const order = answerOf(await shop.order({ customer, items, platform: 'phone' }))
    expect(order).toMatchObject({
      customer_name: 'Huda',
      customer_phone: '+965 5111 0001',
      shipping_address: '5 Main St',
      total_amount: 18.2,
      adjustment_amount: 0,
      items: [
        { product_name: 'Wool Beanie', variant_sku: 'WB', quantity: 2, unit_price: 4.1 },
        { variant_sku: 'SC-1', unit_price: 10 },
      ],
    })
    const [made, ...others] = await customersWith('+96551110001')
    expect([made, others]).toEqual([{ id: order['customer_id'], name: 'Huda', email: 'huda@test.example' }, []])
    expect(await eventTypesOf(String(order['customer_id']))).toEqual(['customer.created'])
  })

  test('finds a known customer by phone in any notation, does not change them, and says whom it joined', async () => {
    const customer = { name: 'A. Salem', phone: '00965-5012-3456', address: '7 Sea St' }
    const order = answerOf(await shop.order({ customer, items }))
    expect(order).toMatchObject({
      customer_id: shop.customer.id,
      customer_name: 'A. Salem',
      customer_phone: '00965-5012-3456',
      shipping_address: '7 Sea St',
      // This assistant may not read customers.
      warnings: [{ code: 'joined_customer', customer_id: shop.customer.id }],
    })
    expect(JSON.stringify(order)).not.toContain('Amal')
    const [warning] = expectBody(
      await shop.owner.post('/api/orders', { customer, items: [{ product_id: 'SC-1', quantity: 4 }] }),
      201,
      CreatedOrder,
    ).warnings
    expect(warning).toMatchObject({ code: 'joined_customer', customer_id: shop.customer.id, name: 'Amal' })
    expect(await customersWith('+96550123456')).toMatchObject([{ name: 'Amal' }])
    const own = answerOf(
      await shop.order({
        customer: { name: 'AMAL', phone: '+965 5012 3456' },
        items: [{ product_id: 'SC-1', quantity: 7 }],
      }),
    )
    expect(own).toMatchObject({ customer_name: 'AMAL', warnings: [] })
  })

  test('two orders at once from the same new number make one customer', async () => {
    const customer = { name: 'Twin', phone: '+965 5111 0002' }
    const [one, other] = await Promise.all([shop.order({ customer, items }), shop.order({ customer, items })])
    expect(answerOf(one)['customer_id']).toBe(answerOf(other)['customer_id'])
    expect(await customersWith('+96551110002')).toHaveLength(1)
  })

  test('is told which products it may mean, and leaves no customer behind', async () => {
    await shop.addProduct({ title: 'Glove' })
    await shop.addProduct({ title: 'Glove' })
    const customer = { name: 'Nobody', phone: '+965 5111 0003' }
    const wrong = [...items, { product_id: 'Glove', quantity: 1 }, { product_id: 'Silk Hat', quantity: 1 }]
    const { errors } = refusalOf(await shop.order({ customer, items: wrong }))
    expect(errors).toMatchObject([
      { pointer: '/items/2/product_id', code: 'ambiguous', candidates: [{ title: 'Glove' }, { title: 'Glove' }] },
      { pointer: '/items/3/product_id', code: 'product_not_found', detail: 'No product "Silk Hat" in this store.' },
    ])
    expect(await customersWith('+96551110003')).toEqual([])
  })

  test('states the exact sum or nothing', async () => {
    const customer_id = shop.customer.id
    for (const total_amount of [0, 18.19, 18.21])
      expect(refusalOf(await shop.order({ customer_id, items, total_amount }))).toMatchObject({
        code: 'total_mismatch',
        expected_total_amount: 18.2,
      })
    const sent = { customer_id, items, total_amount: 20, shipping_amount: 3 }
    expect(refusalOf(await shop.order(sent))).toMatchObject({
      expected_total_amount: 21.2,
      detail: expect.stringMatching(/add up to 21.2. To book that, .* Without total_amount, .* computed/),
    })
    expect(answerOf(await shop.order({ customer_id, items, total_amount: 18.2 }))).toMatchObject({
      adjustment_amount: 0,
    })
    const shipped = { customer_id, items, shipping_amount: 2 }
    expect(answerOf(await shop.order(shipped))).toMatchObject({ total_amount: 20.2, shipping_amount: 2 })
  })

  test('names the customer it looked for', async () => {
    const { token } = await tokenFor(shop, { scopes: ['orders:write', 'crm:read'] })
    const unknown = { customer_id: '+965 9999 9999', items }
    expect(refusalOf(await post(callOf('create_order', unknown), { token }))).toMatchObject({
      code: 'customer_not_found',
      detail: 'No customer +965 9999 9999 in this store.',
      errors: [{ pointer: '/customer_id' }],
    })
    expect(pointersOf(refusalOf(await shop.order({ items })))).toEqual(['/customer_id'])
    const both = { customer_id: shop.customer.id, customer: { name: 'X', phone: '+96551110009' }, items }
    expect(pointersOf(refusalOf(await shop.order(both)))).toEqual(['/customer'])
  })
})

describe('the number of another country', () => {
  test('is nobody else’s: a stored number without its country is not the end of it', async () => {
    const stored = await shop.addCustomer({ name: 'Dana', phone: '0501234567' })
    const made = answerOf(await shop.order({ customer: { name: 'Omar', phone: '+971501234567' }, items }))
    expect(made['customer_id']).not.toBe(stored.id)
    expect(made).toMatchObject({ customer_name: 'Omar', customer_phone: '+971501234567', warnings: [] })
    expect((await shop.owner.get('/api/customers/%2B971501234567')).body).toMatchObject({ name: 'Omar' })
  })

  test('without its country finds only the customer of the same name who has it so', async () => {
    const order = async (name: string) =>
      answerOf(await shop.order({ customer: { name, phone: '050 765 4321' }, items }))
    const first = await order('Huda')
    expect((await order(' huda '))['customer_id']).toBe(first['customer_id'])
    expect((await order('Salma'))['customer_id']).not.toBe(first['customer_id'])
    // Amal has +965 5012 3456.
    const bare = answerOf(await shop.order({ customer: { name: 'Amal', phone: '5012 3456' }, items }))
    expect(bare['customer_id']).not.toBe(shop.customer.id)
  })
})

test('amounts left out are computed with the discounts and tax of the store, as in a quote', async () => {
  const taxed = await openPhoneShop()
  await setTax(taxed.store)
  const customer = { name: 'Huda', phone: '+965 5111 0001' }
  expect(answerOf(await taxed.order({ customer, items }))).toMatchObject({ tax_amount: 1.82, total_amount: 20.02 })
  // Both ways on are named, and what each would book.
  expect(refusalOf(await taxed.order({ customer, items, total_amount: 18 }))).toMatchObject({
    expected_total_amount: 18.2,
    computed_total_amount: 20.02,
  })
})

describe('a session', () => {
  test('states total and prices for a customer_id, as published, and may leave them out for `customer`', async () => {
    const { owner, customer, bought } = shop
    const bare = expectProblem(
      await owner.post('/api/orders', { customer_id: customer.id, items }),
      422,
      'invalid_input',
    )
    expect(pointersOf(bare)).toEqual(['/total_amount', '/items/0/unit_price', '/items/1/unit_price'])
    const made = await owner.post('/api/orders', { customer: { name: 'Reem', phone: '+965 5111 0004' }, items })
    expect(expectBody(made, 201, CreatedOrder)).toMatchObject({ customer_name: 'Reem', total_amount: 18.2 })
    const adjusted = await bought({ total_amount: 0 })
    expect(adjusted.warnings).toMatchObject([{ code: 'total_differs_from_items', expected_total_amount: 10 }])
  })
})

test('an owner limits how much the totals of staff and admins may differ from catalogue prices', async () => {
  const { owner, store, hire, order: _order, ...rest } = await openPhoneShop()
  const [staff, admin] = [await hire('staff'), await hire('admin')]
  const key = await serverOf({ owner, store })
  const at = `/api/stores/${store.id}`
  const bound = await owner.patch(at, { max_adjustment_percent: { staff: 10 } })
  expect(bound).toMatchObject({ status: 200, body: { max_adjustment_percent: { admin: null, staff: 10 } } })
  const body = (total_amount: number) => ({ customer_id: rest.customer.id, items: [rest.line()], total_amount })
  for (const who of [staff, key])
    for (const [total, status] of [
      [9, 201],
      [11, 201],
      [8.99, 422],
      [11.01, 422],
    ] as const)
      expect((await who.post('/api/orders', body(total))).status, String(total)).toBe(status)
  expect((await admin.post('/api/orders', body(1))).status).toBe(201)
  const { id } = expectBody(await owner.post('/api/orders', body(1)), 201, CreatedOrder)
  expectProblem(await staff.patch(`/api/orders/${id}`, { total_amount: 2 }), 422, 'total_mismatch')
  expect((await staff.patch(`/api/orders/${id}`, { notes: 'Gift' })).status).toBe(200)
  // Nobody lifts their own bound.
  expectProblem(await admin.patch(at, { max_adjustment_percent: null }), 403, 'forbidden')
  expect((await admin.patch(at, { max_adjustment_percent: { staff: 10 } })).status).toBe(200)
  expect((await owner.patch(at, { max_adjustment_percent: null })).body).toMatchObject({
    max_adjustment_percent: { admin: null, staff: null },
  })
  expect((await staff.post('/api/orders', body(1))).status).toBe(201)
})
