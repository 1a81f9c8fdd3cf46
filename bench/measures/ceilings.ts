import pg from 'pg'
import { runTransaction } from '../../dev/stack/neon/transaction.ts'
import { cycle, loadHttp } from '../load/http-load.ts'
import { type CpuUsage, type Figures, measure, type Work } from '../load/load.ts'
import type { Batches } from '../load/recorded.ts'
import { post } from '../load/requests.ts'

type Ceiling = { connections: number; seconds: number; cpu: CpuUsage; appUrl: string; batches: Batches }

/** The service's statements through the plain driver, with BEGIN and COMMIT, all sent at once as the endpoint does. */
export async function loadDriver({ connections, seconds, cpu, appUrl, batches }: Ceiling): Promise<Figures> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({
        connectionString: appUrl,
        pipeline: true,
        types: { getTypeParser: () => (value: unknown) => value },
      })
      await client.connect()
      return client
    }),
  )
  const workers = clients.map((client): Work => async () => {
    try {
      await runTransaction(client, { connectionString: appUrl, arrayMode: true, begin: 'begin', queries: batches() })
      return undefined
    } catch (error) {
      return { kind: 'error', detail: error instanceof Error ? error.message : String(error) }
    }
  })
  try {
    return await measure({ workers, seconds, cpu })
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/** The same through the endpoint, without the Worker. The difference from the driver is the cost of the endpoint. */
export async function loadEndpoint({
  connections,
  seconds,
  cpu,
  appUrl,
  batches,
  port,
}: Ceiling & { port: number }): Promise<Figures> {
  const headers = { 'Neon-Connection-String': appUrl, 'Neon-Raw-Text-Output': 'true', 'Neon-Array-Mode': 'true' }
  // Prepared before measuring, and more than can be sent during it.
  const requests = Array.from({ length: 6000 * (seconds + 1) }, () =>
    post('/sql', headers, JSON.stringify({ queries: batches() })),
  )
  return loadHttp({ port, connections, seconds, cpu, next: cycle(requests) })
}
