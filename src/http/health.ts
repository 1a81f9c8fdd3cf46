import { Hono } from 'hono'
import { unreadiness } from '../db/readiness.ts'
import { ServiceError } from '../errors.ts'
import type { AppEnv, Asked } from './app-env.ts'
import { configOf } from './config.ts'
import { databaseOf } from './database.ts'
import { misconfiguration } from './misconfiguration.ts'
import { perEnvironment } from './expiring-map.ts'

/** Why the service is not ready, or null where it is; an error where that could not be found out. */
type Finding = string | ServiceError | null

const keptMs = 5000

const last = perEnvironment<{ at: number; finding: Finding | undefined }>(() => ({ at: 0, finding: undefined }))

/** /healthz: the Worker runs. /readyz: its configuration and database are fit to serve from. */
export const health = new Hono<AppEnv>()
  .get('/healthz', (c) => c.json({ status: 'ok' }))
  .get('/readyz', async (c) => {
    const finding = await readiness(c)
    if (finding instanceof ServiceError) throw finding
    return finding === null ? c.json({ status: 'ready' }) : c.json({ status: 'not_ready', reason: finding }, 503)
  })

/** Asks the database once in five seconds; whoever asks meanwhile gets what was found before. */
async function readiness({ env }: Asked): Promise<Finding> {
  const kept = last(env)
  if (kept.finding !== undefined && Date.now() - kept.at < keptMs) return kept.finding
  kept.at = Date.now()
  kept.finding = await find(env)
  return kept.finding
}

async function find(env: Asked['env']): Promise<Finding> {
  try {
    return misconfiguration(env) ?? (await unreadiness(databaseOf(configOf(env))))
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}
