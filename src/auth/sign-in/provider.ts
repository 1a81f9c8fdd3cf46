import * as oauth from 'oauth4webapi'
import type { WebSignIn } from './config.ts'

type Known = { readonly server: oauth.AuthorizationServer; readonly until: number; readonly keys: oauth.JWKSCacheInput }

const keptMs = 10 * 60_000

// Public data only, kept for the isolate's life.
const known = new Map<string, Known>()

/** How requests go to the provider: no redirects (oauth4webapi's own), 5 seconds, http only where that is configured. */
export const requestOptions = ({ insecure }: WebSignIn) => ({
  signal: () => AbortSignal.timeout(5000),
  [oauth.allowInsecureRequests]: insecure,
})

/** The provider's metadata (OpenID Connect Discovery 1.0 §4) with a cache for its keys. Throws where it can't be had. */
export async function providerOf(signIn: WebSignIn): Promise<Known> {
  const found = known.get(signIn.issuer)
  if (found && found.until > Date.now()) return found
  const issuer = new URL(signIn.issuer)
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, requestOptions(signIn)),
  )
  const fresh = { server, until: Date.now() + keptMs, keys: {} }
  known.set(signIn.issuer, fresh)
  return fresh
}
