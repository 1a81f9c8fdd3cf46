import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { hashToken, newToken, type TokenKind } from '../../../src/platform/auth/tokens/format.ts'
import type { Role } from '../../../src/platform/db/schema/stores.ts'
import { callOf, challengeOf, tokenFor, post } from '../../support/callers/assistant.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { watchLog } from '../../support/run/log.ts'
import { database, service } from '../../support/service.ts'
import { type Client, client, expectProblem, openShop, type Shop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const works = async (server: Client) => expect(await server.get('/api/orders')).toMatchObject({ status: 200 })

/** Expects every request with this key to be rejected, whatever else is wrong with it. */
async function expectRejected(server: Client) {
  for (const answer of [
    await server.get('/api/orders'),
    await server.get('/api/stores'),
    await server.post('/api/customers', { name: 'Amal' }),
    await server.post('/api/customers', { nmae: 'Amal' }),
    await server.post('/api/orders/bulk', 'broken'),
    await server.get('/api/orders?page=x'),
    await server.get('/api/orders/nothing/nothing'),
    await server.get('/api/me'),
    await server.post('/api/keys', { name: 'x', scopes: ['orders:read'] }),
  ]) {
    expectProblem(answer, 401, 'invalid_token')
    expect(answer.headers.get('WWW-Authenticate')).toContain('error="invalid_token"')
  }
}

describe('an API key works until', () => {
  test('it is revoked: the next request is rejected', async () => {
    const server = await serverOf(shop)
    await works(server)
    expect(await shop.owner.delete(`/api/keys/${server.id}`)).toMatchObject({ status: 204, body: '' })
    await expectRejected(server)
    expect((await shop.owner.delete(`/api/keys/${server.id}`)).status).toBe(204)
    expect((await shop.owner.get(`/api/keys/${server.id}`)).body).toMatchObject({ revoked_at: expect.any(String) })
    const events = await asOwner`select 1 from events where subject_id = ${server.id} and type = 'api_key.revoked'`
    expect(events).toHaveLength(1)
  })

  test('it expires', async () => {
    const server = await serverOf(shop)
    await works(server)
    await asOwner`update access_tokens set expires_at = now() where id = ${server.id}`
    await expectRejected(server)
  })

  test.for(['staff', 'viewer'] satisfies Role[])('its creator is made %s, for good', async (role) => {
    const admin = await shop.invite('admin')
    const server = await serverOf(shop, { by: admin })
    await works(server)
    expect((await shop.owner.patch(`/api/members/${admin.id}`, { role })).status).toBe(200)
    await expectRejected(server)
    const events = await asOwner`select type, data from events where subject_id = ${server.id} order by id`
    expect(events).toMatchObject([
      { type: 'api_key.minted' },
      { type: 'api_key.revoked', data: { reason: 'role_lost' } },
    ])
    expect((await shop.owner.patch(`/api/members/${admin.id}`, { role: 'admin' })).status).toBe(200)
    await expectRejected(server)
  })

  test('its creator leaves the store, even if they own another', async () => {
    const admin = await shop.hire('admin')
    const other = await openShop()
    await other.join(admin.subject, 'owner')
    const server = await serverOf(shop, { by: admin })
    await works(server)
    await asOwner`delete from store_members where store_id = ${shop.store.id} and subject = ${admin.subject}`
    await expectRejected(server)
  })

  test('its creator has another role, even if nothing revoked it', async () => {
    const admin = await shop.hire('admin')
    const server = await serverOf(shop, { by: admin })
    await works(server)
    await asOwner`update store_members set role = 'staff' where store_id = ${shop.store.id} and subject = ${admin.subject}`
    await expectRejected(server)
  })

  test('its own revocation, not that of another key', async () => {
    const [one, another] = [await serverOf(shop), await serverOf(shop)]
    await shop.owner.delete(`/api/keys/${one.id}`)
    await expectRejected(one)
    await works(another)
  })
})

describe('what is not an API key', () => {
  const counted = () => {
    const tag = `keys-${crypto.randomUUID()}`
    return { through: service(tag), trips: async () => (await database(tag).seen()).requests }
  }
  const good = newToken('key')
  const malformed = {
    'with a wrong checksum': `${good.slice(0, -1)}${good.endsWith('a') ? 'b' : 'a'}`,
    'that is truncated': good.slice(0, -3),
    'with characters added at the end': `${good}0`,
    'of 8 KB': `mcs_key_${'a'.repeat(8192)}`,
  }
  test.for(Object.entries(malformed))('a key %s is rejected without asking the database', async ([, token]) => {
    const { through, trips } = counted()
    const problem = expectProblem(await client(token, through).get('/api/orders'), 401, 'invalid_token')
    expect(problem.detail).toContain('malformed')
    expect(await trips()).toBe(0)
  })

  const unsafe = 'http://hooks.shop.kw/x'
  test.for([
    ['POST /api/webhooks', { url: unsafe, events: ['order.*'] }],
    [`PATCH /api/webhooks/${crypto.randomUUID()}`, { url: unsafe }],
    [`PATCH /api/inbox/channels/${crypto.randomUUID()}`, { send_url: unsafe }],
  ] as const)('an unknown key learns that it is one, not what else is wrong: %s', async ([route, body]) => {
    const { post, patch } = client(newToken('key'))
    const [method, path = ''] = route.split(' ')
    expectProblem(await (method === 'POST' ? post : patch)(path, body), 401, 'invalid_token')
  })

  const others = ['mcp', 'access', 'refresh', 'code', 'clientSecret', 'request'] satisfies TokenKind[]
  test.for(others)('a secret of another kind (%s) is rejected without asking the database', async (kind) => {
    const { through, trips } = counted()
    const problem = expectProblem(await client(newToken(kind), through).get('/api/orders'), 401, 'invalid_token')
    expect(problem.detail).toContain('POST /api/keys')
    expect(await trips()).toBe(0)
  })

  test('a token for MCP does not work on REST, nor an API key on MCP', async () => {
    const { token } = await tokenFor(shop)
    for (const path of ['/api/orders', '/api/me', '/api/keys'])
      expect(expectProblem(await client(token).get(path), 401, 'invalid_token').detail).toContain(
        'works only at /api/mcp',
      )
    const server = await serverOf(shop)
    for (const path of ['/api/mcp', '/mcp']) {
      const answer = await post(callOf('get_store'), { token: server.token, path })
      expect(expectProblem(answer, 401, 'invalid_token').detail).toContain('API key, which works only on REST')
      expect(challengeOf(answer)).toMatchObject({ error: 'invalid_token' })
    }
    await works(server)
  })

  test('neither works in place of the other, even if the check of their format were missing', async () => {
    const Row = z.array(z.object({ hash: z.string() })).length(1)
    const hashOf = async (id: string) => {
      const [row] = Row.parse(
        await asOwner`select encode(token_hash, 'hex') as hash from access_tokens where id = ${id}`,
      )
      return row?.hash ?? ''
    }
    const [key, token] = [await hashOf((await serverOf(shop)).id), await hashOf((await tokenFor(shop)).id)]
    const enterKey = (hash: string) =>
      asOwner`select app.enter_key(decode(${hash}, 'hex'), null, '{orders:read,orders:write}')`
    const enterToken = (hash: string) =>
      asOwner`select app.enter_token(decode(${hash}, 'hex'), '{orders:read,orders:write}')`
    await enterKey(key)
    await enterToken(token)
    await expect(enterKey(token)).rejects.toThrow('invalid_token')
    await expect(enterToken(key)).rejects.toThrow('invalid_token')
  })

  test('the SHA-256 of a key is not accepted as a key', async () => {
    const { token } = await serverOf(shop)
    expectProblem(await client(await hashToken(token)).get('/api/orders'), 401, 'invalid_token')
  })

  test('a key that was never created is looked up once, also for a request that is wrong in itself', async () => {
    const { through, trips } = counted()
    for (const send of [
      (server: Client) => server.get('/api/orders'),
      (server: Client) => server.get('/api/orders?page=x'),
      (server: Client) => server.get('/api/orders/nothing/nothing'),
      (server: Client) => server.post('/api/customers', {}),
      (server: Client) => server.get('/api/me'),
    ])
      expectProblem(await send(client(newToken('key'), through)), 401, 'invalid_token')
    expect(await trips()).toBe(5)
  })

  test('a valid key costs one round trip for a request that is wrong in itself, and gets its own problem', async () => {
    const { through, trips } = counted()
    const server = await serverOf(shop, { through })
    expectProblem(await server.post('/api/customers', { nmae: 'Amal' }), 422, 'invalid_input')
    expectProblem(await server.get('/api/orders/nothing/nothing'), 404, 'not_found')
    expect(await trips()).toBe(2)
  })

  test('made-up keys from one address cost 30 round trips, and a key that worked keeps working', async () => {
    // They count for a minute.
    vi.useFakeTimers({ toFake: ['Date'] })
    const tag = `keys-${crypto.randomUUID()}`
    // Without rate limit bindings, as on plain workerd, so that each isolate counts for itself.
    const through = service(tag, { RATE_LIMITER: undefined })
    const server = await serverOf(shop, { through })
    await works(server)
    const statuses = []
    for (let i = 0; i < 40; i++) statuses.push((await client(newToken('key'), through).get('/api/orders')).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(30)
    expect(statuses.slice(30)).toEqual(Array.from({ length: 10 }, () => 429))
    expect((await database(tag).seen()).requests).toBe(31)
    await works(server)
  })
})

test('each key has a rate limit of its own', async () => {
  const counts = new Map<string, number>()
  const limit = ({ key }: { key: string }) => {
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return Promise.resolve({ success: (counts.get(key) ?? 0) <= 2 })
  }
  const through = service(undefined, { RATE_LIMITER: { limit } })
  const [one, another] = [await serverOf(shop, { through }), await serverOf(shop, { through })]
  for (let i = 0; i < 2; i++) await works(one)
  const refused = await one.get('/api/orders')
  expectProblem(refused, 429, 'rate_limited')
  expect(refused.headers.get('Retry-After')).toBe('60')
  await works(another)
  expect([...counts.keys()].join(' ')).not.toContain(one.token.slice(-30))
})

test('the last use of a key is recorded at most once in five minutes', async () => {
  const server = await serverOf(shop)
  const Row = z.array(z.object({ last_used_at: z.coerce.date().nullable(), xmin: z.string() })).length(1)
  const rowOf = async () =>
    Row.parse(await asOwner`select last_used_at, xmin::text from access_tokens where id = ${server.id}`)
  const versions = new Set([(await rowOf())[0]?.xmin])
  for (let i = 0; i < 5; i++) {
    await Promise.all(Array.from({ length: 5 }, () => works(server)))
    versions.add((await rowOf())[0]?.xmin)
  }
  expect(versions.size).toBe(2)
  await asOwner`update access_tokens set last_used_at = now() - interval '5 minutes 1 second' where id = ${server.id}`
  await works(server)
  expect(Date.now() - ((await rowOf())[0]?.last_used_at?.getTime() ?? 0)).toBeLessThan(60_000)
})

test('no key is in the log', async () => {
  const { lines, requests } = watchLog()
  const server = await serverOf(shop)
  await works(server)
  await server.post('/api/customers', { nmae: server.token })
  await server.get(`/api/orders?search=${server.token}`)
  await server.get(`/api/orders/${server.token}`)
  await server.get('/api/me')
  await client(server.token.slice(0, -1)).get('/api/orders')
  await client(`${server.token}x`).get('/api/orders')
  await client(newToken('key')).get('/api/orders')
  await post(callOf('get_store'), { token: server.token })
  expect(requests()).toHaveLength(10)
  for (const secret of [server.token.slice(8, 38), 'mcs_key_', await hashToken(server.token), 'Bearer'])
    expect(lines.join('\n')).not.toContain(secret)
})
