import { deliverDue } from './delivery/deliver-due.ts'
import { configOf } from './http/config.ts'
import { databaseOf, jobsDatabaseOf } from './http/database.ts'
import { deploymentOf } from './http/deployment.ts'
import { log } from './http/log.ts'
import { sweep } from './http/sweep.ts'
import { resealCredentials } from './inbox/channels/reseal-credentials.ts'
import { reopenSnoozedConversations } from './inbox/conversations/reopen-snoozed-conversations.ts'
import { dueReplies } from './inbox/sending/deliver-replies.ts'
import { sweepMedia } from './media/sweep-media.ts'
import { countBestSellers } from './products/count-best-sellers.ts'
import { releaseReservations, sweepShopperAddresses } from './orders/release-reservations.ts'
import { disableExpiredWebhooks } from './webhooks/disable-expired-webhooks.ts'
import { resealWebhookSecrets } from './webhooks/reseal-webhook-secrets.ts'
import { dueEvents } from './webhooks/sending/deliver-events.ts'

// As in wrangler.toml. The other cron runs the hourly jobs.
const everyMinute = '* * * * *'

export async function scheduled({ cron }: { readonly cron: string }, env: object): Promise<void> {
  const config = configOf(env)
  if (config.jobsDatabaseUrl === null)
    log('error', 'the cron cannot run', { cron, reason: 'JOBS_DATABASE_URL is not set' })
  const [database, jobs, deployment] = [databaseOf(config), jobsDatabaseOf(config), deploymentOf(config)]
  if (cron === everyMinute) {
    const dependencies = { database, deployment, report: log }
    await runAll([
      async () => {
        const stores = await disableExpiredWebhooks(jobs)
        if (stores > 0) log('info', 'webhooks of expired API keys disabled', { stores })
      },
      () => deliverDue([dueReplies(dependencies, jobs), dueEvents(dependencies, jobs)]),
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
  const dependencies = { database, jobs, vault: deployment.vault }
  await runAll([
    () => sweep(env),
    async () => {
      const stores = await countBestSellers(jobs)
      if (stores > 0) log('info', 'best sellers counted', { stores })
    },
    async () => {
      const deleted = config.media.bucket === null ? 0 : await sweepMedia(jobs, config.media.bucket)
      if (deleted > 0) log('info', 'files deleted', { files: deleted })
    },
    async () => {
      const channels = config.channelKeys === null ? 0 : await resealCredentials(dependencies)
      if (channels > 0) log('info', 'credentials re-encrypted', { channels })
    },
    async () => {
      const webhooks = config.channelKeys === null ? 0 : await resealWebhookSecrets(dependencies)
      if (webhooks > 0) log('info', 'webhook secrets re-encrypted', { webhooks })
    },
  ])
}

/** Runs the jobs one after another, even if one fails, and then throws the first failure. */
async function runAll(work: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const job of work) await job().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
