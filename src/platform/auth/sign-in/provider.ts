import * as oauth from 'oauth4webapi'
import type { WebSignIn } from './config.ts'

type Provider = {
  readonly server: oauth.AuthorizationServer
  readonly until: number
  readonly keys: oauth.JWKSCacheInput
}

const cacheMs = 10 * 60_000

// Public data only, so the isolate may keep it.
const providers = new Map<string, Provider>()

/** Options for requests to the provider: 5 seconds, http only if configured. oauth4webapi follows no redirects. */
export const requestOptions = ({ insecure }: WebSignIn) => ({
  signal: () => AbortSignal.timeout(5000),
  [oauth.allowInsecureRequests]: insecure,
})

/** The provider's metadata (OpenID Connect Discovery 1.0 §4) and a cache for its keys. Throws if it is not available. */
export async function providerOf(signIn: WebSignIn): Promise<Provider> {
  const found = providers.get(signIn.issuer)
  if (found && found.until > Date.now()) return found
  const issuer = new URL(signIn.issuer)
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, requestOptions(signIn)),
  )
  const fresh = { server, until: Date.now() + cacheMs, keys: {} }
  providers.set(signIn.issuer, fresh)
  return fresh
}
