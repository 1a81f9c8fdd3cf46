import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../isolation/goods.ts'
import { apiRoutes, lists } from '../isolation/route-table.ts'
import { sessionToken } from '../support/identity.ts'
import { service } from '../support/service.ts'
import { client } from '../support/shop.ts'
import { counted, stockedShop } from './counted.ts'

let world: ReturnType<typeof stockedShop>
beforeAll(async () => {
  world = stockedShop()
  await world
})

const bodied = apiRoutes.filter(({ route }) => /^(POST|PATCH) /.test(route))

describe('what is wrong in itself never reaches the database', () => {
  test.for(apiRoutes)('$route with an expired token', async ({ route, sample }) => {
    const { tag, shop, goods, trips } = await counted(world)
    const token = await sessionToken({ subject: shop.owner.subject, expiresInSeconds: -3600 })
    expect((await call(client(token, service(tag)), route, sample(goods, 'green'))).status).toBe(401)
    expect(await trips()).toBe(0)
  })

  // An import tells of a row in its answer.
  test.for(bodied.filter(({ file }) => !file))('$route with a field that does not exist', async ({ route, sample }) => {
    const { goods, owner, trips } = await counted(world)
    const { path, body } = sample(goods, 'green')
    expect((await call(owner, route, { path, body: { ...Object(body), colour: 'red' } })).status).toBe(422)
    expect(await trips()).toBe(0)
  })

  test.for(apiRoutes.filter(({ route }) => route.includes(':id')))(
    '$route with an id that is none',
    async ({ route, sample }) => {
      const { goods, owner, trips } = await counted(world)
      const { path, body } = sample(goods, 'green')
      const none = path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'none')
      expect((await call(owner, route, { path: none, body })).status).toBe(404)
      expect(await trips()).toBe(0)
    },
  )

  test.for(lists)('$route?page=abc', async ({ route }) => {
    const { owner, trips } = await counted(world)
    expect((await owner.get(`${route.slice(4)}?page=abc`)).status).toBe(422)
    expect(await trips()).toBe(0)
  })

  test.for(apiRoutes)('$route for a store whose id is none', async ({ route, sample }) => {
    const { goods, owner, trips } = await counted(world)
    expect((await call(owner, route, sample(goods, 'green'), { 'X-Store-Id': 'mine' })).status).toBe(404)
    expect(await trips()).toBe(0)
  })
})
