import type { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import type { AppEnv } from './http/app-env.ts'
import { areaApp, baseApp, crossOriginApp, withRoutes } from './http/base-app.ts'
import { contract } from './http/contract.ts'
import { health } from './http/health.ts'
import type { Routes } from './http/routes.ts'
import { mcpPaths, protectedResource } from './mcp/protected-resource.ts'

/** A part of the service. Its modules load with the first request for it, so that isolates start quickly. */
type Part = {
  /** Path prefixes, in whole segments. The longest prefix that matches a request wins. */
  readonly paths: readonly string[]
  readonly load: () => Promise<Hono<AppEnv>>
}

/** An area that requires a session or an API key. `publicRoutes` under the same path do not. */
const area = (path: string, load: () => Promise<Routes>, publicRoutes?: () => Promise<Hono<AppEnv>>) => ({
  paths: [path],
  routes: load,
  load: async () => areaApp(await load(), await publicRoutes?.()),
})

/** All routes that require a session or an API key. */
export const areas = [
  area('/api/me', async () => (await import('./stores/routes.ts')).meRoutes),
  area('/api/stores', async () => (await import('./stores/routes.ts')).storesRoutes),
  area('/api/members', async () => (await import('./members/routes.ts')).membersRoutes),
  area('/api/invitations', async () => (await import('./invitations/routes.ts')).invitationsRoutes),
  area('/api/products', async () => (await import('./products/routes.ts')).productsRoutes),
  area('/api/inventory', async () => (await import('./products/routes.ts')).inventoryRoutes),
  area('/api/media', async () => (await import('./media/routes.ts')).mediaRoutes),
  area('/api/collections', async () => (await import('./collections/routes.ts')).collectionsRoutes),
  area('/api/delivery-methods', async () => (await import('./delivery-methods/routes.ts')).deliveryMethodsRoutes),
  area('/api/discounts', async () => (await import('./discounts/routes.ts')).discountsRoutes),
  area('/api/customers', async () => (await import('./customers/routes.ts')).customersRoutes),
  area('/api/segments', async () => (await import('./segments/routes.ts')).segmentsRoutes),
  area('/api/orders', async () => (await import('./orders/routes.ts')).ordersRoutes),
  area('/api/analytics', async () => (await import('./analytics/routes.ts')).analyticsRoutes),
  area(
    '/api/storefront',
    async () => (await import('./storefront/routes.ts')).storefrontRoutes,
    async () => (await import('./storefront/public/routes.ts')).publicStorefrontRoutes,
  ),
  area('/api/inbox/channels', async () => (await import('./inbox/routes.ts')).channelsRoutes),
  area('/api/inbox/conversations', async () => (await import('./inbox/routes.ts')).conversationsRoutes),
  area('/api/webhooks', async () => (await import('./webhooks/routes.ts')).webhooksRoutes),
  area('/api/events', async () => (await import('./events/routes.ts')).eventsRoutes),
  area('/api/audit', async () => (await import('./events/routes.ts')).auditRoutes),
  area('/api/keys', async () => (await import('./keys/routes.ts')).keysRoutes),
  area('/api/mcp/tokens', async () => (await import('./mcp-tokens/routes.ts')).mcpTokensRoutes),
] as const

export const parts: readonly Part[] = [
  ...areas,
  {
    paths: ['/media'],
    load: async () => withRoutes(crossOriginApp(), [['/media', (await import('./media/public/routes.ts')).mediaFiles]]),
  },
  { paths: ['/settings'], load: async () => (await import('./settings/app.ts')).settingsApp() },
  {
    paths: ['/api/oauth', '/.well-known/oauth-authorization-server'],
    async load() {
      const { authorizationServerMetadata, oauthRoutes } = await import('./oauth/routes.ts')
      return withRoutes(baseApp(), [
        ['/api/oauth', oauthRoutes],
        ['/.well-known', authorizationServerMetadata],
      ])
    },
  },
  {
    paths: mcpPaths,
    load: async () => withRoutes(crossOriginApp(), [['/', (await import('./mcp/endpoint.ts')).mcpEndpoint]]),
  },
  {
    // Called by servers, with a larger body limit.
    paths: ['/api/inbox/hooks'],
    load: async () =>
      withRoutes(baseApp(), [['/api/inbox/hooks', (await import('./inbox/hooks/routes.ts')).hooksRoutes]]),
  },
  {
    paths: [''],
    load: async () =>
      withRoutes(crossOriginApp(), [
        ['/', (await import('./docs/routes.ts')).docsRoutes],
        ['/', health],
        ['/', contract],
        ['/', protectedResource],
      ]),
  },
]

export function createApp(): { readonly fetch: Hono<AppEnv>['fetch'] } {
  const loaded = new Map<Part, Hono<AppEnv>>()
  const byPath = parts
    .flatMap((part) => part.paths.map((path) => ({ path, part })))
    .toSorted((a, b) => b.path.length - a.path.length)

  // Loads are not shared between requests: workerd ties a promise to the request that created it.
  async function load(part: Part): Promise<Hono<AppEnv>> {
    const app = await part.load()
    loaded.set(part, app)
    return app
  }

  return {
    fetch(request, env, context) {
      const requested = getPath(request)
      const found = byPath.find(({ path }) => requested === path || requested.startsWith(`${path}/`))
      if (!found) throw new Error('no part has the root path')
      const app = loaded.get(found.part)
      if (app) return app.fetch(request, env, context)
      return load(found.part).then((ready) => ready.fetch(request, env, context))
    },
  }
}
