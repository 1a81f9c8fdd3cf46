import { createServer, type ServerResponse } from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import {
  createClient,
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
} from '../../clients/typescript/src/index.ts'
import { localLogins, urlOf } from '../../dev/database/logins.ts'
import { readSettings } from '../../dev/stack/settings.ts'
import { accessToken } from '../../dev/stack/identity/sign-in.ts'
import { startWorker } from '../../dev/stack/worker.ts'
import { freePort } from '../support/node/free-port.ts'

const { baseUrl, issuer, ownerUrl, dir } = inject('stack')
const settings = readSettings({ PORT: new URL(baseUrl).port, DEV_DIR: dir })

const database = new pg.Client({ connectionString: ownerUrl })
const stops: (() => Promise<void>)[] = []
beforeAll(() => database.connect())
afterAll(async () => {
  for (const stop of stops) await stop()
  await database.end()
})

/** A second Worker of the local stack, with the same database and keys. */
async function startSecondWorker() {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const worker = await startWorker(
    { ...settings, ports: { ...settings.ports, service: port }, baseUrl: url },
    { app: urlOf(ownerUrl, localLogins.app), jobs: urlOf(ownerUrl, localLogins.jobs) },
    `http://127.0.0.1:${settings.ports.neonEndpoint}/sql`,
    (stop) => void stops.push(stop),
  )
  return { ...worker, runCron: () => fetch(`${url}/cdn-cgi/local/scheduled?cron=${encodeURIComponent('* * * * *')}`) }
}

/** Accepts every event, and notes which. While it is stuck, it does not answer. */
async function startReceiver() {
  const taken: string[] = []
  const stuck: ServerResponse[] = []
  let isStuck = false
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      taken.push(String(request.headers['webhook-id']))
      if (isStuck) stuck.push(response)
      else response.writeHead(204).end()
    })
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  stops.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${port}/hook`,
    taken,
    getStuck: () => void (isStuck = true),
    goOn() {
      isStuck = false
      for (const response of stuck.splice(0)) response.destroy()
    },
    stuck: () => stuck.length,
  }
}

const count = async (condition: string, webhookId: string) => {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from webhook_deliveries where webhook_id = $1 and ${condition}`,
    [webhookId],
  )
  return rows[0]?.count
}

test('every event arrives although the Worker is killed in the middle of delivering', async () => {
  const events = 60
  const kills = 1
  const token = await accessToken({ issuer, redirectUri: settings.cliRedirectUri, email: 'owner@globex.test' })
  const client = createClient({ baseUrl, token })
  const receiver = await startReceiver()
  const hook = await createWebhook({ client, body: { url: receiver.url, events: ['customer.updated'] } })
  // As a cron would: nobody delivers them after a response.
  await database.query(
    `insert into events (store_id, type, subject_id, actor_kind, data)
       select $1, 'customer.updated', gen_random_uuid(), 'system', '{"changed": ["tags"]}' from generate_series(1, $2)`,
    [hook.store_id, events],
  )
  const becomeDue = (when: string) =>
    database.query(
      `update webhook_deliveries set due_at = now() + $2::interval where webhook_id = $1 and status = 'pending'`,
      [hook.id, when],
    )
  // So that the crons of the stack do not send them first.
  await becomeDue('1 hour')
  let interrupted = 0
  for (let killed = 0; killed < kills; killed++) {
    const worker = await startSecondWorker()
    const before = receiver.taken.length
    await becomeDue('0')
    const run = worker.runCron().then(
      () => 'finished',
      () => 'killed',
    )
    await vi.waitFor(() => expect(receiver.taken.length).toBeGreaterThan(before + 10), { timeout: 60_000 })
    // It has sent these, and waits for the answers.
    receiver.getStuck()
    await vi.waitFor(() => expect(receiver.stuck()).toBeGreaterThan(0), { timeout: 60_000 })
    // What it has answered is recorded, so that only what is stuck arrives twice.
    const answered = () => receiver.taken.length - receiver.stuck() - interrupted
    await vi.waitFor(async () => expect(await count("status = 'delivered'", hook.id)).toBe(answered()), {
      timeout: 60_000,
    })
    worker.kill()
    expect(await run).toBe('killed')
    interrupted += receiver.stuck()
    expect(await count('lease_id is not null', hook.id)).toBeGreaterThan(0)
    expect(await count("status = 'pending'", hook.id)).toBeGreaterThan(events / (kills + 2))
    receiver.goOn()
    // The time that leases last has passed.
    await becomeDue('0')
  }
  const worker = await startSecondWorker()
  await vi.waitFor(
    async () => {
      await (await worker.runCron()).text()
      expect(await count("status = 'pending'", hook.id)).toBe(0)
    },
    { timeout: 200_000 },
  )
  worker.kill()
  const { data } = await listWebhookDeliveries({ client, path: { webhook_id: hook.id }, query: { status: 'failed' } })
  expect(data).toEqual([])
  expect(new Set(receiver.taken).size).toBe(events)
  // Only those whose answers were lost with the Worker arrive twice.
  expect(receiver.taken.length - events).toBeLessThanOrEqual(interrupted)
  await deleteWebhook({ client, path: { webhook_id: hook.id } })
})
