import * as oauth from 'oauth4webapi'
import { listen } from '../support/node/servers/listen.ts'

const options = { [oauth.allowInsecureRequests]: true }

export type NativeApp = Awaited<ReturnType<typeof startNativeApp>>

/** A native app that registers itself and waits for its callback (RFC 8252). */
export async function startNativeApp(baseUrl: string, name: string, scope: string) {
  const answers: URL[] = []
  const { url: appUrl, close } = await listen((request, response) => {
    const url = new URL(request.url ?? '', appUrl)
    if (url.pathname === '/callback') answers.push(url)
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<title>Connected</title><h1>Back in the assistant</h1>')
  })
  const redirectUri = `${appUrl}/callback`

  const issuer = new URL(baseUrl)
  const as = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options }),
  )
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      as,
      { client_name: name, redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' },
      options,
    ),
  )
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()

  async function authorizeUrl(overrides: Record<string, string> = {}): Promise<string> {
    const url = new URL(as.authorization_endpoint ?? '')
    const parameters = {
      client_id: client.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      resource: `${baseUrl}/api/mcp`,
      ...overrides,
    }
    for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value)
    return url.href
  }

  /** Redeems the code, with the checks a client must make: state, issuer and errors. Throws if access was denied. */
  async function redeem(): Promise<oauth.TokenEndpointResponse> {
    const callback = oauth.validateAuthResponse(as, client, answers.at(-1) ?? new URL(redirectUri), state)
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      oauth.None(),
      callback,
      redirectUri,
      verifier,
      options,
    )
    return oauth.processAuthorizationCodeResponse(as, client, response)
  }

  return {
    redirectUri,
    answers,
    authorizeUrl,
    redeem,
    refresh: async (token: string) =>
      oauth.processRefreshTokenResponse(
        as,
        client,
        await oauth.refreshTokenGrantRequest(as, client, oauth.None(), token, options),
      ),
    close,
  }
}

/** An authorization request of a known vendor's client, which redirects to the vendor. */
export const claudeUrl = (baseUrl: string, scope: string): string =>
  requestUrl(baseUrl, scope, {
    client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    redirect_uri: 'https://claude.ai/api/mcp/auth_callback',
  })

/** An app with a metadata document on this machine that redirects to another host. */
export async function publishApp(baseUrl: string, name: string, scope: string) {
  const redirect_uri = 'https://connect.assistants-for-shops.example/oauth/callback'
  const { url, close } = await listen((request, response) => {
    const client_id = `http://${request.headers.host}${request.url}`
    const document = { client_id, client_name: name, redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none' }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
  })
  return { url: requestUrl(baseUrl, scope, { client_id: `${url}/client.json`, redirect_uri }), close }
}

function requestUrl(baseUrl: string, scope: string, client: { client_id: string; redirect_uri: string }): string {
  const parameters = {
    ...client,
    response_type: 'code',
    scope,
    state: 'x',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    resource: `${baseUrl}/api/mcp`,
  }
  return `${baseUrl}/api/oauth/authorize?${new URLSearchParams(parameters).toString()}`
}

export const everyScope =
  'catalog:read catalog:write orders:read orders:write crm:read analytics:read inbox:read storefront:read storefront:write'
