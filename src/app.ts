import type { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { getPath } from 'hono/utils/url'
import type { AppEnv } from './platform/http/app-env.ts'
import { areaApp, baseApp, crossOriginApp, withRoutes } from './platform/http/base-app.ts'
import { configOf } from './platform/configuration/config.ts'
import { contract } from './platform/http/contract.ts'
import { databaseOf } from './platform/configuration/database.ts'
import { deploymentOf } from './platform/configuration/deployment.ts'
import { health } from './platform/http/health.ts'
import { log } from './platform/configuration/log.ts'
import type { Routes } from './platform/http/routes/routes.ts'
import { mcpPaths, protectedResource } from './protocols/mcp/protected-resource.ts'

/** A part of the service. Its modules load with the first request for it, so that isolates start quickly. */
type Part = {
  /** Path prefixes, in whole segments. The longest prefix that matches a request wins. */
  readonly paths: readonly string[]
  readonly load: () => Promise<Hono<AppEnv>>
}

/** Delivers what the request queued for the store's webhooks, after the response. If this fails, the cron does. */
const deliverQueuedEvents = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  const { queuedFor } = c.var.trace
  if (queuedFor === undefined) return
  const config = configOf(c.env)
  const dependencies = { database: databaseOf(config), deployment: deploymentOf(config), report: log }
  c.executionCtx.waitUntil(
    // Loaded when needed: most stores have no webhooks.
    import('./areas/webhooks/sending/send-events.ts').then(({ deliverQueued }) =>
      deliverQueued(dependencies, queuedFor),
    ),
  )
})

/** An area that requires a session or an API key. `publicRoutes` under the same path do not. */
const area = (path: string, load: () => Promise<Routes>, publicRoutes?: () => Promise<Hono<AppEnv>>) => ({
  paths: [path],
  routes: load,
  load: async () => areaApp(deliverQueuedEvents, await load(), await publicRoutes?.()),
})

/** All routes that require a session or an API key. */
export const areas = [
  area('/api/me', async () => (await import('./areas/stores/routes.ts')).meRoutes),
  area('/api/stores', async () => (await import('./areas/stores/routes.ts')).storesRoutes),
  area('/api/home', async () => (await import('./areas/home/routes.ts')).homeRoutes),
  area('/api/search', async () => (await import('./areas/home/routes.ts')).searchRoutes),
  area('/api/members', async () => (await import('./areas/members/routes.ts')).membersRoutes),
  area('/api/invitations', async () => (await import('./areas/invitations/routes.ts')).invitationsRoutes),
  area('/api/products', async () => (await import('./areas/products/routes.ts')).productsRoutes),
  area('/api/inventory', async () => (await import('./areas/products/routes.ts')).inventoryRoutes),
  area('/api/media', async () => (await import('./areas/media/routes.ts')).mediaRoutes),
  area('/api/collections', async () => (await import('./areas/collections/routes.ts')).collectionsRoutes),
  area('/api/delivery-methods', async () => (await import('./areas/delivery-methods/routes.ts')).deliveryMethodsRoutes),
  area('/api/discounts', async () => (await import('./areas/discounts/routes.ts')).discountsRoutes),
  area('/api/customers', async () => (await import('./areas/customers/routes.ts')).customersRoutes),
  area('/api/segments', async () => (await import('./areas/customers/segments/routes.ts')).segmentsRoutes),
  area('/api/orders', async () => (await import('./areas/orders/routes.ts')).ordersRoutes),
  area('/api/shipments', async () => (await import('./areas/orders/routes.ts')).shipmentsRoutes),
  area('/api/analytics', async () => (await import('./areas/analytics/routes.ts')).analyticsRoutes),
  area(
    '/api/storefront',
    async () => (await import('./areas/storefront/routes.ts')).storefrontRoutes,
    async () => (await import('./areas/storefront/public/routes.ts')).publicStorefrontRoutes,
  ),
  area('/api/inbox/channels', async () => (await import('./areas/inbox/routes.ts')).channelsRoutes),
  area('/api/inbox/conversations', async () => (await import('./areas/inbox/routes.ts')).conversationsRoutes),
  area('/api/webhooks', async () => (await import('./areas/webhooks/routes.ts')).webhooksRoutes),
  area('/api/events', async () => (await import('./areas/feed/routes.ts')).eventsRoutes),
  area('/api/audit', async () => (await import('./areas/events/routes.ts')).auditRoutes),
  area('/api/sessions', async () => (await import('./areas/sessions/routes.ts')).sessionsRoutes),
  area('/api/keys', async () => (await import('./areas/keys/routes.ts')).keysRoutes),
  area('/api/mcp/tokens', async () => (await import('./areas/mcp-tokens/routes.ts')).mcpTokensRoutes),
] as const

export const parts: readonly Part[] = [
  ...areas,
  {
    paths: ['/media'],
    load: async () =>
      withRoutes(crossOriginApp(deliverQueuedEvents), [
        ['/media', (await import('./areas/media/public/routes.ts')).mediaFiles],
      ]),
  },
  {
    paths: ['/api/address-formats'],
    load: async () =>
      withRoutes(crossOriginApp(deliverQueuedEvents), [
        ['/api/address-formats', (await import('./areas/checkout/address-formats/routes.ts')).addressFormatRoutes],
      ]),
  },
  {
    paths: ['/settings'],
    load: async () => (await import('./pages/settings/app.ts')).settingsApp(deliverQueuedEvents),
  },
  {
    paths: ['/console'],
    load: async () => (await import('./pages/console/routes.ts')).consoleApp(deliverQueuedEvents),
  },
  {
    paths: ['/api/oauth', '/.well-known/oauth-authorization-server'],
    async load() {
      const { authorizationServerMetadata, oauthRoutes } = await import('./protocols/oauth/routes.ts')
      return withRoutes(baseApp(deliverQueuedEvents), [
        ['/api/oauth', oauthRoutes],
        ['/.well-known', authorizationServerMetadata],
      ])
    },
  },
  {
    paths: mcpPaths,
    load: async () =>
      withRoutes(crossOriginApp(deliverQueuedEvents), [
        ['/', (await import('./protocols/mcp/endpoint.ts')).mcpEndpoint],
      ]),
  },
  {
    // Called by servers, with a larger body limit.
    paths: ['/api/inbox/hooks'],
    load: async () =>
      withRoutes(baseApp(deliverQueuedEvents), [
        ['/api/inbox/hooks', (await import('./areas/inbox/hooks/routes.ts')).hooksRoutes],
      ]),
  },
  {
    paths: [''],
    load: async () =>
      withRoutes(
        crossOriginApp(deliverQueuedEvents),
        [
          ['/', (await import('./pages/docs/routes.ts')).docsRoutes],
          ['/', health],
          ['/', contract],
          ['/', protectedResource],
        ],
        async (c) => (await import('./pages/settings/app.ts')).noSuchAddress(c),
      ),
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
