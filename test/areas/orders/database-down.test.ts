import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Answer, database, service } from '../../support/service.ts'
import { client, CreatedOrder, expectBody, expectProblem } from '../../support/shop.ts'
import { expectBooks } from './books.ts'
import { openScarfShop } from './scarf-shop.ts'

async function openFragileShop() {
  const shop = await openScarfShop()
  const tag = `fragile-${shop.store.id}`
  return { ...shop, tag, ...database(tag), through: client(shop.owner.token, service(tag)) }
}

const { DATABASE_URL, NEON_FETCH_ENDPOINT } = z
  .object({ DATABASE_URL: z.url(), NEON_FETCH_ENDPOINT: z.url() })
  .parse(env)
const { host, pathname, username } = new URL(DATABASE_URL)
const secrets = [
  host,
  pathname,
  username,
  new URL(NEON_FETCH_ENDPOINT).host,
  'neon',
  'postgres',
  'sql',
  'fetch failed',
  'control plane',
  'socket',
  'network',
  'connect',
  'app.',
  '.ts',
  '   at ',
]

/** A 503 that says when to retry and that the key makes it safe, and reveals nothing about the cause. */
function expectUnavailable(answer: Answer, tag: string) {
  const { detail } = expectProblem(answer, 503, 'database_unavailable')
  expect(detail).toContain('same Idempotency-Key')
  expect(answer.headers.get('Retry-After')).toBe('2')
  expect(answer.headers.get('X-Request-Id')).toBeTruthy()
  // The type is a public URL, whose host may contain the name of the database.
  const body = { ...Object(answer.body), type: undefined }
  const text = JSON.stringify([body, [...answer.headers]]).toLowerCase()
  for (const secret of [tag, ...secrets]) expect(text).not.toContain(secret.toLowerCase())
}

test.for([{ down: true }, { http_500: true }])(
  'while the database is down (%o), requests get a 503, and succeed once it is back',
  async (faults) => {
    const { through, order, store, tag, disturb, seen } = await openFragileShop()
    const key = { 'Idempotency-Key': 'one' }
    const { id } = expectBody(await through.post('/api/orders', order()), 201, CreatedOrder)

    await disturb(faults)
    const { requests } = await seen()
    const answers = await Promise.all([
      through.post('/api/orders', order(), key),
      through.get('/api/orders'),
      through.get('/api/orders?search=scarf'),
      through.get(`/api/orders/${id}`),
    ])
    for (const answer of answers) expectUnavailable(answer, tag)
    // A bounded number of attempts each.
    expect((await seen()).requests - requests).toBe(16)
    await expectBooks(store.id, { orders: 1, reserved: 1 })

    await disturb({})
    const made = await through.post('/api/orders', order(), key)
    expectBody(made, 201, CreatedOrder)
    expect(made.headers.get('Idempotent-Replayed')).toBeNull()
    expect((await through.get('/api/orders')).body).toMatchObject({ meta: { total: 2 } })
    await expectBooks(store.id, { orders: 2, reserved: 2 })
  },
)

test('the merchant does not notice a short outage', async () => {
  const { through, order, disturb, seen, store } = await openFragileShop()
  for (const trouble of [{ drop_before: 1 }, { http_500: true }, { lose_reply_after_commit: 1 }]) {
    await disturb({ ...trouble, times: 2 })
    expectBody(await through.post('/api/orders', order()), 201, CreatedOrder)
    expect((await seen()).injected).toBe(2)
    await disturb({ ...trouble, times: 2 })
    expect((await through.get('/api/orders')).status).toBe(200)
  }
  await expectBooks(store.id, { orders: 3, reserved: 3 })
})

test('invalid requests are rejected without the database', async () => {
  const { through, order, disturb } = await openFragileShop()
  await disturb({ down: true })
  expectProblem(await through.post('/api/orders', order({ total_amount: -1 })), 422, 'invalid_input')
  expectProblem(await through.get('/api/orders?page=0'), 422, 'invalid_input')
  expectProblem(await through.get('/api/orders/no-id'), 404, 'not_found')
})
