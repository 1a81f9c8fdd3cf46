import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { stock } from '../../isolation/goods.ts'
import type { Goods } from '../../isolation/route-facts.ts'
import { apiRoutes } from '../../isolation/route-table.ts'
import { expectProblem, inStore, openShop, type Shop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

let shop: Shop
let goods: Goods
beforeAll(async () => {
  shop = await openShop()
  goods = await stock(shop)
})

// A member's PATCH has a single required field.
const patches = apiRoutes.filter(({ route }) => route.startsWith('PATCH ') && !route.startsWith('PATCH /api/members'))

const Version = z.looseObject({ version: z.int() })

const events = async () => asOwner`select count(*) from events where store_id = ${shop.store.id}`

test.for(patches)('$route with an empty body changes nothing', async ({ sample }) => {
  const { path } = sample(goods, '')
  const headers = inStore(shop.store)
  // A variant and a shipment have no URL or version of their own.
  const resource = path.startsWith('/api/shipments/')
    ? `/api/orders/${goods.shippedOrderId}`
    : path.replace(/\/variants\/.*/, '')
  const read = async () => (await shop.owner.get(resource, headers)).body
  const [before, recorded] = [await read(), await events()]
  const answer = await shop.owner.patch(path, {}, headers)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  if (resource === path) {
    const { version } = Version.parse(before)
    // Reading a conversation returns more than its PATCH does, and the PATCH of an order also what became of its price.
    const {
      recalculated = [],
      warnings = [],
      discount_refused: _refused,
      ...changed
    } = z.looseObject({}).parse(answer.body)
    expect(before).toMatchObject(changed)
    expect([recalculated, warnings]).toEqual([[], []])
    expect(answer.headers.get('ETag')).toBe(`"v${version}"`)
    const current = { ...headers, 'If-Match': `"v${version}"` }
    expect(await shop.owner.patch(path, {}, current)).toMatchObject({ status: 200, body: { version } })
    const stale = { ...headers, 'If-Match': `"v${version + 1}"` }
    expectProblem(await shop.owner.patch(path, {}, stale), 409, 'version_conflict')
  }
  expect(await read()).toEqual(before)
  expect(await events()).toEqual(recorded)
})

test('an empty change of another store’s resource is not found', async () => {
  const other = await openShop()
  for (const { sample } of patches.filter(({ route }) => route.includes('/:')))
    expectProblem(await other.owner.patch(sample(goods, '').path, {}), 404, 'not_found')
})
