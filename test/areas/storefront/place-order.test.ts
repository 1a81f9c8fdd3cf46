import { describe, expect, test } from 'vitest'
import { Order } from '../../../src/areas/orders/order.ts'
import { PlacedOrder } from '../../../src/areas/storefront/public/public-order.ts'
import { snapshot } from '../../isolation/snapshot.ts'
import { eventsOf } from '../../support/events.ts'
import { limiter } from '../../support/outside/limiter.ts'
import { database, service } from '../../support/service.ts'
import { expectBody, expectProblem, pointersOf } from '../../support/shop.ts'
import { exported, sent } from '../../platform/transfer/files.ts'
import { openWindow, type Window } from './shop-window.ts'

// POST /api/storefront/:slug/orders and GET /api/storefront/:slug/orders/:id, as a shopper sends them.

const amal = { name: 'Amal', phone: '+965 5000 0001' }

async function withScarf(options: Parameters<typeof openWindow>[0] = {}) {
  const window = await openWindow(options)
  const scarf = await window.addProduct({ title: 'Scarf', variants: [{ on_hand: 5 }] })
  const order = (changes: object = {}, headers?: Record<string, string>) =>
    window.send('/orders', { customer: amal, items: [{ product_id: scarf.id, quantity: 1 }], ...changes }, headers)
  return { ...window, scarf, order }
}

const seenBy = async ({ owner }: Pick<Window, 'owner'>, id: string) =>
  expectBody(await owner.get(`/api/orders/${id}`), 200, Order)

const variantsOf = async ({ owner }: Pick<Window, 'owner'>, id: string) =>
  Object((await owner.get(`/api/products/${id}`)).body).variants

