import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../test/support/node/free-port.ts'
import type { Bundle } from './bundle.ts'
import { publicUrl } from './identity-provider.ts'
import { startWorkerd, type Worker } from './workerd.ts'

/** The service's tag at the endpoint's control API. */
export const tag = 'bench'

type Endpoint = { url: string; origin: string; pid: number; stop(): Promise<void> }

/** A running service: a Worker, and the endpoint between it and the database. */
export type Rig = { worker: Worker; endpoint: Endpoint; stop: () => Promise<void> }

type Options = {
  bundle: Bundle
  appUrl: string
  identityProviders: string
  control?: boolean
  /** More variables of the Worker, or others. */
  variables?: Readonly<Record<string, string>>
}

export async function startRig({
  bundle,
  appUrl,
  identityProviders,
  control = false,
  variables,
}: Options): Promise<Rig> {
  const endpoint = await startEndpoint(control)
  const worker = await startWorkerd(
    bundle,
    {
      ENVIRONMENT: 'production',
      DATABASE_URL: Object.assign(new URL(appUrl), { search: `application_name=${tag}` }).href,
      NEON_FETCH_ENDPOINT: endpoint.url,
      PUBLIC_URL: publicUrl,
      IDENTITY_PROVIDERS: identityProviders,
      ...variables,
    },
    control,
  ).catch(async (error: unknown) => {
    await endpoint.stop()
    throw error
  })
  return {
    worker,
    endpoint,
    async stop() {
      await worker.stop()
      await endpoint.stop()
    },
  }
}

/** Adds a delay between Worker and database. Needs a rig with `control`. */
export async function setDelay({ endpoint }: Rig, delayMs: number): Promise<void> {
  const body = JSON.stringify({ delay_ms: delayMs })
  const answer = await fetch(`${endpoint.origin}/control/${tag}`, { method: 'PUT', body })
  if (!answer.ok) throw new Error(`the endpoint rejected the delay: ${await answer.text()}`)
}

async function startEndpoint(control: boolean): Promise<Endpoint> {
  const port = await freePort()
  const script = fileURLToPath(new URL('endpoint-process.ts', import.meta.url))
  const child = fork(script, [String(port), control ? 'control' : 'plain'])
  const exited = once(child, 'exit')
  await Promise.race([
    once(child, 'message'),
    exited.then(() => Promise.reject(new Error('the endpoint did not start'))),
  ])
  const origin = `http://127.0.0.1:${port}`
  return {
    url: `${origin}/sql`,
    origin,
    pid: child.pid ?? 0,
    async stop() {
      child.disconnect()
      await exited
    },
  }
}
