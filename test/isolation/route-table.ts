import { createApp } from '../../src/app.ts'
import type { Scope } from '../../src/auth/scopes.ts'

/** `METHOD /path` of every route that the app has. Middleware is mounted on ALL and is none. */
export const appRoutes: readonly string[] = [
  ...new Set(
    createApp()
      .routes.filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`),
  ),
]

/** What a shop has, as far as requests name it. */
export type Goods = {
  readonly customerId: string
  readonly productId: string
  readonly variantId: string
  readonly orderId: string
}

export type Sample = { readonly path: string; readonly body?: unknown }

type RouteFacts = {
  /** A good request. `unique` keeps what must be unlike every other apart. */
  readonly sample: (goods: Goods, unique: string) => Sample
  readonly status: number
  /** Null: open to all, without a session. */
  readonly scope: Scope | null
  /** What the request names, and how it is answered where that is another store's: as if it did not exist. */
  readonly names: Partial<Record<keyof Goods, { readonly status: number; readonly code?: string }>>
}

const notFound = { status: 404, code: 'not_found' }
const nothing = { status: 200 }

const order = ({ customerId, productId, variantId }: Goods) => ({
  customer_id: customerId,
  total_amount: 10,
  items: [{ product_id: productId, variant_id: variantId, quantity: 1, unit_price: 10 }],
})

/** One row a route: a route without a row here fails every suite that goes over all routes. */
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
}

export const methodOf = (route: string): string => route.slice(0, route.indexOf(' '))

export const isWrite = (route: string): boolean => methodOf(route) !== 'GET'

/** The routes behind a session. */
export const apiRoutes = Object.entries(routeTable).flatMap(([route, facts]) =>
  facts.scope === null ? [] : [{ ...facts, route, scope: facts.scope }],
)
