import { describe, expect, test } from 'vitest'
import { acceptInvitation } from '../../../src/areas/invitations/accept-invitation.ts'
import { eventTypesOf, eventsOf } from '../../support/events.ts'
import { database, service } from '../../support/service.ts'
import { sessionToken } from '../../support/callers/identity.ts'
import { client, expectBody, expectProblem, inStore, openShop, userId } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import {
  accept,
  acceptAll,
  decline,
  holderOf,
  invitationsOf,
  newAddress,
  peopleOf,
  send,
  storesOf,
} from '../members/invitee.ts'

const invite = async (role = 'staff') => {
  const shop = await openShop()
  const email = newAddress()
  const { id } = await send(shop, { email, role })
  return { shop, id, email, amal: await holderOf(email) }
}

describe('accepting an invitation', () => {
  test('makes the person a member with its role', async () => {
    const { shop, id, email, amal } = await invite()
    const joined = expectBody(await accept(amal, id), 200, acceptInvitation.output)
    const { slug, name } = shop.store
    expect(joined).toMatchObject({ id, store: { id: shop.store.id, slug, name }, role: 'staff' })
    expect((await amal.post('/api/customers', { name: 'Nour' })).status).toBe(201)
    expect(await storesOf(amal)).toEqual({ [shop.store.id]: 'staff' })
    expect(await invitationsOf(amal)).toEqual([])

    const member = await userId(amal)
    expect(await peopleOf(shop)).toMatchObject([
      { id: member, email, role: 'staff', status: 'active', invited_at: null, invited_by: null, version: 1 },
      { role: 'owner' },
    ])
    expect(await eventsOf(member)).toMatchObject([
      { type: 'member.joined', actor_kind: 'user', actor_id: member, data: { role: 'staff', invitation_id: id } },
    ])
  })

  test('again returns the same answer, with the same key or another', async () => {
    const { id, amal } = await invite()
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const path = `/api/invitations/${id}/accept`
    const first = await amal.post(path, {}, key)
    const replayed = await amal.post(path, {}, key)
    expect(replayed).toMatchObject({ status: 200, body: first.body })
    expect(replayed.headers.get('Idempotent-Replayed')).toBe('true')
    expect(await accept(amal, id)).toMatchObject({ status: 200, body: first.body })
    expect(await eventTypesOf(await userId(amal))).toEqual(['member.joined'])
  })

  test('takes effect once, even if the reply is lost', async () => {
    const { shop, id, email } = await invite()
    const tag = `accepts-${id}`
    await database(tag).disturb({ lose_reply_after_commit: 1, times: 1 })
    const amal = await holderOf(email, { through: service(tag) })
    expect(await accept(amal, id)).toMatchObject({ status: 200, body: { store: { id: shop.store.id } } })
    expect((await database(tag).seen()).injected).toBe(1)
    expect(await eventTypesOf(await userId(amal))).toEqual(['member.joined'])
  })

  test('many times in parallel makes one member', async () => {
    for (let round = 0; round < 3; round++) {
      const { shop, id, email } = await invite()
      const amal = await holderOf(email, { through: service(crypto.randomUUID()) })
      const answers = await Promise.all(Array.from({ length: 12 }, () => accept(amal, id)))
      for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: answers[0]?.body })
      expect(await storesOf(amal)).toEqual({ [shop.store.id]: 'staff' })
      expect(await eventTypesOf(await userId(amal))).toEqual(['member.joined'])
    }
  })

  test('while it is revoked ends as one of the two, and both sides learn which', async () => {
    for (let round = 0; round < 20; round++) {
      const { shop, id, email } = await invite()
      const amal = await holderOf(email, { through: service(crypto.randomUUID()) })
      const [accepted, revoked] = await Promise.all([accept(amal, id), shop.owner.delete(`/api/members/${id}`)])
      const joined = Object.keys(await storesOf(amal)).length === 1
      expect([accepted.status, revoked.status]).toEqual(joined ? [200, 404] : [404, 204])
      expect(await peopleOf(shop)).toHaveLength(joined ? 2 : 1)
    }
  })

  test('while declining it ends as one of the two', async () => {
    for (let round = 0; round < 6; round++) {
      const { id, email } = await invite()
      const amal = await holderOf(email, { through: service(crypto.randomUUID()) })
      const [accepted, declined] = await Promise.all([accept(amal, id), decline(amal, id)])
      const joined = Object.keys(await storesOf(amal)).length === 1
      expect([accepted.status, declined.status]).toEqual(joined ? [200, 404] : [404, 204])
    }
  })

  test('again after being removed is not possible', async () => {
    const { shop, id, amal } = await invite()
    await acceptAll(amal)
    await shop.owner.delete(`/api/members/${await userId(amal)}`)
    for (const tried of [id, 'nothing']) expectProblem(await accept(amal, tried), 404, 'not_found')
    expect(await storesOf(amal)).toEqual({})
  })
})

