import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { analyticsRoutes } from './analytics/routes.ts'
import { customersRoutes } from './customers/routes.ts'
import { ServiceError } from './errors.ts'
import type { AppEnv } from './http/app-env.ts'
import { health } from './http/health.ts'
import { mount } from './http/mount.ts'
import { answerNotFound } from './http/not-found.ts'
import { onError } from './http/on-error.ts'
import { requestLog } from './http/request-log.ts'
import { hooksRoutes } from './inbox/hooks/routes.ts'
import { channelsRoutes, conversationsRoutes } from './inbox/routes.ts'
import { invitationsRoutes } from './invitations/routes.ts'
import { membersRoutes } from './members/routes.ts'
import { mcpTokensRoutes } from './mcp-tokens/routes.ts'
import { mcpEndpoint } from './mcp/endpoint.ts'
import { protectedResource } from './mcp/protected-resource.ts'
import { authorizationServerMetadata, oauthRoutes } from './oauth/routes.ts'
import { ordersRoutes } from './orders/routes.ts'
import { inventoryRoutes, productsRoutes } from './products/routes.ts'
import { segmentsRoutes } from './segments/routes.ts'
import { noSuchPage } from './settings/ui/on-page-error.tsx'
import { settingsRoutes } from './settings/routes.ts'
import { publicStorefrontRoutes } from './storefront/public/routes.ts'
import { storefrontRoutes } from './storefront/routes.ts'
import { meRoutes, storesRoutes } from './stores/routes.ts'

const bodyLimitBytes = 256 * 1024

// Any site may call: a caller is known by the Authorization header alone, and cookies are never looked at.
const crossOrigin = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
  allowHeaders: [
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'If-Match',
    'If-None-Match',
    'MCP-Protocol-Version',
    'Mcp-Method',
    'Mcp-Name',
    'Mcp-Session-Id',
    'X-Request-Id',
    'X-Store-Id',
  ],
  exposeHeaders: [
    'Age',
    'Content-Disposition',
    'ETag',
    'Idempotent-Replayed',
    'Location',
    'RateLimit-Policy',
    'Retry-After',
    'WWW-Authenticate',
    'X-Request-Id',
  ],
  maxAge: 86_400,
})

const secure = secureHeaders({
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  crossOriginResourcePolicy: 'cross-origin',
  referrerPolicy: 'no-referrer',
  strictTransportSecurity: 'max-age=63072000; includeSubDomains',
  xFrameOptions: 'DENY',
  // For browsers of the past, and for documents with scripts, which none of this is.
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  // A page says itself what it loads and where its forms go.
  overwrite: false,
})

const limitBody = bodyLimit({
  maxSize: bodyLimitBytes,
  onError: () => {
    throw new ServiceError('payload_too_large', `The body may have at most ${bodyLimitBytes} bytes. Send it in parts.`)
  },
})

/** Everything behind a session, as data. */
export const apiRoutes = [
  meRoutes,
  storesRoutes,
  membersRoutes,
  invitationsRoutes,
  productsRoutes,
  inventoryRoutes,
  customersRoutes,
  segmentsRoutes,
  ordersRoutes,
  analyticsRoutes,
  storefrontRoutes,
  channelsRoutes,
  conversationsRoutes,
  mcpTokensRoutes,
] as const

export function createApp() {
  const app = new Hono<AppEnv>({ strict: false }).use(requestLog, secure).onError(onError)
  app
    .route('/settings', settingsRoutes)
    // Says by itself what any site may call.
    .route('/api/oauth', oauthRoutes)
    .route('/.well-known', authorizationServerMetadata)
    // Called by servers, with more in one call than a browser may send.
    .route('/api/inbox/hooks', hooksRoutes)
    // What follows has no cookies, so that any site may call it.
    .use(crossOrigin, limitBody)
    .route('/', health)
    .route('/', mcpEndpoint)
    .route('/', protectedResource)
  for (const area of apiRoutes) mount(app, area)
  // After the store's own paths of the same form.
  app.route('/api/storefront', publicStorefrontRoutes)
  answerNotFound(app, noSuchPage)
  return app
}
