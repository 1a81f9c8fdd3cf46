import * as z from 'zod'
import { refused, ServiceError } from '../../errors/errors.ts'
import { hashOfJson } from '../../operation/idempotency-key.ts'
import { parseJson } from '../../errors/parse-json.ts'
import { readLimited } from '../../outside/read-limited.ts'
import { maybe } from '../../values/text.ts'
import type { RequestContext } from '../app-env.ts'
import { configOf, type Turnstile } from '../../configuration/config.ts'
import { clientAddress } from './rate-limit.ts'

// Cloudflare Turnstile: https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
// `hostname` and `action` of the response are ignored. Storefronts have hosts of their own, which the widget's settings at
// Cloudflare list, and a token works only once, whatever the action.

const timeoutMs = 5000
const maxBytes = 64 * 1024

/** A body field that is removed before the operation runs, so that it reaches no log or database. */
export const ChallengeToken = maybe(z.string().max(2048)).describe(
  'Response of the Turnstile widget, if the storefront has a bot challenge',
)

export const isChallenged = (c: RequestContext): boolean => configOf(c.env).turnstile !== null

/**
 * The error if the bot challenge fails; null if it passes or is off. A token works once, except for a retry of the same
 * request, which `request` identifies.
 */
export async function challengeRefusal(
  c: RequestContext,
  token: string | undefined,
  request: unknown,
): Promise<ServiceError | null> {
  const { turnstile } = configOf(c.env)
  if (turnstile === null) return null
  if (!token)
    throw refused('challenge_required', [
      {
        pointer: '/challenge_token',
        code: 'challenge_required',
        detail: 'challenge_token is required. Show the Turnstile widget and send its response.',
      },
    ])
  const { outcome, reason } = await verify(turnstile, token, request, clientAddress(c))
  if (outcome === 'passed') return null
  c.var.trace.challengeRefused = reason
  return outcome === 'failed' ? failed() : unavailable()
}

const failed = () =>
  refused('challenge_failed', [
    {
      pointer: '/challenge_token',
      code: 'challenge_failed',
      detail: 'challenge_token is invalid, expired or already used. Reset the widget and send its new response.',
    },
  ])

// Fails closed: otherwise anybody who can make Cloudflare time out could bypass the check.
const unavailable = () =>
  new ServiceError(
    'challenge_unavailable',
    'The bot challenge cannot be verified right now. Retry the same request with the same Idempotency-Key.',
    { retryAfter: 5 },
  )

type Verdict = { readonly outcome: 'passed' | 'failed' | 'unavailable'; readonly reason: string }

async function verify(
  { secret, verifyUrl }: Turnstile,
  token: string,
  request: unknown,
  address: string | undefined,
): Promise<Verdict> {
  const signal = AbortSignal.timeout(timeoutMs)
  const body = new URLSearchParams({
    secret,
    response: token,
    idempotency_key: uuidFromDigest(await hashOfJson([request, token])),
  })
  if (address !== undefined) body.set('remoteip', address)
  try {
    const response = await fetch(verifyUrl, { method: 'POST', body, redirect: 'manual', signal })
    const bytes = await readLimited(response, maxBytes, signal)
    return verdictOf(response.status, bytes && parseJson(new TextDecoder().decode(bytes)))
  } catch {
    return { outcome: 'unavailable', reason: 'no response' }
  }
}

const VerifyResponse = z.looseObject({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) })

/** Errors on our side or Cloudflare's. All other codes mean that the token is bad. */
const configurationErrorCodes = [
  'missing-input-secret',
  'invalid-input-secret',
  'invalid-parsed-secret',
  'bad-request',
  'internal-error',
]

function verdictOf(status: number, body: unknown): Verdict {
  const verified = VerifyResponse.safeParse(body)
  if (status >= 500 || !verified.success) return { outcome: 'unavailable', reason: `status ${status}` }
  if (verified.data.success && status === 200) return { outcome: 'passed', reason: '' }
  const codes = verified.data['error-codes'].filter((code) => /^[a-z-]{1,40}$/.test(code))
  const outcome =
    codes.some((code) => configurationErrorCodes.includes(code)) || verified.data.success ? 'unavailable' : 'failed'
  return { outcome, reason: codes.slice(0, 5).join(' ') || `status ${status}` }
}

/** The first bits of the digest as a UUIDv8 (RFC 9562 §5.8), because siteverify accepts only UUIDs as idempotency keys. */
const uuidFromDigest = (digest: string): string =>
  `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
