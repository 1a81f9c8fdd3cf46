import { beforeAll, describe, expect, test } from 'vitest'
import { apiRoutes, isWrite } from '../../isolation/route-table.ts'
import { call, stock } from '../../isolation/goods.ts'
import type { Goods } from '../../isolation/route-facts.ts'
import { inboxOf } from '../../support/inbox.ts'
import { service } from '../../support/service.ts'
import { createKeyOf } from '../../support/callers/keys.ts'
import { client, expectBody, expectProblem, inStore, openShop, type Shop, somebody } from '../../support/shop.ts'
import { Store } from '../../../src/areas/stores/store.ts'

/** What takes access away. */
const always = [
  'DELETE /api/keys/:key_id',
  'DELETE /api/mcp/tokens/:token_id',
  'DELETE /api/members/:member_id',
  'DELETE /api/webhooks/:webhook_id',
]
/** What concerns a person, or another store. */
const elsewhere = [
  'DELETE /api/sessions/current',
  'POST /api/stores',
  'POST /api/invitations/:invitation_id/accept',
  'POST /api/invitations/:invitation_id/decline',
]

const setStatus = ({ sql, store }: Shop, status: 'active' | 'closed') =>
  sql`update stores set status = ${status} where id = ${store.id}`

describe('a store that the operator has closed', () => {
  let shop: Shop
  let goods: Goods
  beforeAll(async () => {
    shop = await openShop()
    goods = await stock(shop)
    await setStatus(shop, 'closed')
  })

  const writes = apiRoutes.filter(({ route, file }) => isWrite(route) && !file && !elsewhere.includes(route))

  test.for(writes.filter(({ route }) => !always.includes(route)))('refuses $route', async ({ route, sample }) => {
    const answer = await call(shop.owner, route, sample(goods, crypto.randomUUID()), inStore(shop.store))
    expectProblem(answer, 403, 'store_closed')
  })

  test('can be read', async () => {
    for (const path of [
      '/api/orders',
      '/api/customers',
      '/api/products',
      '/api/audit',
      '/api/orders/export?format=csv',
    ])
      expect((await shop.owner.get(path, inStore(shop.store))).status, path).toBe(200)
    expect((await shop.owner.get(`/api/stores/${shop.store.id}`)).body).toMatchObject({ status: 'closed' })
  })

  test('shows nothing to shoppers, and takes neither orders nor messages', async () => {
    const { slug } = shop.store
    for (const path of ['', '/products', '/collections', '/pages/about-wool'])
      expect((await service().fetch(`/api/storefront/${slug}${path}`)).status, path).toBe(404)
    for (const path of ['orders', 'quote', 'messages']) {
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }
      expect((await service().fetch(`/api/storefront/${slug}/${path}`, init)).status, path).not.toBe(201)
    }
  })

  test('lets access be taken away', async () => {
    for (const route of always) {
      const facts = apiRoutes.find((one) => one.route === route)
      if (!facts) throw new Error(`${route} is no route`)
      expect((await call(shop.owner, route, facts.sample(goods, ''), inStore(shop.store))).status, route).toBe(204)
    }
  })
})

test('a closed store refuses the writes of its API keys, and receives no messages', async () => {
  const shop = await openShop()
  const key = await createKeyOf(shop, { scopes: ['catalog:read', 'catalog:write'] })
  const channel = await inboxOf(shop).addWebhook()
  await setStatus(shop, 'closed')
  const headers = { Authorization: `Bearer ${key.key}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ title: 'Scarf', price: 10 })
  expectProblem(await service().fetch('/api/products', { method: 'POST', headers, body }), 403, 'store_closed')
  expect((await service().fetch('/api/products', { headers })).status).toBe(200)
  expect((await channel.receive()).status).toBe(404)
})

test('a store that is opened again works as before', async () => {
  const shop = await openShop()
  await setStatus(shop, 'closed')
  expectProblem(await shop.owner.post('/api/products', { title: 'Scarf', price: 10 }), 403, 'store_closed')
  await setStatus(shop, 'active')
  expect((await shop.owner.post('/api/products', { title: 'Scarf', price: 10 })).status).toBe(201)
})

describe('who may create stores', () => {
  const store = { name: 'Wool', currency: 'KWD' }

  test('nobody', async () => {
    const person = await somebody(service(undefined, { STORE_CREATION: 'none' }))
    expectProblem(await person.post('/api/stores', store), 403, 'store_creation_closed')
  })

  test('people who belong to a store', async () => {
    const through = service(undefined, { STORE_CREATION: 'invited' })
    expectProblem(await (await somebody(through)).post('/api/stores', store), 403, 'store_creation_closed')
    const { owner } = await openShop()
    expectBody(await client(owner.token, through).post('/api/stores', store), 201, Store)
  })
})
