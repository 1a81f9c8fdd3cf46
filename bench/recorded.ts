import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { openHttp } from './http-connection.ts'
import { type Rig, tag } from './rig.ts'

const Recorded = z.object({ recent: z.array(z.array(z.object({ query: z.string(), params: z.array(z.unknown()) }))) })

type Statement = { query: string; params: unknown[] }

/** Returns a batch like the recorded ones, which can be sent again. */
export type Batches = () => Statement[]

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Records the batches that the service sends for these requests, so that a ceiling always matches the service. */
export async function record(rig: Rig, requests: readonly Buffer[]): Promise<Batches> {
  const connection = await openHttp(rig.worker.port)
  const batches: Statement[][] = []
  try {
    // Spread evenly, because the requests differ from one part of the list to the next.
    for (let nth = 0; nth < 300; nth++) {
      const request = requests[Math.floor((nth * requests.length) / 300)]
      if (!request) break
      const { status, body } = await connection.send(request)
      if (status >= 300) throw new Error(`recording failed: ${status} ${body.toString('utf8', 0, 300)}`)
      const seen = await fetch(`${rig.endpoint.origin}/control/${tag}`)
      const last = Recorded.parse(await seen.json()).recent.at(-1)
      if (last) batches.push(last)
    }
  } finally {
    connection.close()
  }
  const givenByCallers = uuidsIn(requests)
  let at = 0
  return () => {
    const batch = batches[at++ % batches.length]
    if (!batch) throw new Error('nothing was recorded')
    return renewed(batch, givenByCallers)
  }
}

/** Replaces the ids that the Worker created for this request: the new order's and its idempotency key's. */
function renewed(batch: Statement[], known: ReadonlySet<string>): Statement[] {
  const made = new Map<string, string>()
  const renew = (id: string) => {
    if (known.has(id)) return id
    const fresh = made.get(id) ?? randomUUID()
    made.set(id, fresh)
    return fresh
  }
  return batch.map(({ query, params }) => ({
    query,
    params: params.map((param) => (typeof param === 'string' ? param.replaceAll(uuid, renew) : param)),
  }))
}

function uuidsIn(requests: readonly Buffer[]): Set<string> {
  return new Set(requests.flatMap((request) => request.toString('utf8').match(uuid) ?? []))
}
