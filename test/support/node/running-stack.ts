import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { removePostgresData } from '../../../dev/postgres-account.ts'
import { portInUse } from '../../../dev/ports.ts'
import { readSettings, type Settings } from '../../../dev/settings.ts'
import { tokenScopes } from '../../../src/auth/scopes.ts'
import { accessToken } from '../../../dev/sign-in.ts'
import { startStack } from '../../../dev/stack.ts'
import { startWorker } from '../../../dev/worker.ts'
import { freePort } from './free-port.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the service answers, as `npm run dev` starts it. */
    baseUrl: string
    /** An MCP token of the store acme, with every scope that there are tools for. */
    mcpToken: string
    /** Where test/mcp/fixture-worker.ts answers. */
    fixtureUrl: string
  }
}

/** What the tests with real clients run against: the local stack, and beside it the Worker of the fixtures. */
export default async function setup(project: TestProject) {
  const dir = await mkdtemp(join(tmpdir(), 'commerce-e2e-'))
  const running: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const part of running) await part()
    // Which for root is not inside the folder.
    await removePostgresData(join(dir, 'stack'))
    await rm(dir, { recursive: true, force: true })
  }
  try {
    const settings = await freeSettings(join(dir, 'stack'))
    const crashed = (part: string, why: string) => console.error(`${part} stopped unexpectedly.\n${why}`)
    await startStack({ settings, reset: false, cancelled: new AbortController().signal, crashed, running })
    project.provide('baseUrl', settings.baseUrl)
    project.provide('mcpToken', await mintToken(settings))

    const fixtures = await freeSettings(join(dir, 'fixtures'))
    const none = 'postgres://nobody@127.0.0.1:1/nothing'
    const started = (part: () => Promise<void>) => void running.unshift(part)
    await startWorker(
      fixtures,
      { app: none, jobs: none },
      'http://127.0.0.1:1/sql',
      started,
      'test/mcp/fixture-worker.ts',
    )
    project.provide('fixtureUrl', `${fixtures.baseUrl}/mcp`)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/** Four free ports in a row, as the stack takes them. */
async function freeSettings(dir: string): Promise<Settings> {
  for (;;) {
    const port = await freePort()
    const wanted = [port, port + 1, port + 2, port + 3]
    const inUse = await Promise.all(wanted.map(portInUse))
    if (port <= 65_532 && !inUse.includes(true)) return readSettings({ PORT: String(port), DEV_DIR: dir })
  }
}

async function mintToken({ baseUrl, issuer, cliRedirectUri }: Settings): Promise<string> {
  const session = await accessToken({ issuer, redirectUri: cliRedirectUri, email: 'owner@acme.test' })
  const answer = await fetch(`${baseUrl}/api/mcp/tokens`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${session}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Tests', scopes: [...tokenScopes] }),
  })
  const { token } = Object(await answer.json())
  if (typeof token !== 'string') throw new Error(`no token was minted: ${answer.status}`)
  return token
}
