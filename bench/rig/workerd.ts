import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, closeSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { watchdog } from '../../dev/stack/watchdog.ts'
import { freePort } from '../../test/support/node/free-port.ts'
import type { Bundle } from './bundle.ts'
import { workerdBinary, workerdConfiguration } from './workerd-configuration.ts'

export type Worker = {
  port: number
  pid: number
  /** Where the Chrome DevTools Protocol is spoken, if asked for. */
  inspectorPort: number | undefined
  /** From the start of the process to its first response. */
  coldStartMs: number
  stop(): Promise<void>
}

/** Runs a bundle directly in workerd, without wrangler's proxies. */
export async function startWorkerd(
  bundle: Bundle,
  variables: Record<string, string>,
  isInspected = false,
): Promise<Worker> {
  const port = await freePort()
  const inspectorPort = isInspected ? await freePort() : undefined
  const file = join(bundle.folder, `workerd-${port}.capnp`)
  await writeFile(file, workerdConfiguration(bundle.files, variables, port))
  // The Worker logs as in production, but the output is discarded.
  const log = openSync(join(bundle.folder, `workerd-${port}.log`), 'w')
  const binary = await workerdBinary()
  const started = performance.now()
  const child = spawn(
    binary,
    ['serve', file, ...(isInspected ? [`--inspector-addr=127.0.0.1:${inspectorPort}`] : [])],
    {
      detached: true,
      stdio: ['ignore', log, log],
    },
  )
  closeSync(log)
  const exited = once(child, 'exit')
  await once(child, 'spawn')
  const pid = child.pid ?? 0
  const dog = watchdog(pid, 'TERM')
  await answering(port, () => child.exitCode === null && child.signalCode === null)
  return {
    port,
    pid,
    inspectorPort,
    coldStartMs: performance.now() - started,
    async stop() {
      child.kill('SIGTERM')
      const patience = setTimeout(() => child.kill('SIGKILL'), 3000)
      await exited
      clearTimeout(patience)
      await dog.release()
    },
  }
}

async function answering(port: number, alive: () => boolean) {
  while (alive()) {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
    await response?.body?.cancel()
    if (response?.status === 200) return
    await sleep(2)
  }
  throw new Error('workerd did not start')
}
