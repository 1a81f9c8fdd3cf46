import { expect, test } from 'vitest'
import {
  all,
  attempt,
  confirmOrder,
  createOrder,
  exportOrders,
  getOrder,
  ifMatch,
  importOrders,
  listCustomers,
  listOrders,
  listPublicProducts,
  listStores,
  ProblemError,
  updateOrder,
} from '../../clients/typescript/src/index.ts'
import { sessionToken } from '../support/callers/identity.ts'
import { createKeyOf } from '../support/callers/keys.ts'
import { inStore, openShop } from '../support/shop.ts'
import { openShopWithClient } from './typescript.ts'

test('creates, lists, reads and confirms orders', async () => {
  const { client, body } = await openShopWithClient()
  const order = await createOrder({ client, body })
  expect(order).toMatchObject({ number: 1001, total_amount: 10, warnings: [] })
  const { data, meta } = await listOrders({ client, query: { status: 'pending', search: '#1001' } })
  expect(data.map(({ id }) => id)).toEqual([order.id])
  expect(meta).toMatchObject({ total: 1, has_more: false })
  const read = await getOrder({ client, path: { order_id: 'number:1001' } })
  expect(read.id).toBe(order.id)
  expect(await confirmOrder({ client, path: { order_id: read.id } })).toMatchObject({ status: 'confirmed' })
})

test('goes through every order of a list, page by page, and stops when asked to', async () => {
  const { client, body, requests } = await openShopWithClient()
  for (let i = 0; i < 5; i++) await createOrder({ client, body: { ...body, tags: ['gift'] } })
  const count = requests.length

  const numbers: number[] = []
  for await (const order of all(listOrders, { client, query: { limit: 2, sort: 'created_at', search: 'gift' } }))
    numbers.push(order.number)
  expect(numbers).toEqual([1001, 1002, 1003, 1004, 1005])
  expect(requests.length - count).toBe(3)

  for await (const order of all(listOrders, { client, query: { limit: 2 } })) if (order.number === 1004) break
  expect(requests.length - count).toBe(4)
})

test('takes the API key of a server in place of a session token', async () => {
  const shop = await openShopWithClient()
  const { key } = await createKeyOf(shop, { scopes: ['orders:write'] })
  const client = shop.open({ token: key })
  const { id } = await createOrder({ client, body: shop.body })
  expect(await confirmOrder({ client, path: { order_id: id } })).toMatchObject({ status: 'confirmed' })
  const refused = await attempt(listCustomers({ client }))
  expect(refused).toMatchObject({ error: { code: 'insufficient_scope' } })
})

test('goes through a list without a query', async () => {
  const { client } = await openShopWithClient()
  const names: string[] = []
  for await (const { name } of all(listCustomers, { client })) names.push(name)
  expect(names).toEqual(['Amal'])
})

test('throws what the service refuses, with its code, fields and request id', async () => {
  const { client, body, item } = await openShopWithClient()
  const items = [
    { ...item, quantity: 0 },
    { ...item, unit_price: -1 },
  ]
  const error: unknown = await createOrder({ client, body: { ...body, items } }).catch((error: unknown) => error)
  if (!(error instanceof ProblemError)) throw error
  expect(error).toMatchObject({ name: 'ProblemError', code: 'invalid_input', status: 422 })
  expect(error.problems.map(({ pointer }) => pointer)).toEqual(['/items/0/quantity', '/items/1/unit_price'])
  expect(error.requestId).toMatch(/^[\w-]{8,}$/)
  expect(error.message).toBe(error.problem.detail)
})

test('returns what the service refuses, if asked to, and the facts that belong to its code', async () => {
  const { client, body, item } = await openShopWithClient()
  const tooMany = { ...body, total_amount: 1010, items: [{ ...item, quantity: 101 }] }
  const short = await attempt(createOrder({ client, body: tooMany }))
  if (short.ok || short.error.code !== 'insufficient_stock') throw new Error('expected a shortage')
  expect(short.error.problems.map(({ available, requested }) => [available, requested])).toEqual([[100, 101]])

  const wrong = await attempt(createOrder({ client, body: { ...body, shipping_amount: 5 } }))
  if (wrong.ok || wrong.error.code !== 'total_mismatch') throw new Error('expected a wrong total')
  expect(wrong.error.problem.expected_total_amount).toBe(15)

  const made = await attempt(createOrder({ client, body }))
  expect(made.ok && made.data.number).toBe(1001)
})