describe('joining a store requires accepting an invitation', () => {
  test('whatever request an invited person sends first', async () => {
    const { shop, amal } = await invite('admin')
    for (const path of ['/api/me', '/api/stores', '/api/orders', '/api/invitations'])
      expect((await amal.get(path)).status).toBe(200)
    expectProblem(await amal.post('/api/customers', { name: 'Nour' }), 422, 'store_required')
    expect(await storesOf(amal)).toEqual({})
    expect((await peopleOf(shop)).map(({ status }) => status)).toEqual(['invited', 'active'])
  })

  test('and until then X-Store-Id with that store is rejected', async () => {
    const { shop, amal } = await invite('owner')
    const here = inStore(shop.store)
    for (const path of ['/api/me', '/api/orders', '/api/members', '/api/invitations'])
      expectProblem(await amal.get(path, here), 404, 'store_not_found')
    expectProblem(await amal.post('/api/customers', { name: 'Nour' }, here), 404, 'store_not_found')
    expectProblem(await amal.get(`/api/stores/${shop.store.id}`), 404, 'not_found')
    expect(await storesOf(amal)).toEqual({})
  })

  test('so what a person invited by three stores creates ends up in none of them', async () => {
    const email = newAddress()
    const shops = [await openShop(), await openShop(), await openShop()]
    for (const shop of shops) await send(shop, { email, role: 'owner' })
    const victim = await holderOf(email)
    await victim.get('/api/me')
    const own = await victim.post('/api/stores', { name: 'My own', currency: 'USD' })
    expect(own.status).toBe(201)
    expect(await victim.post('/api/customers', { name: 'Nour' })).toMatchObject({
      status: 201,
      body: { store_id: Object.keys(await storesOf(victim))[0] },
    })
    for (const shop of shops) expect(await shop.owner.get('/api/customers')).toMatchObject({ body: { data: [] } })
  })
})

describe('an invitation matches the address of a person', () => {
  test('in any letter case', async () => {
    const shop = await openShop()
    const email = newAddress()
    const { id } = await send(shop, { email: email.replace('amal', 'Amal'), role: 'staff' })
    expect((await accept(await holderOf(email.toUpperCase()), id)).status).toBe(200)
  })

  test('only if the identity provider says it is verified', async () => {
    const { id, email } = await invite()
    const unproven = [
      await holderOf(email, { verified: false }),
      await holderOf(email, { claims: { email_verified: 'true' } }),
      await holderOf(email, { claims: { email_verified: 1 } }),
      await holderOf(email, { claims: { email_verified: undefined } }),
    ]
    for (const person of unproven) {
      expect(await invitationsOf(person)).toEqual([])
      expectProblem(await accept(person, id), 404, 'not_found')
      expect((await decline(person, id)).status).toBe(204)
    }
    expect((await accept(await holderOf(email), id)).status).toBe(200)
  })

  test('and not an address that looks similar', async () => {
    const shop = await openShop()
    const word = crypto.randomUUID().slice(0, 8)
    const { id } = await send(shop, { email: `mike.${word}@kuwait.test`, role: 'owner' })
    const similarAddresses = [
      `mike${word}@kuwait.test`,
      `m.ike.${word}@kuwait.test`,
      `mike.${word}+shop@kuwait.test`,
      `mike.${word}@kuwait.test.evil.test`,
      `mike.${word}@kuwait.tes`,
      // The Kelvin sign, whose lower case is k, and letters of another script and width.
      `mi\u212Ae.${word}@kuwait.test`,
      `mi\u043Ae.${word}@kuwait.test`,
      `mi\uFF4Be.${word}@kuwait.test`,
    ]
    for (const email of similarAddresses) expectProblem(await accept(await holderOf(email), id), 404, 'not_found')
  })
})

