import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isToken } from '../../../src/platform/auth/tokens/format.ts'
import { keyScopes, tokenScopes } from '../../../src/platform/auth/tokens/scopes.ts'
import { ApiKey } from '../../../src/areas/keys/api-key.ts'
import { createKey } from '../../../src/areas/keys/create-key.ts'
import { listKeys } from '../../../src/areas/keys/list-keys.ts'
import { tokenFor } from '../../support/callers/assistant.ts'
import { eventsOf } from '../../support/events.ts'
import { createKeyOf, serverOf } from '../../support/callers/keys.ts'
import { expectBody, expectProblem, openShop, type Shop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

const input = { name: 'Warehouse', scopes: ['orders:read'] }

describe('a new API key', () => {
  test('is shown once, and listed without its secret', async () => {
    const answer = await shop.owner.post('/api/keys', { ...input, use: 'api' })
    const created = expectBody(answer, 201, createKey.output.strict())
    expect(isToken('key', created.key)).toBe(true)
    expect(created.key.startsWith(created.key_prefix)).toBe(true)
    expect(created).toMatchObject({
      ...input,
      use: 'api',
      store_id: shop.store.id,
      last_used_at: null,
      revoked_at: null,
    })
    expect(Date.parse(created.expires_at) - Date.parse(created.created_at)).toBe(90 * 86_400_000)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('Location')).toBe(`/api/keys/${created.id}`)

    const { key: secret, ...shown } = created
    expect(expectBody(await shop.owner.get(`/api/keys/${created.id}`), 200, ApiKey.strict())).toEqual(shown)
    const { data } = expectBody(await shop.owner.get('/api/keys'), 200, listKeys.output)
    expect(data.find(({ id }) => id === created.id)).toEqual(shown)
    expect(JSON.stringify(data)).not.toContain(secret)
    expect(JSON.stringify(data)).not.toMatch(/hash/)
    expect(await eventsOf(created.id)).toMatchObject([{ type: 'api_key.minted', actor_kind: 'user' }])
  })

  test('is stored only as a digest', async () => {
    const { key } = await createKeyOf(shop)
    const tables =
      await asOwner`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`
    const secret = key.slice('mcs_key_'.length + 4)
    for (const { name } of z.array(z.object({ name: z.string() })).parse(tables)) {
      const rows = await asOwner.query(`select 1 from public.${name} t where t::text like '%' || $1 || '%'`, [secret])
      expect(rows, name).toEqual([])
    }
  })

  test('may have the nine scopes of tokens and four more, each once, and no others', async () => {
    expect(keyScopes).toEqual(expect.arrayContaining([...tokenScopes]))
    expect(keyScopes).toHaveLength(13)
    expect((await createKeyOf(shop, { scopes: [...keyScopes.toReversed(), 'crm:read'] })).scopes).toEqual(keyScopes)
    for (const scopes of [[], ['tokens:manage'], ['stores:manage'], ['account'], ['*'], 'orders:read', undefined])
      expectProblem(await shop.owner.post('/api/keys', { ...input, scopes }), 422, 'invalid_input')
    for (const scope of ['crm:write', 'inbox:write', 'events:read', 'webhooks:manage'])
      expectProblem(await shop.owner.post('/api/mcp/tokens', { ...input, scopes: [scope] }), 422, 'invalid_input')
  })

  test('needs a name, a lifetime of 1 to 365 days, and no unknown fields', async () => {
    for (const wrong of [{ name: ' ' }, { name: undefined }, { use: 'mcp' }, { key: 'mcs_key_mine' }])
      expectProblem(await shop.owner.post('/api/keys', { ...input, ...wrong }), 422, 'invalid_input')
    for (const expires_in_days of [0, 366, 1.5, null, '30'])
      expectProblem(await shop.owner.post('/api/keys', { ...input, expires_in_days }), 422, 'invalid_input')
  })

  test('is created once per idempotency key, and a retry returns its id but not its secret', async () => {
    const retry = { 'Idempotency-Key': crypto.randomUUID() }
    const first = expectBody(await shop.owner.post('/api/keys', input, retry), 201, createKey.output)
    const again = await shop.owner.post('/api/keys', input, retry)
    const problem = expectProblem(again, 409, 'duplicate')
    expect(problem['key_id']).toBe(first.id)
    expect(problem.detail).toContain('An API key was already created')
    expect(JSON.stringify(again.body)).not.toContain(first.key)
  })
})

describe('managing keys', () => {
  test('no key creates, lists or revokes keys or tokens, not even itself', async () => {
    const server = await serverOf(shop)
    for (const path of ['/api/keys', '/api/mcp/tokens']) {
      expectProblem(await server.post(path, input), 403, 'session_required')
      expectProblem(await server.get(path), 403, 'session_required')
      expectProblem(await server.delete(`${path}/${server.id}`), 403, 'session_required')
    }
    expect((await server.get('/api/orders')).status).toBe(200)
  })

  test('keys and tokens for MCP are two lists', async () => {
    const own = await openShop()
    const [key, token] = [await createKeyOf(own), await tokenFor(own)]
    expect((await own.owner.get('/api/keys')).body).toMatchObject({ data: [{ id: key.id }], meta: { total: 1 } })
    expect((await own.owner.get('/api/mcp/tokens')).body).toMatchObject({
      data: [{ id: token.id }],
      meta: { total: 1 },
    })
    expectProblem(await own.owner.get(`/api/keys/${token.id}`), 404, 'not_found')
    expectProblem(await own.owner.delete(`/api/keys/${token.id}`), 404, 'not_found')
    expectProblem(await own.owner.delete(`/api/mcp/tokens/${key.id}`), 404, 'not_found')
  })

  test('an owner of one store who is a viewer of another sees only the keys of their own', async () => {
    const [own, other] = [await openShop(), await openShop()]
    await other.join(own.owner.subject, 'viewer')
    const [mine, theirs] = [await createKeyOf(own), await createKeyOf(other)]
    expect((await own.owner.get('/api/keys')).body).toMatchObject({ data: [{ id: mine.id }], meta: { total: 1 } })
    expectProblem(await own.owner.get(`/api/keys/${theirs.id}`), 404, 'not_found')
    expectProblem(await own.owner.delete(`/api/keys/${theirs.id}`), 403, 'forbidden')
  })
})
