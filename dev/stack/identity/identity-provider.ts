import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import Provider, { errors, interactionPolicy } from 'oidc-provider'
import { createIdentityStore } from './identity-store.ts'
import type { Settings } from '../settings.ts'
import { frontEndClient, sendDevPage } from './dev-page.ts'
import { sendErrorPage, sendLoginPage } from './login-page.ts'
import { signingKey } from './signing-key.ts'
import { password, users } from './users.ts'

export type IdentityProvider = { issuer: string; close(): Promise<void> }

/** The docs page, which gets its tokens in the browser. */
const docsClient = 'api-docs'

const hour = 3600
const day = 24 * hour

/** An OpenID provider for the fixed users of the local stack. */
export async function startIdentityProvider(settings: Settings): Promise<IdentityProvider> {
  const { issuer, ports } = settings
  const provider = await createProvider(settings)
  const callback = provider.callback()
  const server = createServer((request, response) => {
    if (/^\/dev(\.json)?(\?|$)/.test(request.url ?? '')) return sendDevPage(request, response, settings)
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response)
    signIn(provider, request, response).catch((error: unknown) => {
      const isExpired = error instanceof errors.SessionNotFound
      sendErrorPage(response, isExpired ? 'This sign-in has expired. Start again.' : 'The sign-in failed.')
      if (!isExpired) console.error(error)
    })
  })
  server.listen(ports.identityProvider, '127.0.0.1')
  await once(server, 'listening')
  return {
    issuer,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function createProvider({ issuer, dir, baseUrl: audience, origins }: Settings) {
  const { key, cookieSecret } = await signingKey(dir)
  const policy = interactionPolicy.base()
  // The clients are our own, so no consent is needed.
  policy.remove('consent')
  const isFrontEnd = (origin: string) => isLoopback(origin) || origins.includes(origin)

  const provider = new Provider(issuer, {
    adapter: createIdentityStore(),
    jwks: { keys: [{ ...key, alg: 'ES256', use: 'sig' }] },
    cookies: { keys: [cookieSecret] },
    clients: [
      client('local-cli', `${audience}/cli/callback`),
      client('merchant-commerce', `${audience}/settings/callback`),
      client(docsClient, `${audience}/docs/oauth2-redirect`),
      client(frontEndClient, 'http://localhost:5173/'),
    ],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: (_context, sub) => account(sub),
    interactions: { policy, url: (_context, interaction) => `/interaction/${interaction.uid}` },
    extraTokenClaims: (_context, token) => ('accountId' in token ? personClaims(token.accountId) : undefined),
    // The docs may call the token endpoint from their own origin only, front ends of one's own from any port.
    clientBasedCORS: (_context, origin, asking) =>
      asking.clientId === docsClient ? origin === audience : asking.clientId === frontEndClient && isFrontEnd(origin),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
      grant.addOIDCScope('openid email profile offline_access')
      await grant.save()
      return grant
    },
    async renderError(context, { error, error_description: description }) {
      context.respond = false
      sendErrorPage(context.res, [error, description].filter(Boolean).join(': '))
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo(_context, resource) {
          if (resource !== audience) throw new errors.InvalidTarget()
          return {
            scope: '',
            audience,
            accessTokenTTL: hour,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'ES256' } },
          }
        },
      },
    },
    ttl: { AccessToken: hour, IdToken: hour, Interaction: hour, Session: day, Grant: day, RefreshToken: day },
  })
  // Any address of a front end of one's own, which the metadata of a client cannot say.
  const known = provider.Client.prototype
  const isKnown = Object.getOwnPropertyDescriptor(known, 'redirectUriAllowed')
  known.redirectUriAllowed = function isAllowed(uri: string) {
    const isOwn = this.clientId === frontEndClient && URL.canParse(uri) && isFrontEnd(new URL(uri).origin)
    return isOwn || isKnown?.value.call(this, uri)
  }
  return provider
}

const isLoopback = (origin: string) => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)

/** Public clients with PKCE, because a client secret in the repository would not be secret. */
function client(id: string, redirectUri: string) {
  return {
    client_id: id,
    redirect_uris: [redirectUri],
    response_types: ['code' as const],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none' as const,
  }
}

function account(sub: string) {
  const claims = personClaims(sub)
  return claims && { accountId: sub, claims: () => ({ sub, ...claims }) }
}

function personClaims(sub: string | undefined) {
  const user = users.find((each) => each.sub === sub)
  return user && { email: user.email, email_verified: true, name: user.name }
}

async function signIn(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  const { uid } = await provider.interactionDetails(request, response)
  const action = `/interaction/${uid}`
  if (request.method !== 'POST') return sendLoginPage(response, { action, email: '' })

  const form = new URLSearchParams(await text(request))
  const email = form.get('email') ?? ''
  const user = users.find((each) => each.email === email.trim().toLowerCase())
  if (!user || form.get('password') !== password) {
    return sendLoginPage(response, { action, email, problem: 'No user has this email and password.' })
  }
  await provider.interactionFinished(request, response, { login: { accountId: user.sub } })
}
