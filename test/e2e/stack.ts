import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { removePostgresData } from '../../dev/stack/postgres/account.ts'
import { readSettings, type Settings } from '../../dev/stack/settings.ts'
import { accessToken } from '../../dev/stack/identity/sign-in.ts'
import { startWorker } from '../../dev/stack/worker.ts'
import { tokenScopes } from '../../src/platform/auth/tokens/scopes.ts'
import { freePort } from '../support/node/free-port.ts'
import { prepareDatabases } from '../support/node/prepared-databases.ts'
import { eventProblems } from '../support/node/recorded-events.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The local stack, as `npm run dev` starts it. */
    stack: { baseUrl: string; issuer: string; ownerUrl: string; dir: string }
    /** An MCP token for the store acme, with every scope that a tool needs. */
    mcpToken: string
    /** The URL of test/protocols/mcp/fixture-worker.ts. */
    fixtureUrl: string
  }
}

// Only what hangs should meet it: a busy machine can be ten times as slow.
const startTimeoutMs = 600_000

/** Starts the local stack and the fixture Worker, for tests with real clients. */
export default async function setup(project: TestProject) {
  const dir = await mkdtemp(join(tmpdir(), 'commerce-e2e-'))
  const running: (() => Promise<void>)[] = []
  let ownerUrl: string | undefined
  const stop = async () => {
    const problems = ownerUrl === undefined ? [] : await eventProblems(ownerUrl, false)
    if (problems.length > 0) {
      console.error(problems.join('\n'))
      process.exitCode = 1
    }
    for (const part of running) await part()
    // For root, PostgreSQL's data is outside the run folder.
    await removePostgresData(join(dir, 'stack'))
    await rm(dir, { recursive: true, force: true })
  }
  try {
    // The screenshots must show the URL that a developer sees.
    const port = process.env['SCREENSHOTS'] === undefined ? await freePort(4) : 8787
    const settings = readSettings({ PORT: String(port), DEV_DIR: join(dir, 'stack') })
    await prepareDatabases(settings.dir)
    await startStack(settings, join(dir, 'stack.log'), running)
    const password = (await readFile(join(settings.dir, 'postgres-password'), 'utf8')).trim()
    ownerUrl = `postgres://postgres:${password}@127.0.0.1:${settings.ports.postgres}/commerce`
    const { baseUrl, issuer, dir: stackDir } = settings
    project.provide('stack', { baseUrl, issuer, ownerUrl, dir: stackDir })
    project.provide('mcpToken', await createToken(settings))

    const fixtures = readSettings({ PORT: String(await freePort(4)), DEV_DIR: join(dir, 'fixtures') })
    const none = 'postgres://nobody@127.0.0.1:1/nothing'
    const started = (part: () => Promise<void>) => void running.push(part)
    await startWorker(
      fixtures,
      { app: none, jobs: none },
      'http://127.0.0.1:1/sql',
      started,
      'test/protocols/mcp/fixture-worker.ts',
    )
    project.provide('fixtureUrl', `${fixtures.baseUrl}/mcp`)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

async function startStack({ ports, dir }: Settings, log: string, running: (() => Promise<void>)[]) {
  const output = openSync(log, 'a')
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../dev/stack/main.ts', import.meta.url))], {
    env: { ...process.env, PORT: String(ports.service), DEV_DIR: dir },
    stdio: ['ignore', output, output],
  })
  running.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  for (let waited = 0; !(await readFile(log, 'utf8')).includes('\nready '); waited += 200) {
    if (child.exitCode !== null || waited > startTimeoutMs)
      throw new Error(`The local stack did not start.\n${await readFile(log, 'utf8')}`)
    await sleep(200)
  }
}

/** The stack needs four consecutive ports. */
async function createToken({ baseUrl, issuer, cliRedirectUri }: Settings): Promise<string> {
  const session = await accessToken({ issuer, redirectUri: cliRedirectUri, email: 'owner@acme.test' })
  const answer = await fetch(`${baseUrl}/api/mcp/tokens`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${session}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Inventory sync', scopes: [...tokenScopes] }),
  })
  const { token } = Object(await answer.json())
  if (typeof token !== 'string') throw new Error(`creating the token failed: ${answer.status}`)
  return token
}
