import type { Outcome, Settlement } from './outcome.ts'

export type RetryPolicy = {
  /** The pause after the first attempt, after the second, and so on. There is one attempt more than there are pauses. */
  readonly pausesSeconds: readonly number[]
  /** Pauses are multiplied by a random factor in this range, so that items that failed together are not retried together. */
  readonly jitter: { readonly min: number; readonly max: number }
  /** A receiver cannot ask for a longer pause than this. */
  readonly maxPauseSeconds: number
}

export const maxAttempts = ({ pausesSeconds }: RetryPolicy): number => pausesSeconds.length + 1

/** Turns the outcome of an attempt into what to record. `attempt` starts at 1. */
export function settlementOf<Receipt>(
  outcome: Outcome<Receipt>,
  attempt: number,
  policy: RetryPolicy,
): Settlement<Receipt> {
  if (outcome.kind !== 'retry') return outcome
  const { code, reason, minPauseSeconds = 0 } = outcome
  const known = { code, ...('receipt' in outcome && { receipt: outcome.receipt }) }
  const pause = policy.pausesSeconds[attempt - 1]
  if (pause === undefined) return { kind: 'failed', ...known, reason: `Gave up after ${attempt} attempts. ${reason}` }
  const { min, max } = policy.jitter
  const spread = pause * (min + Math.random() * (max - min))
  return {
    kind: 'retry',
    ...known,
    reason,
    pauseSeconds: Math.min(Math.max(spread, minPauseSeconds), policy.maxPauseSeconds),
  }
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** The pause in seconds that a response asks for, in seconds or with a date (RFC 9110 section 10.2.3). */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('Retry-After') ?? ''
  if (/^\d+$/.test(value)) return Number(value)
  const at = httpDate.test(value) ? Date.parse(value) : NaN
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000)
}