describe('a shopper', () => {
  test('is recognized by a number that was first entered with its country code', async () => {
    const window = await withScarf()
    const { owner, order } = window
    const customer = { name: 'Amal', phone: '5000 0001', country: 'KW' }
    const { id } = expectBody(await order({ customer }), 201, PlacedOrder)
    const { customer_id } = await seenBy(window, id)
    await owner.patch(`/api/customers/${customer_id}`, { name: 'Amal A.', phone: '5000 0001', blocked: true })
    const file = await exported(owner, 'customers')
    expect(await sent(owner, 'customers', file)).toMatchObject({ unchanged: 1 })
    const blocked = expectBody(await order({ customer: amal, notes: 'again' }), 201, PlacedOrder)
    expect(await seenBy(window, blocked.id)).toMatchObject({ customer_id, hold_reason: 'customer_blocked' })
    await owner.patch(`/api/customers/${customer_id}`, { phone: null, other_phones: ['5000 0001'], blocked: false })
    await owner.patch(`/api/customers/${customer_id}`, { other_phones: ['2200 1100', '5000 0001'] })
    const again = expectBody(await order({ customer: amal, notes: 'once more' }), 201, PlacedOrder)
    expect(await seenBy(window, again.id)).toMatchObject({ customer_id })
    await owner.patch(`/api/customers/${customer_id}`, { other_phones: ['5000 0002'] })
    const other = expectBody(await order({ customer: amal, notes: 'and more' }), 201, PlacedOrder)
    expect((await seenBy(window, other.id)).customer_id).not.toBe(customer_id)
  })

  test('orders at the store’s prices, and the merchant sees the order', async () => {
    const window = await withScarf({ currency: 'KWD' })
    const mug = await window.addProduct({
      title: 'Mug',
      price: 2.125,
      variants: [
        { options: { colour: 'red' }, on_hand: 3, price: 2.5 },
        { options: { colour: 'blue' }, on_hand: 3 },
      ],
    })
    const answer = await window.order({
      customer: { ...amal, email: 'amal@example.com' },
      items: [
        { product_slug: 'scarf', quantity: 2 },
        { product_id: mug.id, options: { colour: 'red' }, quantity: 1 },
        { product_id: mug.id, variant_id: mug.variants[1]?.id, quantity: 2 },
      ],
      shipping_address: 'Block 1, Salmiya',
      notes: 'Ring twice',
      payment_method: 'cash_on_delivery',
      expected_total: 26.75,
    })
    const order = expectBody(answer, 201, PlacedOrder)
    expect(order).toMatchObject({
      number: 1001,
      name: '#1001',
      status: 'pending',
      payment_status: 'unpaid',
      currency: 'KWD',
      subtotal_amount: 26.75,
      shipping_amount: 0,
      total_amount: 26.75,
      items: [
        { product_name: 'Scarf', quantity: 2, unit_price: 10, line_total: 20, options: {} },
        { product_name: 'Mug', variant_name: 'red', options: { colour: 'red' }, unit_price: 2.5, line_total: 2.5 },
        { product_name: 'Mug', variant_name: 'blue', unit_price: 2.125, line_total: 4.25 },
      ],
    })
    expect(answer.headers.get('Location')).toBe(`${window.base}/orders/${order.id}`)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')

    const seen = await seenBy(window, order.id)
    expect(seen).toMatchObject({
      source: 'storefront',
      platform: 'website',
      customer_name: 'Amal',
      customer_phone: '+965 5000 0001',
      shipping_address: 'Block 1, Salmiya',
      payment_method: 'cash_on_delivery',
      notes: 'Ring twice',
      hold_reason: null,
      adjustment_amount: 0,
      total_amount: 26.75,
    })
    expect(await window.owner.get(`/api/customers/${seen.customer_id}`)).toMatchObject({
      body: {
        name: 'Amal',
        phone: '+965 5000 0001',
        email: 'amal@example.com',
        address: 'Block 1, Salmiya',
        orders_count: 1,
        total_spent: 26.75,
      },
    })
    expect(await variantsOf(window, window.scarf.id)).toMatchObject([{ on_hand: 5, reserved: 2 }])
    expect(await eventsOf(order.id)).toMatchObject([{ type: 'order.created', actor_kind: 'system' }])
  })

  test('reads the status of an order by its id, and nothing about the customer', async () => {
    const window = await withScarf()
    const made = await window.order({ shipping_address: 'Block 1', notes: 'Ring' })
    const { discount_refused: _refused, warnings: _warnings, ...placed } = expectBody(made, 201, PlacedOrder)
    const answer = await window.visit(`/orders/${placed.id}`)
    expect(answer).toMatchObject({ status: 200, body: placed })
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(JSON.stringify(answer.body)).not.toMatch(/Amal|5000 ?0001|Block 1|Ring|customer|hold|source|version/)
  })

  test('finds no order of another store, and none entered by the merchant', async () => {
    const [mine, theirs] = [await withScarf(), await withScarf()]
    const { id } = expectBody(await theirs.order(), 201, PlacedOrder)
    const taken = await mine.addOrder()
    for (const unseen of [id, taken.id, crypto.randomUUID(), 'number:1001', '1001', '%00'])
      expectProblem(await mine.visit(`/orders/${unseen}`), 404, 'not_found')
  })

  test('can enter the phone number as +country, 00country, or in national format with a country', async () => {
    const window = await withScarf()
    for (const phone of [
      { phone: '0096550000001' },
      { phone: '50000001', country: 'KW' },
      { phone: '٥٠٠٠ ٠٠٠١', country: 'kw' },
      { phone: '+965-5000-0001', country: 'SA' },
    ])
      expect(await window.order({ customer: { name: 'Amal', ...phone } })).toMatchObject({ status: 201 })
    expect(await window.owner.get('/api/customers')).toMatchObject({ body: { meta: { total: 1 } } })
    for (const phone of [
      { phone: '50000001' },
      { phone: 'call me' },
      { phone: '12', country: 'KW' },
      { phone: '50000001', country: 'SA' },
    ]) {
      const answer = await window.order({ customer: { name: 'Amal', ...phone } })
      expect(pointersOf(expectProblem(answer, 422, 'invalid_input'))).toEqual(['/customer/phone'])
    }
  })
})

