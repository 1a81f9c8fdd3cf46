import { Hono } from 'hono'
import { DatabaseFailure } from '../db/failure.ts'
import { unreadiness } from '../db/readiness.ts'
import { ServiceError } from '../errors/errors.ts'
import { IdentityProvidersInvalid } from '../auth/session/identity-providers.ts'
import { WebSignInInvalid } from '../auth/sign-in/config.ts'
import type { AppEnv, RequestContext } from './app-env.ts'
import { type Config, ConfigInvalid, configOf } from '../configuration/config.ts'
import { probeOf } from '../configuration/database.ts'
import { misconfigurations } from './misconfiguration.ts'
import { perEnvironment } from './limits/expiring-map.ts'
import { countSecrets, secretsProblem } from '../configuration/secrets.ts'

/** Why the service is not ready. Empty if it is. */
type Finding = readonly string[]

// SQLSTATE 42883.
const undefinedFunction = '42883'
const cacheMs = 5000
const secretsCacheMs = 600_000

const last = perEnvironment<{ at: number; finding: Finding | undefined }>(() => ({ at: 0, finding: undefined }))
const lastSecrets = perEnvironment(() => ({ at: 0 }))

/** /healthz: the Worker runs. /readyz: its configuration and database work. */
export const health = new Hono<AppEnv>()
  .get('/healthz', (c) => c.json({ status: 'ok' }))
  .get('/readyz', async (c) => {
    const finding = await readiness(c)
    if (finding.length === 0) return c.json({ status: 'ready' })
    return c.json({ status: 'not_ready', reason: finding.join(' '), reasons: finding }, 503, { 'Retry-After': '2' })
  })

/** Asks the database at most every five seconds, and otherwise returns the last result. */
async function readiness({ env }: RequestContext): Promise<Finding> {
  const cached = last(env)
  if (cached.finding !== undefined && Date.now() - cached.at < cacheMs) return cached.finding
  cached.at = Date.now()
  cached.finding = await check(env)
  return cached.finding
}

/** Reads all secrets' keys, so an isolate asks rarely once all was well. */
async function checkSecrets(env: RequestContext['env'], config: Config, jobsDatabaseUrl: string): Promise<Finding> {
  const checked = lastSecrets(env)
  if (Date.now() - checked.at < secretsCacheMs) return []
  const secrets = await countSecrets(config, probeOf(config, jobsDatabaseUrl))
  const problem = secretsProblem(secrets)
  // A key is missing. Single secrets that are damaged are only reported by the hourly job.
  if (problem !== null && secrets.unreadable > secrets.current + secrets.previous) return [problem]
  checked.at = Date.now()
  return []
}

async function check(env: RequestContext['env']): Promise<Finding> {
  try {
    const problems = misconfigurations(env)
    const config = configOf(env)
    const { databaseUrl, jobsDatabaseUrl } = config
    const answers = await Promise.all([
      unreadiness(probeOf(config, databaseUrl), { variable: 'DATABASE_URL', group: 'app_rw' }),
      jobsDatabaseUrl === null
        ? null
        : unreadiness(probeOf(config, jobsDatabaseUrl), { variable: 'JOBS_DATABASE_URL', group: 'app_jobs' }),
    ])
    const found = [...problems, ...answers].filter((reason) => reason !== null)
    return found.length > 0 || jobsDatabaseUrl === null ? found : await checkSecrets(env, config, jobsDatabaseUrl)
  } catch (error) {
    // These messages name settings and what they must be, never their values.
    if (error instanceof ConfigInvalid || error instanceof WebSignInInvalid) return [error.message]
    if (error instanceof IdentityProvidersInvalid) return [error.message]
    if (error instanceof ServiceError && error.code === 'database_unavailable') return ['The database did not answer.']
    if (error instanceof DatabaseFailure && error.sqlState === undefinedFunction)
      return ['The database is older than this release. Run the migration.']
    throw error
  }
}
