import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../isolation/goods.ts'
import { apiRoutes, lists } from '../../isolation/route-table.ts'
import { sessionToken } from '../../support/callers/identity.ts'
import { service } from '../../support/service.ts'
import { client } from '../../support/shop.ts'
import { shopWithTripCount, stockedShop } from './counted.ts'

let world: ReturnType<typeof stockedShop>
beforeAll(async () => {
  world = stockedShop()
  await world
})

const routesWithBody = apiRoutes.filter(({ route }) => /^(POST|PATCH) /.test(route))

describe('an invalid request costs no round trip', () => {
  test.for(apiRoutes)('$route with an expired token', async ({ route, sample }) => {
    const { tag, shop, goods, trips } = await shopWithTripCount(world)
    const token = await sessionToken({ subject: shop.owner.subject, expiresInSeconds: -3600 })
    expect((await call(client(token, service(tag)), route, sample(goods, 'green'))).status).toBe(401)
    expect(await trips()).toBe(0)
  })

  // An import reports invalid rows in its response, and a picture has no fields.
  test.for(routesWithBody.filter(({ file, route }) => !file && route !== 'POST /api/media'))(
    '$route with a field that does not exist',
    async ({ route, sample }) => {
      const { goods, owner, trips } = await shopWithTripCount(world)
      const { path, body } = sample(goods, 'green')
      expect((await call(owner, route, { path, body: { ...Object(body), colour: 'red' } })).status).toBe(422)
      expect(await trips()).toBe(0)
    },
  )

  test.for(apiRoutes.filter(({ route }) => route.includes(':id')))(
    '$route with a malformed id',
    async ({ route, sample }) => {
      const { goods, owner, trips } = await shopWithTripCount(world)
      const { path, body } = sample(goods, 'green')
      const malformed = path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'none')
      expect((await call(owner, route, { path: malformed, body })).status).toBe(404)
      expect(await trips()).toBe(0)
    },
  )

  test.for(lists)('$route?page=abc', async ({ route }) => {
    const { owner, trips } = await shopWithTripCount(world)
    expect((await owner.get(`${route.slice(4)}?page=abc`)).status).toBe(422)
    expect(await trips()).toBe(0)
  })

  test.for(apiRoutes)('$route with a malformed X-Store-Id', async ({ route, sample }) => {
    const { goods, owner, trips } = await shopWithTripCount(world)
    expect((await call(owner, route, sample(goods, 'green'), { 'X-Store-Id': 'Mine!' })).status).toBe(404)
    expect(await trips()).toBe(0)
  })
})
