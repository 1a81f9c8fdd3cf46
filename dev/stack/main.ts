import { onNpmExit } from './parent.ts'
import { readSettings, type Settings } from './settings.ts'
import { startStack } from './stack.ts'

const running: (() => Promise<void>)[] = []
const starting = new AbortController()
let stopping: Promise<void> | undefined

/** Stops everything, once, even if called repeatedly. */
function stop(code: number) {
  starting.abort(new Error('stopped'))
  stopping ??= stopAll().then(() => process.exit(code))
  return stopping
}

async function stopAll() {
  for (const part of running) {
    await part().catch((error: unknown) => console.error(error))
  }
}

async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  onNpmExit(() => void stop(0))
  // The reader of our output may have exited. Ignore that, so that we can still stop all processes.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.on('uncaughtException', (error) => {
    console.error(error)
    void stop(1)
  })

  try {
    const settings = readSettings(process.env)
    const unknownOptions = process.argv.slice(2).filter((argument) => argument !== '--reset')
    if (unknownOptions.length > 0)
      throw new Error(`Unknown option: ${unknownOptions.join(' ')}. The only option is --reset.`)
    await startStack({
      settings,
      reset: process.argv.includes('--reset'),
      cancelled: starting.signal,
      running,
      onCrash(part, reason) {
        console.error(`${part} stopped unexpectedly, so everything stops.\n${reason}`)
        void stop(1)
      },
    })
    announce(settings)
  } catch (error) {
    if (!starting.signal.aborted) console.error(error instanceof Error ? error.message : error)
    await stop(1)
  }
}

function announce({ baseUrl, issuer, dir, commandPrefix }: Settings) {
  console.log(`
  Open the console, with one click as the owner of a shop:
    ${baseUrl}/console

  Everything else that runs here, and its users: ${issuer}/dev
  Data: ${dir} (${commandPrefix}npm run dev -- --reset deletes it). Ctrl-C stops everything.

  Call the API in another terminal:
    TOKEN=$(${commandPrefix}npm run -s token -- owner@acme.test)
    curl -s -H "Authorization: Bearer $TOKEN" '${baseUrl}/api/orders?limit=1'

ready ${baseUrl}`)
}

await main()
