import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { listen } from '../support/node/servers/listen.ts'
import { accessToken } from '../../dev/stack/identity/sign-in.ts'
import {
  act,
  all,
  attempt,
  createClient,
  createCustomer,
  createOrder,
  createProduct,
  download,
  getOrder,
  getPublicStorefront,
  exportOrders,
  ifMatch,
  lines,
  listOrderActions,
  listOrderEvents,
  listOrders,
  listProducts,
  listPublicProducts,
  listStores,
  readIfChanged,
  updateOrder,
} from '../../clients/typescript/src/index.ts'
import { startContractProxy } from './contract-proxy.ts'

const { baseUrl, issuer } = inject('stack')

let proxy: Awaited<ReturnType<typeof startContractProxy>>
beforeAll(async () => {
  proxy = await startContractProxy(baseUrl)
})
afterAll(() => proxy.close())

test('a walk through the API keeps to the contract', async () => {
  const token = await accessToken({ issuer, redirectUri: `${baseUrl}/cli/callback`, email: 'owner@globex.test' })
  const client = createClient({ baseUrl: proxy.url, token })
  const [store] = (await listStores({ client })).data
  if (!store) throw new Error('expected a store')

  const seen: string[] = []
  for await (const { id } of all(listOrders, { client, query: { status: ['pending', 'confirmed'], limit: 5 } }, ['id']))
    if (seen.push(id) === 12) break
  expect(seen).toHaveLength(12)

  const customer = await createCustomer({ client, body: { name: 'Contract walk', phone: '+96550001234' } })
  const product = await createProduct({
    client,
    body: { title: 'Walking stick', price: 12.5, variants: [{ options: { Wood: 'Oak' }, on_hand: 5 }] },
  })
  const items = [{ product_id: product.id, quantity: 2, unit_price: 12.5, variant_options: { Wood: 'Oak' } }]
  const order = await createOrder({ client, body: { customer_id: customer.id, total_amount: 25, items } })
  const path = { order_id: order.id }
  const updated = await updateOrder({ client, path, headers: ifMatch(order), body: { notes: 'Ring twice' } })

  const { actions } = await listOrderActions({ client, path })
  expect(actions.map(({ name }) => name)).toEqual(updated.allowed_actions)
  await act('confirm', { client, path, headers: ifMatch(updated) })
  await act('ship', { client, path, body: { carrier: 'Aramex' } })
  await act('payments', { client, path, body: { amount: 25, method: 'cash' } })
  expect(await act('deliver', { client, path })).toMatchObject({ status: 'completed' })
  const events = await listOrderEvents({ client, path })
  expect(events.data.map(({ type }) => type)).toContain('order.shipped')

  const reading = await readIfChanged(getOrder, { client, path })
  expect(await readIfChanged(getOrder, { client, path }, reading.etag)).toMatchObject({ isChanged: false })
  const query = { format: 'jsonl', search: 'Contract walk' } as const
  const exported: string[] = []
  for await (const line of lines(await download(exportOrders, { client, query }))) exported.push(line)
  expect(exported.length).toBeGreaterThan(0)

  const shopper = createClient({ baseUrl: proxy.url })
  await getPublicStorefront({ client: shopper, path: { slug: 'globex' } })
  expect((await listPublicProducts({ client: shopper, path: { slug: 'globex' } })).data).not.toEqual([])

  const refusals = await Promise.all([
    attempt(act('cancel', { client, path })),
    attempt(createOrder({ client, body: { customer_id: customer.id, total_amount: 1, items: [] } })),
    attempt(createOrder({ client, body: { customer_id: order.id, total_amount: 25, items } })),
    attempt(getOrder({ client, path: { order_id: customer.id } })),
    attempt(listProducts({ client: createClient({ baseUrl: proxy.url, token: 'nonsense' }) })),
    attempt(updateOrder({ client, path, headers: ifMatch(order), body: { notes: 'Too late' } })),
  ])
  const codes = refusals.map((refusal) => !refusal.ok && refusal.error.code)
  expect(codes).toEqual([
    'invalid_transition',
    'invalid_input',
    'customer_not_found',
    'not_found',
    'invalid_token',
    'version_conflict',
  ])
  expect(proxy.violations).toEqual([])
  expect(proxy.seen().length).toBeGreaterThan(20)
})

test('the proxy finds what the contract does not have', async () => {
  const service = await listen((request, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(request.url === '/healthz' ? '{"status":1}' : '{"data":[]}')
  })
  const strange = await startContractProxy(service.url)
  await fetch(`${strange.url}/api/stores`)
  await fetch(`${strange.url}/api/stores?colour=red`)
  await strange.close()
  await service.close()
  expect(strange.violations).toEqual([
    expect.stringContaining('list_stores answered 200, which does not match the contract'),
    expect.stringContaining('query colour is not listed'),
  ])
})
