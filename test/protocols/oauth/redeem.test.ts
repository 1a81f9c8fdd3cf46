import { describe, expect, test } from 'vitest'
import { database, service } from '../../support/service.ts'
import { expectBody, openShop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import {
  approve,
  storesVisibleTo,
  connect,
  expectRefusal,
  newClient,
  pkce,
  post,
  redeem,
  refresh,
  Tokens,
} from './oauth-client.ts'

test('a code is exchanged for tokens that can access the store', async () => {
  const shop = await openShop()
  const tokens = await connect(shop, { scope: 'catalog:read orders:write', scopes: ['catalog:read'] })
  expect(tokens).toMatchObject({ expires_in: 3600, scope: 'catalog:read' })
  expect(await storesVisibleTo(tokens.access_token)).toEqual([shop.store.id])
})

test('T3: the token endpoint accepts only POST with a form body', async () => {
  const get = await service().fetch('/api/oauth/token')
  expect(get.status).toBe(405)
  const json = await service().fetch('/api/oauth/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ grant_type: 'authorization_code' }),
  })
  expectRefusal(json, 'invalid_request')
})

test('T2: a repeated parameter is rejected', async () => {
  const approved = await approve(await openShop())
  for (const name of ['code', 'client_id', 'redirect_uri', 'code_verifier', 'grant_type'])
    expectRefusal(await redeem(approved, { [name]: ['one', 'two'] }), 'invalid_request')
  expectBody(await redeem(approved), 200, Tokens)
})

test('T4: unknown and empty parameters are ignored', async () => {
  const approved = await approve(await openShop())
  expectBody(await redeem(approved, { audience: 'x', foo: ['1', '2'], resource: '', client_secret: '' }), 200, Tokens)
})

test('T5: a code expires after five minutes', async () => {
  const approved = await approve(await openShop())
  const [code] = await asOwner`select expires_at - created_at as life from oauth_codes
    where code_hash = sha256(convert_to(${approved.code}, 'UTF8'))`
  expect(code?.['life']).toBe('00:05:00')
  await asOwner`update oauth_codes set expires_at = now() where code_hash = sha256(convert_to(${approved.code}, 'UTF8'))`
  expectRefusal(await redeem(approved), 'invalid_grant')
})

test("T6: another client's code, redirect URI or verifier is rejected and does not consume the code", async () => {
  const approved = await approve(await openShop())
  const other = await newClient()
  const { verifier } = await pkce()
  expectRefusal(await redeem(approved, { client_id: other.client_id }), 'invalid_grant')
  expectRefusal(await redeem(approved, { redirect_uri: 'https://assistant.example/other' }), 'invalid_grant')
  expectRefusal(await redeem(approved, { code_verifier: verifier }), 'invalid_grant')
  expectRefusal(await redeem(approved, { client_id: 'client_nobody' }), 'invalid_client')
  expectRefusal(await redeem(approved, { code: approved.code.replace(/.$/, '-') }), 'invalid_grant')
  expectBody(await redeem(approved), 200, Tokens)
})

test('T7: of twenty concurrent redemptions of one code, exactly one succeeds', async () => {
  const shop = await openShop()
  for (let round = 0; round < 5; round++) {
    const approved = await approve(shop)
    // A lock on the code makes them all start before one can finish.
    const hash = asOwner`select from oauth_codes where code_hash = sha256(convert_to(${approved.code}, 'UTF8')) for update`
    const locked = asOwner.transaction([hash, asOwner`select pg_sleep(0.4)`])
    await new Promise((resolve) => setTimeout(resolve, 100))
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(approved)))
    await locked
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) expectRefusal(answer, 'invalid_grant')
    const [made] =
      await asOwner`select count(*)::int as tokens from oauth_tokens t join oauth_codes c using (store_id, grant_id)
      where c.code_hash = sha256(convert_to(${approved.code}, 'UTF8'))`
    expect(made).toEqual({ tokens: 2 })
  }
})

test('T8: using a code twice revokes both tokens, and the event log records the reason', async () => {
  const shop = await openShop()
  const tokens = await connect(shop)
  expect(await storesVisibleTo(tokens.access_token)).toEqual([shop.store.id])
  expectRefusal(await redeem(tokens), 'invalid_grant')
  expect(await storesVisibleTo(tokens.access_token)).toBe('invalid_token')
  expectRefusal(
    await post('/api/oauth/token', {
      grant_type: 'refresh_token',
      client_id: tokens.client_id,
      refresh_token: tokens.refresh_token,
    }),
    'invalid_grant',
  )
  const events = await asOwner`select type, actor_kind, actor_id, data from events
    where store_id = ${shop.store.id} and type like 'connection.%' order by id`
  expect(events).toMatchObject([
    { type: 'connection.allowed', actor_kind: 'user' },
    { type: 'connection.revoked', actor_kind: 'system', actor_id: null, data: { reason: 'code_replayed' } },
  ])
})

