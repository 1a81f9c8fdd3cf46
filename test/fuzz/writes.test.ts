import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiRoutes, methodOf } from '../isolation/route-table.ts'
import { stockFor } from '../isolation/goods.ts'
import type { Goods } from '../isolation/route-facts.ts'
import { contradictionsOf } from '../areas/orders/contradictions.ts'
import { somebody } from '../support/shop.ts'
import { asOwner } from '../support/sql.ts'
import { type Attacker, attacker } from './attack.ts'
import { headers } from './headers.ts'
import { bodyText } from './values.ts'
import { setTax } from '../areas/stores/taxes.ts'

let attack: Attacker
beforeAll(async () => {
  attack = await attacker()
  const { id } = attack.mine.store
  await setTax({ id }, { rate: 5, tax_delivery: true })
  await asOwner`insert into discounts (store_id, id, name, code, kind, percentage)
    values (${id}, gen_random_uuid(), 'Ten', 'TEN', 'percentage', 10)`
})
afterAll(() => attack.expectTheirsUntouched())

/** Bodies of orders whose amounts the service computes. */
const computed: Readonly<Record<string, (goods: Goods) => object>> = {
  'POST /api/orders': ({ customerId, productId, variantId, deliveryMethodId }) => ({
    customer_id: customerId,
    items: [{ product_id: productId, variant_id: variantId, quantity: 3, unit_price: 9.99 }],
    delivery_method_id: deliveryMethodId,
    discount_code: 'TEN',
    payment_method: 'cod',
    destination: { country: 'BH', region: 'Muharraq' },
  }),
  'PATCH /api/orders/:order_id': ({ productId, variantId, deliveryMethodId }) => ({
    items: [{ product_id: productId, variant_id: variantId, quantity: 2, unit_price: 9.99 }],
    delivery_method_id: deliveryMethodId,
    discount_code: 'TEN',
    payment_method: 'card',
    destination: { country: 'BH' },
  }),
}

// The body of POST /api/media is a picture.
const routesWithBody = apiRoutes.filter(({ route }) => /^(POST|PATCH|PUT) /.test(route) && route !== 'POST /api/media')

test('every route with a body has a full sample', () => {
  for (const { route, full } of routesWithBody) expect(full, route).toBeDefined()
})

const bodiesPerRoute = 1000

test.for(routesWithBody)(
  `${bodiesPerRoute} bodies for $route`,
  async ({ route, sample, status, consumesState, full = () => ({}) }) => {
    const { mine, theirs, theirGoods, assault, statuses } = attack
    const priced = computed[route] ?? full
    const goods = await stockFor((ids) => [ids.variantId, sample(ids, 'fuzz'), full(ids), priced(ids)], mine)
    await mine.owner.post('/api/inventory/adjust', { variant_id: goods.variantId, set: 1e9, reason: 'fuzz' })
    // Some bodies contain ids of the other store.
    const bodies = fc.oneof(
      { weight: 9, arbitrary: bodyText(full(goods)) },
      { weight: 3, arbitrary: bodyText(sample(goods, 'fuzz').body) },
      { weight: 6, arbitrary: bodyText(priced(goods)) },
      { weight: 1, arbitrary: bodyText(full({ ...goods, variantId: theirGoods.variantId })) },
      { weight: 1, arbitrary: bodyText(full(theirGoods)) },
    )
    const { path, headers: own } = sample(goods, 'fuzz')
    const attempts = fc.record({
      method: fc.constant(methodOf(route)),
      path: fc.constant(path),
      headers: headers([mine.store.id, mine.store.id, theirs.store.id], true, own?.['Content-Type']),
      body: bodies,
    })
    // Creating stores would make the attacker a member of several, so that all later requests would have to choose one.
    const creatorToken = route === 'POST /api/stores' ? (await somebody()).token : undefined
    const before = statuses.get(status) ?? 0
    await assault(attempts, bodiesPerRoute, creatorToken)
    // Some requests must pass validation, or nothing behind it would be tested.
    expect((statuses.get(status) ?? 0) - before).toBeGreaterThan(consumesState ? 0 : 3)
    // A store can have only 50, and the next routes need one of their own.
    if (path === '/api/delivery-methods') await asOwner`delete from delivery_methods where store_id = ${mine.store.id}`
  },
)

test('amounts of orders add up after all that', async () => {
  const { id } = attack.mine.store
  const [made] = await asOwner`select count(*)::int as computed from orders where store_id = ${id} and tax_rate = 5`
  expect(made?.['computed']).toBeGreaterThan(0)
  const found = await contradictionsOf(id)
  for (const kind of ['amounts', 'discounts_of_order', 'discounts_of_lines', 'taxes', 'shipping', 'discount_uses'])
    expect(found).not.toHaveProperty(kind)
})
