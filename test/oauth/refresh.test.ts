import { describe, expect, test } from 'vitest'
import { listConnections } from '../../src/oauth/grants/list-connections.ts'
import { database, service } from '../support/service.ts'
import { expectBody, openShop } from '../support/shop.ts'
import { asOwner } from '../support/sql.ts'
import { ask, connect, expectRefusal, newClient, person, refresh, Tokens } from './assistant.ts'

const usedLongAgo = (token: string) =>
  asOwner`update oauth_tokens set replaced_at = now() - interval '5 minutes 1 second'
    where token_hash = sha256(convert_to(${token}, 'UTF8'))`

const rotate = async (held: { client_id: string; refresh_token: string }) => ({
  client_id: held.client_id,
  ...expectBody(await refresh(held), 200, Tokens),
})

const randomKey = () =>
  crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: 'base64url', omitPadding: true })

test('gives a new pair, and the old access token goes on until it runs out', async () => {
  const shop = await openShop()
  const first = await connect(shop, { scope: 'catalog:read orders:read' })
  const second = await rotate(first)
  expect(second).toMatchObject({ scope: 'catalog:read orders:read', expires_in: 3600 })
  expect(second.refresh_token).not.toBe(first.refresh_token)
  expect(await ask(first.access_token)).toEqual([shop.store.id])
  expect(await ask(second.access_token)).toEqual([shop.store.id])
})

test('twenty refreshes at once with one token get one and the same pair', async () => {
  const shop = await openShop()
  for (let round = 0; round < 5; round++) {
    const held = await connect(shop)
    // Lined up behind a lock on the token, so that all have begun before one can finish.
    const hash = asOwner`select from oauth_tokens where token_hash = sha256(convert_to(${held.refresh_token}, 'UTF8')) for update`
    const locked = asOwner.transaction([hash, asOwner`select pg_sleep(0.4)`])
    await new Promise((resolve) => setTimeout(resolve, 100))
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(held)))
    await locked
    const pairs = answers.map((answer) => expectBody(answer, 200, Tokens))
    expect(new Set(pairs.map(({ access_token, refresh_token }) => `${access_token} ${refresh_token}`)).size).toBe(1)
    const [kept] =
      await asOwner`select count(*)::int as tokens, count(*) filter (where replaced_at is not null)::int as used
      from oauth_tokens where grant_id = (select grant_id from oauth_tokens
        where token_hash = sha256(convert_to(${held.refresh_token}, 'UTF8')))`
    expect(kept).toEqual({ tokens: 4, used: 1 })
    expect(await ask(pairs[0]?.access_token ?? '')).toEqual([shop.store.id])
  }
})

test('a retry within five minutes gets the same pair again, even after that was used itself', async () => {
  const first = await connect(await openShop())
  const second = await rotate(first)
  const third = await rotate(second)
  const again = await rotate(first)
  expect(again).toMatchObject({ access_token: second.access_token, refresh_token: second.refresh_token })
  expect(again.expires_in).toBeGreaterThan(3590)
  expect(await rotate(again)).toMatchObject({ refresh_token: third.refresh_token })
})

test('A1: reuse after the grace ends the connection: the newest tokens are dead too, and the event log says why', async () => {
  const shop = await openShop()
  const first = await connect(shop)
  const second = await rotate(first)
  const third = await rotate(second)
  await usedLongAgo(first.refresh_token)
  expectRefusal(await refresh(first), 'invalid_grant')
  expectRefusal(await refresh(third), 'invalid_grant')
  expect(await ask(third.access_token)).toBe('invalid_token')
  expect(await ask(first.access_token)).toBe('invalid_token')
  const events = await asOwner`select type, actor_kind, data from events
    where store_id = ${shop.store.id} and type = 'connection.revoked'`
  expect(events).toEqual([{ type: 'connection.revoked', actor_kind: 'system', data: { reason: 'refresh_reused' } }])
})

test('a stranger ends nothing: neither with a made-up token, nor as another client, not even after the grace', async () => {
  const shop = await openShop()
  const first = await connect(shop)
  const second = await rotate(first)
  await usedLongAgo(first.refresh_token)
  const stranger = (await newClient()).client_id
  expectRefusal(await refresh({ ...first, client_id: stranger }), 'invalid_grant')
  expectRefusal(await refresh({ ...second, client_id: stranger }), 'invalid_grant')
  expectRefusal(await refresh({ ...second, refresh_token: 'mcs_rt_made-up' }), 'invalid_grant')
  expectRefusal(await refresh({ ...second, client_id: 'client_nobody' }), 'invalid_client')
  expect(await ask(second.access_token)).toEqual([shop.store.id])
  await rotate(second)
})

