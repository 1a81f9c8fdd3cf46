import { inspectRoutes } from 'hono/dev'
import { createApp } from '../../src/app.ts'
import type { Scope } from '../../src/auth/scopes.ts'

/** `METHOD /path` of every route that the app has. Middleware is mounted on ALL, passes on, and is none. */
export const appRoutes: readonly string[] = [
  ...new Set(
    inspectRoutes(createApp())
      .filter(({ method, isMiddleware }) => method !== 'ALL' || !isMiddleware)
      .map(({ method, path }) => `${method} ${path}`),
  ),
]

const goodsNames = ['storeId', 'customerId', 'productId', 'variantId', 'orderId', 'tokenId'] as const

/** What a shop has, as far as requests name it. */
export type Goods = Readonly<Record<(typeof goodsNames)[number], string>>

export const isGoodsName = (name: string): name is keyof Goods => goodsNames.some((known) => known === name)

export type Sample = { readonly path: string; readonly body?: unknown }

type RouteFacts = {
  /** A good request. `unique` keeps what must be unlike every other apart. */
  readonly sample: (goods: Goods, unique: string) => Sample
  readonly status: number
  /** Null: open to all, without a session. */
  readonly scope: Scope | null
  /** What the request names, and how it is answered where that is another store's: as if it did not exist. */
  readonly names: Partial<Record<keyof Goods, { readonly status: number; readonly code?: string }>>
  /** How a POST is answered that comes again with its Idempotency-Key, where that is not the first answer over again. */
  readonly repeated?: { readonly status: number; readonly code: string }
}

const notFound = { status: 404, code: 'not_found' }
const nothing = { status: 200 }

const order = ({ customerId, productId, variantId }: Goods) => ({
  customer_id: customerId,
  total_amount: 10,
  items: [{ product_id: productId, variant_id: variantId, quantity: 1, unit_price: 10 }],
})

/** One row a route: a route without a row here, and without one in `otherDoors`, fails the suites that go over all. */
export const routeTable: Readonly<Record<string, RouteFacts>> = {
  'GET /healthz': { sample: () => ({ path: '/healthz' }), status: 200, scope: null, names: {} },
  'GET /readyz': { sample: () => ({ path: '/readyz' }), status: 200, scope: null, names: {} },
  'GET /api/me': { sample: () => ({ path: '/api/me' }), status: 200, scope: 'stores:read', names: {} },
  'GET /api/stores': { sample: () => ({ path: '/api/stores' }), status: 200, scope: 'stores:read', names: {} },
  'POST /api/stores': {
    sample: () => ({ path: '/api/stores', body: { name: 'Second shop', currency: 'KWD' } }),
    status: 201,
    scope: 'stores:read',
    names: {},
  },
  'GET /api/products': { sample: () => ({ path: '/api/products' }), status: 200, scope: 'catalog:read', names: {} },
  'POST /api/products': {
    sample: (_, unique) => ({ path: '/api/products', body: { title: `Cap ${unique}`, price: 5 } }),
    status: 201,
    scope: 'catalog:write',
    names: {},
  },
  'GET /api/products/:id': {
    sample: ({ productId }) => ({ path: `/api/products/${productId}` }),
    status: 200,
    scope: 'catalog:read',
    names: { productId: notFound },
  },
  'PATCH /api/products/:id': {
    sample: ({ productId }) => ({ path: `/api/products/${productId}`, body: { description: 'Warm' } }),
    status: 200,
    scope: 'catalog:write',
    names: { productId: notFound },
  },
  'DELETE /api/products/:id': {
    sample: ({ productId }) => ({ path: `/api/products/${productId}` }),
    status: 204,
    scope: 'catalog:write',
    names: { productId: notFound },
  },
  'POST /api/products/:id/variants': {
    sample: ({ productId }, unique) => ({
      path: `/api/products/${productId}/variants`,
      body: { options: { colour: unique } },
    }),
    status: 201,
    scope: 'catalog:write',
    names: { productId: notFound },
  },
  'PATCH /api/products/:id/variants/:variant_id': {
    sample: ({ productId, variantId }) => ({
      path: `/api/products/${productId}/variants/${variantId}`,
      body: { barcode: '4006381333931' },
    }),
    status: 200,
    scope: 'catalog:write',
    names: { productId: notFound, variantId: notFound },
  },
  'DELETE /api/products/:id/variants/:variant_id': {
    sample: ({ productId, variantId }) => ({ path: `/api/products/${productId}/variants/${variantId}` }),
    status: 204,
    scope: 'catalog:write',
    names: { productId: notFound, variantId: notFound },
  },
  'POST /api/inventory/adjust': {
    sample: ({ variantId }) => ({
      path: '/api/inventory/adjust',
      body: { variant_id: variantId, delta: 1, reason: 'counted' },
    }),
    status: 200,
    scope: 'catalog:write',
    names: { variantId: notFound },
  },
  'GET /api/customers': { sample: () => ({ path: '/api/customers' }), status: 200, scope: 'crm:read', names: {} },
  'POST /api/customers': {
    sample: () => ({ path: '/api/customers', body: { name: 'Nour' } }),
    status: 201,
    scope: 'crm:write',
    names: {},
  },
  'GET /api/customers/:id': {
    sample: ({ customerId }) => ({ path: `/api/customers/${customerId}` }),
    status: 200,
    scope: 'crm:read',
    names: { customerId: notFound },
  },
  'PATCH /api/customers/:id': {
    sample: ({ customerId }) => ({ path: `/api/customers/${customerId}`, body: { notes: 'Calls first' } }),
    status: 200,
    scope: 'crm:write',
    names: { customerId: notFound },
  },
  'GET /api/orders': {
    sample: ({ customerId }) => ({ path: `/api/orders?customer_id=${customerId}` }),
    status: 200,
    scope: 'orders:read',
    names: { customerId: nothing },
  },
  'POST /api/orders': {
    sample: (goods) => ({ path: '/api/orders', body: order(goods) }),
    status: 201,
    scope: 'orders:write',
    names: {
      customerId: { status: 422, code: 'customer_not_found' },
      productId: { status: 422, code: 'product_not_found' },
      variantId: { status: 422, code: 'variant_required' },
    },
  },
  'GET /api/orders/:id': {
    sample: ({ orderId }) => ({ path: `/api/orders/${orderId}` }),
    status: 200,
    scope: 'orders:read',
    names: { orderId: notFound },
  },
  'GET /api/mcp/tokens': {
    sample: () => ({ path: '/api/mcp/tokens' }),
    status: 200,
    scope: 'tokens:manage',
    names: {},
  },
  'POST /api/mcp/tokens': {
    sample: ({ storeId }, unique) => ({
      path: '/api/mcp/tokens',
      body: { name: `Assistant ${unique}`, scopes: ['orders:read'], store_id: storeId },
    }),
    status: 201,
    scope: 'tokens:manage',
    names: { storeId: notFound },
    // The secret is shown once.
    repeated: { status: 409, code: 'duplicate' },
  },
  'DELETE /api/mcp/tokens/:id': {
    sample: ({ tokenId }) => ({ path: `/api/mcp/tokens/${tokenId}` }),
    status: 204,
    scope: 'tokens:manage',
    names: { tokenId: notFound },
  },
}

