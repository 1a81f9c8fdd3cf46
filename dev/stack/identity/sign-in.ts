import * as oauth from 'oauth4webapi'
import { password as demoPassword } from './users.ts'

type Options = { issuer: string; redirectUri: string; email: string; password?: string; clientId?: string }

/** The identity provider does not respond. */
export class ProviderUnreachable extends Error {}

/** Gets a session access token through the authorization code flow with PKCE and the provider's login page. */
export async function accessToken(options: Options): Promise<string> {
  const { issuer, redirectUri, email, password = demoPassword, clientId = 'local-cli' } = options
  const server = await discover(issuer)
  const client = { client_id: clientId }
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const nonce = oauth.generateRandomNonce()

  const authorize = new URL(server.authorization_endpoint ?? issuer)
  authorize.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  }).toString()

  const callback = await logIn(authorize, redirectUri, new URLSearchParams({ email, password }))
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    oauth.validateAuthResponse(server, client, callback, state),
    redirectUri,
    verifier,
    { [oauth.allowInsecureRequests]: true },
  )
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, { expectedNonce: nonce })
  return tokens.access_token
}

async function discover(issuer: string) {
  const url = new URL(issuer)
  let response: Response
  try {
    response = await oauth.discoveryRequest(url, { [oauth.allowInsecureRequests]: true })
  } catch (error) {
    throw new ProviderUnreachable(`The identity provider at ${issuer} does not respond`, { cause: error })
  }
  return oauth.processDiscoveryResponse(url, response)
}

/** Acts as a browser, from the authorization request to the redirect back to the client. */
async function logIn(start: URL, redirectUri: string, credentials: URLSearchParams): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = start
  let form: URLSearchParams | undefined
  for (let step = 0; step < 10; step++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    await response.body?.cancel()
    const location = response.headers.get('location')
    if (location !== null) {
      url = new URL(location, url)
      if (url.href.startsWith(`${redirectUri}?`)) return url
      form = undefined
    } else if (response.status === 200 && !form) {
      form = credentials
    } else {
      throw new Error(form ? 'wrong email or password' : `the identity provider answered ${response.status}`)
    }
  }
  throw new Error('The identity provider redirects endlessly')
}
