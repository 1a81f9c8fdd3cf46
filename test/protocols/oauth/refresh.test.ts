import { describe, expect, test } from 'vitest'
import { listConnections } from '../../../src/areas/connections/list-connections.ts'
import { database, service } from '../../support/service.ts'
import { expectBody, openShop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { storesVisibleTo, connect, expectRefusal, newClient, person, refresh, Tokens } from './oauth-client.ts'

const usedLongAgo = (token: string) =>
  asOwner`update oauth_tokens set replaced_at = now() - interval '5 minutes 1 second'
    where token_hash = sha256(convert_to(${token}, 'UTF8'))`

const rotate = async (connection: { client_id: string; refresh_token: string }) => ({
  client_id: connection.client_id,
  ...expectBody(await refresh(connection), 200, Tokens),
})

const randomKey = () =>
  crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: 'base64url', omitPadding: true })

test('a refresh returns a new pair, and the old access token works until it expires', async () => {
  const shop = await openShop()
  const first = await connect(shop, { scope: 'catalog:read orders:read' })
  const second = await rotate(first)
  expect(second).toMatchObject({ scope: 'catalog:read orders:read', expires_in: 3600 })
  expect(second.refresh_token).not.toBe(first.refresh_token)
  expect(await storesVisibleTo(first.access_token)).toEqual([shop.store.id])
  expect(await storesVisibleTo(second.access_token)).toEqual([shop.store.id])
})

test('twenty concurrent refreshes with one token all return the same pair', async () => {
  const shop = await openShop()
  for (let round = 0; round < 5; round++) {
    const connection = await connect(shop)
    // A lock on the token makes them all start before one can finish.
    const hash = asOwner`select from oauth_tokens where token_hash = sha256(convert_to(${connection.refresh_token}, 'UTF8')) for update`
    const locked = asOwner.transaction([hash, asOwner`select pg_sleep(0.4)`])
    await new Promise((resolve) => setTimeout(resolve, 100))
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(connection)))
    await locked
    const pairs = answers.map((answer) => expectBody(answer, 200, Tokens))
    expect(new Set(pairs.map(({ access_token, refresh_token }) => `${access_token} ${refresh_token}`)).size).toBe(1)
    const [kept] =
      await asOwner`select count(*)::int as tokens, count(*) filter (where replaced_at is not null)::int as used
      from oauth_tokens where grant_id = (select grant_id from oauth_tokens
        where token_hash = sha256(convert_to(${connection.refresh_token}, 'UTF8')))`
    expect(kept).toEqual({ tokens: 4, used: 1 })
    expect(await storesVisibleTo(pairs[0]?.access_token ?? '')).toEqual([shop.store.id])
  }
})

test('a retry within five minutes returns the same pair, even if that pair was used already', async () => {
  const first = await connect(await openShop())
  const second = await rotate(first)
  const third = await rotate(second)
  const again = await rotate(first)
  expect(again).toMatchObject({ access_token: second.access_token, refresh_token: second.refresh_token })
  expect(again.expires_in).toBeGreaterThan(3500)
  expect(await rotate(again)).toMatchObject({ refresh_token: third.refresh_token })
})

test('A1: reuse after the grace period ends the connection, including its newest tokens, and the event log records the reason', async () => {
  const shop = await openShop()
  const first = await connect(shop)
  const second = await rotate(first)
  const third = await rotate(second)
  await usedLongAgo(first.refresh_token)
  expectRefusal(await refresh(first), 'invalid_grant')
  expectRefusal(await refresh(third), 'invalid_grant')
  expect(await storesVisibleTo(third.access_token)).toBe('invalid_token')
  expect(await storesVisibleTo(first.access_token)).toBe('invalid_token')
  const events = await asOwner`select type, actor_kind, data from events
    where store_id = ${shop.store.id} and type = 'connection.revoked'`
  expect(events).toEqual([{ type: 'connection.revoked', actor_kind: 'system', data: { reason: 'refresh_reused' } }])
})

test('a stranger cannot end a connection with a made-up token or as another client, even after the grace period', async () => {
  const shop = await openShop()
  const first = await connect(shop)
  const second = await rotate(first)
  await usedLongAgo(first.refresh_token)
  const stranger = (await newClient()).client_id
  expectRefusal(await refresh({ ...first, client_id: stranger }), 'invalid_grant')
  expectRefusal(await refresh({ ...second, client_id: stranger }), 'invalid_grant')
  expectRefusal(await refresh({ ...second, refresh_token: 'mcs_rt_made-up' }), 'invalid_grant')
  expectRefusal(await refresh({ ...second, client_id: 'client_nobody' }), 'invalid_client')
  expect(await storesVisibleTo(second.access_token)).toEqual([shop.store.id])
  await rotate(second)
})

