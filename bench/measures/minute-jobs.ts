import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { quantilesOf } from '../load/load.ts'
import type { Dataset } from '../data/dataset.ts'

/** The statements of the cron that runs every minute (src/scheduled.ts), without those that call other services. */
const jobs = {
  'app.stores_due': `select app.run_store_job(j.name, s, 200)
    from unnest(array['disable_expired_webhooks', 'cancel_deliveries', 'unassign_conversations', 'fail_unsent_replies',
      'reopen_conversations', 'release_reservations']) as j(name)
    cross join unnest(app.stores_due(j.name, '{}', 100)) as s`,
  'app.sweep_shopper_addresses': 'select app.sweep_shopper_addresses()',
}

/** More often than in production, so that they also run during the shortest measurement. */
const everyMs = 3000

export type JobFigures = { name: string; runs: number; p50: number; worst: number }

/** Runs the jobs at intervals until it is stopped, one after another. Functions that the database does not have are left out. */
export async function startMinuteJobs({ jobsUrl }: Dataset): Promise<{ stop: () => Promise<JobFigures[]> }> {
  const client = new pg.Client({ connectionString: jobsUrl })
  await client.connect()
  const { rows } = await client.query<{ name: keyof typeof jobs }>(
    'select name from unnest($1::text[]) as name where to_regproc(name) is not null',
    [Object.keys(jobs)],
  )
  const times = new Map(rows.map(({ name }) => [name, [] as number[]]))
  const stopped = new AbortController()
  const running = (async () => {
    while (await pause(stopped.signal)) {
      for (const [name, durations] of times) {
        const started = performance.now()
        await client.query(jobs[name])
        durations.push(performance.now() - started)
      }
    }
  })()
  // Reported when the jobs are stopped, not as an unhandled rejection in between.
  running.catch(() => {})
  return {
    async stop() {
      stopped.abort()
      try {
        await running
      } finally {
        await client.end()
      }
      return [...times].map(([name, durations]) => {
        const at = quantilesOf(durations)
        return { name, runs: durations.length, p50: at(0.5), worst: at(1) }
      })
    },
  }
}

/** Returns false if it was stopped. */
const pause = (signal: AbortSignal) => sleep(everyMs, true, { signal }).catch(() => false)