describe('a known customer', () => {
  test('gets the order, and their data does not change', async () => {
    const window = await withScarf()
    const known = await window.addCustomer({
      name: 'Amal (pays late)',
      phone: '+96550000001',
      email: 'real@example.com',
      address: 'Her home',
      notes: 'VIP',
    })
    const made = await window.order({
      customer: { ...amal, name: 'Somebody else', email: 'evil@example.com' },
      notes: 'Hi',
    })
    const { id } = expectBody(made, 201, PlacedOrder)
    expect(JSON.stringify(made.body)).not.toMatch(/pays late|Her home|real@|VIP/)
    expect(await seenBy(window, id)).toMatchObject({
      customer_id: known.id,
      customer_name: 'Somebody else',
      // Not the address of the customer with this phone number.
      shipping_address: null,
      notes: 'Hi\nEmail: evil@example.com',
    })
    expect(await window.owner.get(`/api/customers/${known.id}`)).toMatchObject({
      body: {
        name: 'Amal (pays late)',
        phone: '+96550000001',
        email: 'real@example.com',
        address: 'Her home',
        notes: 'VIP',
        orders_count: 1,
      },
    })
  })

  test('is recognized by any of their phone numbers', async () => {
    const window = await withScarf()
    const known = await window.addCustomer({ name: 'Amal K.', phone: '+96550000009', other_phones: ['+965 5000 0001'] })
    const { id } = expectBody(await window.order(), 201, PlacedOrder)
    expect(await seenBy(window, id)).toMatchObject({ customer_id: known.id, customer_phone: '+965 5000 0001' })
    expect(await window.owner.get('/api/customers')).toMatchObject({ body: { meta: { total: 1 } } })
  })

  test('never shares a number with a customer whom the merchant edits at the same time', async () => {
    const window = await withScarf()
    const { id } = await window.addCustomer({ name: 'Badr', phone: '+96550000009' })
    for (let i = 1; i <= 4; i++) {
      const phone = `+9655000010${i}`
      const [made, changed] = await Promise.all([
        window.order({ customer: { name: 'Amal', phone } }),
        window.owner.patch(`/api/customers/${id}`, { other_phones: [phone] }),
      ])
      const seen = await seenBy(window, expectBody(made, 201, PlacedOrder).id)
      expect(changed.status === 200, JSON.stringify(changed.body)).toBe(seen.customer_id === id)
    }
    // The number already belongs to the shopper's customer.
    const { id: order } = expectBody(await window.order(), 201, PlacedOrder)
    expect((await seenBy(window, order)).customer_id).not.toBe(id)
    expect((await window.owner.patch(`/api/customers/${id}`, { other_phones: [amal.phone] })).status).toBe(409)
  })

  test('gets the same answer as an unknown one', async () => {
    const window = await withScarf()
    await window.addCustomer({ name: 'Known', phone: '+96550000001' })
    const shape = async (phone: string) => {
      const answer = await window.order({ customer: { name: 'A', phone } })
      return JSON.stringify(answer.body).replaceAll(/[0-9a-f-]{36}|#?100\d|"created_at":"[^"]+"/g, '_')
    }
    expect(await shape('+96550000001')).toBe(await shape('+96550000002'))
  })
})

describe('a shopper cannot order', () => {
  test('drafts, archived products, another store’s products, or products that do not exist', async () => {
    const [window, theirs] = [await withScarf(), await withScarf()]
    const draft = await window.addProduct({ title: 'Draft', status: 'draft' })
    const gone = await window.addProduct({ title: 'Gone' })
    await window.owner.delete(`/api/products/${gone.id}`)
    const before = await snapshot(window.store.id)
    const items = [
      { product_id: draft.id },
      { product_slug: 'draft' },
      { product_id: gone.id },
      { product_id: theirs.scarf.id, variant_id: theirs.scarf.variants[0]?.id },
      { product_id: crypto.randomUUID() },
      { product_slug: 'nothing' },
    ].map((item) => ({ ...item, quantity: 1 }))
    const problem = expectProblem(await window.order({ items }), 422, 'product_not_found')
    expect(pointersOf(problem)).toEqual(items.map((item, at) => `/items/${at}/${Object.keys(item)[0]}`))
    expect(await snapshot(window.store.id)).toEqual(before)
  })

  test('a product with several variants without choosing one; the variants are listed without stock', async () => {
    const window = await withScarf()
    const mug = await window.addProduct({
      title: 'Mug',
      variants: [{ options: { colour: 'red' }, sku: 'M-R', on_hand: 77 }, { options: { colour: 'blue' } }],
    })
    const items = [
      { product_id: mug.id },
      { product_id: mug.id, options: { colour: 'green' } },
      { product_id: mug.id, variant_id: window.scarf.variants[0]?.id },
      { product_slug: 'scarf', options: { colour: 'red' } },
    ].map((item) => ({ ...item, quantity: 1 }))
    const answer = await window.order({ items })
    const problem = expectProblem(answer, 422, 'variant_required')
    expect(pointersOf(problem)).toEqual(
      ['variant_id', 'options', 'variant_id', 'options'].map((field, at) => `/items/${at}/${field}`),
    )
    expect(problem.errors[0]?.['variants']).toEqual([
      { id: mug.variants[0]?.id, title: 'red', options: { colour: 'red' } },
      { id: mug.variants[1]?.id, title: 'blue', options: { colour: 'blue' } },
    ])
    expect(JSON.stringify(answer.body).replaceAll(/[0-9a-f-]{36}/g, '')).not.toMatch(/77|M-R/)
  })

  test('more than is in stock; the lines are named and no quantities', async () => {
    const window = await withScarf()
    await window.addProduct({ title: 'Mug', variants: [{ on_hand: 9 }] })
    await window.addProduct({ title: 'Gift card', variants: [{ tracked: false }] })
    const before = await snapshot(window.store.id)
    const answer = await window.order({
      items: [
        { product_slug: 'scarf', quantity: 3 },
        { product_slug: 'mug', quantity: 1 },
        // Its stock is unlimited.
        { product_slug: 'gift-card', quantity: 50 },
        { product_id: window.scarf.id, quantity: 3 },
      ],
    })
    const problem = expectProblem(answer, 409, 'insufficient_stock')
    expect(pointersOf(problem)).toEqual(['/items/0/quantity', '/items/1/quantity', '/items/3/quantity'])
    expect(JSON.stringify(answer.body)).not.toMatch(/available|requested|\b5\b/)
    expect(await snapshot(window.store.id)).toEqual(before)
    expect(await window.order({ items: [{ product_slug: 'scarf', quantity: 5 }] })).toMatchObject({ status: 201 })
  })

  test('what is sold out; only those lines are named', async () => {
    const window = await withScarf()
    await window.addProduct({ title: 'Cap', variants: [{ on_hand: 0 }] })
    const problemWith = async (quantity: number) => {
      const items = [
        { product_slug: 'scarf', quantity },
        { product_slug: 'cap', quantity: 1 },
      ]
      return expectProblem(await window.order({ items }), 409, 'insufficient_stock')
    }
    for (const quantity of [1, 5, 6, 100]) {
      const { errors } = await problemWith(quantity)
      expect(errors).toMatchObject([{ pointer: '/items/1/quantity', detail: '"Cap" is sold out.' }])
    }
  })

  test('in a way that reveals the stock of one line by another line’s rejection', async () => {
    const window = await withScarf()
    await window.addProduct({ title: 'Mug', variants: [{ on_hand: 9 }] })
    const answers = []
    for (const quantity of [2, 4, 5, 6, 7, 100]) {
      const items = [
        { product_slug: 'scarf', quantity },
        { product_slug: 'mug', quantity: 10 },
      ]
      const { errors } = expectProblem(await window.order({ items }), 409, 'insufficient_stock')
      answers.push(JSON.stringify(errors))
    }
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/items\/0.*items\/1/)
  })

  test('more than 100 of one line', async () => {
    const window = await withScarf()
    await window.addProduct({ title: 'Gift card', variants: [{ tracked: false }] })
    const order = (quantity: number) => window.order({ items: [{ product_slug: 'gift-card', quantity }] })
    expect(pointersOf(expectProblem(await order(101), 422, 'invalid_input'))).toEqual(['/items/0/quantity'])
    expect(await order(100)).toMatchObject({ status: 201 })
  })

  test('at a total that has changed; the new one is returned', async () => {
    const window = await withScarf()
    const before = await snapshot(window.store.id)
    const problem = expectProblem(await window.order({ expected_total: 9.99 }), 422, 'total_changed')
    expect(problem).toMatchObject({ expected_total_amount: 10 })
    expect(pointersOf(problem)).toEqual(['/expected_total'])
    expectProblem(await window.order({ expected_total: 10.001 }), 422, 'invalid_amount')
    expect(await snapshot(window.store.id)).toEqual(before)
    expect(await window.order({ expected_total: 10 })).toMatchObject({ status: 201 })
  })

  test('with prices, totals, statuses or sources of their own', async () => {
    const window = await withScarf()
    const item = { product_slug: 'scarf', quantity: 1 }
    for (const changes of [
      { total_amount: 1 },
      { discount_amount: 9 },
      { items: [{ ...item, unit_price: 0.01 }] },
      { items: [{ ...item, price: 0.01 }] },
      { items: [{ ...item, list_price: 0.01 }] },
      { customer: { ...amal, id: crypto.randomUUID() } },
      { customer: { ...amal, blocked: false } },
      { customer_id: crypto.randomUUID() },
      { status: 'completed' },
      { source: 'api' },
      { platform: 'direct' },
      { store_id: crypto.randomUUID() },
      { id: crypto.randomUUID() },
      { slug: 'another' },
      { key: { value: 'x', isFromCaller: true } },
    ])
      expectProblem(await window.order(changes), 422, 'invalid_input')
    expect(await window.owner.get('/api/orders')).toMatchObject({ body: { meta: { total: 0 } } })
  })

  test('with invalid fields, and gets every problem at once', async () => {
    const { send } = await withScarf()
    const problem = expectProblem(
      await send('/orders', {
        customer: { name: '', phone: 'x', email: 'x' },
        items: [{ quantity: 0 }, { product_slug: 'a b', product_id: 'x', quantity: 101 }],
        expected_total: -1,
      }),
      422,
      'invalid_input',
    )
    expect(pointersOf(problem)).toEqual(
      expect.arrayContaining([
        '/customer/name',
        '/customer/email',
        '/items/0/quantity',
        '/items/1/quantity',
        '/expected_total',
      ]),
    )
    const both = { product_id: crypto.randomUUID(), product_slug: 'scarf', quantity: 1 }
    const twice = expectProblem(await send('/orders', { customer: amal, items: [both] }), 422, 'invalid_input')
    expect(pointersOf(twice)).toEqual(['/items/0/product_id'])
  })

  test('for more than the largest possible total', async () => {
    const window = await withScarf()
    await window.addProduct({ title: 'Palace', price: 9_000_000_000_000, variants: [{ tracked: false }] })
    const items = [1, 2].map(() => ({ product_slug: 'palace', quantity: 100 }))
    expectProblem(await window.order({ items }), 422, 'invalid_amount')
  })

  test('in a store that is closed, unpublished or does not exist', async () => {
    const hidden = await withScarf({ published: false })
    expectProblem(await hidden.order(), 404, 'not_found')
    const body = JSON.stringify({ customer: amal, items: [{ product_slug: 'scarf', quantity: 1 }] })
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
    for (const slug of ['nobody-has-this', 'pages', 'A B'])
      expectProblem(await service().fetch(`/api/storefront/${encodeURIComponent(slug)}/orders`, init), 404, 'not_found')
    expectProblem(await hidden.send('/orders', 'no object'), 422, 'invalid_input')
    const form = { ...init, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }
    expectProblem(await service().fetch(`${hidden.base}/orders`, form), 415, 'unsupported_media_type')
  })
})

