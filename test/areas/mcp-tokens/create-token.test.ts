import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { tokenScopes } from '../../../src/platform/auth/tokens/scopes.ts'
import { isToken } from '../../../src/platform/auth/tokens/format.ts'
import { listTokens } from '../../../src/areas/mcp-tokens/list-tokens.ts'
import { createToken } from '../../../src/areas/mcp-tokens/create-token.ts'
import { answerOf, callOf, tokenFor, post } from '../../support/callers/assistant.ts'
import { expectBody, expectProblem, inStore, openShop, type Shop, somebody } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

const input = { name: 'Claude', scopes: ['orders:read'] }
const days = (token: { created_at: string; expires_at: string }) =>
  (Date.parse(token.expires_at) - Date.parse(token.created_at)) / 86_400_000

describe('a new token', () => {
  test('is shown once, and its metadata are listed', async () => {
    const answer = await shop.owner.post('/api/mcp/tokens', input)
    const token = expectBody(answer, 201, createToken.output.strict())
    expect(isToken('mcp', token.token)).toBe(true)
    expect(token.token.startsWith(token.token_prefix)).toBe(true)
    expect(token.token_prefix.length).toBeLessThan(token.token.length / 2)
    expect(token).toMatchObject({
      ...input,
      store_id: shop.store.id,
      created_by: { email: `${shop.owner.subject}@test.example`, may_manage: true },
      last_used_at: null,
      revoked_at: null,
    })
    expect(days(token)).toBe(90)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')

    const { data } = expectBody(await shop.owner.get('/api/mcp/tokens'), 200, listTokens.output)
    const { token: secret, ...shown } = token
    expect(data.find(({ id }) => id === token.id)).toEqual(shown)
    expect(JSON.stringify(data)).not.toContain(secret)
    expect(JSON.stringify(data)).not.toMatch(/hash/)
  })

  test('can call a tool', async () => {
    const { token } = await tokenFor(shop)
    expect(answerOf(await post(callOf('get_store'), { token }))['id']).toBe(shop.store.id)
  })

  test('is stored only as a digest', async () => {
    const { token } = await tokenFor(shop)
    const Found = z.array(z.object({ found: z.string().nullable() }))
    const tables =
      await asOwner`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`
    const secret = token.slice('mcs_mcp_'.length + 4)
    for (const { name } of z.array(z.object({ name: z.string() })).parse(tables)) {
      const rows = await asOwner.query(
        `select t::text as found from public.${name} t where t::text like '%' || $1 || '%'`,
        [secret],
      )
      expect(Found.parse(rows), name).toEqual([])
    }
  })

  test('may last 1 to 365 days', async () => {
    for (const expires_in_days of [1, 365])
      expect(days(await tokenFor(shop, { expires_in_days }))).toBe(expires_in_days)
    for (const expires_in_days of [0, 366, -1, 1.5, null, '30'])
      expectProblem(await shop.owner.post('/api/mcp/tokens', { ...input, expires_in_days }), 422, 'invalid_input')
  })

  test('may have any of the nine scopes, each once, and no others', async () => {
    const { scopes } = await tokenFor(shop, { scopes: [...tokenScopes.toReversed(), 'crm:read'] })
    expect(scopes).toEqual(tokenScopes)
    for (const scopes of [
      [],
      ['crm:write'],
      ['tokens:manage'],
      ['stores:read'],
      ['everything'],
      ['*'],
      'orders:read',
      undefined,
    ])
      expectProblem(await shop.owner.post('/api/mcp/tokens', { ...input, scopes }), 422, 'invalid_input')
  })

  test('must have a name and no unknown fields', async () => {
    for (const body of [{ ...input, name: ' ' }, { scopes: input.scopes }, { ...input, token: 'mcs_mcp_mine' }])
      expectProblem(await shop.owner.post('/api/mcp/tokens', body), 422, 'invalid_input')
  })

  test('is created once per idempotency key, and a retry returns its id but not its secret', async () => {
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const first = expectBody(await shop.owner.post('/api/mcp/tokens', input, key), 201, createToken.output)
    const again = await shop.owner.post('/api/mcp/tokens', input, key)
    expect(expectProblem(again, 409, 'duplicate')['token_id']).toBe(first.id)
    expect(JSON.stringify(again.body)).not.toContain(first.token)
    expectProblem(await shop.owner.post('/api/mcp/tokens', { ...input, name: 'x' }, key), 422, 'idempotency_key_reused')
  })
})

describe('access to tokens', () => {
  test('owners and admins create, list and revoke them', async () => {
    const admin = await shop.hire('admin')
    const { id, created_by } = await tokenFor(shop, { by: admin })
    expect(created_by.may_manage).toBe(true)
    expect((await admin.get('/api/mcp/tokens')).status).toBe(200)
    expect((await admin.delete(`/api/mcp/tokens/${id}`)).status).toBe(204)
  })

  test('a user without a store cannot create one', async () => {
    const stranger = await somebody()
    expectProblem(await stranger.post('/api/mcp/tokens', input), 422, 'store_required')
    expectProblem(await stranger.post('/api/mcp/tokens', { ...input, store_id: shop.store.id }), 404, 'not_found')
    expect((await stranger.get('/api/mcp/tokens')).body).toMatchObject({ data: [] })
  })

  test('an owner of several stores must choose one', async () => {
    const [one, two] = [await openShop(), await openShop()]
    await two.join(one.owner.subject, 'owner')
    expectProblem(await one.owner.post('/api/mcp/tokens', input), 422, 'store_required')
    const token = expectBody(
      await one.owner.post('/api/mcp/tokens', { ...input, store_id: two.store.id }),
      201,
      createToken.output,
    )
    expect(token).toMatchObject({ store_id: two.store.id, created_by: { may_manage: true } })
    const picked = await one.owner.post('/api/mcp/tokens', input, inStore(one.store))
    expect(expectBody(picked, 201, createToken.output).store_id).toBe(one.store.id)
    expect(expectBody(await one.owner.get('/api/mcp/tokens'), 200, listTokens.output).data).toHaveLength(2)
  })
})
