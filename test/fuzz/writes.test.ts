import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiRoutes, methodOf } from '../isolation/route-table.ts'
import { stockFor } from '../isolation/goods.ts'
import { isLong, tries } from '../support/effort.ts'
import { somebody } from '../support/shop.ts'
import { asOwner } from '../support/sql.ts'
import { type Attacker, attacker } from './attack.ts'
import { headers } from './headers.ts'
import { bodyText } from './values.ts'

let attack: Attacker
beforeAll(async () => {
  attack = await attacker()
})
afterAll(() => attack.expectTheirsUntouched())

const routesWithBody = apiRoutes.filter(({ route }) => /^(POST|PATCH) /.test(route))

test('every route with a body has a full sample', () => {
  for (const { route, full } of routesWithBody) expect(full, route).toBeDefined()
})

test.for(routesWithBody)(
  `${tries(1000)} bodies for $route`,
  { timeout: 120_000 },
  async ({ route, sample, status, consumesState, full = () => ({}) }) => {
    const { mine, theirs, theirGoods, assault, statuses } = attack
    const goods = await stockFor((ids) => [ids.variantId, sample(ids, 'fuzz'), full(ids)], mine)
    await mine.owner.post('/api/inventory/adjust', { variant_id: goods.variantId, set: 1e9, reason: 'fuzz' })
    // Some bodies contain ids of the other store.
    const bodies = fc.oneof(
      { weight: 9, arbitrary: bodyText(full(goods)) },
      { weight: 3, arbitrary: bodyText(sample(goods, 'fuzz').body) },
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
    await assault(attempts, tries(1000), creatorToken)
    // Some requests must pass validation, or nothing behind it would be tested. A short run may have none.
    if (isLong) expect((statuses.get(status) ?? 0) - before).toBeGreaterThan(consumesState ? 0 : 10)
    // A store can have only 50, and the next routes need one of their own.
    if (path === '/api/delivery-methods') await asOwner`delete from delivery_methods where store_id = ${mine.store.id}`
  },
)