describe('a repeated order', () => {
  test('with the same Idempotency-Key gets the first answer, and is one order', async () => {
    const window = await withScarf()
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const first = await window.order({}, key)
    // The retry succeeds even though the product is no longer on sale.
    await window.owner.delete(`/api/products/${window.scarf.id}`)
    const again = await window.order({}, key)
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(first.headers.get('Idempotent-Replayed')).toBeNull()
    expectProblem(await window.order({ notes: 'other' }, key), 422, 'idempotency_key_reused')
    expect(await window.owner.get('/api/orders')).toMatchObject({ body: { meta: { total: 1 } } })
  })

  test('sent 20 times at once with one key is one order, even for a new customer', async () => {
    const window = await withScarf()
    const key = { 'Idempotency-Key': 'checkout-1' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => window.order({}, key)))
    for (const answer of answers) expect(answer).toMatchObject({ status: 201, body: answers[0]?.body })
    expect(answers.filter(({ headers }) => headers.get('Idempotent-Replayed') === null)).toHaveLength(1)
    expect(await variantsOf(window, window.scarf.id)).toMatchObject([{ reserved: 1 }])
    expect(await window.owner.get('/api/customers')).toMatchObject({ body: { meta: { total: 1 } } })
  })

  test('with another shopper’s key is a new order', async () => {
    const window = await withScarf()
    const key = { 'Idempotency-Key': '1' }
    const first = expectBody(await window.order({}, key), 201, PlacedOrder)
    const other = await window.order({ customer: { name: 'Badr', phone: '+96550000002' } }, key)
    expect(expectBody(other, 201, PlacedOrder).id).not.toBe(first.id)
    expectProblem(await window.order({}, { 'Idempotency-Key': 'two words' }), 400, 'invalid_idempotency_key')
  })

  test('can use the key of a rejected order', async () => {
    const window = await withScarf()
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    expectProblem(await window.order({ expected_total: 1 }, key), 422, 'total_changed')
    expect(await window.order({ expected_total: 10 }, key)).toMatchObject({ status: 201 })
  })

  test('without a key is put on hold for the merchant, and the shopper does not notice', async () => {
    const window = await withScarf()
    const first = expectBody(await window.order(), 201, PlacedOrder)
    const second = expectBody(await window.order(), 201, PlacedOrder)
    expect(second).toMatchObject({ number: 1002, status: 'pending' })
    expect(await seenBy(window, first.id)).toMatchObject({ hold_reason: null })
    expect(await seenBy(window, second.id)).toMatchObject({ hold_reason: 'duplicate' })
    expect((await eventsOf(second.id)).at(-1)).toMatchObject({
      type: 'order.held',
      data: { reason: 'duplicate', duplicate_of: 1001 },
    })
    const third = await window.order({ items: [{ product_slug: 'scarf', quantity: 2 }] })
    expect(await seenBy(window, expectBody(third, 201, PlacedOrder).id)).toMatchObject({ hold_reason: null })
  })

  test('after a lost response of the database is one order', async () => {
    const tag = `lost-${crypto.randomUUID()}`
    const window = await withScarf()
    const through = service(tag)
    for (let i = 1; i <= 5; i++) {
      await database(tag).disturb({ lose_reply_after_commit: 1, times: 1 })
      const answer = await through.fetch(`${window.base}/orders`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          customer: { name: 'A', phone: `+9655000000${i}` },
          items: [{ product_slug: 'scarf', quantity: 1 }],
        }),
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      expect((await database(tag).seen()).injected).toBe(1)
    }
    expect(await window.owner.get('/api/orders')).toMatchObject({ body: { meta: { total: 5 } } })
    expect(await variantsOf(window, window.scarf.id)).toMatchObject([{ reserved: 5 }])
  })
})

