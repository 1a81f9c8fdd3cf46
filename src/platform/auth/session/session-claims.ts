import * as z from 'zod'
import type { IdentityProvider } from './identity-providers.ts'
import type { ClaimRules, ClaimValue } from './provider-presets.ts'
import type { RefusalReason } from './session-refused.ts'

// Without control characters: Postgres cannot store NUL.
const isPlainText = (text: string) => !/\p{Cc}/u.test(text) && text.isWellFormed()

export const SessionClaims = z.looseObject({
  sub: z.string().min(1).max(255).refine(isPlainText),
  exp: z.number().positive(),
  iat: z.number().nonnegative(),
})

export type SessionClaims = z.infer<typeof SessionClaims>

export const clockToleranceSeconds = 30

// OpenID Connect Core §2 and §3.3.2.11, Back-Channel Logout §2.4: only ID tokens and logout tokens have these claims.
const claimsOfOtherTokens = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events']

function has(claims: SessionClaims, name: string): boolean {
  return Object.hasOwn(claims, name) && claims[name] !== null && claims[name] !== ''
}

function isListed(values: readonly ClaimValue[], value: unknown): boolean {
  return values.some((listed) => listed === value)
}

function missesRequirement(claims: SessionClaims, rules: ClaimRules): boolean {
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

// What jose does not check. It has already verified signature, issuer, audience and times.
const checks: readonly Check[] = [
  { reason: 'issued_in_future', refuses: ({ iat }, _, now) => iat > now + 60 },
  {
    reason: 'lifetime_too_long',
    // Auth0's default lifetime is a whole day. Without tolerance, one second of clock skew would refuse it.
    refuses: ({ exp }, { maxLifetimeSeconds }, now) => exp > now + maxLifetimeSeconds + clockToleranceSeconds,
  },
  {
    reason: 'not_a_session_token',
    refuses: (claims) => claimsOfOtherTokens.some((name) => has(claims, name)),
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
    refuses: (claims, { requiredClaims }) => missesRequirement(claims, requiredClaims),
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
  .refine(isPlainText)

/**
 * The email address in lower case; undefined if it is not plain text. Changes only ASCII letters: toLowerCase would make two
 * different addresses equal (U+212A, the Kelvin sign, becomes k).
 */
export const emailOf = (claims: SessionClaims): string | undefined =>
  Email.safeParse(claims['email']).data?.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

const maxNameLength = 100

// U+2800 is a Braille pattern without dots.
const isVisible = /[^\p{Default_Ignorable_Code_Point}\u2800\s]/u

/**
 * The name that the provider states, on one line and at most 100 characters long. Without characters that change how the
 * text around it is shown: names stand beside other people's.
 */
export function claimedNameOf(claims: SessionClaims): string | undefined {
  const given = claims['name']
  if (typeof given !== 'string' || !given.isWellFormed()) return undefined
  const line = given
    .slice(0, 10 * maxNameLength)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ')
  const name = Array.from(line.trim()).slice(0, maxNameLength).join('').trim()
  return isVisible.test(name) ? name : undefined
}

/** Whether a trusted provider states that it has verified the address. */
export const isEmailVerified = (claims: SessionClaims, { trustEmail }: Pick<IdentityProvider, 'trustEmail'>): boolean =>
  trustEmail && emailOf(claims) !== undefined && claims['email_verified'] === true
