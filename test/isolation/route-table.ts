import { inspectRoutes } from 'hono/dev'
import type { Scope } from '../../src/platform/auth/tokens/scopes.ts'
import { areas, parts } from '../../src/app.ts'
import { describe } from '../../src/platform/http/routes/routes.ts'
import type { RouteFacts } from './route-facts.ts'
import { analyticsRows } from './routes/analytics.ts'
import { customersRows } from './routes/customers.ts'
import { deliveryMethodsRows } from './routes/delivery-methods.ts'
import { collectionsRows } from './routes/collections.ts'
import { discountsRows } from './routes/discounts.ts'
import { eventsRows } from './routes/events.ts'
import { inboxRows } from './routes/inbox.ts'
import { homeRows } from './routes/home.ts'
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
  ...homeRows,
}

/** Routes that take no session token or API key in a header, each with the test file that covers it. */
export const publicRoutes: Readonly<Record<string, string>> = {
  'GET /api/inbox/hooks/:channel_id': 'test/areas/inbox/challenge.test.ts',
  'POST /api/inbox/hooks/:channel_id': 'test/areas/inbox/signatures.test.ts',
  'POST /api/mcp': 'test/protocols/mcp/access.test.ts',
  'POST /mcp': 'test/protocols/mcp/access.test.ts',
  'GET /.well-known/oauth-protected-resource': 'test/protocols/mcp/access.test.ts',
  'GET /.well-known/oauth-protected-resource/api/mcp': 'test/protocols/mcp/access.test.ts',
  'GET /.well-known/oauth-protected-resource/mcp': 'test/protocols/mcp/access.test.ts',
  'GET /.well-known/oauth-authorization-server': 'test/protocols/oauth/metadata.test.ts',
  'GET /api/oauth/authorize': 'test/protocols/oauth/authorize.test.ts',
  'POST /api/oauth/authorize': 'test/protocols/oauth/authorize.test.ts',
  'ALL /api/oauth/authorize': 'test/protocols/oauth/authorize.test.ts',
  'POST /api/oauth/token': 'test/protocols/oauth/redeem.test.ts',
  'POST /api/oauth/revoke': 'test/protocols/oauth/revoke.test.ts',
  'POST /api/oauth/register': 'test/protocols/oauth/register.test.ts',
  'GET /api/address-formats/:country': 'test/areas/checkout/address-formats.test.ts',
  'GET /api/storefront/:slug': 'test/areas/storefront/public-storefront.test.ts',
  'GET /api/storefront/:slug/pages/:page_slug': 'test/areas/storefront/public-storefront.test.ts',
  'GET /api/storefront/:slug/products': 'test/areas/storefront/public-products.test.ts',
  'GET /api/storefront/:slug/products/:product_slug': 'test/areas/storefront/public-products.test.ts',
  'GET /api/storefront/:slug/collections': 'test/areas/collections/public-collections.test.ts',
  'GET /api/storefront/:slug/collections/:collection_slug': 'test/areas/collections/public-collections.test.ts',
  'POST /api/storefront/:slug/quote': 'test/areas/storefront/quote.test.ts',
  'POST /api/storefront/:slug/orders': 'test/areas/storefront/place-order.test.ts',
  'POST /api/storefront/:slug/messages': 'test/areas/storefront/leave-message.test.ts',
  'GET /api/storefront/:slug/orders/:id': 'test/areas/storefront/place-order.test.ts',
  'GET /media/:folder/:file': 'test/areas/media/files.test.ts',
  'GET /': 'test/pages/docs/docs.test.ts',
  'GET /docs': 'test/pages/docs/docs.test.ts',
  'GET /openapi.json': 'test/platform/http/contract.test.ts',
  'GET /console/*': 'test/pages/console/page.test.ts',
  'GET /console/assets/*': 'test/pages/console/page.test.ts',
  'ALL /console/*': 'test/pages/console/page.test.ts',
  'GET /settings': 'test/pages/settings/sessions/sign-in.test.ts',
  'GET /settings/assets/:file': 'test/pages/settings/pages.test.ts',
  'GET /settings/sessions': 'test/pages/settings/sessions/sessions.test.ts',
  'POST /settings/sessions/end-all': 'test/pages/settings/sessions/sessions.test.ts',
  'GET /settings/sign-in': 'test/pages/settings/sessions/sign-in.test.ts',
  'GET /settings/callback': 'test/pages/settings/sessions/sign-in.test.ts',
  'POST /settings/sign-out': 'test/pages/settings/sessions/sign-in.test.ts',
  'GET /settings/signed-out': 'test/pages/settings/pages.test.ts',
  'GET /settings/authorize': 'test/pages/settings/consent/consent.test.ts',
  'POST /settings/authorize': 'test/pages/settings/consent/consent.test.ts',
  'GET /settings/mcp': 'test/pages/settings/pages.test.ts',
  'POST /settings/mcp/tokens': 'test/pages/settings/pages.test.ts',
  'POST /settings/mcp/tokens/:id/revoke': 'test/pages/settings/pages.test.ts',
  'POST /settings/mcp/connections/:id/disconnect': 'test/pages/settings/pages.test.ts',
  'POST /settings/stores': 'test/pages/settings/pages.test.ts',
  'GET /settings/keys': 'test/pages/settings/keys/keys.test.ts',
  'POST /settings/keys': 'test/pages/settings/keys/keys.test.ts',
  'POST /settings/keys/:id/revoke': 'test/pages/settings/keys/keys.test.ts',
  'GET /settings/members': 'test/pages/settings/members/members.test.ts',
  'POST /settings/members': 'test/pages/settings/members/members.test.ts',
  'POST /settings/members/:id/role': 'test/pages/settings/members/members.test.ts',
  'POST /settings/members/:id/remove': 'test/pages/settings/members/members.test.ts',
  'POST /settings/members/:id/revoke': 'test/pages/settings/members/members.test.ts',
  'GET /settings/store': 'test/pages/settings/store/profile.test.ts',
  'POST /settings/store': 'test/pages/settings/store/profile.test.ts',
  'GET /settings/delivery': 'test/pages/settings/delivery/delivery.test.ts',
  'GET /settings/delivery/new': 'test/pages/settings/delivery/delivery.test.ts',
  'GET /settings/delivery/:id': 'test/pages/settings/delivery/delivery.test.ts',
  'POST /settings/delivery': 'test/pages/settings/delivery/delivery.test.ts',
  'POST /settings/delivery/:id': 'test/pages/settings/delivery/delivery.test.ts',
  'POST /settings/delivery/:id/delete': 'test/pages/settings/delivery/delivery.test.ts',
  'GET /settings/tax': 'test/pages/settings/tax/tax.test.ts',
  'POST /settings/tax': 'test/pages/settings/tax/tax.test.ts',
  'GET /settings/discounts': 'test/pages/settings/discounts/discounts.test.ts',
  'GET /settings/discounts/new': 'test/pages/settings/discounts/discounts.test.ts',
  'GET /settings/discounts/:id': 'test/pages/settings/discounts/discounts.test.ts',
  'POST /settings/discounts': 'test/pages/settings/discounts/discounts.test.ts',
  'POST /settings/discounts/:id': 'test/pages/settings/discounts/discounts.test.ts',
  'POST /settings/discounts/:id/delete': 'test/pages/settings/discounts/discounts.test.ts',
  'ALL /settings/*': 'test/pages/settings/words/language.test.ts',
  'GET /settings/webhooks': 'test/pages/settings/webhooks/webhooks.test.ts',
  'GET /settings/webhooks/new': 'test/pages/settings/webhooks/webhooks.test.ts',
  'GET /settings/webhooks/:id': 'test/pages/settings/webhooks/webhooks.test.ts',
  'GET /settings/webhooks/:id/deliveries': 'test/pages/settings/webhooks/webhooks.test.ts',
  'POST /settings/webhooks': 'test/pages/settings/webhooks/webhooks.test.ts',
  'POST /settings/webhooks/:id': 'test/pages/settings/webhooks/webhooks.test.ts',
  'POST /settings/webhooks/:id/rotate': 'test/pages/settings/webhooks/webhooks.test.ts',
  'POST /settings/webhooks/:id/test': 'test/pages/settings/webhooks/webhooks.test.ts',
  'POST /settings/webhooks/:id/enable': 'test/pages/settings/webhooks/webhooks.test.ts',
  'POST /settings/webhooks/:id/disable': 'test/pages/settings/webhooks/webhooks.test.ts',
  'POST /settings/webhooks/:id/delete': 'test/pages/settings/webhooks/webhooks.test.ts',
  'POST /settings/webhooks/:id/deliveries/:delivery/redeliver': 'test/pages/settings/webhooks/webhooks.test.ts',
  'POST /settings/invitations/:id/accept': 'test/pages/settings/members/invitations.test.ts',
  'POST /settings/invitations/:id/decline': 'test/pages/settings/members/invitations.test.ts',
  'POST /settings/store/leave': 'test/pages/settings/store/profile.test.ts',
  'GET /settings/left': 'test/pages/settings/store/profile.test.ts',
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
    if (path.includes(':') && !facts.names) throw new Error(`${route} needs the names of the goods in its path`)
    return { status: 200, names: {}, ...facts, route, scope: facts.scope }
  }),
)

/** The routes that return a paged list. */
export const lists = apiRoutes.filter(({ list }) => list !== undefined)