describe('many shoppers at once', () => {
  test('60 shoppers, 20 pieces: 20 orders, 40 rejections, and order numbers without a gap', async () => {
    const window = await openWindow()
    const scarf = await window.addProduct({ title: 'Scarf', variants: [{ on_hand: 20 }] })
    const cap = await window.addProduct({ title: 'Cap', variants: [{ on_hand: 1000 }] })
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => {
        const items = [
          { product_id: scarf.id, quantity: 1 },
          { product_id: cap.id, quantity: 1 },
        ]
        // Known and new customers, some with several orders, and lines in any order.
        const phone = `+9655000${String(1000 + (i % 25))}`
        return window.send('/orders', { customer: { name: `S${i}`, phone }, items: i % 2 ? items : items.toReversed() })
      }),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(20)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectProblem(answer, 409, 'insufficient_stock')
    const numbers = answers.flatMap(({ status, body }) => (status === 201 ? [Number(Object(body).number)] : []))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => 1001 + i))
    expect(await variantsOf(window, scarf.id)).toMatchObject([{ on_hand: 20, reserved: 20 }])
    expect(await variantsOf(window, cap.id)).toMatchObject([{ reserved: 20 }])
  })
})

describe('round trips', () => {
  test('one for an order, two for its replay, one for a rejection, one for its status', async () => {
    const tag = `shopper-${crypto.randomUUID()}`
    const window = await withScarf()
    const through = service(tag)
    const trips = async () => (await database(tag).seen()).requests
    const send = (body: object, headers: Record<string, string> = {}) =>
      through.fetch(`${window.base}/orders`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ customer: amal, items: [{ product_slug: 'scarf', quantity: 1 }], ...body }),
      })
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const { id } = expectBody(await send({}, key), 201, PlacedOrder)
    expect(await trips()).toBe(1)
    expect((await send({}, key)).status).toBe(201)
    expect(await trips()).toBe(1 + 2)
    expect((await send({ expected_total: 1 })).status).toBe(422)
    expect(await trips()).toBe(3 + 1)
    expect((await through.fetch(`${window.base}/orders/${id}`)).status).toBe(200)
    expect(await trips()).toBe(4 + 1)
    expect((await send({ customer: {} })).status).toBe(422)
    expect(await trips()).toBe(5)
  })
})

test('reading a storefront is rate limited only if it is not cached', async () => {
  const { base } = await openWindow()
  const { binding, keys } = limiter(1)
  const through = service(undefined, { RATE_LIMITER: binding })
  const look = (path: string) => through.fetch(`${base}${path}`, { headers: { 'CF-Connecting-IP': '192.0.2.9' } })
  for (let i = 0; i < 3; i++) expect(await look('')).toMatchObject({ status: 200 })
  expectProblem(await look('/products'), 429, 'rate_limited')
  expect(keys()).toEqual(['storefront address 192.0.2.9/32'])
})
