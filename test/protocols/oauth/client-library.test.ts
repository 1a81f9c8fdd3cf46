import * as oauth from 'oauth4webapi'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { approveConnection } from '../../../src/areas/connections/approve-connection.ts'
import { denyConnection } from '../../../src/areas/connections/deny-connection.ts'
import { getPendingAuthorization } from '../../../src/areas/connections/get-pending-authorization.ts'
import worker from '../../../src/index.ts'
import { env } from 'cloudflare:workers'
import { createExecutionContext } from 'cloudflare:test'
import { openShop } from '../../support/shop.ts'
import { storesVisibleTo, callback, newBrowser, person, publicUrl, uniqueAddress } from './oauth-client.ts'

type OutgoingRequest = { method: string; headers: Record<string, string>; body?: string | URLSearchParams | undefined }

/** Sends the requests of oauth4webapi to the Worker. */
const through = {
  [oauth.customFetch]: async (url: string, { method, headers, body }: OutgoingRequest) =>
    worker.fetch(
      new Request(url, {
        method,
        headers: { ...headers, 'CF-Connecting-IP': uniqueAddress() },
        ...(body !== undefined && { body }),
      }),
      env,
      createExecutionContext(),
    ),
}

async function discover() {
  const issuer = new URL(publicUrl)
  return oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...through }),
  )
}

const methods = [
  ['none', () => oauth.None()],
  ['client_secret_basic', (secret: string) => oauth.ClientSecretBasic(secret)],
  ['client_secret_post', (secret: string) => oauth.ClientSecretPost(secret)],
] as const

/** Goes from the issuer's URL to the redirect URI, with the owner approving or denying. */
async function authorized(method: string, decision: 'approve' | 'deny') {
  const shop = await openShop()
  const as = await discover()
  const metadata = { client_name: 'Library', redirect_uris: [callback], token_endpoint_auth_method: method }
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(as, metadata, through),
  )
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(as.authorization_endpoint ?? '')
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: callback,
    response_type: 'code',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    scope: 'orders:write offline_access',
    resource: `${publicUrl}/api/mcp`,
    state,
  }).toString()
  const redirect = await worker.fetch(new Request(url), env, createExecutionContext())
  const request = new URL(redirect.headers.get('Location') ?? '', publicUrl).searchParams.get('request') ?? ''
  const pending = { request, browser: newBrowser() }
  await getPendingAuthorization(person(shop.owner), pending)
  const { location } =
    decision === 'approve'
      ? await approveConnection(person(shop.owner), { ...pending, store_id: shop.store.id, scopes: ['orders:write'] })
      : await denyConnection(person(shop.owner), pending)
  return { shop, as, client, verifier, state, location }
}

describe('oauth4webapi, an independent client that knows only the issuer URL', () => {
  test.for(methods)('connects, refreshes and revokes: %s', async ([method, authentication]) => {
    const { shop, as, client, verifier, state, location } = await authorized(method, 'approve')
    const authenticate = authentication(z.string().catch('').parse(client['client_secret']))
    const parameters = oauth.validateAuthResponse(as, client, new URL(location), state)
    const redeemed = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      authenticate,
      parameters,
      callback,
      verifier,
      through,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, redeemed)
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'orders:write', expires_in: 3600 })
    expect(await storesVisibleTo(tokens.access_token)).toEqual([shop.store.id])

    const refreshed = await oauth.refreshTokenGrantRequest(
      as,
      client,
      authenticate,
      tokens.refresh_token ?? '',
      through,
    )
    const next = await oauth.processRefreshTokenResponse(as, client, refreshed)
    expect(await storesVisibleTo(next.access_token)).toEqual([shop.store.id])

    await oauth.processRevocationResponse(
      await oauth.revocationRequest(as, client, authenticate, next.refresh_token ?? '', through),
    )
    expect(await storesVisibleTo(next.access_token)).toBe('invalid_token')
  })

  test('receives an error if the owner denies', async () => {
    const { as, client, state, location } = await authorized('none', 'deny')
    expect(() => oauth.validateAuthResponse(as, client, new URL(location), state)).toThrow(
      oauth.AuthorizationResponseError,
    )
  })

  test('receives the error code if a code is rejected', async () => {
    const { as, client, state, location } = await authorized('none', 'approve')
    const parameters = oauth.validateAuthResponse(as, client, new URL(location), state)
    const other = oauth.generateRandomCodeVerifier()
    const refused = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      oauth.None(),
      parameters,
      callback,
      other,
      through,
    )
    await expect(oauth.processAuthorizationCodeResponse(as, client, refused)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })
})
