import { beforeAll, describe, expect, test } from 'vitest'
import { inboxOf } from '../../support/inbox.ts'
import { createKeyOf, serverOf } from '../../support/callers/keys.ts'
import { CreatedOrder, expectBody, expectProblem, inStore, openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

type Server = Awaited<ReturnType<typeof serverOf>>

const idOf = (answer: { body: unknown }) => String(Object(answer.body)['id'])

async function orderFrom(server: Server) {
  const product = await server.post('/api/products', { title: 'Scarf', price: 10, variants: [{ on_hand: 9 }] })
  const customer = await server.post('/api/customers', { name: 'Amal' })
  const items = [{ product_id: idOf(product), quantity: 1, unit_price: 10 }]
  return server.post('/api/orders', { customer_id: idOf(customer), total_amount: 10, items })
}

describe('a merchant’s server with an API key', () => {
  test('adds a product and adjusts its stock', async () => {
    const server = await serverOf(shop, { scopes: ['catalog:write'] })
    const product = await server.post('/api/products', { title: 'Cap', price: 5, variants: [{ on_hand: 3 }] })
    expect(product).toMatchObject({ status: 201, body: { store_id: shop.store.id } })
    const variant_id = Object(product.body)['variants'][0].id
    const adjusted = await server.post('/api/inventory/adjust', { variant_id, delta: 2, reason: 'received' })
    expect(adjusted).toMatchObject({ status: 200, body: { on_hand: 5 } })
    expect((await server.get(`/api/products/${idOf(product)}`)).status).toBe(200)
    expectProblem(await server.get('/api/orders'), 403, 'insufficient_scope')
  })

  test('takes an order through to delivery without naming the store', async () => {
    const server = await serverOf(shop, { scopes: ['catalog:write', 'crm:write', 'orders:write'] })
    const { id, allowed_actions } = expectBody(await orderFrom(server), 201, CreatedOrder)
    expect(allowed_actions).toContain('confirm')
    expect(allowed_actions).not.toContain('refund')
    for (const action of ['confirm', 'ship', 'deliver'])
      expect((await server.post(`/api/orders/${id}/${action}`, {})).status, action).toBe(200)
    expect((await server.get(`/api/orders/${id}`)).body).toMatchObject({ fulfillment_status: 'delivered' })
    expect((await server.get('/api/orders?search=amal')).body).toMatchObject({ data: [{ id }] })
  })

  test('may do with orders what staff may, and is told who may do more', async () => {
    const server = await serverOf(shop)
    const { id } = expectBody(await orderFrom(server), 201, CreatedOrder)
    await server.post(`/api/orders/${id}/confirm`, {})
    await server.post(`/api/orders/${id}/payments`, { amount: 10, method: 'cash' })
    const refund = await server.post(`/api/orders/${id}/refunds`, { amount: 10 })
    expect(expectProblem(refund, 403, 'session_required').detail).toContain('signed-in person')
    expect((await shop.owner.post(`/api/orders/${id}/refunds`, { amount: 10 })).status).toBe(200)
    const cancel = await server.post(`/api/orders/${id}/cancel`, { reason: 'changed_mind' })
    expect(expectProblem(cancel, 403, 'forbidden').detail).toContain('owner or admin')
    expect((await shop.owner.post(`/api/orders/${id}/cancel`, { reason: 'changed_mind' })).status).toBe(200)
  })

  test('answers a conversation under its own name', async () => {
    const inbox = inboxOf(shop)
    const { id, receive } = await inbox.addWebhook({ name: 'Chat' })
    await receive({ from: { name: 'Amal', phone: '+965 5000 0003' }, body: 'Hello' })
    const [conversation] = await inbox.conversations(`?channel_id=${id}`)
    const server = await serverOf(shop, { name: 'Help desk', scopes: ['inbox:write'] })
    const path = `/api/inbox/conversations/${conversation?.id}`
    const sent = await server.post(`${path}/messages`, { kind: 'note', body: 'Looking into it' })
    expect(sent).toMatchObject({ status: 201, body: { author: { id: server.id, name: 'Help desk' } } })
    expect((await server.patch(path, { status: 'closed' })).status).toBe(200)
    expect((await server.get(path)).status).toBe(200)
    expectProblem(await server.get('/api/inbox/channels/nothing'), 404, 'not_found')
    expectProblem(await server.delete(`/api/inbox/channels/${id}`), 403, 'session_required')
  })

  test('imports and exports files', async () => {
    const server = await serverOf(shop, { scopes: ['catalog:write'] })
    const line = { title: 'Imported belt', price: 7 }
    const imported = await server.post('/api/products/import', line, { 'Content-Type': 'application/x-ndjson' })
    expect(imported).toMatchObject({ status: 200, body: { created: 1 } })
    expect(String((await server.get('/api/products/export?format=jsonl')).body)).toContain('Imported belt')
  })

  test('sees its own store and role, and none of its owner’s other stores', async () => {
    const other = await openShop()
    await other.join(shop.owner.subject, 'owner')
    const writer = await serverOf(shop, { scopes: ['orders:write'] })
    const stores = { data: [{ id: shop.store.id, role: 'staff' }], meta: { total: 1 } }
    expect((await writer.get('/api/stores')).body).toMatchObject(stores)
    const reader = await serverOf(shop, { scopes: ['orders:read'] })
    expect((await reader.get(`/api/stores/${shop.store.id}`)).body).toMatchObject({ role: 'viewer' })
    expectProblem(await reader.get(`/api/stores/${other.store.id}`), 404, 'not_found')
    expectProblem(await reader.get('/api/orders', inStore(other.store)), 404, 'store_not_found')
    await other.demote(shop.owner.subject, 'viewer')
  })

  test('is named in the timeline, with who created its key', async () => {
    const server = await serverOf(shop, { name: 'Warehouse' })
    const { id } = expectBody(await orderFrom(server), 201, CreatedOrder)
    const { body } = await shop.owner.get(`/api/orders/${id}/events`)
    const actor = { kind: 'key', id: server.id, name: 'Warehouse', acts_for: { name: expect.any(String) } }
    expect(body).toMatchObject({ data: [{ type: 'order.created', actor }] })
  })

  test('can retry a write: the idempotency keys of two API keys are apart', async () => {
    const [one, another] = [await serverOf(shop), await serverOf(shop)]
    const retry = { 'Idempotency-Key': crypto.randomUUID() }
    const first = await one.post('/api/customers', { name: 'Sara' }, retry)
    const again = await one.post('/api/customers', { name: 'Sara' }, retry)
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(idOf(await another.post('/api/customers', { name: 'Sara' }, retry))).not.toBe(idOf(first))
    expect(idOf(await shop.owner.post('/api/customers', { name: 'Sara' }, retry))).not.toBe(idOf(first))
  })

  test('keeps getting 304 for what it has', async () => {
    const server = await serverOf(shop, { scopes: ['orders:read'] })
    const etag = (await server.get('/api/orders')).headers.get('ETag') ?? ''
    expect((await server.get('/api/orders', { 'If-None-Match': etag })).status).toBe(304)
  })

  test('keeps working under a new key that takes it over before the old one is revoked', async () => {
    const [old, next] = [await serverOf(shop), await createKeyOf(shop, { name: 'Warehouse, next' })]
    expect((await shop.owner.delete(`/api/keys/${old.id}`)).status).toBe(204)
    expectProblem(await old.get('/api/orders'), 401, 'invalid_token')
    expect(next.revoked_at).toBeNull()
  })
})
