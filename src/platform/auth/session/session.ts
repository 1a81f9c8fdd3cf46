import { errors, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose'
import type { IdentityProvider } from './identity-providers.ts'
import {
  clockToleranceSeconds,
  emailOf,
  isEmailVerified,
  claimedNameOf,
  refusalOf,
  SessionClaims,
} from './session-claims.ts'
import { IdentityProviderUnavailable, SessionRefused, type RefusalReason } from './session-refused.ts'
import type { KeyQuery } from './key-set.ts'
import type { KeyRequest, SigningKeys } from './signing-keys.ts'
import { readUnverified } from './unverified-token.ts'

/** An authenticated person, identified by `issuer` and `subject` together. */
export type Session = {
  readonly issuer: string
  readonly subject: string
  readonly email?: string
  readonly name?: string
  readonly emailVerified: boolean
  readonly expiresAt: Date
}

export type SessionContext = KeyRequest & {
  readonly providers: readonly IdentityProvider[]
  readonly keys: SigningKeys
}

const claimReasons: Readonly<Record<string, RefusalReason>> = {
  aud: 'wrong_audience',
  iss: 'unknown_issuer',
  nbf: 'not_yet_valid',
}

function reasonOf(error: unknown): RefusalReason | undefined {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'bad_signature'
  if (error instanceof errors.JOSEAlgNotAllowed) return 'unsupported_algorithm'
  if (error instanceof errors.JWTClaimValidationFailed) {
    const byClaim = claimReasons[error.claim]
    return byClaim ?? (error.reason === 'missing' ? 'missing_claim' : 'invalid_claim')
  }
  return error instanceof errors.JOSEError ? 'malformed' : undefined
}

async function keyFor(provider: IdentityProvider, query: KeyQuery, context: SessionContext): Promise<CryptoKey> {
  const found = await context.keys.find(provider, query, context)
  if (found.outcome === 'found') return found.key
  if (found.outcome === 'unavailable') throw new IdentityProviderUnavailable(provider.issuer, found.retryAfterSeconds)
  throw new SessionRefused(found.outcome === 'unknown' ? 'unknown_key' : 'ambiguous_key')
}

async function verify(token: string, key: CryptoKey, options: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, key, options)
    return payload
  } catch (error) {
    const reason = reasonOf(error)
    if (reason) throw new SessionRefused(reason)
    throw error
  }
}

/**
 * Verifies a session token completely, without caching the result. Throws `SessionRefused`, or `IdentityProviderUnavailable`
 * if the issuer's keys are not available.
 */
export async function verifySession(token: string, context: SessionContext): Promise<Session> {
  const unverified = readUnverified(token)
  const provider = context.providers.find(({ issuer }) => issuer === unverified.issuer)
  if (!provider) throw new SessionRefused('unknown_issuer')
  const alg = provider.algorithms.find((allowed) => allowed === unverified.alg)
  if (!alg) throw new SessionRefused('unsupported_algorithm')
  const key = await keyFor(provider, { alg, kid: unverified.kid }, context)

  const now = context.now()
  const payload = await verify(token, key, {
    issuer: provider.issuer,
    algorithms: [alg],
    requiredClaims: ['exp', 'iat', 'sub'],
    clockTolerance: clockToleranceSeconds,
    currentDate: now,
    ...(provider.audience.length > 0 && { audience: [...provider.audience] }),
  })
  const claims = SessionClaims.safeParse(payload)
  if (!claims.success) throw new SessionRefused('invalid_claim')
  const refusal = refusalOf(claims.data, provider, now)
  if (refusal) throw new SessionRefused(refusal)

  const email = emailOf(claims.data)
  const name = claimedNameOf(claims.data)
  return {
    issuer: provider.issuer,
    subject: claims.data.sub,
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
    emailVerified: isEmailVerified(claims.data, provider),
    expiresAt: new Date(claims.data.exp * 1000),
  }
}
