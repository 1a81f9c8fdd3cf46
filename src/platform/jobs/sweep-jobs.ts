import * as z from 'zod'
import type { Database } from '../db/client.ts'
import type { Job } from './job.ts'

const maxRounds = 20
/** The functions delete at most so many rows of a table at once. */
const roundSize = 20_000

const Counts = z.union([
  z.coerce.number().transform((rows) => [rows]),
  z.record(z.string(), z.number()).transform(Object.values),
])

/** What deletes old rows of all stores, or of none: each call is one transaction of bounded size. */
const sweeps = {
  /** After 7 days. */
  sweep_idempotency_keys: 'idempotency keys deleted',
  /** 30 days after they expire. */
  sweep_invitations: 'invitations deleted',
  sweep_web_sessions: 'web sessions deleted',
  /** A day after the turn. */
  sweep_job_turns: 'turns of jobs forgotten',
  /** Deliveries after 30 days, and deleted webhooks after 8. */
  sweep_webhooks: 'deliveries and webhooks deleted',
  /** After 24 hours. */
  sweep_price_changes: 'changes of prices forgotten',
  /** Codes, tokens and requests that expired, and clients that were not used. */
  sweep_oauth: 'OAuth codes, tokens, requests and clients deleted',
  /** Hashed addresses of shoppers, after an hour. */
  sweep_shopper_addresses: 'addresses of shoppers deleted',
} as const

type Sweep = keyof typeof sweeps

/** A sweep that stops once a call has found fewer rows than it may delete. */
const sweepOf = (name: Sweep, jobs: () => Database): Job => ({
  name,
  done: [sweeps[name], 'rows'],
  async run() {
    let deleted = 0
    for (let round = 0; round < maxRounds; round++) {
      const [[found = null] = []] = await jobs().query(`select to_jsonb(app.${name}())`, [], () => {})
      const counts = Counts.parse(JSON.parse(found ?? '0'))
      deleted += counts.reduce((sum, count) => sum + count, 0)
      if (counts.every((count) => count < roundSize)) break
    }
    return deleted
  },
})
const hourly = [
  'sweep_idempotency_keys',
  'sweep_invitations',
  'sweep_web_sessions',
  'sweep_job_turns',
  'sweep_webhooks',
  'sweep_price_changes',
  'sweep_oauth',
] as const

export const hourSweeps = (jobs: () => Database): Job[] => hourly.map((name) => sweepOf(name, jobs))
export const minuteSweeps = (jobs: () => Database): Job[] => [sweepOf('sweep_shopper_addresses', jobs)]
