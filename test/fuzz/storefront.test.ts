import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Quote } from '../../src/areas/checkout/quote.ts'
import { expectBody, inStore } from '../support/shop.ts'
import { tries } from '../support/run/effort.ts'
import { type Attacker, attacker } from './attack.ts'
import { headers } from './headers.ts'
import { ids, queries } from './query-strings.ts'
import { bodyText } from './values.ts'

// Unauthenticated requests to a storefront: none may fail with 5xx or show another store.

let attack: Attacker
let base: string
beforeAll(async () => {
  attack = await attacker()
  const warm = { title: 'Warm', rules: [{ price_from: 0 }] }
  await attack.mine.owner.post('/api/collections', warm, inStore(attack.mine.store))
  base = `/api/storefront/${attack.mine.store.slug}`
})
afterAll(() => attack.expectTheirsUntouched())

const anyHeaders = () => headers([attack.mine.store.id, attack.theirs.store.id], true)

test.for(['', '/products', '/products/scarf-wool', '/pages/about-wool', '/collections', '/collections/warm'])(
  `${tries(1000)} query strings for GET /api/storefront/{slug}%s`,
  async (path) => {
    const { assault, statuses } = attack
    const before = statuses.get(200) ?? 0
    const attempts = fc.record({
      method: fc.constant('GET'),
      path: queries.map((query) => `${base}${path}?${query.replaceAll('#', '%23')}`),
      headers: anyHeaders(),
    })
    await assault(attempts, tries(1000))
    expect((statuses.get(200) ?? 0) - before).toBeGreaterThan(tries(20))
  },
)

test(`${tries(2000)} paths below a storefront`, async () => {
  const { assault, mine, theirGoods } = attack
  const part = fc.oneof(
    { weight: 6, arbitrary: ids },
    { weight: 2, arbitrary: fc.constantFrom(...Object.values(theirGoods), '..', '%2e%2e', '%00', '.', '*', '$') },
    {
      weight: 2,
      arbitrary: fc.constantFrom('pages', 'products', 'collections', 'orders', 'messages', 'publish', 'about-wool'),
    },
  )
  const slug = fc.oneof({ weight: 2, arbitrary: fc.constant(mine.store.slug) }, { weight: 1, arbitrary: part })
  const paths = fc
    .tuple(slug, fc.array(part, { maxLength: 3 }))
    .map(([first, rest]) => `/api/storefront/${[first, ...rest].join('/')}`)
  await assault(fc.record({ method: fc.constantFrom('GET', 'POST'), path: paths, headers: anyHeaders() }), tries(2000))
})

test(`${tries(2000)} orders`, async () => {
  const { assault, statuses, mine, goods, theirGoods } = attack
  await mine.owner.post('/api/inventory/adjust', { variant_id: goods.variantId, set: 1e9, reason: 'fuzz' })
  const limits = { max_orders_per_phone: 100, max_hourly_orders_per_address: 10_000 }
  expect(await mine.owner.patch(`/api/stores/${mine.store.id}`, limits)).toMatchObject({ status: 200 })
  let expected = 0
  const order = ({ productId, variantId, deliveryMethodId }: typeof goods) => ({
    customer: { name: 'Amal', phone: '+965 5000 0001', country: 'KW', email: 'a@b.co' },
    items: [
      { product_id: productId, variant_id: variantId, quantity: 1 },
      { product_slug: 'scarf-wool', options: { colour: 'red' }, quantity: 2 },
    ],
    shipping_address: 'Block 1',
    payment_method: 'cod',
    notes: 'Ring',
    destination: { country: 'BH' },
    delivery_method_id: deliveryMethodId,
    expected_total: expected,
  })
  const {
    customer: _customer,
    shipping_address: _address,
    notes: _notes,
    expected_total: _total,
    ...cart
  } = order(goods)
  expected = expectBody(await mine.owner.post(`${base}/quote`, cart), 200, Quote).total_amount
  const bodies = fc.oneof(
    { weight: 12, arbitrary: bodyText(order(goods)) },
    { weight: 1, arbitrary: bodyText(order(theirGoods)) },
  )
  const before = statuses.get(201) ?? 0
  const attempts = {
    method: fc.constant('POST'),
    path: fc.constant(`${base}/orders`),
    headers: anyHeaders(),
    body: bodies,
  }
  await assault(fc.record(attempts), tries(2000))
  expect((statuses.get(201) ?? 0) - before).toBeGreaterThan(tries(20))
})

test(`${tries(2000)} messages`, async () => {
  const { assault, statuses } = attack
  const message = {
    name: 'Amal',
    phone: '+965 5000 0001',
    country: 'KW',
    email: 'a@b.co',
    subject: 'Scarf',
    body: 'In green?',
    website: '',
  }
  const before = statuses.get(202) ?? 0
  const attempts = {
    method: fc.constant('POST'),
    path: fc.constant(`${base}/messages`),
    headers: anyHeaders(),
    body: bodyText(message),
  }
  await assault(fc.record(attempts), tries(2000))
  expect((statuses.get(202) ?? 0) - before).toBeGreaterThan(tries(20))
})
