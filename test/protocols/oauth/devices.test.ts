import { expect, test } from 'vitest'
import { listConnections } from '../../../src/areas/connections/list-connections.ts'
import { answerOf, callOf, post } from '../../support/callers/assistant.ts'
import { database, service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { approve, connect, expectRefusal, newClient, person, redeem, refresh, Tokens } from './oauth-client.ts'

const claudeCode = 'https://claude.ai/oauth/claude-code-client-metadata'

/** Claude Code on a device: all installations have one client id, and each listens on the port that is free. */
const onDevice = (port: number) => ({ client_id: claudeCode, redirect_uri: `http://127.0.0.1:${port}/callback` })

/** The id of a client whose metadata document lists these redirect URIs. */
async function publishClient(redirect_uris: readonly string[]) {
  const client_id = `https://desk.shop/${crypto.randomUUID()}/client.json`
  await asOwner`insert into oauth_clients (client_id, kind, redirect_uris, metadata, expires_at)
    values (${client_id}, 'cimd', ${redirect_uris}, '{"client_name": "Desk"}', now() + interval '1 hour')`
  return client_id
}

type Connected = Awaited<ReturnType<typeof connect>>

const use = async ({ access_token }: { access_token: string }) =>
  answerOf(await post(callOf('list_orders'), { token: access_token }))

/** The tools work, and so does signing in for the next hour. */
async function expectWorks(connected: Connected) {
  await use(connected)
  await use(expectBody(await refresh(connected), 200, Tokens))
}

async function expectEnded(connected: Connected) {
  expectProblem(await post(callOf('list_orders'), { token: connected.access_token }), 401, 'invalid_token')
  expectRefusal(await refresh(connected), 'invalid_grant')
}

const endingsIn = async (store: { id: string }) =>
  (await asOwner`select data from events where store_id = ${store.id} and type = 'connection.revoked' order by id`).map(
    ({ data }) => data,
  )

test.for([
  ['http://127.0.0.1:4711/callback', 'http://127.0.0.1:4712/callback'],
  ['http://[::1]:4711/callback', 'http://[::1]:4712/callback'],
  ['http://localhost:4711/callback', 'http://127.0.0.1:4711/callback'],
  ['http://localhost:4711/callback', 'http://localhost:4711/callback'],
] as const)('an assistant on a laptop (%s) and on a desktop (%s) works on both', async ([laptopUri, desktopUri]) => {
  const shop = await openShop()
  const laptop = await connect(shop, { client_id: claudeCode, redirect_uri: laptopUri })
  const desktop = await connect(shop, { client_id: claudeCode, redirect_uri: desktopUri })
  await expectWorks(laptop)
  await expectWorks(desktop)
  expect(await endingsIn(shop.store)).toEqual([])
  const { data } = await listConnections(person(shop.owner), { limit: 20 })
  const device = { client_id: claudeCode, state: 'connected', is_device: true, allowed_from: null }
  expect(data).toMatchObject([device, device])
})

test('so does an app that is called back by its own scheme', async () => {
  const shop = await openShop()
  const redirect_uri = 'cursor://anysphere.cursor-mcp/oauth/callback'
  const client = { client_id: await publishClient([redirect_uri]), redirect_uri }
  const laptop = await connect(shop, client)
  const desktop = await connect(shop, client)
  await expectWorks(laptop)
  await expectWorks(desktop)
})

test('a sixth device ends the one that was used least recently, and no other', async () => {
  const shop = await openShop()
  const first = await connect(shop, onDevice(4001))
  const second = await connect(shop, onDevice(4002))
  const others = [
    await connect(shop, onDevice(4003)),
    await connect(shop, onDevice(4004)),
    await connect(shop, onDevice(4005)),
  ]
  await use(first)
  const sixth = await connect(shop, onDevice(4006))
  await expectEnded(second)
  for (const device of [first, ...others, sixth]) await expectWorks(device)
  expect(await endingsIn(shop.store)).toEqual([{ reason: 'too_many_devices' }])
  const { data } = await listConnections(person(shop.owner), { limit: 20 })
  expect(data.filter(({ state }) => state === 'connected')).toHaveLength(5)
  expect(data.filter(({ state }) => state === 'ended')).toMatchObject([{ revoked_reason: 'too_many_devices' }])
})

test('a device that was allowed but never signed in takes the place of none', async () => {
  const shop = await openShop()
  const devices = []
  for (const port of [4001, 4002, 4003, 4004]) devices.push(await connect(shop, onDevice(port)))
  const abandoned = await approve(shop, onDevice(4005))
  devices.push(await connect(shop, onDevice(4006)))
  for (const device of devices) await expectWorks(device)
  // It may still sign in later, and is then the newest.
  expectBody(await redeem(abandoned), 200, Tokens)
  expect(await endingsIn(shop.store)).toEqual([{ reason: 'too_many_devices' }])
})

test('a disconnected or expired device makes room for another', async () => {
  const shop = await openShop()
  const devices = []
  for (const port of [4001, 4002, 4003, 4004, 4005]) devices.push(await connect(shop, onDevice(port)))
  const [expired, disconnected] =
    await asOwner`select id from oauth_grants where store_id = ${shop.store.id} order by id`
  await asOwner`update oauth_grants set expires_at = now() where id = ${expired?.['id']}`
  await asOwner`update oauth_grants set revoked_at = now(), revoked_reason = 'disconnected' where id = ${disconnected?.['id']}`
  devices.push(await connect(shop, onDevice(4006)), await connect(shop, onDevice(4007)))
  for (const device of devices.slice(2)) await expectWorks(device)
  expect(await endingsIn(shop.store)).toEqual([])
})

test('an app that registers itself is replaced when it is allowed again, on a device as well', async () => {
  const shop = await openShop()
  const { client_id } = await newClient({ redirect_uris: ['http://127.0.0.1/callback'] })
  const before = await connect(shop, { client_id, redirect_uri: 'http://127.0.0.1:4711/callback' })
  const after = await connect(shop, { client_id, redirect_uri: 'http://127.0.0.1:4712/callback' })
  await expectEnded(before)
  await expectWorks(after)
  expect(await endingsIn(shop.store)).toEqual([{ reason: 'replaced' }])
  const { data } = await listConnections(person(shop.owner), { limit: 20 })
  expect(data).toMatchObject([{ is_device: false }, { is_device: false }])
})

test('on the web, an assistant is replaced when it is allowed again, and its devices stay', async () => {
  const shop = await openShop()
  const client_id = await publishClient(['https://desk.shop/callback', 'http://127.0.0.1/callback'])
  const onTheWeb = { client_id, redirect_uri: 'https://desk.shop/callback' }
  const deviceOf = (port: number) => connect(shop, { client_id, redirect_uri: `http://127.0.0.1:${port}/callback` })
  const before = await connect(shop, onTheWeb)
  const devices = [await deviceOf(4001), await deviceOf(4002), await deviceOf(4003)]
  const after = await connect(shop, onTheWeb)
  await expectEnded(before)
  // The web is no device: there is room for five.
  devices.push(await deviceOf(4004), await deviceOf(4005))
  for (const connected of [after, ...devices]) await expectWorks(connected)
  expect(await endingsIn(shop.store)).toEqual([{ reason: 'replaced' }])
})

test('devices of other people, in other stores and of other assistants stay', async () => {
  const [shop, other] = [await openShop(), await openShop()]
  const admin = await shop.hire('admin')
  await other.join(shop.owner.subject, 'owner')
  const codex = {
    client_id: 'https://chatgpt.com/oauth/codex/client.json',
    redirect_uri: 'http://localhost:1455/callback',
  }
  const kept = [
    await connect({ store: shop.store, owner: admin }, onDevice(4000)),
    await connect({ store: other.store, owner: shop.owner }, onDevice(4000)),
    await connect(shop, codex),
  ]
  const first = await connect(shop, onDevice(4001))
  for (const port of [4002, 4003, 4004, 4005, 4006]) await connect(shop, onDevice(port))
  await expectEnded(first)
  for (const connected of kept) await expectWorks(connected)
  expect(await endingsIn(shop.store)).toEqual([{ reason: 'too_many_devices' }])
  expect(await endingsIn(other.store)).toEqual([])
})

test('of six devices that sign in at once, five stay, without a deadlock', async () => {
  const shop = await openShop()
  for (let round = 0; round < 3; round++) {
    const tag = crypto.randomUUID()
    const through = service(tag)
    const approved = []
    for (const port of [4001, 4002, 4003, 4004, 4005, 4006]) approved.push(await approve(shop, onDevice(port)))
    // A lock on the codes makes them all start before one can finish.
    const codes = asOwner`select from oauth_codes where store_id = ${shop.store.id} for update`
    const locked = asOwner.transaction([codes, asOwner`select pg_sleep(0.4)`])
    await new Promise((resolve) => setTimeout(resolve, 100))
    const answers = await Promise.all(approved.map((each) => redeem(each, {}, { through })))
    await locked
    for (const answer of answers) expectBody(answer, 200, Tokens)
    // One round trip each: nothing was retried, so there was no deadlock.
    expect(await database(tag).seen()).toMatchObject({ requests: 6 })
    const left = await asOwner`select count(*)::int as devices from oauth_grants
      where store_id = ${shop.store.id} and revoked_at is null`
    expect(left).toEqual([{ devices: 5 }])
    const used = await Promise.all(
      answers.map(({ body }) => post(callOf('list_orders'), { token: Tokens.parse(body).access_token })),
    )
    expect(used.filter(({ status }) => status === 200)).toHaveLength(5)
  }
})