test('an expired refresh token is rejected', async () => {
  const connection = await connect(await openShop())
  await asOwner`update oauth_tokens set expires_at = now() where token_hash = sha256(convert_to(${connection.refresh_token}, 'UTF8'))`
  expectRefusal(await refresh(connection), 'invalid_grant')
})

describe('180 days after consent', () => {
  const allowedAgo = (shop: Awaited<ReturnType<typeof openShop>>, ago: string) =>
    asOwner`update oauth_grants set created_at = now() - ${ago}::interval where store_id = ${shop.store.id}`

  test('a connection ends, and no token outlives it', async () => {
    const shop = await openShop()
    const connection = await connect(shop)
    await allowedAgo(shop, '179 days 23 hours 30 minutes')
    const last = await rotate(connection)
    expect(last.expires_in).toBeGreaterThan(1700)
    expect(last.expires_in).toBeLessThanOrEqual(1800)
    const [left] = await asOwner`select max(t.expires_at) <= max(g.created_at) + interval '180 days' as tokens,
        max(g.expires_at) <= max(g.created_at) + interval '180 days' as connection
      from oauth_grants g join oauth_tokens t using (store_id)
      where store_id = ${shop.store.id} and t.parent is not null and g.id = t.grant_id`
    expect(left).toEqual({ tokens: true, connection: true })
    expect((await rotate(connection)).expires_in).toBeLessThanOrEqual(1800)
    await allowedAgo(shop, '180 days')
    expect(await storesVisibleTo(last.access_token)).toBe('invalid_token')
    expectRefusal(await refresh({ ...connection, ...last }), 'invalid_grant')
  })

  test('but not earlier if it is used every 30 days', async () => {
    const shop = await openShop()
    const connection = await connect(shop)
    await allowedAgo(shop, '140 days')
    expect(await rotate(connection)).toMatchObject({ expires_in: 3600 })
    const { data } = await listConnections(person(shop.owner), { limit: 20 })
    expect(data).toMatchObject([{ state: 'connected' }])
    const lives = data.map(({ created_at, ends_at }) => Date.parse(ends_at) - Date.parse(created_at))
    expect(lives).toEqual([180 * 86_400_000])
  })
})

test('T9: a refresh may only narrow the scope, and requesting more does not consume the token', async () => {
  const shop = await openShop()
  const connection = await connect(shop, { scope: 'catalog:write orders:read' })
  expectRefusal(await refresh(connection, { scope: 'orders:write' }), 'invalid_scope')
  expectRefusal(await refresh(connection, { scope: 'catalog:read crm:read' }), 'invalid_scope')
  const narrowed = expectBody(await refresh(connection, { scope: 'catalog:read' }), 200, Tokens)
  expect(narrowed.scope).toBe('catalog:read')
  // RFC 6749 section 6: the refresh token keeps its original scope.
  expect(await rotate({ ...connection, ...narrowed })).toMatchObject({ scope: 'catalog:write orders:read' })
})

test('a refresh ignores unknown scopes', async () => {
  const connection = await connect(await openShop(), { scope: 'catalog:read' })
  const next = expectBody(await refresh(connection, { scope: ' openid offline_access ' }), 200, Tokens)
  expect(next.scope).toBe('catalog:read')
})

test('T31: another resource is rejected without consuming the refresh token', async () => {
  const connection = await connect(await openShop())
  expectRefusal(await refresh(connection, { resource: 'https://other.example/' }), 'invalid_target')
  expectBody(await refresh(connection, { resource: 'https://Commerce.Test/api/mcp' }), 200, Tokens)
})

test('A8: tokens stop working, also for a refresh, once their creator is no longer an owner or admin', async () => {
  const shop = await openShop()
  const admin = await shop.hire('admin')
  const connection = await connect({ store: shop.store, owner: admin })
  expect(await storesVisibleTo(connection.access_token)).toEqual([shop.store.id])
  await asOwner`update store_members set role = 'staff' where store_id = ${shop.store.id} and subject = ${admin.subject}`
  expect(await storesVisibleTo(connection.access_token)).toBe('invalid_token')
  expectRefusal(await refresh(connection), 'invalid_grant')
})

