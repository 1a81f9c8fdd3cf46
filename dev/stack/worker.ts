import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { secretKeys } from './secret-keys.ts'
import type { Settings } from './settings.ts'
import { watchdog } from './watchdog.ts'
import { wrangler } from './wrangler.ts'

export type Worker = {
  /** Resolves if the Worker exits without having been stopped. */
  crashed: Promise<string>
  /** Ends its processes at once, in the middle of what they do, as a crash would. */
  kill: () => void
}

/** Wrangler's advice to start crons by hand, which the local stack runs (crons.ts); and that nothing is limited, as it should be. */
const isNoise =
  /no \w+ binding: requests are not limited|Scheduled Workers are not automatically triggered|To manually trigger a scheduled event|\/cdn-cgi\/(local|handler)\/scheduled|#test-cron-triggers-locally/

type Started = (stop: () => Promise<void>) => void

/**
 * Runs the Worker with `wrangler dev` and returns once it responds. Calls `started` as soon as there is a process to stop.
 * `main` runs another Worker instead of the service.
 */
export async function startWorker(
  settings: Settings,
  urls: { readonly app: string; readonly jobs: string },
  endpoint: string,
  started: Started,
  main?: string,
): Promise<Worker> {
  const { ports, baseUrl, issuer, dir } = settings
  const variables = {
    DATABASE_URL: urls.app,
    JOBS_DATABASE_URL: urls.jobs,
    NEON_FETCH_ENDPOINT: endpoint,
    PUBLIC_URL: baseUrl,
    IDENTITY_PROVIDERS: JSON.stringify([
      {
        preset: 'oidc',
        issuer,
        audience: [baseUrl],
        jwks_uri: `${issuer}/jwks`,
        algorithms: ['ES256'],
        trust_email: true,
      },
    ]),
    DOCS_SIGN_IN: JSON.stringify({ issuer, client_id: 'api-docs' }),
    WEB_SIGN_IN: JSON.stringify({ issuer, client_id: 'merchant-commerce', allow_insecure: true }),
    SESSION_KEYS: await secretKeys(dir, 'session'),
    TOKEN_KEYS: await secretKeys(dir, 'token'),
    CHANNEL_KEYS: await secretKeys(dir, 'channel'),
  }
  const child = spawn(
    process.execPath,
    [
      wrangler,
      'dev',
      ...(main === undefined ? [] : [main]),
      '--ip=127.0.0.1',
      `--port=${ports.service}`,
      '--inspector-port=0',
      `--persist-to=${join(dir, 'worker')}`,
      '--log-level=warn',
      '--show-interactive-dev-session=false',
      ...Object.entries(variables).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
    ],
    {
      // wrangler starts child processes. Stopping the process group stops all of them.
      detached: true,
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        WRANGLER_SEND_METRICS: 'false',
        WRANGLER_HIDE_BANNER: 'true',
        WRANGLER_LOG_PATH: join(dir, 'wrangler-logs'),
        WRANGLER_REGISTRY_PATH: join(dir, 'wrangler-registry'),
        CLOUDFLARE_CF_FETCH_ENABLED: 'false',
      },
    },
  )
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on(
      'line',
      (line) => void (line.trim() && !isNoise.test(line) && console.log(line)),
    )
  }
  const exited = once(child, 'exit')
  await once(child, 'spawn')
  const group = -(child.pid ?? process.pid)
  const watcher = watchdog(group, 'TERM')
  let stopping = false
  started(async () => {
    stopping = true
    await endGroup(group)
    await watcher.release()
  })
  const crashed = exited.then(() => (stopping ? new Promise<string>(() => {}) : 'wrangler dev exited unexpectedly'))
  const ready = waitUntilHealthy(`${baseUrl}/healthz`, () => child.exitCode === null && child.signalCode === null)
  if (!(await ready)) throw new Error('The Worker did not start.')
  return { crashed, kill: () => void signal(group, 'SIGKILL') }
}

async function waitUntilHealthy(url: string, isRunning: () => boolean) {
  while (isRunning()) {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
    await response?.body?.cancel()
    if (response?.status === 200) return true
    await sleep(100)
  }
  return false
}

async function endGroup(group: number) {
  for (let waitedMs = 0; signal(group, waitedMs === 0 ? 'SIGTERM' : 0); waitedMs += 50) {
    if (waitedMs >= 5000) signal(group, 'SIGKILL')
    await sleep(50)
  }
}

/** Sends a signal to a process group. Returns false if no process is left in it. */
function signal(group: number, name: NodeJS.Signals | 0) {
  try {
    return process.kill(group, name)
  } catch {
    return false
  }
}
