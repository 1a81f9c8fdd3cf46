import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Dataset } from '../data/dataset.ts'
import { openHttp } from '../load/http-connection.ts'
import { cycle, loadHttp } from '../load/http-load.ts'
import type { Figures } from '../load/load.ts'
import { cpuUsage } from '../rig/processes.ts'
import { create, post } from '../load/requests.ts'
import { startRig } from '../rig/rig.ts'
import type { Shop } from '../load/sample.ts'

export type WebhookFigures = {
  /** Creating orders in a store without a webhook. */
  without: Figures
  /** The same in a store with one, which receives each of them. CPU includes the deliveries. */
  one: Figures
  /** Arrivals at the receiver, from the first to the last, of what was queued before. */
  deliveriesPerSecond: number
}

/** In turns, so that what else runs on the machine affects both alike. */
const rounds = 3

type Options = Omit<Parameters<typeof startRig>[0], 'variables' | 'appUrl'> & {
  dataset: Dataset
  shop: Shop
  postgresPid: number
  seconds: number
}

/** Creates orders in a store without a webhook and with one on this machine, and counts what arrives there. */
export async function measureWebhooks(options: Options): Promise<WebhookFigures> {
  const { dataset, shop, postgresPid, seconds, ...rest } = options
  process.stderr.write('  webhooks\n')
  const receiver = await startReceiver()
  const owner = new pg.Client({ connectionString: dataset.ownerUrl })
  await owner.connect()
  // Only a service on loopback may post to loopback.
  const rig = await startRig({
    ...rest,
    appUrl: dataset.appUrl,
    variables: {
      PUBLIC_URL: 'http://127.0.0.1:8787',
      CHANNEL_KEYS: JSON.stringify({ current: randomBytes(32).toString('base64url') }),
    },
  })
  const connection = await openHttp(rig.worker.port)
  const send = async (path: string, body: object) => {
    const answer = await connection.send(post(path, { Authorization: `Bearer ${shop.token}` }, JSON.stringify(body)))
    if (answer.status >= 300) throw new Error(`${path}: ${answer.body.toString('utf8', 0, 300)}`)
    const { id }: { id: string } = JSON.parse(answer.body.toString('utf8'))
    return id
  }
  const add = () => send('/api/webhooks', { url: `${receiver.url}/events`, events: ['order.*'] })
  const removeAll = async () => {
    await owner.query('delete from webhook_deliveries')
    await owner.query('delete from webhooks')
  }
  try {
    const cpu = cpuUsage({ worker: rig.worker.pid, endpoint: rig.endpoint.pid, postgres: postgresPid })
    const next = cycle(Array.from({ length: 300 }, (_, nth) => create(shop, nth)))
    const load = () => loadHttp({ port: rig.worker.port, connections: 1, seconds: seconds / rounds, cpu, next })
    const [without, one]: [Figures[], Figures[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      without.push(await load())
      await add()
      one.push(await load())
      await removeAll()
    }
    const id = await add()
    const deliveriesPerSecond = await measureBacklog(receiver, seconds, async () => {
      await owner.query(
        `insert into webhook_deliveries (store_id, webhook_id, id, event_type)
         select e.store_id, w.id, e.id, e.type from webhooks w, lateral (
           select * from events e where e.store_id = w.store_id and e.type like 'order.%' order by e.id desc limit 5000) e`,
      )
      // Each of these requests delivers some of the backlog after its response.
      return () => send(`/api/webhooks/${id}/test`, {})
    })
    await removeAll()
    return { without: medianOf(without), one: medianOf(one), deliveriesPerSecond }
  } finally {
    connection.close()
    await owner.end()
    await rig.stop()
    receiver.stop()
  }
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** Deliveries a second while the service delivers a backlog, with as many attempts at once as a webhook may have. */
async function measureBacklog(receiver: Receiver, seconds: number, queue: () => Promise<() => Promise<unknown>>) {
  const deliver = await queue()
  receiver.restart()
  for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
    await deliver()
    await sleep(50)
  }
  return receiver.perSecond()
}

/** The round with the median of Postgres's CPU time. */
function medianOf(figures: readonly Figures[]): Figures {
  const sorted = figures.toSorted((a, b) => (a.cpuMs['postgres'] ?? 0) - (b.cpuMs['postgres'] ?? 0))
  const median = sorted[Math.floor(sorted.length / 2)]
  if (!median) throw new Error('nothing was measured')
  return median
}

async function startReceiver() {
  let times: number[] = []
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      times.push(performance.now())
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    restart: () => void (times = []),
    perSecond: () => (times.length - 1) / (((times.at(-1) ?? NaN) - (times[0] ?? NaN)) / 1000),
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
