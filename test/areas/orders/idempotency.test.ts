import { describe, expect, test } from 'vitest'
import { database, service } from '../../support/service.ts'
import { client, CreatedOrder, expectBody, expectProblem } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { expectBooks } from './books.ts'
import { openScarfShop } from './scarf-shop.ts'

const keyed = (key: string = crypto.randomUUID()) => ({ 'Idempotency-Key': key })

describe('an order sent again with its key', () => {
  test('returns the first result even if stock, names and prices have changed', async () => {
    const { owner, buy, customer, scarf, store } = await openScarfShop({ on_hand: 1 })
    const key = keyed()
    const first = await buy({}, key)
    expectBody(first, 201, CreatedOrder)
    await owner.patch(`/api/customers/${customer.id}`, { name: 'Somebody else' })
    await owner.delete(`/api/products/${scarf.id}`)
    await asOwner`update orders set status = 'confirmed', version = 2 where store_id = ${store.id}`
    const second = await buy({}, key)
    expect(second).toMatchObject({ status: 201, body: first.body })
    expect(second.headers.get('Idempotent-Replayed')).toBe('true')
  })

  test('is rejected with a different body, but may format the same body differently', async () => {
    const { owner, order, buy, store } = await openScarfShop()
    const key = keyed()
    const first = await buy({ notes: 'one', platform: 'pos' }, key)
    for (const other of [
      { notes: 'two', platform: 'pos' },
      { notes: 'one' },
      { notes: 'one', platform: 'pos', tags: ['x'] },
    ])
      expectProblem(await buy(other, key), 422, 'idempotency_key_reused')
    const { items, ...rest } = order({ platform: 'pos', notes: 'one' })
    const same = await owner.post(
      '/api/orders',
      { items, ...Object.fromEntries(Object.entries(rest).toReversed()) },
      key,
    )
    expect(same.body).toEqual(first.body)
    await expectBooks(store.id, { orders: 1, reserved: 1 })
  })

  test('after a rejection is processed again', async () => {
    const { owner, buy, line, scarf, store } = await openScarfShop({ on_hand: 1 })
    const key = keyed()
    const two = { items: [line({ quantity: 2 })], total_amount: 20 }
    expectProblem(await buy({ total_amount: -1 }, key), 422, 'invalid_input')
    expectProblem(await buy({ total_amount: 0.001 }, key), 422, 'invalid_amount')
    for (const _ of [1, 2]) expectProblem(await buy(two, key), 409, 'insufficient_stock')
    await owner.post('/api/inventory/adjust', { variant_id: scarf.variants[0]?.id, delta: 1, reason: 'received' })
    const made = await buy(two, key)
    expectBody(made, 201, CreatedOrder)
    expect(made.headers.get('Idempotent-Replayed')).toBeNull()
    await expectBooks(store.id, { orders: 1, reserved: 2 })
  })

  test('is rejected if the caller may no longer create orders', async () => {
    const { hire, order, store } = await openScarfShop()
    const staff = await hire('staff')
    const key = keyed()
    expectBody(await staff.post('/api/orders', order(), key), 201, CreatedOrder)
    await asOwner`update store_members set role = 'viewer' where store_id = ${store.id} and subject = ${staff.subject}`
    expectProblem(await staff.post('/api/orders', order(), key), 403, 'forbidden')
    await asOwner`delete from store_members where store_id = ${store.id} and subject = ${staff.subject}`
    expectProblem(await staff.post('/api/orders', order(), key), 422, 'customer_not_found')
  })
})

test('fifty requests at once with one key create one order, and 49 replay it', async () => {
  const { buy, store } = await openScarfShop()
  const key = keyed()
  const answers = await Promise.all(Array.from({ length: 50 }, () => buy({}, key)))
  const first = answers.find(({ headers }) => headers.get('Idempotent-Replayed') === null)
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201))
  expect(answers.filter(({ headers }) => headers.get('Idempotent-Replayed') === 'true')).toHaveLength(49)
  for (const { body, headers } of answers) {
    expect(body).toEqual(first?.body)
    for (const name of ['Location', 'ETag']) expect(headers.get(name)).toBe(first?.headers.get(name))
  }
  await expectBooks(store.id, { orders: 1, reserved: 1 })
})

test('creating an order takes one database round trip, a replay two, invalid input none', async () => {
  const { owner, order, line, store } = await openScarfShop()
  const tag = `trips-${store.id}`
  const counted = client(owner.token, service(tag))
  const key = keyed()
  const trips: number[] = []
  for (const [body, headers] of [
    [order(), key],
    [order(), key],
    [order(), {}],
    [order({ notes: 'another' }), key],
    [order({ items: [line({ quantity: 101 })] }), {}],
    [order({ total_amount: 0.001 }), {}],
    [order({ total_amount: -1 }), {}],
    [order(), keyed('')],
  ] as const) {
    const { requests } = await database(tag).seen()
    await counted.post('/api/orders', body, headers)
    trips.push((await database(tag).seen()).requests - requests)
  }
  expect(trips).toEqual([1, 2, 1, 1, 1, 1, 0, 0])
})
