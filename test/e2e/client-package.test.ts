import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { accessToken } from '../../dev/stack/identity/sign-in.ts'

const { baseUrl, issuer } = inject('stack')
const run = promisify(execFile)
const client = fileURLToPath(new URL('../../clients/typescript/', import.meta.url))

/** A project of somebody else, outside the repository. */
let project: string
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'client-package-'))
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  await run('npm', ['pack', '--pack-destination', project], { cwd: client })
  const packed = readdirSync(project).find((name) => name.endsWith('.tgz')) ?? ''
  const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', project]
  await run('npm', ['install', ...flags, join(project, packed)], { cwd: project })
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

test('the package has what runs and its types, and neither sources nor maps', () => {
  const folder = join(project, 'node_modules/@merchant-commerce/client')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts']))
  expect(files.filter((name) => name.endsWith('.map') || /(?<!\.d)\.ts$/.test(name))).toEqual([])
  expect(readdirSync(folder).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
})

const secret = `whsec_${btoa('x'.repeat(32))}`

/** A message that the service could have sent. */
function signed() {
  const now = new Date()
  const body = JSON.stringify({ id: 'e', type: 'order.paid', data: { amount: 4 } })
  const id = 'event.webhook'
  const signature = new Webhook(secret).sign(id, now, body)
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return { body, headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } }
}

/** Prints what the merchant of the story below sees. */
const program = (values: object) => `
import {
  all,
  createClient,
  createCustomer,
  createOrder,
  createProduct,
  follow,
  listOrders,
  type ListOrdersData,
  listProducts,
  verifyWebhook,
  WebhookVerificationError,
} from '@merchant-commerce/client'

const { baseUrl, token, secret, message } = ${JSON.stringify(values)}
const client = createClient({ baseUrl, token })

const product = await createProduct({
  client,
  body: { title: 'Package coffee', price: 10, variants: [{ options: { Weight: '500 g' }, on_hand: 5 }] },
})
const found = await listProducts({ client, query: { search: 'Package coffee', option: { Weight: ['1 kg', '500 g'] } } })
const missed = await listProducts({ client, query: { search: 'Package coffee', option: { Weight: '1 kg' } } })

const { id: customer_id } = await createCustomer({ client, body: { name: 'Packer', phone: '+96550004388' } })
const items = [{ product_id: product.id, quantity: 1, unit_price: 10 }]
const order = await createOrder({ client, body: { customer_id, total_amount: 10, items } })
const status = ['pending', 'confirmed'] as const
const open = await listOrders({ client, query: { status, customer_id } })
async function idsOf(query: Omit<NonNullable<ListOrdersData['query']>, 'fields'> | undefined) {
  const ids: string[] = []
  for await (const { id } of all(listOrders, { client, query })) if (ids.push(id) === 20) break
  return ids
}

const event = await verifyWebhook(message.body, new Headers(message.headers), [secret])
const changed = await verifyWebhook(message.body.replace('4', '400'), message.headers, secret).catch((error: unknown) => error)

const events: string[] = []
const reader = new AbortController()
const isWhole = () => events.includes('order.created')
const following = async () => {
  const options = { types: ['order.*'], subject_id: order.id, pauseMs: 200, signal: reader.signal }
  const onCaughtUp = () => void (isWhole() && reader.abort(new Error('caught up')))
  for await (const { type, subject } of follow(client, { ...options, onCaughtUp }))
    events.push(subject.id === order.id ? type : 'of another order')
}
const end = await following().catch((error: unknown) => error)

console.log(
  JSON.stringify({
    found: found.data.map(({ title }) => title),
    missed: missed.data.length,
    open: open.data.map(({ id }) => id === order.id),
    all: (await idsOf({ customer_id, page: 1, limit: 1 })).map((id) => id === order.id),
    isAnyOrder: (await idsOf(undefined)).includes(order.id),
    paid: event.type === 'order.paid' && event.data.amount,
    refused: changed instanceof WebhookVerificationError && changed.code,
    events,
    end: String(end),
  }),
)
`

test('a program with the package compiles under the strictest settings, and runs', async () => {
  const token = await accessToken({ issuer, redirectUri: `${baseUrl}/cli/callback`, email: 'owner@globex.test' })
  writeFileSync(join(project, 'program.ts'), program({ baseUrl, token, secret, message: signed() }))
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['program.ts'] }))
  // The repository's own compiler, and the one that compiles the package.
  for (const tsc of ['tsc', join(client, 'node_modules/.bin/tsc')]) {
    const { stdout, status } = spawnSync(tsc, ['-p', project], { encoding: 'utf8' })
    expect([stdout, status], tsc).toEqual(['', 0])
  }

  const { stdout } = await run(process.execPath, [join(project, 'program.ts')])
  expect(JSON.parse(stdout)).toEqual({
    found: ['Package coffee'],
    missed: 0,
    open: [true],
    all: [true],
    isAnyOrder: true,
    paid: 4,
    refused: 'invalid_signature',
    events: ['order.created'],
    end: 'Error: caught up',
  })
})
