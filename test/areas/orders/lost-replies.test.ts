import { expect, test } from 'vitest'
import { crowd } from '../../support/run/effort.ts'
import { type Answer, database, type Faults, service } from '../../support/service.ts'
import { client, CreatedOrder, expectBody, expectProblem } from '../../support/shop.ts'
import { booksOf, expectBooks } from './books.ts'
import { range } from './listing.ts'
import { openScarfShop } from './scarf-shop.ts'

/** A scarf shop with a database connection that can be disturbed. */
async function openDisturbedShop(on_hand = 1_000) {
  const shop = await openScarfShop({ on_hand })
  const tag = `faults-${shop.store.id}`
  const disturbed = client(shop.owner.token, service(tag))
  const send = (key: string, notes = 'once') =>
    disturbed.post('/api/orders', shop.order({ notes }), { 'Idempotency-Key': key })
  return { ...shop, ...database(tag), send }
}

type Disturbed = Awaited<ReturnType<typeof openDisturbedShop>>

/** Retries until the answer is not a 503. The key may change with every attempt. */
async function insist({ send }: Disturbed, order: number, keyOf: (attempt: number) => string): Promise<Answer> {
  for (let attempt = 1; attempt <= 100; attempt++) {
    const answer = await send(keyOf(attempt), `order ${order}`)
    if (answer.status !== 503) return answer
  }
  throw new Error('100 attempts were not enough')
}

/** Sends many orders at once over a bad connection. Returns the numbers of the created ones. */
async function insistOnMany(shop: Disturbed, count: number, faults: Faults, { sameKey }: { sameKey: boolean }) {
  await shop.disturb(faults)
  const answers = await Promise.all(
    range(1, count).map((order) => insist(shop, order, (attempt) => `order-${order}${sameKey ? '' : `-${attempt}`}`)),
  )
  const { injected } = await shop.seen()
  await shop.reset()
  return { injected, orders: answers.map((answer) => expectBody(answer, 201, CreatedOrder)) }
}

/** Exactly the orders that were reported as created exist. */
async function expectNothingLostOrDoubled(
  shop: Disturbed,
  orders: readonly { id: string; number: number; notes: string | null }[],
) {
  await expectBooks(shop.store.id, { orders: orders.length, reserved: orders.length })
  expect(orders.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(range(1001, 1000 + orders.length))
  for (const [index, { id, notes }] of orders.entries()) {
    expect(notes).toBe(`order ${index + 1}`)
    if (index % 20 === 0) expect((await shop.owner.get(`/api/orders/${id}`)).body).toMatchObject({ notes })
  }
}

test('lost requests and lost replies neither lose nor duplicate orders', async () => {
  const shop = await openDisturbedShop()
  const faults = { lose_reply_after_commit: 0.3, drop_before: 0.1 }
  const count = crowd(200, 60)
  const { injected, orders } = await insistOnMany(shop, count, faults, { sameKey: true })
  expect(injected).toBeGreaterThan(count / 4)
  await expectNothingLostOrDoubled(shop, orders)
})

test('connections killed in the middle of an order neither lose nor duplicate orders', async () => {
  const shop = await openDisturbedShop()
  const count = crowd(40, 20)
  const { injected, orders } = await insistOnMany(shop, count, { kill_backend: 0.5, pool_size: 4 }, { sameKey: true })
  expect(injected).toBeGreaterThan(count / 4)
  await expectNothingLostOrDoubled(shop, orders)
})

test('retrying with new keys duplicates orders: only the key prevents it', async () => {
  const shop = await openDisturbedShop()
  const count = crowd(40, 15)
  // More than the service itself retries, so at least one order gets no answer.
  const faults = { lose_reply_after_commit: 1, times: 10 * count }
  const { orders } = await insistOnMany(shop, count, faults, { sameKey: false })
  expect(orders).toHaveLength(count)
  expect((await booksOf(shop.store.id)).orders).toBeGreaterThan(count)
})

test('an order whose replies are all lost was created once, and its key returns it', async () => {
  const shop = await openDisturbedShop()
  await shop.disturb({ lose_reply_after_commit: 1 })
  expectProblem(await shop.send('the-key'), 503, 'database_unavailable')
  await shop.disturb({})
  await expectBooks(shop.store.id, { orders: 1, reserved: 1 })
  const again = await shop.send('the-key')
  const order = expectBody(again, 201, CreatedOrder)
  expect(again.headers.get('Idempotent-Replayed')).toBe('true')
  await expectBooks(shop.store.id, { orders: 1, reserved: 1 })

  const doubled = expectBody(await shop.send('another-key'), 201, CreatedOrder)
  expect(doubled.warnings).toMatchObject([{ code: 'possible_duplicate', order_id: order.id, number: 1001 }])
})

test('a rejection over a bad connection is still reported as one', async () => {
  const shop = await openDisturbedShop(0)
  await shop.disturb({ drop_before: 1, times: 2 })
  expectProblem(await shop.send('the-key'), 409, 'insufficient_stock')
  await expectBooks(shop.store.id, { orders: 0, reserved: 0 })
})

test("an order without a key is created once if the service's own retry succeeds", async () => {
  const { owner, order, store } = await openDisturbedShop()
  const tag = `faults-${store.id}`
  await database(tag).disturb({ lose_reply_after_commit: 1, times: 2 })
  const answer = await client(owner.token, service(tag)).post('/api/orders', order())
  expectBody(answer, 201, CreatedOrder)
  expect((await database(tag).seen()).injected).toBe(2)
  await expectBooks(store.id, { orders: 1, reserved: 1 })
})
