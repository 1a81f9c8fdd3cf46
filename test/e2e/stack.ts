import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { removePostgresData } from '../../dev/postgres-account.ts'
import { portInUse } from '../../dev/ports.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The local stack as `npm run dev` starts it. */
    stack: { baseUrl: string; issuer: string; ownerUrl: string }
  }
}

const patienceMs = 120_000

/** Starts the local stack, with data and ports of its own, as a developer would. */
export default async function setup(project: TestProject) {
  const dir = await mkdtemp(join(tmpdir(), 'commerce-e2e-'))
  // The screenshots show the address that a developer sees.
  const port = process.env['SCREENSHOTS'] === undefined ? await fourFreePorts() : 8787
  const log = join(dir, 'stack.log')
  const output = openSync(log, 'a')
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../dev/main.ts', import.meta.url))], {
    env: { ...process.env, PORT: String(port), DEV_DIR: dir },
    stdio: ['ignore', output, output],
  })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    // Which for root is not inside the folder.
    await removePostgresData(dir)
    await rm(dir, { recursive: true, force: true })
  }
  for (let waited = 0; !(await readFile(log, 'utf8')).includes('\nready '); waited += 200) {
    if (child.exitCode !== null || waited > patienceMs) {
      const said = await readFile(log, 'utf8')
      await stop()
      throw new Error(`The local stack did not start.\n${said}`)
    }
    await sleep(200)
  }
  const password = (await readFile(join(dir, 'postgres-password'), 'utf8')).trim()
  project.provide('stack', {
    baseUrl: `http://127.0.0.1:${port}`,
    issuer: `http://127.0.0.1:${port + 1}`,
    ownerUrl: `postgres://postgres:${password}@127.0.0.1:${port + 2}/commerce`,
  })
  return stop
}

/** The stack takes four in a row. */
async function fourFreePorts(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const first = 20_000 + Math.floor(Math.random() * 10_000)
    const used = await Promise.all([0, 1, 2, 3].map((next) => portInUse(first + next)))
    if (!used.includes(true)) return first
  }
  throw new Error('no four free ports in a row')
}
