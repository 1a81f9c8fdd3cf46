import { base64url, exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose'
import { z } from 'zod'
import {
  parseIdentityProviders,
  type IdentityProvider,
} from '../../../../src/platform/auth/session/identity-providers.ts'
import {
  createSigningKeys,
  type SigningKeys,
  type SigningKeysOptions,
} from '../../../../src/platform/auth/session/signing-keys.ts'
import { verifySession, type Session } from '../../../../src/platform/auth/session/session.ts'
import { IdentityProviderUnavailable, SessionRefused } from '../../../../src/platform/auth/session/session-refused.ts'
import { jwksServer } from '../../../support/callers/identity.ts'

export const start = Date.parse('2026-11-21T08:00:00Z')
export const nowSeconds = start / 1000
export const audience = 'https://commerce.test/api'

export type Pair = { kid: string; privateKey: CryptoKey; publicKey: CryptoKey; jwk: JWK }

export async function makePair(kid: string, alg = 'ES256'): Promise<Pair> {
  const pair = await generateKeyPair(alg, { extractable: true, modulusLength: 2048 })
  return { kid, ...pair, jwk: { ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' } }
}

type Answer = {
  status?: number
  body?: string
  headers?: Record<string, string>
  hang?: boolean
  delay_ms?: number
}

/** Overrides the default header; `kid: null` omits the key id. */
type Header = {
  alg?: string
  kid?: string | null
  typ?: string
  jwk?: JWK
  jku?: string
  x5u?: string
}

/** An isolated issuer with its own URL on the key server, clock and key cache. */
export type IssuerUnderTest = {
  issuer: string
  jwksUri: string
  provider: IdentityProvider
  pair: Pair
  clock: { ms: number }
  pending: Promise<unknown>[]
  answer: (answer: Answer) => Promise<void>
  publish: (...jwks: unknown[]) => Promise<void>
  fetches: () => Promise<number>
  sign: (claims?: Record<string, unknown>, header?: Header, key?: CryptoKey) => Promise<string>
  verify: (token: string, keys?: SigningKeys) => Promise<Session>
  verdict: (token: string) => Promise<string>
  freshKeys: (options?: SigningKeysOptions) => SigningKeys
}

// By default no keys are shared between isolates, since most tests are about an isolate's own cache.
const unshared = { read: async () => undefined, write: async () => undefined }

/** How long a fetch of keys may take: only a provider that hangs should meet it. */
const fetchTimeoutMs = 2_000

export async function startIssuer(config: Record<string, unknown> = {}, alg = 'ES256'): Promise<IssuerUnderTest> {
  const name = crypto.randomUUID()
  const pair = await makePair('key-1', alg)
  const issuer = `https://${name}.identity.test`
  const jwksUri = `${jwksServer}/keys/${name}`
  const [provider] = parseIdentityProviders(
    JSON.stringify([{ preset: 'oidc', issuer, jwks_uri: jwksUri, audience: [audience], ...config }]),
  )
  if (!provider) throw new Error('no provider')
  const clock = { ms: start }
  const pending: Promise<unknown>[] = []
  const freshKeys = (options?: SigningKeysOptions) =>
    createSigningKeys({ shared: unshared, fetchTimeoutMs, ...options })
  const ownKeys = freshKeys()

  const answer = async (body: Answer) => {
    await fetch(`${jwksServer}/control/${name}`, { method: 'PUT', body: JSON.stringify(body) })
  }
  const publish = (...keys: unknown[]) => answer({ body: JSON.stringify({ keys }) })
  const verify = (token: string, keys = ownKeys) =>
    verifySession(token, {
      providers: [provider],
      keys,
      now: () => new Date(clock.ms),
      waitUntil: (work) => void pending.push(work),
    })
  await publish(pair.jwk)
  return {
    issuer: provider.issuer,
    jwksUri,
    provider,
    pair,
    clock,
    pending,
    answer,
    publish,
    verify,
    freshKeys,
    fetches: async () => {
      const response = await fetch(`${jwksServer}/control/${name}`)
      return z.object({ fetches: z.int() }).parse(await response.json()).fetches
    },
    sign: (claims = {}, { kid = pair.kid, ...header } = {}, key = pair.privateKey) => {
      const times = { iat: clock.ms / 1000, exp: clock.ms / 1000 + 300 }
      return new SignJWT({
        iss: provider.issuer,
        aud: audience,
        sub: 'user-1',
        ...times,
        ...claims,
      })
        .setProtectedHeader({ alg, typ: 'JWT', ...(kid !== null && { kid }), ...header })
        .sign(key)
    },
    verdict: async (token) => {
      try {
        return `accepted ${(await verify(token)).subject}`
      } catch (error) {
        if (error instanceof SessionRefused) return error.reason
        if (error instanceof IdentityProviderUnavailable) return `unavailable ${error.retryAfterSeconds}`
        throw error
      }
    },
  }
}

/** Encodes a value as one part of a token. */
export const part = (value: unknown) => base64url.encode(JSON.stringify(value))
