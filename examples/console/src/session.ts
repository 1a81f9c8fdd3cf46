import * as oauth from 'oauth4webapi'

// Authorization code flow with PKCE, as for any public client.
const issuer = new URL(import.meta.env['VITE_ISSUER'])
const client: oauth.Client = { client_id: String(import.meta.env['VITE_CLIENT_ID']) }
const redirectUri = `${location.origin}/`
const options = { [oauth.allowInsecureRequests]: issuer.protocol === 'http:' }

// Session storage survives a reload, and ends with the tab.
const tokenKey = 'token'
const pendingKey = 'sign-in'

type Token = { readonly value: string; readonly expiresAt: number }
type Pending = { readonly verifier: string; readonly state: string; readonly nonce: string; readonly hash: string }

export function currentToken(): string | undefined {
  const token = read<Token>(tokenKey, ['value', 'expiresAt'])
  return token !== undefined && token.expiresAt > Date.now() ? token.value : undefined
}

/** Leaves the page. `again`: asks for the password even if the identity provider still has a session. */
export async function signIn({ again }: { readonly again: boolean }): Promise<void> {
  const server = await discover()
  const pending: Pending = {
    verifier: oauth.generateRandomCodeVerifier(),
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    hash: location.hash,
  }
  sessionStorage.setItem(pendingKey, JSON.stringify(pending))
  const url = new URL(server.authorization_endpoint ?? '')
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
    state: pending.state,
    nonce: pending.nonce,
    ...(again && { prompt: 'login' }),
  }).toString()
  location.assign(url)
}

/** Exchanges the code, if the identity provider has just sent the browser back with one. */
export async function finishSignIn(): Promise<void> {
  const url = new URL(location.href)
  if (!url.searchParams.has('state')) return
  const pending = read<Pending>(pendingKey, ['verifier', 'state', 'nonce', 'hash'])
  sessionStorage.removeItem(pendingKey)
  history.replaceState(null, '', `/${pending?.hash ?? ''}`)
  if (!pending) return
  const server = await discover()
  const parameters = oauth.validateAuthResponse(server, client, url, pending.state)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    redirectUri,
    pending.verifier,
    options,
  )
  const { access_token, expires_in } = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: pending.nonce,
    requireIdToken: true,
  })
  const token: Token = { value: access_token, expiresAt: Date.now() + (expires_in ?? 300) * 1000 }
  sessionStorage.setItem(tokenKey, JSON.stringify(token))
}

export const signOut = (): void => sessionStorage.clear()

async function discover(): Promise<oauth.AuthorizationServer> {
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))
}

/** Reads an object that this module stored. */
function read<Stored extends object>(key: string, names: readonly (keyof Stored & string)[]): Stored | undefined {
  const text = sessionStorage.getItem(key)
  if (text === null) return undefined
  const value: unknown = JSON.parse(text)
  const isComplete = (found: unknown): found is Stored =>
    typeof found === 'object' && found !== null && names.every((name) => name in found)
  return isComplete(value) ? value : undefined
}