test('a retry across a key rotation returns the pair of the previous key', async () => {
  const connection = await connect(await openShop())
  const [oldKey, newKey] = [randomKey(), randomKey()]
  const before = service(undefined, { TOKEN_KEYS: JSON.stringify({ current: oldKey }) })
  const after = service(undefined, { TOKEN_KEYS: JSON.stringify({ current: newKey, previous: oldKey }) })
  const first = expectBody(await refresh(connection, {}, { through: before }), 200, Tokens)
  const retried = expectBody(await refresh(connection, {}, { through: after }), 200, Tokens)
  expect(retried).toMatchObject({ access_token: first.access_token, refresh_token: first.refresh_token })
  const next = expectBody(await refresh({ ...connection, ...first }, {}, { through: after }), 200, Tokens)
  expect(next.refresh_token).not.toBe(first.refresh_token)
})

test('a missing or invalid key is a server error that does not reveal its value', async () => {
  const connection = await connect(await openShop())
  expectRefusal(
    await refresh(connection, {}, { through: service(undefined, { TOKEN_KEYS: undefined }) }),
    'server_error',
    500,
  )
  for (const TOKEN_KEYS of ['nonsense', '{}', '{"current":"c2hvcnQ"}', `{"current":"${randomKey()}","next":"x"}`]) {
    const answer = await service(undefined, { TOKEN_KEYS }).fetch('/api/stores')
    expect(answer.status).toBe(500)
    expect(JSON.stringify(answer.body)).not.toContain('c2hvcnQ')
  }
})

test('a refresh costs one round trip, and still succeeds if a database reply is lost', async () => {
  const tag = crypto.randomUUID()
  const through = service(tag)
  const connection = await connect(await openShop())
  const next = expectBody(await refresh(connection, {}, { through }), 200, Tokens)
  expect(await database(tag).seen()).toMatchObject({ requests: 1 })
  await database(tag).disturb({ lose_reply_after_commit: 1, times: 1 })
  expectBody(await refresh({ ...connection, ...next }, {}, { through }), 200, Tokens)
  expect(await database(tag).seen()).toMatchObject({ requests: 3, injected: 1 })
})

test('K10: a token of one kind is not accepted as another', async () => {
  const connection = await connect(await openShop())
  expect(await storesVisibleTo(connection.refresh_token)).toBe('invalid_token')
  expectRefusal(await refresh({ ...connection, refresh_token: connection.access_token }), 'invalid_grant')
  const answer = await service().fetch('/api/stores', {
    headers: { Authorization: `Bearer ${connection.access_token}` },
  })
  expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_token' } })
})

test('K9: the last use of a connection is recorded at most every five minutes', async () => {
  const shop = await openShop()
  const connection = await connect(shop)
  const lastUsed = async () =>
    (await asOwner`select last_used_at, xmin from oauth_grants where store_id = ${shop.store.id}`)[0]
  await storesVisibleTo(connection.access_token)
  const first = await lastUsed()
  expect(first?.['last_used_at']).not.toBeNull()
  await Promise.all(Array.from({ length: 20 }, () => storesVisibleTo(connection.access_token)))
  expect(await lastUsed()).toEqual(first)
  await asOwner`update oauth_grants set last_used_at = now() - interval '6 minutes' where store_id = ${shop.store.id}`
  await storesVisibleTo(connection.access_token)
  expect((await lastUsed())?.['last_used_at']).not.toEqual(first?.['last_used_at'])
})

test('K2: the database stores no secret in plain text', async () => {
  const shop = await openShop()
  const connection = await connect(shop)
  const next = await rotate(connection)
  const dump = await asOwner`select
    (select json_agg(t) from oauth_tokens t where store_id = ${shop.store.id}) as tokens,
    (select json_agg(t) from oauth_codes t where store_id = ${shop.store.id}) as codes,
    (select json_agg(t) from oauth_grants t where store_id = ${shop.store.id}) as grants,
    (select json_agg(t) from events t where store_id = ${shop.store.id}) as events,
    (select json_agg(t) from idempotency_keys t where store_id = ${shop.store.id}) as keys,
    (select json_agg(p) from oauth_pending p where handle_hash = sha256(convert_to(${connection.request}, 'UTF8'))) as pending`
  const text = JSON.stringify(dump)
  for (const secret of [
    connection.code,
    connection.access_token,
    connection.refresh_token,
    next.access_token,
    connection.request,
    connection.verifier,
  ])
    expect(text.includes(secret)).toBe(false)
})