test('T8: another client that uses a spent code revokes nothing', async () => {
  const shop = await openShop()
  const tokens = await connect(shop)
  const other = await newClient()
  expectRefusal(await redeem(tokens, { client_id: other.client_id }), 'invalid_grant')
  expect(await storesVisibleTo(tokens.access_token)).toEqual([shop.store.id])
})

test('T15: a verifier must have 43 to 128 unreserved characters', async () => {
  const approved = await approve(await openShop())
  for (const verifier of [
    'a'.repeat(42),
    'a'.repeat(129),
    `${'a'.repeat(43)}!`,
    `${'a'.repeat(43)}é`,
    `${'a'.repeat(43)}\n`,
  ])
    expectRefusal(await redeem(approved, { code_verifier: verifier }), 'invalid_grant')
  expectRefusal(await redeem(approved, { code_verifier: undefined }), 'invalid_request')
  expectBody(await redeem(approved), 200, Tokens)
})

test('T31, T32: another resource is rejected without consuming the code; equivalent URLs are accepted', async () => {
  const shop = await openShop()
  const approved = await approve(shop)
  for (const resource of [
    'https://other.example/api/mcp',
    'https://commerce.test/api/mcp#x',
    'https://commerce.test/api/mcp?x=1',
    'https://commerce.test/api/orders',
    'https://user@commerce.test/api/mcp',
    'http://commerce.test/api/mcp',
    '/api/mcp',
    'nonsense',
    'https://commerce.test/?x',
    ['https://commerce.test/api/mcp', 'https://other.example/api/mcp'],
  ])
    expectRefusal(await redeem(approved, { resource }), 'invalid_target')
  expectBody(await redeem(approved, { resource: 'HTTPS://COMMERCE.TEST/api/mcp' }), 200, Tokens)
  for (const resource of [
    'https://commerce.test/api/mcp/',
    'https://commerce.test/mcp',
    'https://commerce.test:443/mcp/',
    'https://commerce.test',
    'https://commerce.test/',
    ['https://commerce.test/api/mcp', 'https://commerce.test/api/mcp'],
    ['https://commerce.test', 'https://commerce.test/mcp'],
  ])
    expectBody(await redeem(await approve(shop, { resource }), { resource }), 200, Tokens)
})

test('redirect_uri may be omitted from the token request, as in OAuth 2.1', async () => {
  expectBody(await redeem(await approve(await openShop()), { redirect_uri: undefined }), 200, Tokens)
})

test('an unsupported grant type or a missing parameter is rejected', async () => {
  expectRefusal(await post('/api/oauth/token', { client_id: 'x' }), 'invalid_request')
  for (const grant_type of ['password', 'client_credentials', 'implicit', 'toString', '__proto__'])
    expectRefusal(await post('/api/oauth/token', { client_id: 'x', grant_type }), 'unsupported_grant_type')
  expectRefusal(await post('/api/oauth/token', { grant_type: 'authorization_code' }), 'invalid_client')
})

test('a confidential client must send its secret, by header or form; a wrong secret does not consume the code', async () => {
  const shop = await openShop()
  for (const method of ['client_secret_basic', 'client_secret_post']) {
    const { client_id, client_secret = '' } = await newClient({ token_endpoint_auth_method: method })
    const approved = await approve(shop, { client_id })
    const basic = (secret: string) => ({ Authorization: `Basic ${btoa(`${client_id}:${secret}`)}` })
    expectRefusal(await redeem(approved), 'invalid_client')
    expectRefusal(await redeem(approved, { client_secret: 'wrong' }), 'invalid_client')
    const wrong = await redeem(approved, { client_id: undefined }, { headers: basic('wrong') })
    expectRefusal(wrong, 'invalid_client', 401)
    expect(wrong.headers.get('WWW-Authenticate')).toMatch(/^Basic /)
    expectRefusal(await redeem(approved, {}, { headers: { Authorization: 'Bearer x' } }), 'invalid_client', 401)
    expectRefusal(await redeem(approved, { client_secret }, { headers: basic(client_secret) }), 'invalid_request')
    const right =
      method === 'client_secret_basic'
        ? await redeem(approved, { client_id: undefined }, { headers: basic(client_secret) })
        : await redeem(approved, { client_secret })
    expectBody(right, 200, Tokens)
  }
})

