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

// Any origin may call, because callers authenticate with the Authorization header only. Cookies are ignored.
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
  // For old browsers, and for documents with scripts.
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  // The web pages set their own policy.
  overwrite: false,
})

const limitBody = bodyLimit({
  maxSize: bodyLimitBytes,
  onError: () => {
    throw new ServiceError(
      'payload_too_large',
      `The request body must be at most ${bodyLimitBytes} bytes. Split the request.`,
    )
  },
})

/** All routes that require a session, as data. */
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
    // Has its own CORS rules.
    .route('/api/oauth', oauthRoutes)
    .route('/.well-known', authorizationServerMetadata)
    // Called by servers, with a larger body limit.
    .route('/api/inbox/hooks', hooksRoutes)
    // Everything below ignores cookies, so any origin may call it.
    .use(crossOrigin, limitBody)
    .route('/', health)
    .route('/', mcpEndpoint)
    .route('/', protectedResource)
  for (const area of apiRoutes) mount(app, area)
  // After /api/storefront/pages and the like, which look like store slugs.
  app.route('/api/storefront', publicStorefrontRoutes)
  answerNotFound(app, noSuchPage)
  return app
}
