import { sendDue } from './platform/outside/sending/send-due.ts'
import { type Config, ConfigInvalid, configOf } from './platform/configuration/config.ts'
import { databaseOf, jobsDatabaseOf } from './platform/configuration/database.ts'
import { deploymentOf } from './platform/configuration/deployment.ts'
import { log } from './platform/configuration/log.ts'
import { runJobs } from './platform/jobs/run-jobs.ts'
import { countSecrets, secretsProblem } from './platform/configuration/secrets.ts'
import { resealCredentials } from './areas/inbox/channels/reseal-credentials.ts'
import { dueReplies } from './areas/inbox/sending/send-replies.ts'
import type { Job } from './platform/jobs/job.ts'
import { hourJobs, minuteJobs } from './platform/jobs/store-jobs.ts'
import { hourSweeps, minuteSweeps } from './platform/jobs/sweep-jobs.ts'
import { sweepMedia } from './areas/media/sweep-media.ts'
import { resealWebhookSecrets } from './areas/webhooks/reseal-webhook-secrets.ts'
import { dueEvents } from './areas/webhooks/sending/send-events.ts'

// As in wrangler.toml. The other cron runs the hourly jobs.
const everyMinute = '* * * * *'

export async function scheduled({ cron }: { readonly cron: string }, env: object): Promise<void> {
  const config = configOf(env)
  await runJobs(cron === everyMinute ? jobsOfMinute(config) : jobsOfHour(config))
}

function jobsOfMinute(config: Config): Job[] {
  const jobs = () => jobsDatabaseOf(config)
  const dependencies = { database: databaseOf(config), deployment: deploymentOf(config), report: log }
  const deliver: Job = {
    name: 'deliver',
    // Each delivery has a line of its own.
    done: ['deliveries made', 'deliveries'],
    run: async () => sendDue([dueReplies(dependencies, jobs()), dueEvents(dependencies, jobs())]),
  }
  return [...minuteJobs(jobs), ...minuteSweeps(jobs), deliver]
}

function jobsOfHour(config: Config): Job[] {
  const jobs = () => jobsDatabaseOf(config)
  const { vault } = deploymentOf(config)
  const { bucket } = config.media
  const sealed = () => ({ database: databaseOf(config), jobs: jobs(), vault })
  return [
    ...hourSweeps(jobs),
    ...hourJobs(jobs),
    ...(bucket === null
      ? []
      : [
          {
            name: 'delete_media',
            done: ['files deleted', 'files'] as const,
            run: async () => sweepMedia(jobs(), bucket),
          },
        ]),
    ...(config.channelKeys === null
      ? []
      : [
          {
            name: 'reseal_credentials',
            done: ['credentials re-encrypted', 'channels'] as const,
            run: async () => resealCredentials(sealed()),
          },
          {
            name: 'reseal_webhook_secrets',
            done: ['webhook secrets re-encrypted', 'webhooks'] as const,
            run: async () => resealWebhookSecrets(sealed()),
          },
        ]),
    {
      name: 'count_secrets',
      // Its own line also shows when a rotation is done.
      done: ['', ''],
      async run() {
        const secrets = await countSecrets(config, jobs())
        log('info', 'secrets counted', secrets)
        const problem = secretsProblem(secrets)
        if (problem !== null) throw new ConfigInvalid(problem)
        return 0
      },
    },
  ]
}
