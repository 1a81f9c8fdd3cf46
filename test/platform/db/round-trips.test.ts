import { beforeAll, describe, expect, test } from 'vitest'
import { service } from '../../support/service.ts'
import { type Client, client, expectProblem, openShop, userId } from '../../support/shop.ts'
import { shopWithTripCount, shopFor, stockedShop } from './counted.ts'
import { call, type stock } from '../../isolation/goods.ts'
import { apiRoutes, appRoutes, isWrite, publicRoutes, routeTable } from '../../isolation/route-table.ts'

/** Shared by the tests that change nothing. */
let world: ReturnType<typeof stockedShop>
beforeAll(async () => {
  world = stockedShop()
  await world
})

const posts = apiRoutes.filter(({ route, repeatable }) => route.startsWith('POST ') && !repeatable)

describe('a request that succeeds costs one round trip', () => {
  test('every route of the app is covered', () => {
    const others = Object.keys(publicRoutes)
    expect([...Object.keys(routeTable), ...others].toSorted()).toEqual(appRoutes.toSorted())
    expect(apiRoutes).toHaveLength(appRoutes.length - others.length - 2)
  })

  test.for(apiRoutes)('$route', async ({ route, sample, status, trips: expected = 1, tripsAfter = 0 }) => {
    const { goods, owner, trips } = await shopWithTripCount(isWrite(route) ? shopFor(sample) : world)
    const answer = await call(owner, route, sample(goods, 'green'))
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    expect(await trips()).toBe(expected + tripsAfter)
  })

  test.for(['/api/orders', '/api/orders/number:1001'])('GET %s that the client already has', async (path) => {
    const { owner, trips } = await shopWithTripCount(world)
    expect((await owner.get(path, { 'If-None-Match': '*' })).status).toBe(304)
    expect(await trips()).toBe(1)
  })

  test.for([
    '/api/orders?search=wool',
    '/api/products?search=wool',
    '/api/customers?search=amal',
    '/api/orders/number:1001',
    '/api/orders?tag=late&sort=-total_amount&fields=id',
    '/api/products?in_stock=true',
    '/api/products?q=woool&tag=a,b&option.size=M&on_sale=true&sort=-price',
    '/api/products?sort=best_selling',
    '/api/products?not_sold_since=2026-03-01&in_stock=true',
    '/api/analytics/top-products?sort=units&group_by=variant',
    '/api/customers?sort=name',
  ])('GET %s', async (path) => {
    const { owner, trips } = await shopWithTripCount(world)
    expect((await owner.get(path)).status).toBe(200)
    expect(await trips()).toBe(1)
  })
})

describe('a replay costs two round trips, and that of an import one', () => {
  test.for(posts)('$route', async ({ route, sample, status, repeated, trips: expected = 1, tripsAfter = 0 }) => {
    const { goods, owner, trips } = await shopWithTripCount(shopFor(sample))
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const request = sample(goods, 'green')
    const first = await call(owner, route, request, key)
    const again = await call(owner, route, request, key)
    expect(first.status, JSON.stringify(first.body)).toBe(status)
    if (repeated) {
      expect(again).toMatchObject({ status: repeated.status, body: { code: repeated.code } })
    } else {
      // What was delivered after the response shows in the response to the retry.
      const { id } = Object(first.body)
      expect(again).toMatchObject({ status, body: tripsAfter > 0 ? { id } : first.body })
      expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    }
    expect(await trips()).toBe(2 * expected + tripsAfter + (route.endsWith('/import') ? 0 : 1))
  })
})

describe('a rejected request costs one round trip', () => {
  type Rejected = {
    title: string
    status: number
    trips: number
    send: (owner: Client, goods: Goods) => ReturnType<Client['get']>
  }
  type Goods = Awaited<ReturnType<typeof stock>>

  const line = ({ productId, variantId }: Goods) => ({
    product_id: productId,
    variant_id: variantId,
    quantity: 1,
    unit_price: 10,
  })
  const order = (goods: Goods, changes: object) => ({
    customer_id: goods.customerId,
    total_amount: 10,
    items: [line(goods)],
    ...changes,
  })
  const unknown = crypto.randomUUID()

  const rejected: Rejected[] = [
    {
      title: 'an order for an unknown customer',
      status: 422,
      trips: 1,
      send: (owner, goods) => owner.post('/api/orders', order(goods, { customer_id: unknown })),
    },
    {
      title: 'an order that exceeds the stock',
      status: 409,
      trips: 1,
      send: (owner, goods) => owner.post('/api/orders', order(goods, { items: [{ ...line(goods), quantity: 1000 }] })),
    },
    {
      title: 'an order with too many decimals',
      status: 422,
      trips: 1,
      send: (owner, goods) => owner.post('/api/orders', order(goods, { total_amount: 10.005 })),
    },
    {
      title: 'a product price with too many decimals',
      status: 422,
      trips: 1,
      send: (owner) => owner.post('/api/products', { title: 'Cap', price: 1.005 }),
    },
    {
      title: 'a change based on an old version',
      status: 409,
      trips: 1,
      send: (owner, { customerId }) =>
        owner.patch(`/api/customers/${customerId}`, { notes: 'x' }, { 'If-Match': '"v9"' }),
    },
    {
      title: 'a product that does not exist',
      status: 404,
      trips: 1,
      send: (owner) => owner.get(`/api/products/${unknown}`),
    },
    {
      title: 'an unknown store',
      status: 404,
      trips: 1,
      send: (owner) => owner.get('/api/orders', { 'X-Store-Id': unknown }),
    },
  ]

  test.for(rejected)('$title: $trips', async ({ send, status, trips: expected }) => {
    const { goods, owner, trips } = await shopWithTripCount(world)
    const answer = await send(owner, goods)
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    expect(await trips()).toBe(expected)
  })

  const forbiddenToViewers = apiRoutes.filter(
    ({ route, scope, personal }) =>
      (isWrite(route) && !personal && route !== 'POST /api/stores') || scope === 'tokens:manage',
  )
  test.for(forbiddenToViewers)('a viewer’s $route', async ({ route, sample }) => {
    const { tag, shop, goods, trips } = await shopWithTripCount(world)
    const viewer = client((await shop.hire('viewer')).token, service(tag))
    expect((await call(viewer, route, sample(goods, 'green'))).status).toBe(403)
    expect(await trips()).toBe(1)
  })

  test.for([
    { title: 'a create without a store', send: (owner: Client) => owner.post('/api/customers', { name: 'Nour' }) },
    {
      title: 'an order number that exists in two stores',
      send: (owner: Client) => owner.get('/api/orders/number:1001'),
    },
    {
      title: 'a member of two stores',
      send: (owner: Client, userId: string) => owner.get(`/api/members/${userId}`),
    },
  ])('$title, for an owner of several stores', async ({ send }) => {
    const { shop, owner, trips } = await shopWithTripCount(stockedShop())
    const other = await openShop()
    await other.addOrder()
    await other.join(shop.owner.subject, 'owner')
    const { stores } = expectProblem(await send(owner, await userId(shop.owner)), 422, 'store_required')
    expect(stores).toEqual([shop, other].map(({ store: { id, slug, name } }) => ({ id, slug, name })))
    expect(await trips()).toBe(1)
  })
})
