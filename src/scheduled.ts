import { configOf } from './http/config.ts'
import { databaseOf, jobsDatabaseOf } from './http/database.ts'
import { deploymentOf } from './http/deployment.ts'
import { log } from './http/log.ts'
import { sweep } from './http/sweep.ts'
import { resealCredentials } from './inbox/channels/reseal-credentials.ts'
import { reopenSnoozedConversations } from './inbox/conversations/reopen-snoozed-conversations.ts'
import { deliverDueReplies } from './inbox/sending/deliver-replies.ts'
import { releaseReservations, sweepShopperAddresses } from './orders/release-reservations.ts'

// As in wrangler.toml. The other cron runs the hourly jobs.
const everyMinute = '* * * * *'

export async function scheduled({ cron }: { readonly cron: string }, env: object): Promise<void> {
  const config = configOf(env)
  if (config.jobsDatabaseUrl === null)
    log('error', 'the cron cannot run', { cron, reason: 'JOBS_DATABASE_URL is not set' })
  const [database, jobs, deployment] = [databaseOf(config), jobsDatabaseOf(config), deploymentOf(config)]
  if (cron === everyMinute) {
    await runAll([
      () => deliverDueReplies({ database, deployment, report: log }, jobs),
      async () => {
        const reopened = await reopenSnoozedConversations(jobs)
        if (reopened > 0) log('info', 'snoozed conversations reopened', { conversations: reopened })
      },
      async () => {
        const released = await releaseReservations(jobs)
        if (released > 0) log('info', 'reservations released', { orders: released })
      },
      () => sweepShopperAddresses(jobs),
    ])
    return
  }
  await sweep(env)
  if (config.channelKeys === null) return
  const resealed = await resealCredentials({ database, jobs, vault: deployment.vault })
  if (resealed > 0) log('info', 'credentials re-encrypted', { channels: resealed })
}

/** Runs the jobs one after another, even if one fails, and then throws the first failure. */
async function runAll(work: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const job of work) await job().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
