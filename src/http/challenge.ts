import * as z from 'zod'
import { refused, ServiceError } from '../errors.ts'
import { sha256 } from '../idempotency-key.ts'
import { parseJson } from '../parse-json.ts'
import { readLimited } from '../read-limited.ts'
import { maybe } from '../text.ts'
import type { Asked } from './app-env.ts'
import { configOf, type Turnstile } from './config.ts'
import { clientAddress } from './rate-limit.ts'

// Cloudflare Turnstile: https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
// Neither `hostname` nor `action` of the answer is looked at. Shops are on hosts of their own, and the widget's settings at
// Cloudflare say on which; a token is good once, whatever the page called the action.

const timeoutMs = 5000
const maxBytes = 64 * 1024

/** A field of the body, beside the operation's own: no operation, log or database gets to see it. */
export const ChallengeToken = maybe(z.string().max(2048)).describe(
  'Of the bot challenge, where the storefront has one: the response of the Turnstile widget',
)

export const isChallenged = (c: Asked): boolean => configOf(c.env).turnstile !== null

/**
 * Why the request may not go on, or null where its token is good, or none is needed. `request` is all that makes it the
 * request that it is. A token is good once, but for the same request again: that may be a retry.
 */
export async function challengeRefusal(
  c: Asked,
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
        detail: 'challenge_token is required. Show the Turnstile widget of the storefront and send its response.',
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
      detail: 'challenge_token is invalid, expired or used. Reset the widget and send its new response.',
    },
  ])

// Closed, not open: otherwise whoever can make Cloudflare time out gets around the check.
const unavailable = () =>
  new ServiceError(
    'challenge_unavailable',
    'The bot challenge cannot be checked right now. Send the same request again, with the same Idempotency-Key.',
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
  const body = new URLSearchParams({ secret, response: token, idempotency_key: uuidOf(await sha256([request, token])) })
  if (address !== undefined) body.set('remoteip', address)
  try {
    const response = await fetch(verifyUrl, { method: 'POST', body, redirect: 'manual', signal })
    const bytes = await readLimited(response, maxBytes, signal)
    return verdictOf(response.status, bytes && parseJson(new TextDecoder().decode(bytes)))
  } catch {
    return { outcome: 'unavailable', reason: 'no answer' }
  }
}

const Answer = z.looseObject({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) })

/** Faults of ours or of Cloudflare's. All others are faults of the token. */
const configurationErrorCodes = [
  'missing-input-secret',
  'invalid-input-secret',
  'invalid-parsed-secret',
  'bad-request',
  'internal-error',
]

function verdictOf(status: number, body: unknown): Verdict {
  const answer = Answer.safeParse(body)
  if (status >= 500 || !answer.success) return { outcome: 'unavailable', reason: `status ${status}` }
  if (answer.data.success && status === 200) return { outcome: 'passed', reason: '' }
  const codes = answer.data['error-codes'].filter((code) => /^[a-z-]{1,40}$/.test(code))
  const outcome =
    codes.some((code) => configurationErrorCodes.includes(code)) || answer.data.success ? 'unavailable' : 'failed'
  return { outcome, reason: codes.slice(0, 5).join(' ') || `status ${status}` }
}

/** The digest's first bits as a UUID of version 8 (RFC 9562 §5.8): siteverify takes nothing else for a key. */
const uuidOf = (digest: string): string =>
  `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
