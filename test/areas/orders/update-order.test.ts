import { describe, expect, test } from 'vitest'
import { Order } from '../../../src/areas/orders/order.ts'
import { eventsOf } from '../../support/events.ts'
import { expectBody, expectProblem, pointersOf } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { act, ask, orderOf, stockOf } from './acting.ts'
import { booksOf, expectSoundBooks } from './books.ts'
import { range } from './listing.ts'
import { openScarfShop, openWithOrder } from './scarf-shop.ts'

/** A pending order of two scarves at 10 each, in a shop that also has four hats. */
async function openOrder(on_hand = 10) {
  const shop = await openWithOrder({ on_hand, lines: [{ quantity: 2 }] })
  const hat = await shop.addProduct({ title: 'Hat', variants: [{ on_hand: 4 }] })
  const change = (body: unknown, headers?: Record<string, string>) =>
    shop.owner.patch(`/api/orders/${shop.id}`, body, headers)
  return {
    ...shop,
    hat,
    change,
    changed: async (body: unknown) => expectBody(await change(body), 200, Order),
    hats: (quantity: number, unit_price = 5) => ({ product_id: hat.id, quantity, unit_price }),
  }
}

describe('the texts of an order', () => {
  test('can be changed one by one, and other fields stay unchanged', async () => {
    const { changed, now, id, store } = await openOrder()
    const before = await now()
    const steps = [
      { notes: 'Ring twice' },
      { tags: ['vip', ' gift ', 'vip'] },
      { shipping_address: 'الكويت، شارع الخليج ٤', customer_phone: '00965 5000 0009' },
      { payment_method: 'cod', notes: null },
      { shipping_address: null, customer_phone: null, tags: [] },
    ]
    const expected = [
      { notes: 'Ring twice' },
      { tags: ['vip', 'gift'] },
      steps[2],
      { ...steps[3], payment_kind: 'cash_on_delivery' },
      steps[4],
    ]
    let current: object = before
    for (const [index, step] of steps.entries()) {
      const after = await changed(step)
      current = Object.assign({}, current, expected[index], {
        customer_phone_e164: after.customer_phone_e164,
        version: before.version + index + 1,
        updated_at: after.updated_at,
      })
      expect(after).toEqual(current)
      expect(await now()).toEqual(after)
    }
    const recorded = (await eventsOf(id)).slice(1)
    expect(recorded.map(({ type }) => type)).toEqual(steps.map(() => 'order.updated'))
    // The event has the names of the changed fields and, of notes, what they were.
    expect(recorded.map(({ data }) => data)).toEqual(
      steps.map((step, at) => ({
        changed: expect.arrayContaining(Object.keys(step)),
        ...(at === 3 && { previous_notes: 'Ring twice' }),
      })),
    )
    expect(JSON.stringify(recorded)).not.toMatch(/5000 ?0009/)
    await expectSoundBooks(store.id)
  })

  test('do not count as a change if they stay the same', async () => {
    const { changed, now, id, line } = await openOrder()
    const before = await changed({ notes: 'Ring twice', tags: ['vip'] })
    for (const same of [{}, { notes: 'Ring twice' }, { tags: ['vip'] }, { items: [line({ quantity: 2 })] }])
      expect(await changed(same)).toEqual(before)
    expect(await now()).toEqual(before)
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['order.created', 'order.updated'])
  })

  test('can be searched', async () => {
    const { changed, owner, id, store } = await openOrder()
    await changed({ notes: 'Engrave: نورة', tags: ['wedding'], customer_phone: '+965 5000 0009' })
    for (const term of ['نوره', 'wedding', '50000009'])
      expect((await owner.get(`/api/orders?search=${encodeURIComponent(term)}`)).body, term).toMatchObject({
        data: [{ id }],
      })
    expect(await asOwner`select customer_phone_e164 from orders where store_id = ${store.id}`).toEqual([
      { customer_phone_e164: '+96550000009' },
    ])
  })

  test('can be changed at any time, even after the order has ended', async () => {
    const { owner, changed, bought, id, store } = await openOrder()
    for (const action of ['confirm', 'prepare', 'ship', 'deliver', 'payments']) {
      await act(owner, id, action)
      expect((await changed({ notes: action })).notes).toBe(action)
    }
    expect(await changed({ tags: ['done'] })).toMatchObject({ status: 'completed' })
    const { id: dropped } = await bought()
    await act(owner, dropped, 'cancel')
    expect(await owner.patch(`/api/orders/${dropped}`, { notes: 'Came too late' })).toMatchObject({ status: 200 })
    await expectSoundBooks(store.id)
  })

  test('take only what such a field can be, of an order that exists', async () => {
    const { owner, change, now } = await openOrder()
    const before = await now()
    expectProblem(await owner.patch('/api/orders/number:9999', { notes: 'x' }), 404, 'not_found')
    for (const [body, pointer] of [
      [{ note: 'x' }, '/note'],
      [{ status: 'confirmed' }, '/status'],
      [{ number: 1 }, '/number'],
      [{ notes: 5 }, '/notes'],
      [{ tags: null }, '/tags'],
      [{ items: [] }, '/items'],
      [{ total_amount: -1 }, '/total_amount'],
    ] as const)
      expect(pointersOf(expectProblem(await change(body), 422, 'invalid_input'))).toEqual([pointer])
    expect(await now()).toEqual(before)
  })
})