test('a refresh token lives for 30 days from when it was given', async () => {
  const held = await connect(await openShop())
  await asOwner`update oauth_tokens set expires_at = now() where token_hash = sha256(convert_to(${held.refresh_token}, 'UTF8'))`
  expectRefusal(await refresh(held), 'invalid_grant')
})

describe('180 days after consent', () => {
  const allowedAgo = (shop: Awaited<ReturnType<typeof openShop>>, ago: string) =>
    asOwner`update oauth_grants set created_at = now() - ${ago}::interval where store_id = ${shop.store.id}`

  test('a connection ends, and neither token outlives it', async () => {
    const shop = await openShop()
    const held = await connect(shop)
    await allowedAgo(shop, '179 days 23 hours 30 minutes')
    const last = await rotate(held)
    expect(last.expires_in).toBeGreaterThan(1700)
    expect(last.expires_in).toBeLessThanOrEqual(1800)
    const [left] = await asOwner`select max(t.expires_at) <= max(g.created_at) + interval '180 days' as tokens,
        max(g.expires_at) <= max(g.created_at) + interval '180 days' as connection
      from oauth_grants g join oauth_tokens t using (store_id)
      where store_id = ${shop.store.id} and t.parent is not null and g.id = t.grant_id`
    expect(left).toEqual({ tokens: true, connection: true })
    expect((await rotate(held)).expires_in).toBeLessThanOrEqual(1800)
    await allowedAgo(shop, '180 days')
    expect(await ask(last.access_token)).toBe('invalid_token')
    expectRefusal(await refresh({ ...held, ...last }), 'invalid_grant')
  })

  test('and not before, if it is used every 30 days', async () => {
    const shop = await openShop()
    const held = await connect(shop)
    await allowedAgo(shop, '140 days')
    expect(await rotate(held)).toMatchObject({ expires_in: 3600 })
    const { data } = await listConnections(person(shop.owner), { limit: 20 })
    expect(data).toMatchObject([{ state: 'connected' }])
    const lives = data.map(({ created_at, ends_at }) => Date.parse(ends_at) - Date.parse(created_at))
    expect(lives).toEqual([180 * 86_400_000])
  })
})

test('T9: scope may narrow and no more, and asking for more does not use the token up', async () => {
  const shop = await openShop()
  const held = await connect(shop, { scope: 'catalog:write orders:read' })
  expectRefusal(await refresh(held, { scope: 'orders:write' }), 'invalid_scope')
  expectRefusal(await refresh(held, { scope: 'catalog:read crm:read' }), 'invalid_scope')
  const narrowed = expectBody(await refresh(held, { scope: 'catalog:read' }), 200, Tokens)
  expect(narrowed.scope).toBe('catalog:read')
  // RFC 6749 section 6: the refresh token keeps what it had.
  expect(await rotate({ ...held, ...narrowed })).toMatchObject({ scope: 'catalog:write orders:read' })
})

test('scopes that nobody knows do not matter to a refresh', async () => {
  const held = await connect(await openShop(), { scope: 'catalog:read' })
  const next = expectBody(await refresh(held, { scope: ' openid offline_access ' }), 200, Tokens)
  expect(next.scope).toBe('catalog:read')
})

test('T31: another resource is refused without using the refresh token up', async () => {
  const held = await connect(await openShop())
  expectRefusal(await refresh(held, { resource: 'https://other.example/' }), 'invalid_target')
  expectBody(await refresh(held, { resource: 'https://Commerce.Test/api/mcp' }), 200, Tokens)
})

test('A8: who is no owner or admin any more has no tokens any more, neither to call with nor to refresh', async () => {
  const shop = await openShop()
  const admin = await shop.hire('admin')
  const held = await connect({ store: shop.store, owner: admin })
  expect(await ask(held.access_token)).toEqual([shop.store.id])
  await asOwner`update store_members set role = 'staff' where store_id = ${shop.store.id} and subject = ${admin.subject}`
  expect(await ask(held.access_token)).toBe('invalid_token')
  expectRefusal(await refresh(held), 'invalid_grant')
})

