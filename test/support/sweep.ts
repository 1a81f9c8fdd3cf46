import { env } from 'cloudflare:workers'
import { configOf } from '../../src/platform/configuration/config.ts'
import { jobsDatabaseOf } from '../../src/platform/configuration/database.ts'
import { runJobs } from '../../src/platform/jobs/run-jobs.ts'
import { hourSweeps } from '../../src/platform/jobs/sweep-jobs.ts'

/** The sweeps of the hourly cron, without its other jobs, which cover all stores. */
export const sweep = (variables: Record<string, string> = {}) =>
  runJobs(hourSweeps(() => jobsDatabaseOf(configOf({ ...env, ...variables }))))