describe('the items of an order', () => {
  test('are replaced as a whole, and the difference in stock is released or reserved', async () => {
    const { owner, changed, line, hats, scarf, hat, now, id, store } = await openOrder()
    const more = await changed({ items: [line({ quantity: 3 }), line({ quantity: 2, unit_price: 9 })] })
    expect(more).toMatchObject({ subtotal_amount: 48, total_amount: 48, version: 2 })
    expect(more.items.map(({ position, quantity, line_total }) => [position, quantity, line_total])).toEqual([
      [1, 3, 30],
      [2, 2, 18],
    ])
    expect(await stockOf(owner, scarf.id)).toEqual([{ on_hand: 10, reserved: 5 }])

    const other = await changed({ items: [hats(4), line()] })
    expect(other).toMatchObject({ subtotal_amount: 30, total_amount: 30, version: 3 })
    expect(await stockOf(owner, scarf.id)).toEqual([{ on_hand: 10, reserved: 1 }])
    expect(await stockOf(owner, hat.id)).toEqual([{ on_hand: 4, reserved: 4 }])
    expect(await now()).toEqual(other)
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      type: 'order.updated',
      data: { changed: ['items'], total_minor: 3000 },
    })
    expect((await owner.get('/api/orders?search=hat')).body).toMatchObject({ data: [{ id }] })
    await expectSoundBooks(store.id)
  })

  test('can use the stock that the order itself has reserved', async () => {
    const { owner, changed, change, line, scarf, store } = await openOrder(2)
    expect(await changed({ items: [line(), line({ unit_price: 8 })] })).toMatchObject({ total_amount: 18 })
    const problem = expectProblem(await change({ items: [line({ quantity: 2 }), line()] }), 409, 'insufficient_stock')
    expect(problem.errors).toMatchObject([
      { pointer: '/items/0/quantity', available: 2, requested: 3 },
      { pointer: '/items/1/quantity', available: 2, requested: 3 },
    ])
    expect(await stockOf(owner, scarf.id)).toEqual([{ on_hand: 2, reserved: 2 }])
    await expectSoundBooks(store.id)
  })

  test('stay unchanged if there is not enough stock', async () => {
    const { change, now, line, hats, scarf, owner, hat, store } = await openOrder()
    const [before, books] = await Promise.all([now(), booksOf(store.id)])
    const answer = await change({ items: [line(), hats(5)], notes: 'More', tags: ['more'] })
    expect(expectProblem(answer, 409, 'insufficient_stock')).toMatchObject({
      available: 4,
      requested: 5,
      errors: [{ pointer: '/items/1/quantity' }],
    })
    expect(await now()).toEqual(before)
    expect(await booksOf(store.id)).toEqual(books)
    expect(await stockOf(owner, scarf.id)).toEqual([{ on_hand: 10, reserved: 2 }])
    expect(await stockOf(owner, hat.id)).toEqual([{ on_hand: 4, reserved: 0 }])
  })

  test('cannot be changed once the order is prepared or has ended, and the error lists the allowed actions', async () => {
    const { owner, change, changed, bought, line, id, store } = await openOrder()
    await act(owner, id, 'confirm')
    await changed({ items: [line({ quantity: 1 })] })
    await act(owner, id, 'hold', { reason: 'call_later' })
    await changed({ items: [line({ quantity: 3 })] })
    await act(owner, id, 'confirm')
    const refusedAs = async (fulfillment: string) => {
      const before = await orderOf(owner, id)
      expect(before.fulfillment_status).toBe(fulfillment)
      for (const body of [
        // What is packed can still be left out: see packed.test.ts.
        { items: [line({ quantity: fulfillment === 'preparing' ? 4 : 1 })] },
        { total_amount: 5 },
        { shipping_amount: 1 },
        { items: [line({ quantity: 4 })], notes: 'x' },
      ])
        expect(expectProblem(await change(body), 409, 'invalid_transition')).toMatchObject({
          allowed_actions: before.allowed_actions,
        })
      expect(await orderOf(owner, id)).toEqual(before)
    }
    for (const [action, fulfillment] of [
      ['prepare', 'preparing'],
      ['ship', 'shipped'],
      ['deliver', 'delivered'],
      ['return', 'returned'],
      ['complete', 'returned'],
    ] as const) {
      await act(owner, id, action)
      await refusedAs(fulfillment)
    }
    const { id: dropped } = await bought()
    await act(owner, dropped, 'cancel')
    expectProblem(await owner.patch(`/api/orders/${dropped}`, { items: [line()] }), 409, 'invalid_transition')
    await expectSoundBooks(store.id)
  })

  test('must be products and variants that the store sells', async () => {
    const { change, now, line, owner, scarf, addProduct } = await openOrder()
    const theirs = await openScarfShop()
    const shirt = await addProduct({
      title: 'Shirt',
      variants: [{ options: { size: 'S' } }, { options: { size: 'M' } }],
    })
    const before = await now()
    const problem = expectProblem(
      await change({
        items: [line(), theirs.line(), { ...line(), product_id: shirt.id }, line({ unit_price: 0.001 })],
      }),
      422,
      'product_not_found',
    )
    expect(problem.errors.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/items/1/product_id', 'product_not_found'],
      ['/items/2/variant_id', 'variant_required'],
      ['/items/3/unit_price', 'invalid_amount'],
    ])
    await owner.delete(`/api/products/${scarf.id}`)
    expectProblem(await change({ items: [line({ quantity: 3 })] }), 422, 'product_not_found')
    expect(await now()).toEqual(before)
    // The other texts can be changed even if a product was archived.
    expect((await change({ shipping_amount: 1 })).status).toBe(200)
  })

  test('decide whether the order is a possible duplicate', async () => {
    const { changed, bought, line, id } = await openOrder()
    await changed({ items: [line({ quantity: 4 })] })
    const twin = await bought({ items: [line({ quantity: 4 })], total_amount: 40 })
    expect(twin.warnings).toMatchObject([{ code: 'possible_duplicate', order_id: id }])
    const other = await bought({ items: [line({ quantity: 2 })], total_amount: 20 })
    expect(other.warnings).toEqual([])
  })
})

