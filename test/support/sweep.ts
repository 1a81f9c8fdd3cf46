import { env } from 'cloudflare:workers'
import { configOf } from '../../src/http/config.ts'
import { jobsDatabaseOf } from '../../src/http/database.ts'
import { runJobs } from '../../src/http/run-jobs.ts'
import { hourSweeps } from '../../src/jobs/sweep-jobs.ts'

/** The sweeps of the hourly cron, without its other jobs, which cover all stores. */
export const sweep = (variables: Record<string, string> = {}) =>
  runJobs(hourSweeps(() => jobsDatabaseOf(configOf({ ...env, ...variables }))))
