import { Hono } from 'hono'
import { unreadiness } from '../db/readiness.ts'
import { ServiceError } from '../errors.ts'
import type { AppEnv, RequestContext } from './app-env.ts'
import { configOf } from './config.ts'
import { databaseOf } from './database.ts'
import { misconfiguration } from './misconfiguration.ts'
import { perEnvironment } from './expiring-map.ts'

/** Why the service is not ready; null if it is; an error if that could not be determined. */
type Finding = string | ServiceError | null

const cacheMs = 5000

const last = perEnvironment<{ at: number; finding: Finding | undefined }>(() => ({ at: 0, finding: undefined }))

/** /healthz: the Worker runs. /readyz: its configuration and database work. */
export const health = new Hono<AppEnv>()
  .get('/healthz', (c) => c.json({ status: 'ok' }))
  .get('/readyz', async (c) => {
    const finding = await readiness(c)
    if (finding instanceof ServiceError) throw finding
    return finding === null ? c.json({ status: 'ready' }) : c.json({ status: 'not_ready', reason: finding }, 503)
  })

/** Asks the database at most every five seconds, and otherwise returns the last result. */
async function readiness({ env }: RequestContext): Promise<Finding> {
  const cached = last(env)
  if (cached.finding !== undefined && Date.now() - cached.at < cacheMs) return cached.finding
  cached.at = Date.now()
  cached.finding = await check(env)
  return cached.finding
}

async function check(env: RequestContext['env']): Promise<Finding> {
  try {
    return misconfiguration(env) ?? (await unreadiness(databaseOf(configOf(env))))
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}