describe('the total of an order', () => {
  test('defaults to the sum of its parts, unless the merchant sends one', async () => {
    const { changed, line, customer, owner, store } = await openOrder()
    expect(await changed({ shipping_amount: 3, tax_amount: 1.5, discount_amount: 0.5 })).toMatchObject({
      subtotal_amount: 20,
      total_amount: 24,
      adjustment_amount: 0,
    })
    expect(await changed({ items: [line()] })).toMatchObject({
      subtotal_amount: 10,
      total_amount: 14,
      shipping_amount: 3,
    })
    expect(await changed({ total_amount: 13 })).toMatchObject({ total_amount: 13, adjustment_amount: -1 })
    expect(await changed({ items: [line({ quantity: 2 })], total_amount: 25 })).toMatchObject({ adjustment_amount: 1 })
    expect(await changed({ shipping_amount: 0 })).toMatchObject({ total_amount: 21, adjustment_amount: 0 })
    expect((await owner.get(`/api/customers/${customer.id}`)).body).toMatchObject({ total_spent: 21, orders_count: 1 })
    await expectSoundBooks(store.id)
  })

  test('must be exact if a part is sent, and never negative', async () => {
    const { change, changed, now, line } = await openOrder()
    const before = await now()
    expect(expectProblem(await change({ shipping_amount: 2, total_amount: 20 }), 422, 'total_mismatch')).toMatchObject({
      expected_total_amount: 22,
      errors: [{ pointer: '/total_amount' }],
    })
    expect(
      expectProblem(await change({ items: [line()], tax_amount: 1, total_amount: 21 }), 422, 'total_mismatch'),
    ).toMatchObject({ expected_total_amount: 11 })
    expect(pointersOf(expectProblem(await change({ discount_amount: 21 }), 422, 'invalid_amount'))).toEqual([
      '/discount_amount',
    ])
    for (const name of ['shipping_amount', 'tax_amount', 'discount_amount', 'total_amount'])
      expect(pointersOf(expectProblem(await change({ [name]: 0.001 }), 422, 'invalid_amount'))).toEqual([`/${name}`])
    expect(await now()).toEqual(before)
    expect(await changed({ discount_amount: 20 })).toMatchObject({ total_amount: 0 })
    expectProblem(await change({ items: [line()] }), 422, 'invalid_amount')
  })

  test('decides whether the order counts as paid', async () => {
    const { owner, changed, id, line, store } = await openOrder()
    await act(owner, id, 'payments', { amount: 20 })
    const paid = async (items: unknown[]) => (await changed({ items })).payment_status
    expect(await paid([line({ quantity: 3 })])).toBe('partially_paid')
    expect(await paid([line()])).toBe('paid')
    expect(await paid([line({ quantity: 4 })])).toBe('partially_paid')
    expect(await act(owner, id, 'payments')).toMatchObject({ paid_amount: 40, payment_status: 'paid' })
    await expectSoundBooks(store.id)
  })
})

