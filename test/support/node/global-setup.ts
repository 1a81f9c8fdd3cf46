import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { ensureDatabase } from '../../../dev/database/ensure-database.ts'
import { localLogins, urlOf } from '../../../dev/database/logins.ts'
import { startNeonEndpoint } from '../../../dev/stack/neon/endpoint.ts'
import { startPostgres } from '../../../dev/stack/postgres/postgres.ts'
import { removePostgresData } from '../../../dev/stack/postgres/account.ts'
import { startContractCoverage } from './contract-coverage.ts'
import { freePort } from './free-port.ts'
import { startJwksServer } from './servers/jwks-server.ts'
import { startOutsideServer } from './servers/outside-server.ts'
import { prepareDatabases, template } from './prepared-databases.ts'
import { eventProblems } from './recorded-events.ts'
import { startSeededDatabase } from './seeded-database.ts'
import { startSignInProvider } from './servers/sign-in-provider.ts'
import { startTurnstileServer } from './servers/turnstile-server.ts'
import { isWholeRun } from './whole-run.ts'

// With `import`, Vite would transform all of Wrangler, which takes half of the CPU time of a short run.
const wrangler: typeof import('wrangler') = createRequire(import.meta.url)('wrangler')

declare module 'vitest' {
  interface ProvidedContext {
    bindings: Record<string, string>
  }
}

// Nothing is replicated or kept: less is written, and never in the middle of a run.
const quick = { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '8GB', checkpoint_timeout: '1h' }
const wranglerToml = fileURLToPath(new URL('../../../wrangler.toml', import.meta.url))

/** Starts a PostgreSQL behind the Neon-compatible endpoint, and a key server, for the tests. */
export default async function setup(project: TestProject) {
  const dir = await mkdtemp(join(tmpdir(), 'commerce-test-'))
  const changedAgain = await prepareDatabases(dir)
  const postgres = await startPostgres({ dir, port: await freePort(), fsync: false, settings: quick })
  const ownerUrl = await ensureDatabase(postgres.superuserUrl, 'commerce')
  const endpoint = await startNeonEndpoint({
    port: await freePort(),
    poolSize: 8,
    idleMs: 30_000,
    // Some tests send hundreds of requests at once: see test/support/run/patience.ts.
    maxWaitMs: 120_000,
    control: true,
  })
  const jwksServer = await startJwksServer()
  const outside = await startOutsideServer()
  const coverage = await startContractCoverage()
  const seededDatabase = await startSeededDatabase(ownerUrl, template)
  const turnstile = await startTurnstileServer()
  const signInProvider = await startSignInProvider(jwksServer.bindings.IDENTITY_SIGNING_KEY)
  const providers: unknown[] = JSON.parse(jwksServer.bindings.IDENTITY_PROVIDERS)

  project.provide('bindings', {
    ...jwksServer.bindings,
    DATABASE_URL: urlOf(ownerUrl, localLogins.app),
    JOBS_DATABASE_URL: urlOf(ownerUrl, localLogins.jobs),
    DATABASE_OWNER_URL: ownerUrl,
    NEON_FETCH_ENDPOINT: endpoint.url,
    TEMPLATE_DATABASE: template,
    CHANGED_AGAIN: String(changedAgain),
    TEST_LONG: process.env['TEST_LONG'] ?? '',
    TEST_EVENTS: process.env['TEST_EVENTS'] ?? '',
    ORDER_LIFE_STEPS: process.env['ORDER_LIFE_STEPS'] ?? '',
    ORDER_LIFE_SEED: process.env['ORDER_LIFE_SEED'] ?? '',
    PUBLIC_URL: 'https://commerce.test',
    IDENTITY_PROVIDERS: JSON.stringify([...providers, signInProvider.entry]),
    WEB_SIGN_IN: JSON.stringify(signInProvider.webSignIn),
    SESSION_KEYS: JSON.stringify({ current: randomBytes(32).toString('base64url') }),
    TOKEN_KEYS: JSON.stringify({ current: randomBytes(32).toString('base64url') }),
    CHANNEL_KEYS: JSON.stringify({ current: randomBytes(32).toString('base64url') }),
    CONTRACT_COVERAGE: coverage.url,
    SEEDED_DATABASE: seededDatabase.url,
    TASKS: process.env['TASKS'] ?? '',
    META_GRAPH_URL: outside.url,
    TURNSTILE_VERIFY_URL: turnstile.url,
    PRODUCTION: JSON.stringify(wrangler.unstable_readConfig({ config: wranglerToml, env: 'production' })),
  })

  return async () => {
    // A run that passes may still have left out what every run of the suite has to show.
    const isWhole = await isWholeRun(project.vitest)
    const problems = [...(await eventProblems(ownerUrl, isWhole)), ...(isWhole ? await coverage.problems() : [])]
    if (problems.length > 0) {
      console.error(problems.join('\n'))
      process.exitCode = 1
    }
    await signInProvider.close()
    await outside.close()
    await coverage.close()
    await turnstile.close()
    await seededDatabase.close()
    await jwksServer.close()
    await endpoint.close()
    await postgres.stop()
    // For root, PostgreSQL's data is outside the run folder.
    await removePostgresData(dir)
    await rm(dir, { recursive: true, force: true })
  }
}
