import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Client, CreatedOrder, expectBody, openShop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { service } from '../../support/service.ts'

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

const longAgo = (id: string) => asOwner`update inventory set updated_at = updated_at - interval '61 seconds'
  where store_id = ${shop.store.id} and variant_id in (select id from product_variants where product_id = ${id})`

test('a product that the client has is not sent again, until its stock changes', async () => {
  const { id, variants } = await shop.addProduct()
  const path = `/api/products/${id}`
  const etag = await etagOf(shop.owner, path)
  expect(etag).toMatch(/^"v\d+"$/)
  expect(await known(shop.owner, path, etag)).toMatchObject({ status: 304, body: '' })
  await shop.addOrder({ items: [{ product_id: id, quantity: 3, unit_price: 10 }], total_amount: 30 })
  const sold = await known(shop.owner, path, etag)
  expect(sold).toMatchObject({ status: 200, body: { variants: [{ on_hand: 100, reserved: 3, available: 97 }] } })
  expect(sold.headers.get('ETag')).toBe(etag)
  await shop.owner.post('/api/inventory/adjust', { variant_id: variants[0]?.id, delta: -40, reason: 'counted' })
  expect(await known(shop.owner, path, etag)).toMatchObject({ status: 200, body: { variants: [{ on_hand: 60 }] } })
})

test('a product that was changed is sent again once, if its stock has not changed shortly before', async () => {
  const { id, variants } = await shop.addProduct()
  const path = `/api/products/${id}`
  const first = await etagOf(shop.owner, path)
  await shop.owner.post('/api/inventory/adjust', { variant_id: variants[0]?.id, delta: 1, reason: 'counted' })
  await shop.owner.patch(path, { title: 'Shawl' })
  const second = await etagOf(shop.owner, path)
  // The transaction that changed the stock might have ended after the one that changed the title.
  expect(await known(shop.owner, path, second)).toMatchObject({ status: 200, body: { title: 'Shawl' } })
  await longAgo(id)
  expect(await known(shop.owner, path, second)).toMatchObject({ status: 304 })
  expect(await known(shop.owner, path, first)).toMatchObject({ status: 200, body: { title: 'Shawl' } })
  // Stock and product together, in one transaction.
  await shop.owner.patch(`${path}/variants/${variants[0]?.id}`, { low_stock_threshold: 5 })
  expect(await known(shop.owner, path, await etagOf(shop.owner, path))).toMatchObject({ status: 304 })
})

test('a product that is found by its slug is sent again, because the slug may be that of another', async () => {
  const { slug } = await shop.addProduct()
  const path = `/api/products/${slug}`
  expect(await known(shop.owner, path, await etagOf(shop.owner, path))).toMatchObject({ status: 200, body: { slug } })
})

test('a customer whom the client has is not sent again, until an order changes the counts', async () => {
  const { id } = await shop.addCustomer()
  const path = `/api/customers/${id}`
  expect(await known(shop.owner, path, '"v1"')).toMatchObject({ status: 304, body: '' })
  const order = await shop.addOrder({ customer_id: id })
  const ordered = await known(shop.owner, path, '"v1"')
  expect(ordered).toMatchObject({ status: 200, body: { orders_count: 1, total_spent: 10 } })
  expect(ordered.headers.get('ETag')).toBe('"v1"')
  await shop.owner.patch(path, { notes: 'Rings twice' })
  expect(await known(shop.owner, path, '"v1"')).toMatchObject({ status: 200, body: { version: 2 } })
  expect(await known(shop.owner, path, '"v2"')).toMatchObject({ status: 304 })
  await shop.owner.post(`/api/orders/${order.id}/cancel`, { reason: 'x' })
  expect(await known(shop.owner, path, '"v2"')).toMatchObject({ status: 200, body: { total_spent: 0 } })
})

test('a customer who was added by their order is not sent again, until the next order', async () => {
  const { id: product_id } = await shop.addProduct()
  const order = {
    customer: { name: 'Reem', phone: '+965 5111 7701' },
    items: [{ product_id, quantity: 1, unit_price: 10 }],
    total_amount: 10,
  }
  const { customer_id } = expectBody(await shop.owner.post('/api/orders', order), 201, CreatedOrder)
  const path = `/api/customers/${customer_id}`
  expect(await known(shop.owner, path, '"v1"')).toMatchObject({ status: 304 })
  expect(await shop.owner.post('/api/orders', { ...order, customer: undefined, customer_id })).toMatchObject({
    status: 201,
  })
  expect(await known(shop.owner, path, '"v1"')).toMatchObject({ status: 200, body: { orders_count: 2 } })
})

test('a customer is sent again under the id of one who was merged into them', async () => {
  const keep = await shop.addCustomer()
  const merged = await shop.addCustomer({ name: 'Amal S.' })
  await shop.owner.patch(`/api/customers/${merged.id}`, { notes: 'x' })
  await shop.owner.post('/api/customers/merge', { keep_id: keep.id, merge_ids: [merged.id] })
  expect(await known(shop.owner, `/api/customers/${keep.id}`, '"v2"')).toMatchObject({ status: 304 })
  expect(await known(shop.owner, `/api/customers/${merged.id}`, '"v2"')).toMatchObject({
    status: 200,
    body: { id: keep.id, version: 2 },
  })
})

test('everything else that changes only with its version is not sent again until then', async () => {
  const order = await shop.addOrder()
  const made = async (path: string, body: object) => {
    const { id } = expectBody(await shop.owner.post(path, body), 201, z.looseObject({ id: z.string() }))
    return `${path}/${id}`
  }
  const changes = [
    [await made('/api/segments', { name: 'Spenders', filter: 'spent > 100' }), { name: 'Big spenders' }],
    [await made('/api/storefront/pages', { title: 'Terms', body: 'x' }), { body: 'y' }],
    [await made('/api/inbox/channels', { kind: 'web_form', name: 'Form' }), { name: 'Contact form' }],
    [`/api/orders/${order.id}/actions`, null],
  ] as const
  for (const [path, change] of changes) {
    const etag = await etagOf(shop.owner, path)
    expect(await known(shop.owner, path, etag), path).toMatchObject({ status: 304, body: '' })
    await (change ? shop.owner.patch(path, change) : shop.owner.post(`/api/orders/${order.id}/confirm`, {}))
    const changed = await known(shop.owner, path, etag)
    expect(changed, path).toMatchObject({ status: 200, body: change ?? { version: 2 } })
    expect(await known(shop.owner, path, changed.headers.get('ETag') ?? ''), path).toMatchObject({ status: 304 })
  }
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