test('redeeming a code costs one round trip, whether it succeeds or fails', async () => {
  const tag = crypto.randomUUID()
  const through = service(tag)
  const approved = await approve(await openShop())
  const { seen } = database(tag)
  expectBody(await redeem(approved, {}, { through }), 200, Tokens)
  expect(await seen()).toMatchObject({ requests: 1 })
  expectRefusal(await redeem(approved, {}, { through }), 'invalid_grant')
  expect(await seen()).toMatchObject({ requests: 2 })
  expectRefusal(await redeem(approved, { code: 'mcs_ac_made-up' }, { through }), 'invalid_grant')
  expect(await seen()).toMatchObject({ requests: 2 })
})

test('redeeming still succeeds if a database reply is lost', async () => {
  const tag = crypto.randomUUID()
  const shop = await openShop()
  const approved = await approve(shop)
  await database(tag).disturb({ lose_reply_after_commit: 1, times: 1 })
  const tokens = expectBody(await redeem(approved, {}, { through: service(tag) }), 200, Tokens)
  expect(await storesVisibleTo(tokens.access_token)).toEqual([shop.store.id])
  expect(await database(tag).seen()).toMatchObject({ requests: 2, injected: 1 })
})

test('responds with JSON and Retry-After when the database is down', async () => {
  const tag = crypto.randomUUID()
  const approved = await approve(await openShop())
  await database(tag).disturb({ down: true })
  const answer = await redeem(approved, {}, { through: service(tag) })
  expectRefusal(answer, 'temporarily_unavailable', 503)
  expect(answer.headers.get('Retry-After')).toBe('2')
})

test('T36: there is no token introspection endpoint', async () => {
  expect((await post('/api/oauth/introspect', { token: 'x' })).status).toBe(404)
})

const claude = {
  client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
  redirect_uri: 'https://claude.ai/api/mcp/auth_callback',
}

describe.each([
  ['a registered assistant', async () => ({ client_id: (await newClient()).client_id })],
  ['a known assistant, whose installations all share a client_id', async () => claude],
])('%s that is approved again', (_, clientOf) => {
  test('keeps only the new connection, and the event log records why the old one ended', async () => {
    const shop = await openShop()
    const client = await clientOf()
    const first = await connect(shop, { ...client, scopes: ['orders:read'] })
    const second = await connect(shop, { ...client, scopes: ['orders:write'] })
    expect(await storesVisibleTo(first.access_token)).toBe('invalid_token')
    expectRefusal(await refresh(first), 'invalid_grant')
    expect(await storesVisibleTo(second.access_token)).toEqual([shop.store.id])
    expect(
      await asOwner`select revoked_reason from oauth_grants where store_id = ${shop.store.id} order by created_at`,
    ).toEqual([{ revoked_reason: 'replaced' }, { revoked_reason: null }])
    expect(
      await asOwner`select data from events where store_id = ${shop.store.id} and type = 'connection.revoked'`,
    ).toEqual([{ data: { reason: 'replaced' } }])
  })

  test('keeps its connection until the new code is redeemed, so that an abandoned attempt ends nothing', async () => {
    const shop = await openShop()
    const client = await clientOf()
    const first = await connect(shop, client)
    const abandoned = await approve(shop, client)
    expectRefusal(await redeem(abandoned, { code_verifier: (await pkce()).verifier }), 'invalid_grant')
    expect(await storesVisibleTo(first.access_token)).toEqual([shop.store.id])
    expectBody(await redeem(abandoned), 200, Tokens)
    expect(await storesVisibleTo(first.access_token)).toBe('invalid_token')
  })

  test('keeps the connections approved by other people and in other stores', async () => {
    const [shop, other] = [await openShop(), await openShop()]
    const admin = await shop.hire('admin')
    const client = await clientOf()
    await other.join(shop.owner.subject, 'owner')
    const first = await connect(shop, client)
    const colleagues = await connect({ store: shop.store, owner: admin }, client)
    const elsewhere = await connect({ store: other.store, owner: shop.owner }, client)
    expect(await storesVisibleTo(first.access_token)).toEqual([shop.store.id])
    expect(await storesVisibleTo(colleagues.access_token)).toEqual([shop.store.id])
    expect(await storesVisibleTo(elsewhere.access_token)).toEqual([other.store.id])
  })

  test('several times at once ends up with one connection', async () => {
    const shop = await openShop()
    const client = await clientOf()
    const approved = []
    for (let count = 0; count < 8; count++) approved.push(await approve(shop, client))
    const answers = await Promise.all(approved.map((each) => redeem(each)))
    for (const { status } of answers) expect([200, 400]).toContain(status)
    const [last] = answers.slice(-1)
    // The last approval wins, regardless of the order in which the codes are redeemed.
    expect(last).toMatchObject({ status: 200 })
    const left = await asOwner`select count(*)::int as connections from oauth_grants
      where store_id = ${shop.store.id} and revoked_at is null`
    expect(left).toEqual([{ connections: 1 }])
    expect(await storesVisibleTo(Tokens.parse(last?.body).access_token)).toEqual([shop.store.id])
  })
})
