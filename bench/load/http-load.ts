import { type HttpConnection, openHttp } from './http-connection.ts'
import { type CpuUsage, type Failure, type Figures, measure, type Work } from './load.ts'

type HttpLoad = { port: number; connections: number; seconds: number; cpu: CpuUsage; next: () => Buffer }

/** Counts every response other than 2xx as a failure. */
export async function loadHttp({ port, connections, seconds, cpu, next }: HttpLoad): Promise<Figures> {
  const open = await Promise.all(Array.from({ length: connections }, () => openHttp(port)))
  const workers = open.map(
    (connection): Work =>
      () =>
        sendOn(connection, next()),
  )
  try {
    return await measure({ workers, seconds, cpu })
  } finally {
    for (const connection of open) connection.close()
  }
}

export async function sendOn(connection: HttpConnection, request: Buffer): Promise<Failure | undefined> {
  const { status, body } = await connection.send(request)
  if (status >= 200 && status < 300) return undefined
  return { kind: String(status), detail: `${status} ${body.toString('utf8', 0, 300)}` }
}

/** Cycles through the requests, shared by all connections and measurements. */
export function cycle(requests: readonly Buffer[]): () => Buffer {
  let index = 0
  return () => {
    const request = requests[index++ % requests.length]
    if (!request) throw new Error('there are no requests')
    return request
  }
}