test('the key may be changed: a retry across the change gets the pair of the key before', async () => {
  const held = await connect(await openShop())
  const [old, young] = [randomKey(), randomKey()]
  const before = service(undefined, { TOKEN_KEYS: JSON.stringify({ current: old }) })
  const after = service(undefined, { TOKEN_KEYS: JSON.stringify({ current: young, previous: old }) })
  const first = expectBody(await refresh(held, {}, { through: before }), 200, Tokens)
  const retried = expectBody(await refresh(held, {}, { through: after }), 200, Tokens)
  expect(retried).toMatchObject({ access_token: first.access_token, refresh_token: first.refresh_token })
  const next = expectBody(await refresh({ ...held, ...first }, {}, { through: after }), 200, Tokens)
  expect(next.refresh_token).not.toBe(first.refresh_token)
})

test('without a key nobody can connect, and the log names the variable and not its value', async () => {
  const held = await connect(await openShop())
  expectRefusal(
    await refresh(held, {}, { through: service(undefined, { TOKEN_KEYS: undefined }) }),
    'server_error',
    500,
  )
  for (const TOKEN_KEYS of ['nonsense', '{}', '{"current":"c2hvcnQ"}', `{"current":"${randomKey()}","next":"x"}`]) {
    const answer = await service(undefined, { TOKEN_KEYS }).fetch('/api/stores')
    expect(answer.status).toBe(500)
    expect(JSON.stringify(answer.body)).not.toContain('c2hvcnQ')
  }
})

test('a refresh costs one round trip, and a reply that gets lost costs the client nothing', async () => {
  const tag = crypto.randomUUID()
  const through = service(tag)
  const held = await connect(await openShop())
  const next = expectBody(await refresh(held, {}, { through }), 200, Tokens)
  expect(await database(tag).seen()).toMatchObject({ requests: 1 })
  await database(tag).disturb({ lose_reply_after_commit: 1, times: 1 })
  expectBody(await refresh({ ...held, ...next }, {}, { through }), 200, Tokens)
  expect(await database(tag).seen()).toMatchObject({ requests: 3, injected: 1 })
})

test('K10: no token is taken for another kind', async () => {
  const held = await connect(await openShop())
  expect(await ask(held.refresh_token)).toBe('invalid_token')
  expectRefusal(await refresh({ ...held, refresh_token: held.access_token }), 'invalid_grant')
  const answer = await service().fetch('/api/stores', { headers: { Authorization: `Bearer ${held.access_token}` } })
  expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_token' } })
})

test('K9: when a connection was last used is written down every five minutes at most', async () => {
  const shop = await openShop()
  const held = await connect(shop)
  const lastUsed = async () =>
    (await asOwner`select last_used_at, xmin from oauth_grants where store_id = ${shop.store.id}`)[0]
  await ask(held.access_token)
  const first = await lastUsed()
  expect(first?.['last_used_at']).not.toBeNull()
  await Promise.all(Array.from({ length: 20 }, () => ask(held.access_token)))
  expect(await lastUsed()).toEqual(first)
  await asOwner`update oauth_grants set last_used_at = now() - interval '6 minutes' where store_id = ${shop.store.id}`
  await ask(held.access_token)
  expect((await lastUsed())?.['last_used_at']).not.toEqual(first?.['last_used_at'])
})

test('K2: the database holds no secret in the clear', async () => {
  const shop = await openShop()
  const held = await connect(shop)
  const next = await rotate(held)
  const dump = await asOwner`select
    (select json_agg(t) from oauth_tokens t where store_id = ${shop.store.id}) as tokens,
    (select json_agg(t) from oauth_codes t where store_id = ${shop.store.id}) as codes,
    (select json_agg(t) from oauth_grants t where store_id = ${shop.store.id}) as grants,
    (select json_agg(t) from events t where store_id = ${shop.store.id}) as events,
    (select json_agg(t) from idempotency_keys t where store_id = ${shop.store.id}) as keys,
    (select json_agg(p) from oauth_pending p where handle_hash = sha256(convert_to(${held.request}, 'UTF8'))) as pending`
  const text = JSON.stringify(dump)
  for (const secret of [
    held.code,
    held.access_token,
    held.refresh_token,
    next.access_token,
    held.request,
    held.verifier,
  ])
    expect(text.includes(secret)).toBe(false)
})
