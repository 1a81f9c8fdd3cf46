import type { Database } from '../db/client.ts'
import { eachStore, turnOf } from './each-store.ts'
import type { Job } from './job.ts'

type StoreJob = Pick<Job, 'name' | 'done'> & {
  /** How many rows a store may change in one turn: what takes about a fifth of a second. */
  readonly portion: number
}

/** What taking rights away leaves to do comes first. The names are those of app.stores_due and app.run_store_job. */
const minute: readonly StoreJob[] = [
  { name: 'disable_expired_webhooks', portion: 20, done: ['webhooks of expired API keys disabled', 'webhooks'] },
  {
    name: 'cancel_deliveries',
    portion: 5_000,
    done: ['deliveries of disabled and deleted webhooks removed', 'deliveries'],
  },
  { name: 'unassign_conversations', portion: 1_000, done: ['conversations unassigned', 'conversations'] },
  { name: 'fail_unsent_replies', portion: 200, done: ['replies of removed channels failed', 'replies'] },
  { name: 'reopen_conversations', portion: 1_000, done: ['snoozed conversations reopened', 'conversations'] },
  // A portion is so many records that are looked through.
  { name: 'continue_erasures', portion: 500, done: ['records of anonymized customers looked through', 'portions'] },
  { name: 'release_reservations', portion: 200, done: ['reservations released', 'orders'] },
]

const hour: readonly StoreJob[] = [
  { name: 'count_best_sellers', portion: 1, done: ['best sellers counted', 'products'] },
]

/** How long one job may take: all of a minute together leave it the 40 seconds of deliveries. */
const minuteBudgetMs = 3_000
export const hourBudgetMs = 60_000

/** A turn of a minute's job that takes ten times as long as it should fails, and the next one does less. */
const minuteTurnMs = 2_000
const hourTurnMs = 5_000

const jobsOf = (rows: readonly StoreJob[], budgetMs: number, turnMs: number) => (jobs: () => Database) =>
  rows.map(({ name, done, portion }): Job => ({
    name,
    done,
    run: async () => eachStore(jobs(), name, turnOf(jobs(), name, portion, turnMs), budgetMs),
  }))

export const minuteJobs = jobsOf(minute, minuteBudgetMs, minuteTurnMs)
export const hourJobs = jobsOf(hour, hourBudgetMs, hourTurnMs)
