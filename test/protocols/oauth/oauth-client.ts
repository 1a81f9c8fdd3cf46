import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { z } from 'zod'
import { tokenScopes, type TokenScope } from '../../../src/platform/auth/tokens/scopes.ts'
import { hashToken } from '../../../src/platform/auth/tokens/format.ts'
import { approveConnection } from '../../../src/areas/connections/approve-connection.ts'
import { getPendingAuthorization } from '../../../src/areas/connections/get-pending-authorization.ts'
import type { Caller, Credential } from '../../../src/platform/operation/context.ts'
import { configOf } from '../../../src/platform/configuration/config.ts'
import { callerOf } from '../../../src/platform/http/callers/with-session.ts'
import { listStores } from '../../../src/areas/stores/list-stores.ts'
import { testIssuer } from '../../support/callers/identity.ts'
import { expectBody } from '../../support/shop.ts'
import { type Answer, type Service, service } from '../../support/service.ts'

export const publicUrl = 'https://commerce.test'
export const callback = 'https://assistant.example/callback'

/** A caller who runs an operation directly, without going through the consent page. */
const callerWith = (credential: Credential): Caller =>
  callerOf(configOf(env), { roundTrips: 0, databaseMs: 0, replayed: false }, credential)

export const person = ({ subject }: { subject: string }): Caller =>
  callerWith({ kind: 'session', issuer: testIssuer, subject, email: null, name: null, emailVerified: false })

/** The SHA-256 of a browser's cookie, as the pages pass it on. */
export const newBrowser = () => crypto.getRandomValues(new Uint8Array(32)).toHex()

export async function pkce(verifier = crypto.getRandomValues(new Uint8Array(32)).toHex()) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: new Uint8Array(digest).toBase64({ alphabet: 'base64url', omitPadding: true }) }
}

type Fields = Record<string, string | string[] | undefined>

/** Encodes a query or form. An array repeats the field; undefined omits it. */
export const form = (fields: Fields): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : (Array.isArray(value) ? value : [value]).map((item): [string, string] => [name, item]),
    ),
  ).toString()

export const post = (
  path: string,
  fields: Fields,
  { through = service(), headers = {} }: { through?: Service; headers?: Record<string, string> } = {},
): Promise<Answer> =>
  through.fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: form(fields),
  })

const Registered = z.looseObject({ client_id: z.string(), client_secret: z.string().optional() })

export const register = (metadata: Record<string, unknown> = {}, through: Service = service()): Promise<Answer> =>
  through.fetch('/api/oauth/register', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': uniqueAddress() },
    body: JSON.stringify({ client_name: 'Assistant', redirect_uris: [callback], ...metadata }),
  })

export async function newClient(metadata: Record<string, unknown> = {}, through?: Service) {
  return expectBody(await register(metadata, through), 201, Registered)
}

/** An IPv6 address in its own network, so that tests do not share a rate limit. */
export const uniqueAddress = () => {
  const groups = Array.from(crypto.getRandomValues(new Uint16Array(4)), (group) => group.toString(16))
  return `2001:db8:${groups.slice(0, 2).join(':')}:0:0:${groups.slice(2).join(':')}`
}

export const authorize = (query: Fields, through: Service = service()): Promise<Answer> =>
  through.fetch(`/api/oauth/authorize?${form(query)}`)

/** The handle of a request that was redirected to the consent page. */
export function handleIn(answer: Answer): string {
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 303 })
  const location = answer.headers.get('Location') ?? ''
  expect(location).toMatch(/^\/settings\/authorize\?request=mcs_ar_/)
  return new URL(location, publicUrl).searchParams.get('request') ?? ''
}

/** The parameters that the client received at its redirect URI. */
export function redirectParameters(location: string): URLSearchParams {
  return new URL(location).searchParams
}

type ApprovalOptions = {
  client_id?: string
  redirect_uri?: string
  scope?: string
  scopes?: readonly TokenScope[]
  state?: string
  browser?: string
  resource?: string | string[]
  through?: Service
}

type StoreAndOwner = { store: { id: string }; owner: { subject: string } }

/** Goes from the authorize endpoint to the code, with the owner approving on the consent page. */
export async function approve({ store, owner }: StoreAndOwner, options: ApprovalOptions = {}) {
  const { redirect_uri = callback, scope = tokenScopes.join(' '), scopes = tokenScopes, state, through } = options
  const client_id = options.client_id ?? (await newClient({}, through)).client_id
  const { verifier, challenge } = await pkce()
  const answer = await authorize(
    {
      response_type: 'code',
      client_id,
      redirect_uri,
      scope,
      state,
      resource: options.resource,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    },
    through,
  )
  const request = handleIn(answer)
  const browser = options.browser ?? newBrowser()
  await getPendingAuthorization(person(owner), { request, browser })
  const decision = { request, browser, store_id: store.id, scopes: [...scopes] }
  const { location } = await approveConnection(person(owner), decision)
  const code = redirectParameters(location).get('code') ?? ''
  return { client_id, redirect_uri, verifier, location, code, ...decision }
}

type Approved = { client_id: string; redirect_uri: string; verifier: string; code: string }

export const redeem = (
  { client_id, redirect_uri, verifier, code }: Approved,
  fields: Fields = {},
  options?: { through?: Service; headers?: Record<string, string> },
): Promise<Answer> =>
  post(
    '/api/oauth/token',
    { grant_type: 'authorization_code', client_id, redirect_uri, code, code_verifier: verifier, ...fields },
    options,
  )

export const refresh = (
  { client_id, refresh_token }: { client_id: string; refresh_token: string },
  fields: Fields = {},
  options?: { through?: Service; headers?: Record<string, string> },
): Promise<Answer> =>
  post('/api/oauth/token', { grant_type: 'refresh_token', client_id, refresh_token, ...fields }, options)

export const Tokens = z.strictObject({
  access_token: z.string().startsWith('mcs_at_'),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  refresh_token: z.string().startsWith('mcs_rt_'),
  scope: z.string(),
})

/** Goes from the authorize endpoint to tokens. */
export async function connect(shop: StoreAndOwner, options: ApprovalOptions = {}) {
  const approved = await approve(shop, options)
  return { ...approved, ...expectBody(await redeem(approved), 200, Tokens) }
}

/** The ids of the stores an access token can list, or the error code. */
export async function storesVisibleTo(token: string): Promise<string[] | string> {
  try {
    const { data } = await listStores(callerWith({ kind: 'token', hash: await hashToken(token) }), { limit: 20 })
    return data.map(({ id }) => id)
  } catch (error) {
    return z.object({ code: z.string() }).parse(error).code
  }
}

const Refusal = z.looseObject({ error: z.string(), error_description: z.string() })

/** Expects an error response as defined in RFC 6749 section 5.2. */
export function expectRefusal(answer: Answer, error: string, status = 400) {
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status, body: { error } })
  expect(answer.headers.get('Content-Type')).toBe('application/json')
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  const body = Refusal.parse(answer.body)
  expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  return body
}
