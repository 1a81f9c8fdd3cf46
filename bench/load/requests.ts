import { randomInt, randomUUID } from 'node:crypto'
import { publicUrl } from '../rig/identity-provider.ts'
import { hundreds, pick } from './pick.ts'
import type { Sample, Shop } from './sample.ts'
import { shelves } from './shelves.ts'

type Scenario = { name: string; requests: Buffer[] }

const { host } = new URL(publicUrl)

const commonTerms = ['cotton', encodeURIComponent('قميص')]

/** Every hot path of the service, with requests for different stores, rows and tokens. */
export function scenarios({ hot, many }: Sample, deepCursors: string[]) {
  const overMany = (make: (shop: Shop, nth: number) => Buffer | undefined) =>
    [0, 1, 2, 3].flatMap((round) => many.flatMap((shop) => make(shop, round) ?? []))
  const onHot = (make: (nth: number) => Buffer) => Array.from({ length: 300 }, (_, nth) => make(nth))
  const rare = (shop: Shop, nth: number) => {
    const term = shop.rare[nth % shop.rare.length]
    return term === undefined ? undefined : get(shop, `/api/orders?search=${term}`)
  }
  return {
    list: { name: 'orders, first page', requests: overMany((shop) => get(shop, '/api/orders')) },
    listHot: { name: 'orders, first page, hot store', requests: onHot(() => get(hot, '/api/orders')) },
    deep: {
      name: 'orders, deep cursor, hot store',
      requests: onHot((nth) => get(hot, `/api/orders?cursor=${pick(deepCursors, nth)}`)),
    },
    rare: { name: 'search, rare term', requests: overMany(rare) },
    rareHot: { name: 'search, rare term, hot store', requests: onHot((nth) => rare(hot, nth) ?? get(hot, '/')) },
    common: {
      name: 'search, common term',
      requests: overMany((shop, nth) => get(shop, `/api/orders?search=${pick(commonTerms, nth)}`)),
    },
    commonHot: {
      name: 'search, common term, hot store',
      requests: onHot((nth) => get(hot, `/api/orders?search=${pick(commonTerms, nth)}`)),
    },
    get: {
      name: 'get an order',
      requests: overMany((shop, nth) => get(shop, `/api/orders/${pick(shop.orders, nth)}`)),
    },
    getMcp: {
      name: 'get an order, over MCP',
      requests: overMany((shop, nth) => callTool(shop, 'get_order', { order_id: pick(shop.orders, nth) })),
    },
    create: { name: 'create, two lines', requests: overMany((shop, nth) => create(shop, nth)) },
    createHot: { name: 'create, two lines, one store', requests: onHot((nth) => create(hot, nth)) },
    // An order can be confirmed and shipped only once. Repeated requests change nothing and cost slightly less.
    confirm: {
      name: 'confirm',
      requests: many.flatMap((shop) => shop.pending.map((order) => act(shop, `${order}/confirm`, {}))),
    },
    ship: {
      name: 'ship',
      requests: many.flatMap((shop) =>
        shop.confirmed.map((order) => act(shop, `${order}/ship`, { carrier: 'Aramex' })),
      ),
    },
    bulk: {
      name: 'hold, 100 orders at once',
      requests: hundreds([...hot.pending, ...hot.confirmed]).map((order_ids) =>
        act(hot, 'bulk', { action: 'hold', reason: 'no_answer', order_ids }),
      ),
    },
    summary: { name: 'sales summary, 30 days', requests: overMany((shop) => get(shop, '/api/analytics/summary')) },
    summaryHot: {
      name: 'sales summary, 30 days, hot store',
      requests: onHot(() => get(hot, '/api/analytics/summary')),
    },
    conversations: {
      name: 'conversations, open ones',
      requests: overMany((shop) => get(shop, '/api/inbox/conversations?status=open')),
    },
    conversationsHot: {
      name: 'conversations, first page, hot store',
      requests: onHot(() => get(hot, '/api/inbox/conversations')),
    },
    feed: {
      name: 'event feed, 100 from the start',
      requests: overMany((shop) => get(shop, '/api/events?limit=100')),
    },
    products: { name: 'products, first page', requests: overMany((shop) => get(shop, '/api/products')) },
    ...shelves(many, visit),
    storefront: { name: 'storefront, cached', requests: onHot(() => visit(hot, '')) },
    // Each page once, so that none comes from the cache.
    storefrontProduct: {
      name: 'storefront product, not cached',
      requests: Array.from({ length: 30 }, (_, nth) =>
        many.flatMap((shop) => shop.slugs.slice(nth, nth + 1).map((slug) => visit(shop, `/products/${slug}`))),
      ).flat(),
    },
    quote: {
      name: 'quote, two lines, method and code',
      requests: overMany((shop, nth) => post(`${storefrontOf(shop)}/quote`, {}, JSON.stringify(cart(shop, nth)))),
    },
    shopper: { name: 'order by a shopper, two lines', requests: overMany((shop, nth) => shopperOrder(shop, nth)) },
    shopperCode: {
      name: 'the same, with method and code',
      requests: overMany((shop, nth) => shopperOrder(shop, nth + 500_000, cart(shop, nth))),
    },
  } satisfies Record<string, Scenario>
}