describe('a change', () => {
  test('of an order that has changed since it was read is rejected', async () => {
    const { owner, change, now, line, id } = await openOrder()
    const read = await owner.get(`/api/orders/${id}`)
    const etag = read.headers.get('ETag') ?? ''
    expect(etag).toBe('"v1"')
    const first = await change({ notes: 'first' }, { 'If-Match': etag })
    expect(first.headers.get('ETag')).toBe('"v2"')
    for (const body of [{ notes: 'second' }, { items: [line()] }])
      expectProblem(await change(body, { 'If-Match': etag }), 409, 'version_conflict')
    for (const action of ['confirm', 'payments', 'notes', 'cancel'])
      expectProblem(
        await ask(owner, id, action, action === 'notes' ? { body: 'x' } : {}, { 'If-Match': etag }),
        409,
        'version_conflict',
      )
    expect(await now()).toMatchObject({ notes: 'first', version: 2, status: 'pending' })
    const confirmed = await ask(owner, id, 'confirm', {}, { 'If-Match': '"v2"' })
    expect(confirmed.headers.get('ETag')).toBe('"v3"')
    expect((await change({ notes: 'any' }, { 'If-Match': '*' })).status).toBe(200)
    expectProblem(await change({ notes: 'x' }, { 'If-Match': 'v3' }), 400, 'invalid_header')
  })

  test('sent ten times with the same version succeeds once', async () => {
    const { change, now } = await openOrder()
    const answers = await Promise.all(
      range(1, 10).map((which) => change({ notes: `${which}` }, { 'If-Match': '"v1"' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) expectProblem(answer, 409, 'version_conflict')
    expect((await now()).version).toBe(2)
  })

  test('sent again with its key is made once, and returns the first result', async () => {
    const { change, now, line, store } = await openOrder()
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const body = { items: [line({ quantity: 5 })] }
    const first = await change(body, key)
    await change({ notes: 'later' })
    const second = await change(body, key)
    expect(second).toMatchObject({ status: 200, body: first.body })
    expect(second.headers.get('Idempotent-Replayed')).toBe('true')
    expectProblem(await change({ items: [line()] }, key), 422, 'idempotency_key_reused')
    expect(await now()).toMatchObject({ version: 3, notes: 'later' })
    await expectSoundBooks(store.id)
  })
})
