import { describe, expect, test } from 'vitest'
import { listTokens } from '../../../src/areas/mcp-tokens/list-tokens.ts'
import { eventsOf } from '../../support/events.ts'
import { answerOf, callOf, tokenFor, post } from '../../support/callers/assistant.ts'
import { service } from '../../support/service.ts'
import { client, expectBody, expectProblem, openShop, type Shop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import {
  approve,
  storesVisibleTo,
  connect,
  expectRefusal,
  redeem,
  refresh,
} from '../../protocols/oauth/oauth-client.ts'
import { acceptAll, send } from './invitee.ts'

type Admin = Awaited<ReturnType<Shop['invite']>>

const leave = (admin: Admin) => admin.delete(`/api/members/${admin.id}`)

const back = async (shop: Shop, admin: Admin) => {
  await send(shop, { email: admin.email, role: 'admin' })
  await acceptAll(admin)
}
const promote = (shop: Shop, admin: Admin) => shop.owner.patch(`/api/members/${admin.id}`, { role: 'admin' })

type Way = {
  lost: string
  lose: (shop: Shop, admin: Admin) => Promise<{ status: number }>
  regain: (shop: Shop, admin: Admin) => Promise<unknown>
  byThemselves?: true
}

const ways: Way[] = [
  { lost: 'is removed', lose: (shop, { id }) => shop.owner.delete(`/api/members/${id}`), regain: back },
  { lost: 'leaves', lose: (_, admin) => leave(admin), regain: back, byThemselves: true },
  {
    lost: 'becomes staff',
    lose: (shop, { id }) => shop.owner.patch(`/api/members/${id}`, { role: 'staff' }),
    regain: promote,
  },
]

describe('an admin who', () => {
  test.for(ways)('$lost and comes back does not get their tokens and assistants back', async (way) => {
    const { lose, regain, byThemselves } = way
    const shop = await openShop()
    const admin = await shop.invite('admin')
    const theirs = { store: shop.store, owner: admin }
    const created = await tokenFor(shop, { by: admin })
    const [connected, waiting] = [await connect(theirs), await approve(theirs)]
    const [others, othersToken] = [await connect(shop), await tokenFor(shop)]
    answerOf(await post(callOf('list_orders'), { token: created.token }))

    expect((await lose(shop, admin)).status).toBeLessThan(300)
    await regain(shop, admin)
    expect((await admin.get('/api/mcp/tokens')).status).toBe(200)

    for (const token of [created.token, connected.access_token])
      expectProblem(await post(callOf('list_orders'), { token }), 401, 'invalid_token')
    expectRefusal(await refresh(connected), 'invalid_grant')
    expectRefusal(await redeem(waiting), 'invalid_grant')
    // Those of others, and new ones, work.
    expect(await storesVisibleTo(others.access_token)).toEqual([shop.store.id])
    for (const { token } of [othersToken, await tokenFor(shop, { by: admin })])
      answerOf(await post(callOf('list_orders'), { token }))

    const { data } = expectBody(await shop.owner.get('/api/mcp/tokens'), 200, listTokens.output)
    expect(data.find(({ id }) => id === created.id)?.revoked_at).not.toBeNull()
    const actor_id = byThemselves ? admin.id : expect.not.stringMatching(admin.id)
    const revoked = { actor_kind: 'user', actor_id, data: { reason: 'role_lost' } }
    expect(await eventsOf(created.id)).toMatchObject([{}, { type: 'mcp_token.revoked', ...revoked }])
    const grants = await asOwner`select id, revoked_reason from oauth_grants
      where store_id = ${shop.store.id} and user_id = ${admin.id} order by created_at`
    expect(grants).toMatchObject([{ revoked_reason: 'role_lost' }, { revoked_reason: 'role_lost' }])
    for (const { id } of grants)
      expect((await eventsOf(String(id))).at(-1)).toMatchObject({ type: 'connection.revoked', ...revoked })
  })

  test('becomes an owner, or an owner who becomes an admin, keeps them', async () => {
    const shop = await openShop()
    const admin = await shop.invite('admin')
    const { token } = await tokenFor(shop, { by: admin })
    for (const role of ['owner', 'admin']) {
      expect((await shop.owner.patch(`/api/members/${admin.id}`, { role })).status).toBe(200)
      answerOf(await post(callOf('list_orders'), { token }))
    }
  })

  test('is removed from one store keeps those of another', async () => {
    const [one, two] = [await openShop(), await openShop()]
    const admin = await one.invite('admin')
    await two.join(admin.subject, 'admin')
    const [gone, kept] = [await tokenFor(one, { by: admin }), await tokenFor(two, { by: admin })]
    await one.owner.delete(`/api/members/${admin.id}`)
    expectProblem(await post(callOf('list_orders'), { token: gone.token }), 401, 'invalid_token')
    answerOf(await post(callOf('list_orders'), { token: kept.token }))
  })

  test('adds tokens and assistants while being removed leaves none that work', async () => {
    for (let round = 0; round < 5; round++) {
      const shop = await openShop({ through: service(crypto.randomUUID()) })
      const admin = await shop.invite('admin')
      const own = client(admin.token, service(crypto.randomUUID()))
      const token = { name: 'x', scopes: ['orders:read'], store_id: shop.store.id }
      await Promise.all([
        ...Array.from({ length: 6 }, () => own.post('/api/mcp/tokens', token)),
        shop.owner.delete(`/api/members/${admin.id}`),
      ])
      const live = await asOwner`select 1 from access_tokens where store_id = ${shop.store.id} and revoked_at is null`
      expect(live).toEqual([])
    }
  })
})
