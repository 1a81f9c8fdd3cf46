import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Role } from '../../../src/platform/db/schema/stores.ts'
import { listTokens } from '../../../src/areas/mcp-tokens/list-tokens.ts'
import { answerOf, callOf, challengeOf, tokenFor, post, request } from '../../support/callers/assistant.ts'
import { testIssuer } from '../../support/callers/identity.ts'
import { expectBody, expectProblem, openShop, type Shop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})

const works = async (token: string) => void answerOf(await post(callOf('list_orders'), { token }))

/** Expects every message with this token to be rejected. */
async function expectRejected(token: string) {
  const order = callOf('create_order', { total_amount: 1 })
  const adjustment = callOf('adjust_inventory', { variant_id: crypto.randomUUID(), delta: 1, reason: 'x' })
  const unknown = callOf('nothing')
  for (const message of [
    callOf('list_orders'),
    order,
    adjustment,
    unknown,
    request('tools/list'),
    request('ping'),
    'broken',
  ]) {
    const answer = await post(message, { token })
    expectProblem(answer, 401, 'invalid_token')
    expect(challengeOf(answer)).toMatchObject({ error: 'invalid_token' })
  }
}

const listed = async (id: string) => {
  const { data } = expectBody(await shop.owner.get('/api/mcp/tokens'), 200, listTokens.output)
  return data.find((token) => token.id === id)
}

describe('a token is valid until', () => {
  test('it is revoked: the next call is rejected', async () => {
    const { id, token } = await tokenFor(shop)
    await works(token)
    expect(await shop.owner.delete(`/api/mcp/tokens/${id}`)).toMatchObject({ status: 204, body: '' })
    await expectRejected(token)
    const { revoked_at } = (await listed(id)) ?? {}
    expect(revoked_at).not.toBeNull()

    expect((await shop.owner.delete(`/api/mcp/tokens/${id}`)).status).toBe(204)
    expect((await listed(id))?.revoked_at).toBe(revoked_at)
    const events = await asOwner`select 1 from events where subject_id = ${id} and type = 'mcp_token.revoked'`
    expect(events).toHaveLength(1)
  })

  test('it expires', async () => {
    const { id, token } = await tokenFor(shop)
    await works(token)
    await asOwner`update access_tokens set expires_at = now() where id = ${id}`
    await expectRejected(token)
  })

  test.for(['staff', 'viewer'] satisfies Role[])('its creator becomes %s', async (role) => {
    const admin = await shop.hire('admin')
    const { id, token } = await tokenFor(shop, { by: admin })
    await works(token)
    await asOwner`update store_members set role = ${role} where store_id = ${shop.store.id} and subject = ${admin.subject}`
    await expectRejected(token)
    expect((await listed(id))?.created_by).toMatchObject({ may_manage: false })
    // It is valid again once they are an admin again.
    await asOwner`update store_members set role = 'admin' where store_id = ${shop.store.id} and subject = ${admin.subject}`
    await works(token)
  })

  test('its creator leaves the store, even if they own another', async () => {
    const admin = await shop.hire('admin')
    const other = await openShop()
    await other.join(admin.subject, 'owner')
    const { id, token } = await tokenFor(shop, { by: admin })
    await works(token)
    await asOwner`delete from store_members where store_id = ${shop.store.id}
      and user_id = app.user_id(${testIssuer}, ${admin.subject})`
    await expectRejected(token)
    expect((await listed(id))?.created_by).toMatchObject({ email: null, may_manage: false })
  })

  test('its own revocation, not that of another token', async () => {
    const [one, another] = [await tokenFor(shop), await tokenFor(shop)]
    await shop.owner.delete(`/api/mcp/tokens/${one.id}`)
    await expectRejected(one.token)
    await works(another.token)
  })
})

test('revoking an unknown token is a 404', async () => {
  for (const id of [crypto.randomUUID(), 'nothing'])
    expectProblem(await shop.owner.delete(`/api/mcp/tokens/${id}`), 404, 'not_found')
})

describe('the last use of a token', () => {
  const Row = z.array(z.object({ last_used_at: z.coerce.date().nullable(), xmin: z.string() })).length(1)
  const rowOf = async (id: string) => {
    const [row] = Row.parse(await asOwner`select last_used_at, xmin::text from access_tokens where id = ${id}`)
    return row
  }

  test('is recorded at most once in five minutes', async () => {
    const { id, token } = await tokenFor(shop)
    const versions = new Set([(await rowOf(id))?.xmin])
    for (let i = 0; i < 10; i++) {
      await Promise.all(Array.from({ length: 10 }, () => works(token)))
      versions.add((await rowOf(id))?.xmin)
    }
    expect(versions.size).toBe(2)
    expect(Math.abs(Date.now() - Date.parse((await listed(id))?.last_used_at ?? ''))).toBeLessThan(60_000)

    await asOwner`update access_tokens set last_used_at = now() - interval '4 minutes' where id = ${id}`
    const recent = (await rowOf(id))?.xmin
    await works(token)
    expect((await rowOf(id))?.xmin).toBe(recent)

    await asOwner`update access_tokens set last_used_at = now() - interval '5 minutes 1 second' where id = ${id}`
    await works(token)
    expect(Date.now() - ((await rowOf(id))?.last_used_at?.getTime() ?? 0)).toBeLessThan(60_000)
  })

  test('is not recorded by a rejected call', async () => {
    const { id, token } = await tokenFor(shop, { scopes: ['crm:read'] })
    expectProblem(await post(callOf('list_orders'), { token }), 403, 'insufficient_scope')
    expect((await rowOf(id))?.last_used_at).toBeNull()
  })
})
