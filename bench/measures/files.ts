import pg from 'pg'
import { type HttpConnection, openHttp } from '../load/http-connection.ts'
import { sendOn } from '../load/http-load.ts'
import { type Failure, quantilesOf } from '../load/load.ts'
import { create, importFile } from '../load/requests.ts'
import type { System } from '../load/system.ts'

const importedOrders = 250
const exportedOrders = 10_000
const everyMs = 20

type Times = { p50: number; worst: number; count: number }

export type FileFigures = {
  /** Milliseconds for a file of 250 orders, one file after another. */
  imports: Times
  /** Milliseconds for an order that is created in the same store, one every 20 ms: without an import, and beside one. */
  createsAlone: Times
  createsBeside: Times
  /** Of up to 10,000 orders, read to the end. */
  exports: Times & { orders: number; megabytes: number }
  failures: Failure[]
}

/** Imports into the hot store and exports from it. */
export async function measureFiles(system: System, seconds: number): Promise<FileFigures> {
  process.stderr.write('  import and export\n')
  const failures: Failure[] = []
  const note = (failure: Failure | undefined) => void (failure && failures.push(failure))
  const paced = openPaced(system, note)
  try {
    // Warms up the plans and connections.
    await paced.until(importOne(system, note))
    const createsAlone = timesOf(await paced.until(pause(seconds * 1000)))
    const imports: number[] = []
    const createsBeside: number[] = []
    const end = performance.now() + seconds * 2000
    while (imports.length < 3 || performance.now() < end) {
      const started = performance.now()
      createsBeside.push(...(await paced.until(importOne(system, note))))
      imports.push(performance.now() - started)
    }
    const exports = await measureExports(system, seconds)
    return { imports: timesOf(imports), createsAlone, createsBeside: timesOf(createsBeside), exports, failures }
  } finally {
    paced.close()
  }
}

async function importOne({ rig, sample: { hot } }: System, note: (failure: Failure | undefined) => void) {
  const connection = await openHttp(rig.worker.port)
  try {
    const { status, body } = await connection.send(importFile(hot, importedOrders))
    const text = body.toString('utf8')
    // The response is 200 even if single orders failed.
    if (status !== 200 || /"status":"failed"/.test(text)) note({ kind: String(status), detail: text.slice(0, 300) })
  } finally {
    connection.close()
  }
}

/** Sends a request every 20 ms, whether or not earlier ones were answered, as independent callers do. */
function openPaced({ rig, sample: { hot } }: System, note: (failure: Failure | undefined) => void) {
  const idle: HttpConnection[] = []
  const open = new Set<HttpConnection>()
  let nth = 0
  const send = async (times: number[]) => {
    const request = create(hot, nth++)
    const started = performance.now()
    let connection = idle.pop()
    while (connection && !connection.isOpen()) connection = idle.pop()
    connection ??= await openHttp(rig.worker.port)
    open.add(connection)
    note(await sendOn(connection, request))
    times.push(performance.now() - started)
    idle.push(connection)
  }
  return {
    /** Returns the times of all requests that were sent before `work` ended. */
    async until(work: Promise<unknown>): Promise<number[]> {
      const times: number[] = []
      const sent: Promise<void>[] = []
      const timer = setInterval(() => sent.push(send(times)), everyMs)
      await work.finally(() => clearInterval(timer))
      await Promise.all(sent)
      return times
    },
    close: () => open.forEach((connection) => connection.close()),
  }
}

async function measureExports({ dataset, rig, sample: { hot } }: System, seconds: number) {
  const from = await oldestExported(dataset.ownerUrl)
  const query = new URLSearchParams({ format: 'jsonl', ...(from !== undefined && { created_from: from }) })
  const url = `http://127.0.0.1:${rig.worker.port}/api/orders/export?${query}`
  const times: number[] = []
  let [orders, bytes] = [0, 0]
  const end = performance.now() + seconds * 1000
  while (times.length < 2 || performance.now() < end) {
    const started = performance.now()
    const response = await fetch(url, { headers: { Authorization: `Bearer ${hot.token}` } })
    if (!response.ok || !response.body)
      throw new Error(`the export failed: ${response.status} ${await response.text()}`)
    ;[orders, bytes] = [0, 0]
    for await (const chunk of response.body) {
      bytes += chunk.length
      for (const byte of chunk) if (byte === 10) orders++
    }
    times.push(performance.now() - started)
  }
  return { ...timesOf(times), orders, megabytes: bytes / 1e6 }
}

/** The time from which on the hot store has 10,000 orders, or undefined if it has fewer. */
async function oldestExported(ownerUrl: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ created_at: Date }>(
      `select created_at from orders where store_id = (select id from stores where slug = 'bench-1')
        order by created_at desc offset $1 limit 1`,
      [exportedOrders - 1],
    )
    return rows[0]?.created_at.toISOString()
  } finally {
    await client.end()
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function timesOf(times: readonly number[]): Times {
  const at = quantilesOf(times)
  return { p50: at(0.5), worst: at(1), count: times.length }
}
