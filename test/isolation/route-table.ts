import { inspectRoutes } from 'hono/dev'
import type { Scope } from '../../src/auth/tokens/scopes.ts'
import { areas, parts } from '../../src/app.ts'
import { describe } from '../../src/http/routes.ts'
import type { RouteFacts } from './route-facts.ts'
import { analyticsRows } from './routes/analytics.ts'
import { customersRows } from './routes/customers.ts'
import { deliveryMethodsRows } from './routes/delivery-methods.ts'
import { collectionsRows } from './routes/collections.ts'
import { discountsRows } from './routes/discounts.ts'
import { eventsRows } from './routes/events.ts'
import { inboxRows } from './routes/inbox.ts'
import { invitationsRows } from './routes/invitations.ts'
import { keysRows } from './routes/keys.ts'
import { mcpTokensRows } from './routes/mcp-tokens.ts'
import { membersRows } from './routes/members.ts'
import { mediaRows } from './routes/media.ts'
import { ordersRows } from './routes/orders.ts'
import { productsRows } from './routes/products.ts'
import { segmentsRows } from './routes/segments.ts'
import { storefrontRows } from './routes/storefront.ts'
import { storesRows } from './routes/stores.ts'
import { webhooksRows } from './routes/webhooks.ts'

const apps = await Promise.all(parts.map(({ load }) => load()))
const sessionRoutes = await Promise.all(areas.map(({ routes }) => routes()))

/** `METHOD /path` of every route of the app, without middleware, which is mounted on ALL. */
export const appRoutes: readonly string[] = [
  ...new Set(
    apps
      .flatMap((app) => inspectRoutes(app))
      .filter(({ method, isMiddleware }) => method !== 'ALL' || !isMiddleware)
      .map(({ method, path }) => `${method} ${path}`),
  ),
]

/** One row for each route. The tests fail for a route that is neither here nor in `publicRoutes`. */
export const routeTable: Readonly<Record<string, RouteFacts>> = {
  ...storesRows,
  ...productsRows,
  ...mediaRows,
  ...deliveryMethodsRows,
  ...collectionsRows,
  ...discountsRows,
  ...customersRows,
  ...segmentsRows,
  ...ordersRows,
  ...analyticsRows,
  ...eventsRows,
  ...keysRows,
  ...webhooksRows,
  ...mcpTokensRows,
  ...storefrontRows,
  ...inboxRows,
  ...membersRows,
  ...invitationsRows,
}