/** Routes that take no session token in a header, each with the suite of its own that tries it. */
export const otherDoors: Readonly<Record<string, string>> = {
  'POST /api/mcp': 'test/mcp/gate.test.ts',
  'POST /mcp': 'test/mcp/gate.test.ts',
  'GET /.well-known/oauth-protected-resource': 'test/mcp/gate.test.ts',
  'GET /.well-known/oauth-protected-resource/api/mcp': 'test/mcp/gate.test.ts',
  'GET /.well-known/oauth-protected-resource/mcp': 'test/mcp/gate.test.ts',
  'GET /.well-known/oauth-authorization-server': 'test/oauth/metadata.test.ts',
  'GET /api/oauth/authorize': 'test/oauth/authorize.test.ts',
  'POST /api/oauth/authorize': 'test/oauth/authorize.test.ts',
  'ALL /api/oauth/authorize': 'test/oauth/authorize.test.ts',
  'POST /api/oauth/token': 'test/oauth/redeem.test.ts',
  'POST /api/oauth/revoke': 'test/oauth/revoke.test.ts',
  'POST /api/oauth/register': 'test/oauth/register.test.ts',
  'GET /settings': 'test/settings/sign-in.test.ts',
  'GET /settings/assets/:file': 'test/settings/pages.test.ts',
  'GET /settings/sign-in': 'test/settings/sign-in.test.ts',
  'GET /settings/callback': 'test/settings/sign-in.test.ts',
  'POST /settings/sign-out': 'test/settings/sign-in.test.ts',
  'GET /settings/signed-out': 'test/settings/pages.test.ts',
  'GET /settings/authorize': 'test/settings/consent.test.ts',
  'POST /settings/authorize': 'test/settings/consent.test.ts',
  'GET /settings/mcp': 'test/settings/pages.test.ts',
  'POST /settings/mcp/tokens': 'test/settings/pages.test.ts',
  'POST /settings/mcp/tokens/:id/revoke': 'test/settings/pages.test.ts',
  'POST /settings/mcp/connections/:id/disconnect': 'test/settings/pages.test.ts',
  'POST /settings/stores': 'test/settings/pages.test.ts',
}

export const methodOf = (route: string): string => route.slice(0, route.indexOf(' '))

export const isWrite = (route: string): boolean => methodOf(route) !== 'GET'

/** The routes behind a session. */
export const apiRoutes = Object.entries(routeTable).flatMap(([route, facts]) =>
  facts.scope === null ? [] : [{ ...facts, route, scope: facts.scope }],
)

/** The routes that give a list, page by page. */
export const lists = apiRoutes.filter(({ route }) => /^GET \/api\/(?!me$)[a-z/]+$/.test(route))
