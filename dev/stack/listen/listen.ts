import { z } from 'zod'
import { addEndpoint, chooseStore, removeEndpoint, removeLeftovers } from './endpoint.ts'
import { type ListenOptions, readOptions, usage } from './options.ts'
import { type Received, startReceiver } from './receiver.ts'
import { restClient } from './rest.ts'
import { onNpmExit } from '../parent.ts'
import { readSettings } from '../settings.ts'
import { accessToken, ProviderUnreachable } from '../identity/sign-in.ts'

const forwardTimeoutMs = 14_000

const Event = z.object({
  type: z.string(),
  subject: z.object({ type: z.string(), id: z.string().nullable() }).nullish(),
})

/** Registers an endpoint on this machine, and prints what it receives until `stopped`. */
async function listen(options: ListenOptions, stopped: Promise<unknown>) {
  const { baseUrl, issuer, cliRedirectUri } = readSettings(process.env)
  const signIn = () => accessToken({ issuer, redirectUri: cliRedirectUri, email: options.email })
  const store = await chooseStore(await restClient({ baseUrl, signIn }), options.store)
  const rest = await restClient({ baseUrl, signIn, storeId: store.id })
  const removed = await removeLeftovers(rest)
  if (removed > 0) console.log(`Removed ${removed} ${removed === 1 ? 'endpoint' : 'endpoints'} of earlier runs.`)

  const receiver = await startReceiver({
    onEvent: (received) => show(received, options),
    onRefused: (reason) => console.log(`${time()}  refused: ${reason}`),
  })
  try {
    const { id, secret } = await addEndpoint(rest, receiver.url, options.types)
    try {
      receiver.verifyWith(secret)
      console.log(`Listening to ${options.types.join(', ')} of ${store.name}. The secret of this run is ${secret}`)
      await stopped
    } finally {
      await removeEndpoint(rest, id)
    }
  } finally {
    receiver.close()
  }
}

/** Prints one event. Returns the status to answer with. */
async function show(received: Received, { showsBody, forwardUrl }: ListenOptions): Promise<number> {
  const { type, subject } = Event.parse(received.event)
  const status = forwardUrl === undefined ? 200 : await forward(forwardUrl, received)
  const parts = [
    time(),
    type,
    ...(subject ? [`${subject.type} ${subject.id ?? ''}`.trimEnd()] : []),
    ...(received.isRepeated ? ['(again)'] : []),
    ...(forwardUrl === undefined ? [] : [`-> ${status}`]),
  ]
  console.log(parts.join('  '))
  if (showsBody) console.log(JSON.stringify(received.event, null, 2))
  return status
}

/** Posts the same bytes and signature. Returns what the URL answers, or 502 without an answer. */
async function forward(url: string, { body, headers }: Received): Promise<number> {
  try {
    const signal = AbortSignal.timeout(forwardTimeoutMs)
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.body?.cancel()
    return response.status
  } catch {
    return 502
  }
}

const time = () => new Date().toLocaleTimeString('en-GB')

/** Resolves when the person, the shell or npm ends this program. */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => resolve()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
    onNpmExit(stop)
    // The reader of our output may have exited.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', stop)
  })
}

async function main(args: readonly string[]): Promise<number> {
  const stopped = untilStopped()
  if (args.includes('--help')) {
    console.log(usage)
    return 0
  }
  let options: ListenOptions
  try {
    options = readOptions(args)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    return 1
  }
  try {
    await listen(options, stopped)
    return 0
  } catch (error) {
    if (error instanceof ProviderUnreachable) console.error(`${error.message}. Start it with npm run dev.`)
    else console.error(error instanceof Error ? error.message : error)
    return 1
  }
}

process.exit(await main(process.argv.slice(2)))