/** Routes that take no session token or API key in a header, each with the test file that covers it. */
export const publicRoutes: Readonly<Record<string, string>> = {
  'GET /api/inbox/hooks/:channel_id': 'test/inbox/challenge.test.ts',
  'POST /api/inbox/hooks/:channel_id': 'test/inbox/signatures.test.ts',
  'POST /api/mcp': 'test/mcp/access.test.ts',
  'POST /mcp': 'test/mcp/access.test.ts',
  'GET /.well-known/oauth-protected-resource': 'test/mcp/access.test.ts',
  'GET /.well-known/oauth-protected-resource/api/mcp': 'test/mcp/access.test.ts',
  'GET /.well-known/oauth-protected-resource/mcp': 'test/mcp/access.test.ts',
  'GET /.well-known/oauth-authorization-server': 'test/oauth/metadata.test.ts',
  'GET /api/oauth/authorize': 'test/oauth/authorize.test.ts',
  'POST /api/oauth/authorize': 'test/oauth/authorize.test.ts',
  'ALL /api/oauth/authorize': 'test/oauth/authorize.test.ts',
  'POST /api/oauth/token': 'test/oauth/redeem.test.ts',
  'POST /api/oauth/revoke': 'test/oauth/revoke.test.ts',
  'POST /api/oauth/register': 'test/oauth/register.test.ts',
  'GET /api/storefront/:slug': 'test/storefront/public-storefront.test.ts',
  'GET /api/storefront/:slug/pages/:page_slug': 'test/storefront/public-storefront.test.ts',
  'GET /api/storefront/:slug/products': 'test/storefront/public-products.test.ts',
  'GET /api/storefront/:slug/products/:product_slug': 'test/storefront/public-products.test.ts',
  'GET /api/storefront/:slug/collections': 'test/collections/public-collections.test.ts',
  'GET /api/storefront/:slug/collections/:collection_slug': 'test/collections/public-collections.test.ts',
  'POST /api/storefront/:slug/quote': 'test/storefront/quote.test.ts',
  'POST /api/storefront/:slug/orders': 'test/storefront/place-order.test.ts',
  'POST /api/storefront/:slug/messages': 'test/storefront/leave-message.test.ts',
  'GET /api/storefront/:slug/orders/:id': 'test/storefront/place-order.test.ts',
  'GET /media/:folder/:file': 'test/media/files.test.ts',
  'GET /': 'test/docs/docs.test.ts',
  'GET /docs': 'test/docs/docs.test.ts',
  'GET /openapi.json': 'test/http/contract.test.ts',
  'GET /settings': 'test/settings/sessions/sign-in.test.ts',
  'GET /settings/assets/:file': 'test/settings/pages.test.ts',
  'GET /settings/sessions': 'test/settings/sessions/sessions.test.ts',
  'POST /settings/sessions/end-all': 'test/settings/sessions/sessions.test.ts',
  'GET /settings/sign-in': 'test/settings/sessions/sign-in.test.ts',
  'GET /settings/callback': 'test/settings/sessions/sign-in.test.ts',
  'POST /settings/sign-out': 'test/settings/sessions/sign-in.test.ts',
  'GET /settings/signed-out': 'test/settings/pages.test.ts',
  'GET /settings/authorize': 'test/settings/consent/consent.test.ts',
  'POST /settings/authorize': 'test/settings/consent/consent.test.ts',
  'GET /settings/mcp': 'test/settings/pages.test.ts',
  'POST /settings/mcp/tokens': 'test/settings/pages.test.ts',
  'POST /settings/mcp/tokens/:id/revoke': 'test/settings/pages.test.ts',
  'POST /settings/mcp/connections/:id/disconnect': 'test/settings/pages.test.ts',
  'POST /settings/stores': 'test/settings/pages.test.ts',
  'GET /settings/keys': 'test/settings/keys/keys.test.ts',
  'POST /settings/keys': 'test/settings/keys/keys.test.ts',
  'POST /settings/keys/:id/revoke': 'test/settings/keys/keys.test.ts',
  'GET /settings/members': 'test/settings/members/members.test.ts',
  'POST /settings/members': 'test/settings/members/members.test.ts',
  'POST /settings/members/:id/role': 'test/settings/members/members.test.ts',
  'POST /settings/members/:id/remove': 'test/settings/members/members.test.ts',
  'POST /settings/members/:id/revoke': 'test/settings/members/members.test.ts',
  'GET /settings/store': 'test/settings/store/profile.test.ts',
  'POST /settings/store': 'test/settings/store/profile.test.ts',
  'GET /settings/delivery': 'test/settings/delivery/delivery.test.ts',
  'GET /settings/delivery/new': 'test/settings/delivery/delivery.test.ts',
  'GET /settings/delivery/:id': 'test/settings/delivery/delivery.test.ts',
  'POST /settings/delivery': 'test/settings/delivery/delivery.test.ts',
  'POST /settings/delivery/:id': 'test/settings/delivery/delivery.test.ts',
  'POST /settings/delivery/:id/delete': 'test/settings/delivery/delivery.test.ts',
  'GET /settings/tax': 'test/settings/tax/tax.test.ts',
  'POST /settings/tax': 'test/settings/tax/tax.test.ts',
  'GET /settings/discounts': 'test/settings/discounts/discounts.test.ts',
  'GET /settings/discounts/new': 'test/settings/discounts/discounts.test.ts',
  'GET /settings/discounts/:id': 'test/settings/discounts/discounts.test.ts',
  'POST /settings/discounts': 'test/settings/discounts/discounts.test.ts',
  'POST /settings/discounts/:id': 'test/settings/discounts/discounts.test.ts',
  'POST /settings/discounts/:id/delete': 'test/settings/discounts/discounts.test.ts',
  'ALL /settings/*': 'test/settings/language.test.ts',
  'GET /settings/webhooks': 'test/settings/webhooks/webhooks.test.ts',
  'GET /settings/webhooks/new': 'test/settings/webhooks/webhooks.test.ts',
  'GET /settings/webhooks/:id': 'test/settings/webhooks/webhooks.test.ts',
  'GET /settings/webhooks/:id/deliveries': 'test/settings/webhooks/webhooks.test.ts',
  'POST /settings/webhooks': 'test/settings/webhooks/webhooks.test.ts',
  'POST /settings/webhooks/:id': 'test/settings/webhooks/webhooks.test.ts',
  'POST /settings/webhooks/:id/rotate': 'test/settings/webhooks/webhooks.test.ts',
  'POST /settings/webhooks/:id/test': 'test/settings/webhooks/webhooks.test.ts',
  'POST /settings/webhooks/:id/enable': 'test/settings/webhooks/webhooks.test.ts',
  'POST /settings/webhooks/:id/disable': 'test/settings/webhooks/webhooks.test.ts',
  'POST /settings/webhooks/:id/delete': 'test/settings/webhooks/webhooks.test.ts',
  'POST /settings/webhooks/:id/deliveries/:delivery/redeliver': 'test/settings/webhooks/webhooks.test.ts',
  'POST /settings/invitations/:id/accept': 'test/settings/members/invitations.test.ts',
  'POST /settings/invitations/:id/decline': 'test/settings/members/invitations.test.ts',
  'POST /settings/store/leave': 'test/settings/store/profile.test.ts',
  'GET /settings/left': 'test/settings/store/profile.test.ts',
}

export const methodOf = (route: string): string => route.slice(0, route.indexOf(' '))

const readingPosts = sessionRoutes.flatMap(({ base, rows }) =>
  rows.flatMap((row) => ('operation' in row && row.isRead ? [`POST ${describe(base, row).path}`] : [])),
)

export const isWrite = (route: string): boolean => methodOf(route) !== 'GET' && !readingPosts.includes(route)

/** The scope that each of these routes requires. */
export const scopesOfRoutes: ReadonlyMap<string, Scope> = new Map(
  sessionRoutes.flatMap(({ base, rows }) =>
    rows.map((row) => {
      const { method, path, scope } = describe(base, row)
      return [`${method.toUpperCase()} ${path}`, scope] as const
    }),
  ),
)

/** The routes that need a session or an API key, each with its facts. */
export const apiRoutes = sessionRoutes.flatMap(({ base, rows }) =>
  rows.map((row) => {
    const { method, path } = describe(base, row)
    const route = `${method.toUpperCase()} ${path}`
    const facts = routeTable[route]
    if (!facts?.scope) throw new Error(`${route} needs a row in test/isolation/routes`)
    return { ...facts, route, scope: facts.scope }
  }),
)

/** The routes that return a paged list. */
export const lists = apiRoutes.filter(({ list }) => list !== undefined)
