import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import Provider, { errors, interactionPolicy } from 'oidc-provider'
import { createIdentityStore } from './identity-store.ts'
import { sendErrorPage, sendLoginPage } from './login-page.ts'
import { signingKey } from './signing-key.ts'
import { password, users } from './users.ts'

export type IdentityProvider = { issuer: string; close(): Promise<void> }

type Options = {
  port: number
  /** The folder where its key is stored. */
  dir: string
  /** The service's base URL, which is the audience of access tokens and the base of redirect URIs. */
  audience: string
  /** The origin of a front end of its own (examples/console). */
  consoleOrigin: string
}

/** The docs page, which gets its tokens in the browser. */
const docsClient = 'api-docs'

/** The merchant console, which runs on an origin of its own. */
const consoleClient = 'merchant-console'

const hour = 3600
const day = 24 * hour

/** An OpenID provider for the fixed users of the local stack. */
export async function startIdentityProvider({ port, ...options }: Options): Promise<IdentityProvider> {
  const issuer = `http://127.0.0.1:${port}`
  const provider = await createProvider(issuer, options)
  const callback = provider.callback()
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response)
    signIn(provider, request, response).catch((error: unknown) => {
      const isExpired = error instanceof errors.SessionNotFound
      sendErrorPage(response, isExpired ? 'This sign-in has expired. Start again.' : 'The sign-in failed.')
      if (!isExpired) console.error(error)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    issuer,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function createProvider(issuer: string, { dir, audience, consoleOrigin }: Omit<Options, 'port'>) {
  const { key, cookieSecret } = await signingKey(dir)
  const policy = interactionPolicy.base()
  // The clients are our own, so no consent is needed.
  policy.remove('consent')
  const browserOrigins = new Map([
    [docsClient, audience],
    [consoleClient, consoleOrigin],
  ])

  const provider = new Provider(issuer, {
    adapter: createIdentityStore(),
    jwks: { keys: [{ ...key, alg: 'ES256', use: 'sig' }] },
    cookies: { keys: [cookieSecret] },
    clients: [
      client('local-cli', `${audience}/cli/callback`),
      client('merchant-commerce', `${audience}/settings/callback`),
      client(docsClient, `${audience}/docs/oauth2-redirect`),
      client(consoleClient, `${consoleOrigin}/`),
    ],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: (_context, sub) => account(sub),
    interactions: { policy, url: (_context, interaction) => `/interaction/${interaction.uid}` },
    extraTokenClaims: (_context, token) => ('accountId' in token ? personClaims(token.accountId) : undefined),
    // Each public client may call the token endpoint from its own origin only.
    clientBasedCORS: (_context, origin, asking) => browserOrigins.get(asking.clientId) === origin,
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
  return provider
}

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
