import * as z from 'zod'
import type { IdentityProvider } from './identity-providers.ts'
import type { ClaimRules, ClaimValue } from './provider-presets.ts'
import type { RefusalReason } from './session-refused.ts'

// Unicode's control characters, NUL among them, which Postgres would refuse as a server error.
const plainText = (text: string) => !/\p{Cc}/u.test(text) && text.isWellFormed()

export const SessionClaims = z.looseObject({
  sub: z.string().min(1).max(255).refine(plainText),
  exp: z.number().positive(),
  iat: z.number().nonnegative(),
})

export type SessionClaims = z.infer<typeof SessionClaims>

export const clockToleranceSeconds = 30

// OpenID Connect Core §2 and §3.3.2.11, Back-Channel Logout §2.4: only ID and logout tokens carry these.
const marksOfOtherTokens = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events']

function has(claims: SessionClaims, name: string): boolean {
  return Object.hasOwn(claims, name) && claims[name] !== null && claims[name] !== ''
}

function isListed(values: readonly ClaimValue[], value: unknown): boolean {
  return values.some((listed) => listed === value)
}

function requirementUnmet(claims: SessionClaims, rules: ClaimRules): boolean {
  return Object.entries(rules).some(([name, values]) => values.length > 0 && !isListed(values, claims[name]))
}

export function isDenied(claims: SessionClaims, rules: ClaimRules): boolean {
  return Object.entries(rules).some(([name, values]) => {
    if (!has(claims, name)) return false
    const given = Array.isArray(claims[name]) ? claims[name] : [claims[name]]
    return values.length === 0 || given.some((value) => isListed(values, value))
  })
}

type Check = {
  readonly reason: RefusalReason
  readonly refuses: (claims: SessionClaims, provider: IdentityProvider, nowSeconds: number) => boolean
}

// What jose does not ask of a token whose signature, issuer, audience and times it has verified.
const checks: readonly Check[] = [
  { reason: 'issued_in_future', refuses: ({ iat }, _, now) => iat > now + 60 },
  {
    reason: 'lifetime_too_long',
    // Auth0's default lifetime is the whole day: without tolerance, one second of skew would refuse it.
    refuses: ({ exp }, { maxLifetimeSeconds }, now) => exp > now + maxLifetimeSeconds + clockToleranceSeconds,
  },
  {
    reason: 'not_a_session_token',
    refuses: (claims) => marksOfOtherTokens.some((name) => has(claims, name)),
  },
  {
    reason: 'wrong_authorized_party',
    refuses: (claims, { azp }) => azp.length > 0 && !isListed(azp, claims['azp']),
  },
  {
    reason: 'missing_claim',
    refuses: (claims, { requiredClaims }) => Object.keys(requiredClaims).some((name) => !has(claims, name)),
  },
  {
    reason: 'refused_claim',
    refuses: (claims, { requiredClaims }) => requirementUnmet(claims, requiredClaims),
  },
  {
    reason: 'refused_claim',
    refuses: (claims, { deniedClaims }) => isDenied(claims, deniedClaims),
  },
]

/** The first reason to refuse verified claims, or `undefined`. */
export function refusalOf(claims: SessionClaims, provider: IdentityProvider, now: Date): RefusalReason | undefined {
  const nowSeconds = Math.floor(now.getTime() / 1000)
  return checks.find(({ refuses }) => refuses(claims, provider, nowSeconds))?.reason
}

const Email = z
  .string()
  .min(3)
  .max(320)
  .regex(/^[^\s@]+@[^\s@]+$/)
  .refine(plainText)

/**
 * The e-mail address in lower case; one that is no plain text is left out, as it proves nothing. ASCII letters alone are
 * made lower case: toLowerCase would make two people's addresses one (U+212A, the Kelvin sign, becomes a k).
 */
export const emailOf = (claims: SessionClaims): string | undefined =>
  Email.safeParse(claims['email']).data?.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Whether a provider that is trusted with e-mail addresses says outright that the address is the person's. */
export const isEmailVerified = (claims: SessionClaims, { trustEmail }: Pick<IdentityProvider, 'trustEmail'>): boolean =>
  trustEmail && emailOf(claims) !== undefined && claims['email_verified'] === true