export type Scenarios = ReturnType<typeof scenarios>
export type ScenarioName = keyof Scenarios

export function get({ token }: { token: string }, path: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`)
}

function callTool({ mcpToken }: Shop, name: string, args: Record<string, unknown>): Buffer {
  const headers = {
    Authorization: `Bearer ${mcpToken}`,
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2025-11-25',
  }
  const params = { name, arguments: args }
  return post('/api/mcp', headers, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }))
}

export const create = (shop: Shop, nth: number): Buffer =>
  post('/api/orders', { Authorization: `Bearer ${shop.token}` }, JSON.stringify(newOrder(shop, nth)))

function newOrder(shop: Shop, nth: number) {
  const first = pick(shop.variants, shop.number * 7 + nth * 11)
  const second = pick(shop.variants, shop.number * 7 + nth * 11 + 17)
  return {
    customer_id: pick(shop.customers, nth),
    total_amount: Number((first.price * 2 + second.price).toFixed(3)),
    platform: 'whatsapp',
    payment_method: 'cash_on_delivery',
    items: [
      { product_id: first.product_id, variant_id: first.id, quantity: 2, unit_price: first.price },
      { product_id: second.product_id, variant_id: second.id, quantity: 1, unit_price: second.price },
    ],
  }
}

/** A file of orders that the store does not have yet. */
export function importFile(shop: Shop, count: number): Buffer {
  const file = randomUUID()
  const lines = Array.from({ length: count }, (_, nth) =>
    JSON.stringify({ external_id: `${file}-${nth}`, ...newOrder(shop, nth) }),
  )
  const headers = { Authorization: `Bearer ${shop.token}` }
  return post('/api/orders/import', headers, lines.join('\n'), 'application/x-ndjson')
}

const act = ({ token }: Shop, path: string, body: object): Buffer =>
  post(`/api/orders/${path}`, { Authorization: `Bearer ${token}` }, JSON.stringify(body))
const storefrontOf = ({ number }: Shop) => `/api/storefront/bench-${number}`

const visit = (shop: Shop, path: string) =>
  Buffer.from(`GET ${storefrontOf(shop)}${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)

function itemsOf(shop: Shop, nth: number) {
  const line = (offset: number, quantity: number) => {
    const { product_id, id: variant_id } = pick(shop.variants, shop.number * 5 + nth * 13 + offset)
    return { product_id, variant_id, quantity }
  }
  return [line(0, 2), line(17, 1)]
}

const cart = (shop: Shop, nth: number) => ({
  items: itemsOf(shop, nth),
  destination: { country: 'KW', region: 'Hawalli' },
  delivery_method_id: shop.express,
  payment_method: 'cash_on_delivery',
  discount_code: 'ten',
})

/** Every run starts at another phone number, because a shopper can have only three orders that are not confirmed. */
const firstPhone = randomInt(1_000_000)

function shopperOrder(
  shop: Shop,
  nth: number,
  bought: object = { items: itemsOf(shop, nth), payment_method: 'cash_on_delivery' },
): Buffer {
  const phone = `+96551${String((firstPhone + shop.number * 7 + nth) % 1_000_000).padStart(6, '0')}`
  const order = { customer: { name: `Shopper ${nth}`, phone }, shipping_address: 'Block 1, Salmiya', ...bought }
  return post(`${storefrontOf(shop)}/orders`, {}, JSON.stringify(order))
}

export function post(
  path: string,
  headers: Record<string, string>,
  body: string,
  contentType = 'application/json',
): Buffer {
  const fields = Object.entries({
    ...headers,
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(body),
  })
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  )
}