test('does not overwrite what somebody else changed', async () => {
  const { client, body } = await openShopWithClient()
  const order = await createOrder({ client, body })
  const change = (notes: string) =>
    updateOrder({ client, path: { order_id: order.id }, headers: ifMatch(order), body: { notes } })
  expect(await change('Call first')).toMatchObject({ notes: 'Call first', version: order.version + 1 })
  await expect(change('Leave it')).rejects.toMatchObject({ code: 'version_conflict', status: 409 })
})

test('works in one of several stores', async () => {
  const { client, open, owner, store, body } = await openShopWithClient()
  await owner.post('/api/stores', { name: 'Second shop', currency: 'KWD' })
  const stores = await listStores({ client })
  expect(stores.data).toHaveLength(2)
  const second = stores.data.find(({ id }) => id !== store.id)
  if (!second) throw new Error('expected a second store')
  await createOrder({ client, body })

  const inSecond = open({ storeId: second.id })
  expect((await listOrders({ client: inSecond })).data).toEqual([])
  const inFirst = await listOrders({ client: inSecond, headers: inStore(store) })
  expect(inFirst.data).toHaveLength(1)
})

test('gets a new token when the old one has expired, and tells other refusals apart', async () => {
  const { open, owner, requests } = await openShopWithClient()
  const expired = await sessionToken({ subject: owner.subject, expiresInSeconds: -3600 })
  const asked: boolean[] = []
  const token = ({ isExpired }: { isExpired: boolean }) => {
    asked.push(isExpired)
    return isExpired ? owner.token : expired
  }
  expect((await listStores({ client: open({ token }) })).data).toHaveLength(1)
  expect(asked).toEqual([false, true])
  expect(requests).toHaveLength(2)

  await expect(listStores({ client: open({ token: expired }) })).rejects.toMatchObject({ code: 'token_expired' })
  await expect(listStores({ client: open({ token: () => 'nonsense' }) })).rejects.toMatchObject({
    code: 'invalid_token',
  })
  expect(requests).toHaveLength(4)
})

test('sends public requests without the token and the store', async () => {
  const { open, store, requests } = await openShopWithClient()
  const call = listPublicProducts({ client: open({ storeId: store.id }), path: { slug: store.slug } })
  await expect(call).rejects.toMatchObject({ code: 'not_found' })
  expect([...(requests[0]?.headers.keys() ?? [])]).toEqual([])
})

test('imports a file in another format', async () => {
  const { client, open, store, customer } = await openShopWithClient()
  const line = {
    external_id: 'SO-1',
    customer_id: customer.id,
    items: [{ variant_sku: 'SC-1', quantity: 1, unit_price: 10 }],
  }
  const report = await importOrders({
    client: open({ storeId: store.id }),
    headers: { 'Content-Type': 'application/x-ndjson' },
    body: `${JSON.stringify(line)}\n`,
  })
  expect(report).toMatchObject({ created: 1 })
  const { data } = await listOrders({ client, query: { external_id: 'SO-1' } })
  expect(data).toHaveLength(1)
})

test('returns exports as text', async () => {
  const { client, body } = await openShopWithClient()
  await createOrder({ client, body })
  const csv = await exportOrders({ client, query: { format: 'csv' } })
  expect(csv.split('\n')[0]).toContain('external_id,id,store_id,number')
})

test('shows nothing of another store', async () => {
  const [{ client, body }, stranger] = await Promise.all([openShopWithClient(), openShop()])
  const order = await stranger.addOrder()
  await expect(getOrder({ client, path: { order_id: order.id } })).rejects.toMatchObject({ code: 'not_found' })
  await expect(createOrder({ client, body: { ...body, customer_id: order.customer_id } })).rejects.toMatchObject({
    code: 'customer_not_found',
  })
})
