import { beforeAll, expect, test } from 'vitest'
import { openShop, type Client } from '../support/shop.ts'
import { asOwner } from '../support/sql.ts'
import { service } from '../support/service.ts'

const through = service()

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop({ through })
})

const known = (client: Client, path: string, etag: string) => client.get(path, { 'If-None-Match': etag })

const etagOf = async (client: Client, path: string) => (await client.get(path)).headers.get('ETag') ?? ''

test('an order that the client has is not sent again, until it changes', async () => {
  const { id } = await shop.addOrder()
  const path = `/api/orders/${id}`
  const etag = await etagOf(shop.owner, path)
  expect(etag).toBe('"v1"')
  for (const header of [etag, `W/${etag}`, `"v9", ${etag}`, '*']) {
    const answer = await known(shop.owner, path, header)
    expect(answer, header).toMatchObject({ status: 304, body: '' })
    expect(answer.headers.get('ETag')).toBe(etag)
    expect(answer.headers.get('Content-Type')).toBeNull()
    expect(answer.headers.get('X-Request-Id')).not.toBeNull()
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('ETag')
  }
  for (const header of ['"v2"', 'v1', '""', 'x'])
    expect(await known(shop.owner, path, header), header).toMatchObject({ status: 200, body: { id } })
  await shop.owner.post(`${path}/confirm`, {})
  const changed = await known(shop.owner, path, etag)
  expect(changed).toMatchObject({ status: 200, body: { status: 'confirmed' } })
  expect(changed.headers.get('ETag')).toBe('"v2"')
})

test('an order whose reservation was released without a new version is sent again', async () => {
  const { id } = await shop.addOrder()
  await asOwner`update orders set released_at = now(), moves_stock = false where store_id = ${shop.store.id} and id = ${id}`
  expect(await known(shop.owner, `/api/orders/${id}`, '"v1"')).toMatchObject({
    status: 200,
    body: { reservation: 'released', version: 1 },
  })
})

test('a product is sent again, because its stock changes without a new version', async () => {
  const { id, variants } = await shop.addProduct()
  const path = `/api/products/${id}`
  const etag = await etagOf(shop.owner, path)
  await shop.owner.post('/api/inventory/adjust', { variant_id: variants[0]?.id, delta: -40, reason: 'counted' })
  expect(await known(shop.owner, path, etag)).toMatchObject({ status: 200, body: { variants: [{ on_hand: 60 }] } })
})

test.for([
  '/api/orders',
  '/api/orders?status=pending&limit=2',
  '/api/products',
  '/api/customers',
  '/api/me',
  '/api/stores',
])('GET %s has a weak ETag of its content', async (path) => {
  const mine = await openShop({ through })
  await mine.addOrder()
  const etag = await etagOf(mine.owner, path)
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
  expect(await known(mine.owner, path, etag)).toMatchObject({ status: 304, body: '' })
  expect(await known(mine.owner, path, etag.slice(2))).toMatchObject({ status: 304 })
  await mine.addOrder()
  await mine.owner.post('/api/stores', { name: 'Second shop', currency: 'USD' })
  const changed = await known(mine.owner, path, etag)
  expect(changed.status).toBe(200)
  expect(changed.headers.get('ETag')).not.toBe(etag)
})

test('the ETag of one store says nothing about another', async () => {
  const other = await openShop({ through })
  const { id } = await shop.addOrder()
  expect(await known(other.owner, `/api/orders/${id}`, '"v1"')).toMatchObject({ status: 404 })
  expect(await through.fetch('/api/orders', { headers: { 'If-None-Match': '*' } })).toMatchObject({ status: 401 })
})

test('If-None-Match does not stop a write', async () => {
  const { id } = await shop.addOrder()
  const path = `/api/orders/${id}`
  expect(await shop.owner.patch(path, { notes: 'x' }, { 'If-None-Match': '"v1"' })).toMatchObject({ status: 200 })
})
