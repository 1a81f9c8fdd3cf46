import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { database, service } from '../support/service.ts'
import { client, expectBody, expectProblem, inStore, openShop, type Shop } from '../support/shop.ts'
import { call, stock } from './goods.ts'
import { type Goods } from './route-facts.ts'
import { apiRoutes, isWrite } from './route-table.ts'
import { snapshot } from './snapshot.ts'

// One person who owns a store and is a viewer of another.
let own: Shop
let seen: Shop
let ownGoods: Goods
let seenGoods: Goods

const oneConnection = `two-memberships-${crypto.randomUUID()}`

beforeAll(async () => {
  await database(oneConnection).disturb({ pool_size: 1 })
  ;[own, seen] = await Promise.all([openShop(), openShop()])
  await seen.join(own.owner.subject, 'viewer')
  ;[ownGoods, seenGoods] = await Promise.all([stock(own), stock(seen)])
})

const named = apiRoutes.filter(({ names }) => Object.keys(names).length > 0)
const List = z.object({ data: z.array(z.looseObject({ store_id: z.string() })) })

describe('the owner of one store who is a viewer of another', () => {
  // Viewers see neither tokens nor webhooks.
  const seenByAll = named.filter(({ route, scope }) => !isWrite(route) && !scope.endsWith(':manage'))
  // At its sixth call in a connection, PostgreSQL plans a function's statement for all callers. A plan may not refuse those with
  // several stores.
  test.for(seenByAll)('reads both, again and again: $route', async ({ route, sample, status }) => {
    const person = client(own.owner.token, service(oneConnection))
    for (const goods of [1, 2, 3, 4].flatMap(() => [ownGoods, seenGoods]))
      expect((await call(person, route, sample(goods, ''))).status, route).toBe(status)
  })

  test.for(['products', 'customers', 'orders'])(
    'lists the %s of both, or of the one chosen with X-Store-Id',
    async (area) => {
      const storesOf = async (headers?: Record<string, string>) => {
        const { data } = expectBody(await own.owner.get(`/api/${area}?search=wool`, headers), 200, List)
        return [...new Set(data.map(({ store_id }) => store_id))].toSorted()
      }
      expect(await storesOf()).toEqual([own.store.id, seen.store.id].toSorted())
      expect(await storesOf(inStore(own.store))).toEqual([own.store.id])
      expect(await storesOf(inStore(seen.store))).toEqual([seen.store.id])
    },
  )

  test('lists only the tokens of their own store, and is forbidden to list those of the other', async () => {
    const { data } = expectBody(await own.owner.get('/api/mcp/tokens?limit=100'), 200, List)
    expect(new Set(data.map(({ store_id }) => store_id))).toEqual(new Set([own.store.id]))
    expectProblem(await own.owner.get('/api/mcp/tokens', inStore(seen.store)), 403, 'forbidden')
  })

  // An import requires a store before it reads the file.
  test.for(
    named.filter(({ route, file, personal, inOneStore }) => isWrite(route) && !file && !personal && !inOneStore),
  )('changes nothing in the other: $route', async ({ route, sample }) => {
    const before = await snapshot(seen.store.id)
    expectProblem(await call(own.owner, route, sample(seenGoods, 'a')), 403, 'forbidden')
    expect(await snapshot(seen.store.id)).toEqual(before)
  })

  const writes = apiRoutes.filter(({ route, personal }) => isWrite(route) && !personal && route !== 'POST /api/stores')
  test.for(writes)('may not write to the other store with X-Store-Id: $route', async ({ route, sample }) => {
    const before = await snapshot(seen.store.id)
    const answer = await call(own.owner, route, sample(seenGoods, 'b'), inStore(seen.store))
    expectProblem(answer, 403, 'forbidden')
    expect(await snapshot(seen.store.id)).toEqual(before)
  })

  test('cannot order a product of one store for a customer of the other', async () => {
    const line = { product_id: seenGoods.productId, variant_id: seenGoods.variantId, quantity: 1, unit_price: 10 }
    const before = await Promise.all([snapshot(own.store.id), snapshot(seen.store.id)])
    const answer = await own.owner.post('/api/orders', {
      customer_id: ownGoods.customerId,
      total_amount: 10,
      items: [line],
    })
    expectProblem(answer, 422, 'product_not_found')
    expect(await Promise.all([snapshot(own.store.id), snapshot(seen.store.id)])).toEqual(before)
  })

  const inOneStore = writes.filter(({ route, inOneStore }) => inOneStore ?? route.endsWith('/import'))
  const ambiguous = [
    ...inOneStore,
    { route: 'POST /api/customers', sample: () => ({ path: '/api/customers', body: { name: 'Nour' } }) },
  ]
  test.for(ambiguous)('must choose a store: $route', async ({ route, sample }) => {
    const problem = expectProblem(await call(own.owner, route, sample(seenGoods, 'c')), 422, 'store_required')
    expect(z.array(z.object({ id: z.string() })).parse(problem['stores'])).toHaveLength(2)
  })
})
