import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { accessToken } from '../../dev/stack/identity/sign-in.ts'
import {
  act,
  createClient,
  createCustomer,
  createApiKey,
  createOrder,
  createProduct,
  createWebhook,
  listWebhooks,
  type WebhookWithSecret,
} from '../../clients/typescript/src/index.ts'
import { freePort } from '../support/node/free-port.ts'
import { isLong } from './effort.ts'
import {
  compileSamples,
  removeSamples,
  runFeed,
  runListen,
  runNodeReceiver,
  runWorkerReceiver,
  samples,
} from './webhook-receivers.ts'

const { baseUrl, issuer } = inject('stack')

let token: string
let client: ReturnType<typeof createClient>
let customer_id: string
let product_id: string

beforeAll(async () => {
  token = await accessToken({ issuer, redirectUri: `${baseUrl}/cli/callback`, email: 'owner@globex.test' })
  client = createClient({ baseUrl, token })
  customer_id = (await createCustomer({ client, body: { name: 'Reader', phone: '+96550004399' } })).id
  const product = { title: 'Lantern', price: 10, variants: [{ on_hand: 100 }] }
  product_id = (await createProduct({ client, body: product })).id
})
afterAll(() => removeSamples())

const order = () =>
  createOrder({
    client,
    body: { customer_id, total_amount: 10, items: [{ product_id, quantity: 1, unit_price: 10 }] },
  })

const [create = '', deliveries = '', replay = '', rotate = '', listen = ''] = samples('sh')

/** Runs a command of the guide, with its placeholders replaced and its variables set, and returns what it prints. */
function shell(
  command: string,
  replaced: Readonly<Record<string, string>> = {},
  variables: Readonly<Record<string, string>> = {},
): unknown {
  const filled = Object.entries(replaced).reduce((text, [from, to]) => text.replaceAll(from, to), command)
  const { stdout, status, stderr } = spawnSync('bash', ['-c', filled], {
    env: { ...process.env, BASE: baseUrl, TOKEN: token, ...variables },
    encoding: 'utf8',
  })
  expect([status, stderr], filled).toEqual([0, ''])
  return JSON.parse(stdout)
}

const soon = { timeout: 60_000, interval: 100 }

test.runIf(isLong)('the receivers of the guide get an order, and what they missed during an outage', async () => {
  const { key } = await createApiKey({ client, body: { name: 'Feed', scopes: ['events:read', 'orders:read'] } })
  expect(compileSamples({ baseUrl, key })).toBe('')
  const [nodePort, workerPort] = [await freePort(), await freePort()]
  const made = shell(create, { 'https://hooks.example.com/commerce': `http://127.0.0.1:${nodePort}/commerce` })
  const { id, secret }: WebhookWithSecret = Object(made)
  const url = `http://127.0.0.1:${workerPort}/commerce`
  const ofWorker = await createWebhook({ client, body: { url, events: ['order.*'] } })
  const worker = await runWorkerReceiver(workerPort, ofWorker.secret)
  let receiver = runNodeReceiver(nodePort, secret)
  try {
    await vi.waitFor(() => fetch(`http://127.0.0.1:${nodePort}`), soon)
    const first = await order()
    await vi.waitFor(
      () => expect(receiver.lines).toEqual([`order.created: order ${first.number} is ${first.status}`]),
      soon,
    )
    await vi.waitFor(
      async () =>
        expect(await worker.orders()).toEqual([{ id: first.id, status: first.status, version: first.version }]),
      soon,
    )
    await vi.waitFor(
      () =>
        expect(shell(deliveries, { 'data[0].id': `data.find(({ id }) => id === "${id}").id` })).toMatchObject({
          data: [{ event_type: 'order.created', attempts: 1, response_status: 204 }],
        }),
      soon,
    )

    // The receiver is down, and its secret is rotated. It starts again with the old one.
    await receiver.stop('SIGTERM')
    const since = new Date().toISOString()
    const second = await order()
    await act('confirm', { client, path: { order_id: second.id } })
    const rotated: WebhookWithSecret = Object(shell(rotate, {}, { WEBHOOK: id }))
    expect(rotated.secret).not.toBe(secret)
    receiver = runNodeReceiver(nodePort, secret)
    await vi.waitFor(() => fetch(`http://127.0.0.1:${nodePort}`), soon)
    const replayed = shell(replay, { 'Date.now() - 3_600_000': `"${since}"` }, { WEBHOOK: id })
    expect(replayed).toEqual({ queued: 2, next_since: null })
    // Both events have the newest state of the order, so the second to arrive changes nothing.
    await vi.waitFor(
      () =>
        expect(receiver.lines).toEqual([
          expect.stringMatching(new RegExp(`^order\\.(created|confirmed): order ${second.number} is confirmed$`)),
        ]),
      soon,
    )

    const feed = runFeed()
    expect(await feed.stop()).toBe(0)
    expect(feed.lines).toContain(`${first.number} ${first.status}`)
    expect(feed.lines).toContain(`${second.number} confirmed`)
  } finally {
    await receiver.stop('SIGTERM')
    await worker.stop()
  }
})

test('npm run listen prints each event, passes it on, and removes its webhook at the end', async () => {
  expect(listen).toBe("npm run -s listen -- 'order.*'\n")
  const own = async () => (await listWebhooks({ client })).data.filter((each) => each.description === 'npm run listen')
  // A run that was killed leaves its webhook behind.
  const url = `http://127.0.0.1:${await freePort()}/hook`
  await createWebhook({ client, body: { url, events: ['*'], description: 'npm run listen' } })
  const port = await freePort()
  const user = ['--user', 'owner@globex.test']
  const listener = runListen(baseUrl, ['order.*', ...user, '--body', '--forward', `http://127.0.0.1:${port}/hook`])
  try {
    await vi.waitFor(() => expect(listener.lines.at(-1)).toMatch(/^Listening to order\.\* of .+ whsec_/), soon)
    expect(listener.lines[0]).toBe('Removed 1 endpoint of earlier runs.')
    expect(await own()).toHaveLength(1)
    const { id, number } = await order()
    // Nobody listens there, so the service is told that it failed.
    const line = expect.stringMatching(new RegExp(`^\\d\\d:\\d\\d:\\d\\d  order\\.created  order ${id}  -> 502$`))
    await vi.waitFor(() => expect(listener.lines).toContainEqual(line), soon)
    await vi.waitFor(() => expect(listener.lines).toContain(`      "number": ${number},`), soon)
    await vi.waitFor(async () => expect(await own()).toMatchObject([{ health: { pending: 1 } }]), soon)
  } finally {
    expect(await listener.stop('SIGTERM')).toBe(0)
  }
  expect(await own()).toEqual([])
})
