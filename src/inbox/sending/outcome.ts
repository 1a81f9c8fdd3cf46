import * as z from 'zod'
import { keepable } from '../keepable.ts'

const maxIdLength = 998

/** What the other side calls a message. One that cannot be kept is as good as none: it took the message all the same. */
export const GivenId = z
  .string()
  .transform((text) => (text !== '' && text.length <= maxIdLength && text === keepable(text) ? text : null))

/** Why a reply was not sent, as agents' programs see it. */
export type FailureCode =
  | 'window_closed'
  | 'not_authorized'
  | 'recipient_unavailable'
  | 'rejected'
  | 'rate_limited'
  | 'unreachable'
  | 'unconfirmed'
  | 'misconfigured'

export type Failure = { readonly code: FailureCode; readonly reason: string }

/**
 * What became of an attempt. `sent`: the provider said so, and how it calls the message. `retry`: it may pass.
 * `unconfirmed`: no answer came, so it may have been sent.
 */
export type Outcome =
  | { readonly kind: 'sent'; readonly providerMessageId: string | null }
  | ({ readonly kind: 'failed' | 'unconfirmed' } & Failure)
  | ({ readonly kind: 'retry'; readonly afterSeconds?: number | undefined } & Failure)

export const maxAttempts = 6
const firstPauseSeconds = 30
/** As long as a provider may take to report what it has sent, before the same is sent again. */
const confirmationSeconds = 120
const maxPauseSeconds = 3 * 3600

/** What is written down of an attempt (app.settle_message): a retry after 30 s, 2 min, 8 min, 32 min, 2 h; then no more. */
export function settlementOf(outcome: Outcome, attempt: number): Record<string, unknown> {
  if (outcome.kind === 'sent') return { sent: outcome.providerMessageId }
  const { code } = outcome
  const reason = keepable(outcome.reason)
  if (outcome.kind === 'failed') return { failed: true, code, reason }
  if (attempt >= maxAttempts) return { failed: true, code, reason: `Given up after ${attempt} attempts. ${reason}` }
  // Spread, so that what failed together does not come back together.
  const pause = firstPauseSeconds * 4 ** (attempt - 1) * (1 + Math.random() / 4)
  const least = outcome.kind === 'retry' ? (outcome.afterSeconds ?? 0) : confirmationSeconds
  return { retry_after: Math.min(Math.max(pause, least), maxPauseSeconds), code, reason }
}

/** Seconds to wait, if the answer says (RFC 9110 section 10.2.3). */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('Retry-After')
  return value !== null && /^\d{1,6}$/.test(value) ? Number(value) : undefined
}
