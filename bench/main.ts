import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runLimits } from './limits/run-limits.ts'
import { readOptions } from './options.ts'
import { runBench } from './run-bench.ts'

const running: (() => Promise<void>)[] = []

/** Stops everything that was started, in reverse order. */
async function stopAll() {
  for (let stop = running.pop(); stop; stop = running.pop()) {
    await stop().catch((error: unknown) => console.error(error))
  }
}

async function main() {
  const options = readOptions(process.argv.slice(2), process.env)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void stopAll().then(() => process.exit(1)))
  }
  const temporary = await mkdtemp(join(tmpdir(), 'bench-'))
  running.push(() => rm(temporary, { recursive: true, force: true }))
  try {
    const started = (stop: () => Promise<void>) => void running.push(stop)
    const run = options.limits ? runLimits : runBench
    console.log(await run({ ...options, temporary, started }))
  } finally {
    await stopAll()
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
