import { Hono } from 'hono'
import { openDatabase } from '../db/client.ts'
import { unreadiness } from '../db/readiness.ts'
import type { AppEnv } from './app-env.ts'
import { configOf } from './config.ts'

/** /healthz: the Worker runs. /readyz: its configuration and database are fit to serve from. */
export const health = new Hono<AppEnv>()
  .get('/healthz', (c) => c.json({ status: 'ok' }))
  .get('/readyz', async (c) => {
    const { databaseUrl, neonFetchEndpoint } = configOf(c.env)
    const reason = await unreadiness(openDatabase({ url: databaseUrl, fetchEndpoint: neonFetchEndpoint }))
    return reason === null ? c.json({ status: 'ready' }) : c.json({ status: 'not_ready', reason }, 503)
  })
