import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { openHttp } from './http-connection.ts'
import { type Rig, tag } from '../rig/rig.ts'

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
      const response = await fetch(`${rig.endpoint.origin}/control/${tag}`)
      const last = Recorded.parse(await response.json()).recent.at(-1)
      if (last) batches.push(last)
    }
  } finally {
    connection.close()
  }
  const requestIds = uuidsIn(requests)
  let index = 0
  return () => {
    const batch = batches[index++ % batches.length]
    if (!batch) throw new Error('nothing was recorded')
    return replaceIds(batch, requestIds)
  }
}

/** Replaces the ids that the Worker created for this request: the new order's and its idempotency key's. */
function replaceIds(batch: Statement[], requestIds: ReadonlySet<string>): Statement[] {
  const replacements = new Map<string, string>()
  const replaceId = (id: string) => {
    if (requestIds.has(id)) return id
    const fresh = replacements.get(id) ?? randomUUID()
    replacements.set(id, fresh)
    return fresh
  }
  return batch.map(({ query, params }) => ({
    query,
    params: params.map((param) => (typeof param === 'string' ? param.replaceAll(uuid, replaceId) : param)),
  }))
}

function uuidsIn(requests: readonly Buffer[]): Set<string> {
  return new Set(requests.flatMap((request) => request.toString('utf8').match(uuid) ?? []))
}
