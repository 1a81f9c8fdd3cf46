import { describe, expect, test } from 'vitest'
import { eventsOf } from '../../support/events.ts'
import { service } from '../../support/service.ts'
import { expectProblem, openShop, pointersOf } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { holderOf, newAddress, peopleOf, send, storesOf } from './invitee.ts'

const day = 86_400_000

describe('inviting someone', () => {
  test('lists them for seven days and returns where they sign in', async () => {
    const shop = await openShop()
    const email = newAddress()
    const answer = await shop.owner.post('/api/members', { email, role: 'staff' })
    expect(answer).toMatchObject({
      status: 201,
      body: {
        store_id: shop.store.id,
        email,
        role: 'staff',
        status: 'invited',
        joined_at: null,
        invited_by: { email: shop.owner.email, may_invite: true },
        version: 1,
        sign_in_url: `https://commerce.test/settings/store?store=${shop.store.id}`,
      },
    })
    const invited = await peopleOf(shop)
    expect(invited.map(({ status }) => status)).toEqual(['invited', 'active'])
    const [one] = invited
    expect(answer.headers.get('Location')).toBe(`/api/members/${one?.id}`)
    expect(answer.headers.get('ETag')).toBe('"v1"')
    expect(await shop.owner.get(`/api/members/${one?.id}`)).toMatchObject({ status: 200, body: { email } })
    const left = Date.parse(one?.expires_at ?? '') - Date.now()
    expect(left).toBeGreaterThan(7 * day - 60_000)
    expect(left).toBeLessThanOrEqual(7 * day)
  })

  test('records an event without the address', async () => {
    const shop = await openShop()
    const { id } = await send(shop, { email: newAddress(), role: 'viewer' })
    expect(await eventsOf(id)).toMatchObject([
      { type: 'member.invited', actor_kind: 'user', data: { role: 'viewer', again: false } },
    ])
    expect(JSON.stringify(await eventsOf(id))).not.toContain('@')
  })

  test('returns no sign-in URL if the deployment has no sign-in page', async () => {
    const shop = await openShop({ through: service(undefined, { WEB_SIGN_IN: '', SESSION_KEYS: '' }) })
    expect((await send(shop, { email: newAddress(), role: 'staff' })).sign_in_url).toBeNull()
  })

  test('requires an address and a valid role, and reports all problems at once', async () => {
    const { owner } = await openShop()
    const wrong = [
      { email: 'amal', role: 'boss' },
      { email: 'a@b', role: '' },
      { email: 'K\u212A@kuwait.test', role: null },
      { email: `${'a'.repeat(250)}@kuwait.test`, role: 'Owner' },
      {},
    ]
    for (const body of wrong) {
      const problem = expectProblem(await owner.post('/api/members', body), 422, 'invalid_input')
      expect(pointersOf(problem), JSON.stringify(body)).toEqual(['/email', '/role'])
    }
    const unknown = await owner.post('/api/members', { email: newAddress(), role: 'staff', store_id: 'x' })
    expect(pointersOf(expectProblem(unknown, 422, 'invalid_input'))).toEqual(['/store_id'])
  })

  test('rejects the address of a member, in any letter case', async () => {
    const shop = await openShop()
    const colleague = await shop.invite('staff')
    for (const email of [colleague.email, colleague.email.toUpperCase(), shop.owner.email]) {
      const problem = expectProblem(await shop.owner.post('/api/members', { email, role: 'admin' }), 409, 'duplicate')
      expect(pointersOf(problem)).toEqual(['/email'])
    }
    expect(await storesOf(colleague)).toEqual({ [shop.store.id]: 'staff' })
  })
})

describe('inviting the same address again', () => {
  test('renews the invitation, with the new role', async () => {
    const shop = await openShop()
    const email = newAddress()
    const first = await send(shop, { email, role: 'viewer' })
    await asOwner`update store_invitations set expires_at = now() - interval '1 second' where id = ${first.id}`
    const admin = await shop.invite('admin')
    const again = await send(shop, { email: email.toUpperCase(), role: 'staff' }, admin)
    expect(again).toMatchObject({ id: first.id, email, role: 'staff', version: 2, invited_by: { id: admin.id } })
    expect(Date.parse(again.expires_at ?? '')).toBeGreaterThan(Date.now() + 6 * day)
    expect((await peopleOf(shop)).filter(({ status }) => status === 'invited')).toHaveLength(1)
    expect((await eventsOf(first.id)).map(({ data }) => data)).toEqual([
      { role: 'viewer', again: false },
      { role: 'staff', again: true },
    ])
  })

  test('in parallel creates one invitation', async () => {
    const shop = await openShop({ through: service(crypto.randomUUID()) })
    const email = newAddress()
    const all = await Promise.all(Array.from({ length: 8 }, () => send(shop, { email, role: 'staff' })))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  })
})

describe('a store can have', () => {
  test('100 invitations, and can renew one of them at the limit', async () => {
    const shop = await openShop()
    await asOwner`insert into store_invitations (store_id, id, email, role, invited_by, expires_at)
      select ${shop.store.id}, gen_random_uuid(), 'guest-' || n || '@kuwait.test', 'staff', gen_random_uuid(), now() + interval '1 day'
        from generate_series(1, 99) as n`
    const { id } = await send(shop, { email: newAddress(), role: 'staff' })
    const more = () => shop.owner.post('/api/members', { email: newAddress(), role: 'staff' })
    expect(expectProblem(await more(), 409, 'limit_reached').detail).toContain('100')
    await send(shop, { email: 'guest-7@kuwait.test', role: 'staff' })
    expect((await shop.owner.delete(`/api/members/${id}`)).status).toBe(204)
    expect((await more()).status).toBe(201)
  })

  test('1,000 members and invitations together', async () => {
    const shop = await openShop()
    await asOwner`insert into store_members (store_id, user_id, issuer, subject, role)
      select ${shop.store.id}, gen_random_uuid(), 'https://identity.test', 'crowd-' || n, 'viewer' from generate_series(1, 998) as n`
    await send(shop, { email: newAddress(), role: 'staff' })
    const answer = await shop.owner.post('/api/members', { email: newAddress(), role: 'staff' })
    expect(expectProblem(answer, 409, 'limit_reached').detail).toContain('1000')
  })
})

test('an invitation does not reveal whether the address has an account', async () => {
  const shop = await openShop()
  const elsewhere = await openShop()
  const known = await elsewhere.invite('owner')
  const [one, other] = [
    await send(shop, { email: known.email, role: 'staff' }),
    await send(shop, { email: newAddress(), role: 'staff' }),
  ]
  for (const { name, email } of [one, other]) expect(name).toBe(email?.split('@')[0])
  const same = { id: '', email: '', name: '', created_at: '', updated_at: '', invited_at: '', expires_at: '' }
  expect({ ...one, ...same }).toEqual({ ...other, ...same })
})

test('only members of a store see its addresses', async () => {
  const shop = await openShop()
  const email = newAddress()
  const { id } = await send(shop, { email, role: 'staff' })
  const viewer = await shop.invite('viewer')
  expect((await peopleOf(shop, viewer)).map((one) => one.email)).toEqual(
    expect.arrayContaining([email, shop.owner.email, viewer.email]),
  )
  const [stranger, unverified] = [await openShop(), await holderOf(email, { verified: false })]
  for (const other of [stranger.owner, unverified])
    for (const path of [`/api/members/${id}`, `/api/members/${viewer.id}`])
      expectProblem(await other.get(path), 404, 'not_found')
  expect(await unverified.get('/api/members')).toMatchObject({ status: 200, body: { data: [] } })
})
