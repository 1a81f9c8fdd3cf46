import { expect, test } from 'vitest'
import { Order } from '../../../src/areas/orders/order.ts'
import { expectBody, expectProblem, inStore, somebody } from '../../support/shop.ts'
import { openScarfShop } from './scarf-shop.ts'

test('an order is found by its id, in upper or lower case, and by its number', async () => {
  const { owner, buy, bought } = await openScarfShop()
  await buy()
  const { warnings: _warnings, discount_refused: _refused, ...order } = await bought({ notes: 'The second' })
  for (const name of [order.id, order.id.toUpperCase(), 'number:1002', 'number%3A1002']) {
    const answer = await owner.get(`/api/orders/${name}`)
    expect(expectBody(answer, 200, Order)).toEqual(order)
    expect(answer.headers.get('ETag')).toBe('"v1"')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  }
})

test('unknown ids and malformed numbers are not found', async () => {
  const { owner, buy } = await openScarfShop()
  await buy()
  for (const name of [
    crypto.randomUUID(),
    '1000',
    'number:1000',
    'number:1002',
    'number:01001',
    'number:-1001',
    'number:1e3',
    'number:',
    'number:999999999999999999999',
    'Number:1001',
    "'",
    '%00',
    'null',
    'x'.repeat(100),
  ])
    expectProblem(await owner.get(`/api/orders/${name}`), 404, 'not_found')
})

test("another store's order returns the same answer as an unknown id", async () => {
  const [mine, theirs, stranger] = await Promise.all([openScarfShop(), openScarfShop(), somebody()])
  await theirs.buy()
  const { id } = await theirs.bought()
  const known = { 'X-Request-Id': 'the-same' }
  for (const reader of [mine.owner, stranger]) {
    const never = await reader.get(`/api/orders/${crypto.randomUUID()}`, known)
    expectProblem(never, 404, 'not_found')
    const noNumber = await reader.get('/api/orders/9999', known)
    for (const name of [id, id.toUpperCase(), 'number:1002', 'no-id']) {
      const foreign = await reader.get(`/api/orders/${name}`, known)
      const detail = expectProblem(noNumber, 404, 'not_found').detail.replace('9999', '1002')
      expect(foreign.body).toEqual(name === 'number:1002' ? { ...Object(never.body), detail } : never.body)
      expect([...foreign.headers]).toEqual([...never.headers])
    }
  }
  expectProblem(await mine.owner.get(`/api/orders/${id}`, inStore(theirs.store)), 404, 'store_not_found')
  expectProblem(await theirs.owner.get(`/api/orders/${id}`, inStore(mine.store)), 404, 'store_not_found')
})
