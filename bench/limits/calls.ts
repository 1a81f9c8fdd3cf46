import type { RouteFacts } from '../../test/isolation/route-facts.ts'
import { analyticsRows } from '../../test/isolation/routes/analytics.ts'
import { collectionsRows } from '../../test/isolation/routes/collections.ts'
import { customersRows } from '../../test/isolation/routes/customers.ts'
import { deliveryMethodsRows } from '../../test/isolation/routes/delivery-methods.ts'
import { discountsRows } from '../../test/isolation/routes/discounts.ts'
import { eventsRows } from '../../test/isolation/routes/events.ts'
import { homeRows } from '../../test/isolation/routes/home.ts'
import { inboxRows } from '../../test/isolation/routes/inbox.ts'
import { invitationsRows } from '../../test/isolation/routes/invitations.ts'
import { keysRows } from '../../test/isolation/routes/keys.ts'
import { mcpTokensRows } from '../../test/isolation/routes/mcp-tokens.ts'
import { membersRows } from '../../test/isolation/routes/members.ts'
import { ordersRows } from '../../test/isolation/routes/orders.ts'
import { productsRows } from '../../test/isolation/routes/products.ts'
import { segmentsRows } from '../../test/isolation/routes/segments.ts'
import { storefrontRows } from '../../test/isolation/routes/storefront.ts'
import { storesRows } from '../../test/isolation/routes/stores.ts'
import { webhooksRows } from '../../test/isolation/routes/webhooks.ts'
import { costly } from './costly.ts'
import type { Call, Full } from './full.ts'
import { hookCalls } from './hook-calls.ts'
import { shopperCalls } from './shopper-calls.ts'

const rows: Readonly<Record<string, RouteFacts>> = {
  ...storesRows,
  ...homeRows,
  ...productsRows,
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

/** What takes something away comes last, in this order. */
const last = [
  'POST /api/customers/merge',
  'POST /api/customers/:customer_id/anonymize',
  'PATCH /api/members/:member_id',
  'DELETE /api/members/:member_id',
]

const rank = (route: string) => last.indexOf(route) + (route.startsWith('DELETE') ? 1 : 0)

/** Operations that read nothing of a store, or need more than a request: each with why it is left out. */
export const leftOut: Readonly<Record<string, string>> = {
  'POST /api/media': 'needs a bucket',
  'POST /api/media/from-url': 'needs a bucket',
  'GET /media/:folder/:file': 'reads no database',
  'GET /api/address-formats/:country': 'reads no database',
  'GET /api/storefront/:slug/orders/:id': 'the answer of POST /api/storefront/:slug/orders names it',
  'GET /api/inbox/hooks/:channel_id': 'reads one channel',
  'POST /api/mcp': 'its tools are the operations here',
  'POST /mcp': 'its tools are the operations here',
  'POST /api/invitations/:invitation_id/accept': 'belongs to one person',
  'POST /api/invitations/:invitation_id/decline': 'belongs to one person',
  'GET /api/oauth/authorize': 'belongs to no store',
  'POST /api/oauth/authorize': 'belongs to no store',
  'POST /api/oauth/token': 'belongs to one connection',
  'POST /api/oauth/revoke': 'belongs to one connection',
  'POST /api/oauth/register': 'belongs to no store',
  'GET /.well-known/oauth-authorization-server': 'reads no database',
  'GET /.well-known/oauth-protected-resource/api/mcp': 'reads no database',
  'GET /healthz': 'reads no database',
  'GET /readyz': 'belongs to no store',
  'GET /openapi.json': 'reads no database',
}

/** One call or several of each operation. */
export function callsOf(full: Full): readonly Call[] {
  const owned = Object.entries(rows)
    .filter(([route]) => !(route in leftOut))
    .flatMap(([route, { sample, list }]) => {
      const chosen = costly[route]?.(full) ?? []
      const base = sample(full, crypto.randomUUID())
      const page = list === undefined ? [] : [{ path: withQuery(base.path, 'limit=100') }]
      const all = chosen.length === 0 ? [base, ...page] : chosen
      return all.map((each): Call => ({
        route,
        ...(typeof each === 'string' ? { path: withQuery(base.path.split('?')[0] ?? '', each) } : each),
      }))
    })
  const media = [
    { route: 'GET /api/media', path: '/api/media?limit=100' },
    { route: 'GET /api/media/:media_id', path: `/api/media/${full.mediaId}` },
    { route: 'DELETE /api/media/:media_id', path: `/api/media/${full.mediaId}` },
  ]
  return [...shopperCalls(full), ...hookCalls(full), ...owned, ...media].toSorted(
    (a, b) => rank(a.route) - rank(b.route),
  )
}

const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`
