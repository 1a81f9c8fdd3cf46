import { Hono } from 'hono'
import { unreadiness } from '../db/readiness.ts'
import type { AppEnv } from './app-env.ts'
import { configOf } from './config.ts'
import { databaseOf } from './database.ts'

/** /healthz: the Worker runs. /readyz: its configuration and database are fit to serve from. */
export const health = new Hono<AppEnv>()
  .get('/healthz', (c) => c.json({ status: 'ok' }))
  .get('/readyz', async (c) => {
    const config = configOf(c.env)
    const reason =
      config.jobsDatabaseUrl === null && c.env['ENVIRONMENT'] === 'production'
        ? 'JOBS_DATABASE_URL is not set, so the crons cannot run. Set it to a login of app_jobs, which the migration makes.'
        : await unreadiness(databaseOf(config))
    return reason === null ? c.json({ status: 'ready' }) : c.json({ status: 'not_ready', reason }, 503)
  })