describe('an invitation cannot be accepted', () => {
  test('after seven days', async () => {
    const { shop, id, amal } = await invite()
    await asOwner`update store_invitations set expires_at = now() where id = ${id}`
    expect(await invitationsOf(amal)).toEqual([])
    expectProblem(await accept(amal, id), 404, 'not_found')
    expect(await peopleOf(shop)).toMatchObject([{ id, status: 'invited' }, {}])
  })

  test('after it was revoked', async () => {
    const { shop, id, amal } = await invite()
    expect((await shop.owner.delete(`/api/members/${id}`)).status).toBe(204)
    expectProblem(await accept(amal, id), 404, 'not_found')
    expect(await peopleOf(shop)).toHaveLength(1)
    expect(await eventTypesOf(id)).toEqual(['member.invited', 'member.invitation_revoked'])
    expectProblem(await shop.owner.delete(`/api/members/${id}`), 404, 'not_found')
  })

  test('after its sender lost the right to give that role, so nobody returns by their own invitation', async () => {
    const shop = await openShop()
    const admin = await shop.invite('admin')
    const email = newAddress()
    const { id } = await send(shop, { email, role: 'admin' }, admin)
    const back = await holderOf(email)
    await shop.owner.delete(`/api/members/${admin.id}`)
    expectProblem(await accept(back, id), 404, 'not_found')
    expect(await shop.owner.get(`/api/members/${id}`)).toMatchObject({
      body: { invited_by: { id: admin.id, may_invite: false } },
    })
    // Unless someone with the right sends it again.
    await send(shop, { email, role: 'viewer' })
    expect(await accept(back, id)).toMatchObject({ status: 200, body: { role: 'viewer' } })
  })

  test('as an owner, after its sender became an admin', async () => {
    const shop = await openShop()
    const second = await shop.invite('owner')
    const email = newAddress()
    const { id } = await send(shop, { email, role: 'owner' }, second)
    await shop.owner.patch(`/api/members/${second.id}`, { role: 'admin' })
    const amal = await holderOf(email)
    expectProblem(await accept(amal, id), 404, 'not_found')
    await shop.owner.patch(`/api/members/${second.id}`, { role: 'owner' })
    expect(await accept(amal, id)).toMatchObject({ status: 200, body: { role: 'owner' } })
  })

  test('with its former role after a change; the last person to change it must have the right', async () => {
    const shop = await openShop()
    const admin = await shop.invite('admin')
    const email = newAddress()
    const { id } = await send(shop, { email, role: 'staff' }, admin)
    expect((await shop.owner.patch(`/api/members/${id}`, { role: 'owner' })).status).toBe(200)
    expect(await accept(await holderOf(email), id)).toMatchObject({ status: 200, body: { role: 'owner' } })
  })

  test('beyond 200 stores, even in parallel', async () => {
    const email = newAddress()
    const amal = await holderOf(email, { through: service(crypto.randomUUID()) })
    const id = await userId(amal)
    await asOwner`with made as (insert into stores (id, slug, name, currency, currency_exponent, created_by)
        select gen_random_uuid(), 'crowd-' || ${id} || n, 'Crowd', 'USD', 2, ${id} from generate_series(1, 199) as n returning id)
      insert into store_members (store_id, user_id, issuer, subject, role) select id, ${id}, 'x', 'x', 'viewer' from made`
    const shops = await Promise.all(Array.from({ length: 8 }, () => openShop()))
    const sent = await Promise.all(shops.map((shop) => send(shop, { email, role: 'staff' })))
    const answers = await Promise.all(sent.map((one) => accept(amal, one.id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) expectProblem(answer, 409, 'limit_reached')
    expect(Object.keys(await storesOf(amal))).toHaveLength(200)
  })

  test('by a member, whose role stays', async () => {
    const shop = await openShop()
    const clerk = await shop.invite('staff')
    const email = newAddress()
    const { id } = await send(shop, { email, role: 'viewer' })
    const same = client(await sessionToken({ subject: clerk.subject, email }))
    expect(await invitationsOf(same)).toEqual([])
    expectProblem(await accept(same, id), 404, 'not_found')
    expect(await storesOf(same)).toEqual({ [shop.store.id]: 'staff' })
  })

  test('with an unknown field', async () => {
    const { id, amal } = await invite()
    for (const answer of ['accept', 'decline'])
      expectProblem(await amal.post(`/api/invitations/${id}/${answer}`, { role: 'owner' }), 422, 'invalid_input')
    expect(await storesOf(amal)).toEqual({})
  })
})
