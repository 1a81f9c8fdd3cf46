import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { callOf, eras, connect, fetchFrom, tokenFor, post, request } from '../../support/callers/assistant.ts'
import { openShop } from '../../support/shop.ts'

const mimeType = 'text/html;profile=mcp-app'
const showsViews = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [mimeType] } } }
const uris = ['ui://merchant-commerce/order-card', 'ui://merchant-commerce/sales-chart']

let token: string
let orderId: string
beforeAll(async () => {
  const shop = await openShop()
  token = (await tokenFor(shop)).token
  orderId = (await shop.addOrder({})).id
})

async function connectWithViews(era: (typeof eras)[number]): Promise<Client> {
  const client = new Client(
    { name: 'host', version: '1.0.0' },
    { capabilities: showsViews, versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : era } },
  )
  const transport = new StreamableHTTPClientTransport(new URL('https://commerce.test/api/mcp'), {
    fetch: fetchFrom(),
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  })
  await client.connect(transport)
  return client
}

describe.for(eras)('a host of the %s era that shows views', (era) => {
  test('finds the view of an order and of the sales, and may read both', async () => {
    const client = await connectWithViews(era)
    const { tools } = await client.listTools()
    const views = tools.flatMap(({ name, _meta }) => (_meta ? [[name, _meta]] : []))
    expect(views).toEqual([
      ['get_order', { ui: { resourceUri: uris[0] } }],
      ['get_sales_summary', { ui: { resourceUri: uris[1] } }],
    ])
    for (const uri of uris) {
      const { contents } = await client.readResource({ uri })
      expect(contents).toMatchObject([
        { uri, mimeType, _meta: { ui: { csp: { connectDomains: [], resourceDomains: [], frameDomains: [] } } } },
      ])
      const html = String(Object(contents[0]).text)
      expect(html).toMatch(/^<!doctype html>/)
      expect(new TextEncoder().encode(html).length).toBeLessThan(15_000)
      // It asks nothing of any server, and makes text of data, never markup.
      expect(html).not.toMatch(/\ssrc=|href=|url\(|@import|fetch\(|innerHTML|outerHTML|insertAdjacent|document\.write/)
    }
    await client.close()
  })

  test('gets the same results as any other', async () => {
    const [host, other] = [await connectWithViews(era), await connect(token, era)]
    const call = { name: 'get_order', arguments: { order_id: orderId } }
    expect(await host.callTool(call)).toEqual(await other.callTool(call))
    await Promise.all([host.close(), other.close()])
  })
})

describe.for(eras)('a client of the %s era that shows no views', (era) => {
  test('is told of none', async () => {
    const client = await connect(token, era)
    const { tools } = await client.listTools()
    expect(JSON.stringify(tools)).not.toContain('_meta')
    const { resources } = await client.listResources()
    expect(JSON.stringify(resources)).not.toContain('ui://')
    await client.close()
  })
})

test('a client that shows views differs from others only by what names the views', async () => {
  const headers = { 'Mcp-Session-Id': 'views-1' }
  const listOf = async (options: object) => Object((await post(request('tools/list'), { token, ...options })).body)
  const [plain, withViews] = [await listOf({}), await listOf({ headers })]
  const without = JSON.stringify(withViews, (key, value: unknown) => (key === '_meta' ? undefined : value))
  expect(without).not.toBe(JSON.stringify(withViews))
  expect(without).toBe(JSON.stringify(plain))
})

test.for([
  ['nothing', {}],
  ['another kind of view', { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/uri-list'] } } }],
  ['no kind of view', { extensions: { 'io.modelcontextprotocol/ui': {} } }],
] as const)('a client of an older protocol that declares %s gets no session', async ([, capabilities]) => {
  const initialize = (given: object) =>
    post(
      request('initialize', {
        protocolVersion: '2025-06-18',
        clientInfo: { name: 'tests', version: '1' },
        capabilities: given,
      }),
      { token },
    )
  expect((await initialize(capabilities)).headers.get('Mcp-Session-Id')).toBeNull()
  const host = await initialize(showsViews)
  expect(host.headers.get('Mcp-Session-Id')).toMatch(/^views-/)
  expect(host.body).toEqual((await initialize(capabilities)).body)
})

test('a session gives no access', async () => {
  const headers = { 'Mcp-Session-Id': 'views-1' }
  expect((await post(callOf('get_store'), { headers })).status).toBe(401)
  const read = request('resources/read', { uri: uris[0] })
  expect((await post(read, { headers })).status).toBe(401)
  expect((await post(read, { headers, token: `${token}x` })).status).toBe(401)
})
