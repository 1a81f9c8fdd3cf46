import { describe, expect, test } from 'vitest'
import { eventTypesOf, eventsOf } from '../support/events.ts'
import { database, service } from '../support/service.ts'
import { sessionToken } from '../support/identity.ts'
import { client, expectProblem, openShop, userId } from '../support/shop.ts'
import { asOwner } from '../support/sql.ts'
import { holderOf, invitationsOf, newAddress, peopleOf, send, storesOf } from './invitee.ts'

describe('somebody who is invited', () => {
  test('is a member from their first call on, with the role they were given', async () => {
    const shop = await openShop()
    const email = newAddress()
    await send(shop, { email, role: 'staff' })
    const amal = await holderOf(email)
    expect((await amal.post('/api/customers', { name: 'Nour' })).status).toBe(201)
    expect(await storesOf(amal)).toEqual({ [shop.store.id]: 'staff' })

    const id = await userId(amal)
    expect(await peopleOf(shop)).toMatchObject([
      { id, email, role: 'staff', status: 'active', invited_at: null, expires_at: null, invited_by: null, version: 1 },
      { role: 'owner' },
    ])
    expect(await eventsOf(id)).toMatchObject([
      { type: 'member.joined', actor_kind: 'user', actor_id: id, data: { role: 'staff' } },
    ])
  })

  test('is let in by the store that the call picks, too', async () => {
    const shop = await openShop()
    const email = newAddress()
    await send(shop, { email, role: 'viewer' })
    const amal = await holderOf(email)
    expect((await amal.get('/api/orders', { 'X-Store-Id': shop.store.id })).status).toBe(200)
  })

  test('joins all the stores that invited them, each with its role', async () => {
    const [one, two] = [await openShop(), await openShop()]
    const email = newAddress()
    await send(one, { email, role: 'admin' })
    await send(two, { email, role: 'viewer' })
    expect(await storesOf(await holderOf(email))).toEqual({ [one.store.id]: 'admin', [two.store.id]: 'viewer' })
  })

  test('who has a store already is put into no other by its owner: they join by naming it', async () => {
    const [mine, other] = [await openShop(), await openShop()]
    await send(other, { email: mine.owner.email, role: 'viewer' })
    expect(await storesOf(mine.owner)).toEqual({ [mine.store.id]: 'owner' })
    expect(await invitationsOf(mine.owner)).toMatchObject([
      { id: other.store.id, slug: other.store.slug, name: other.store.name, role: 'viewer' },
    ])
    // What they create names no store, and goes on to be theirs.
    expect((await mine.owner.post('/api/customers', { name: 'Nour' })).status).toBe(201)
    expect((await mine.owner.get('/api/orders', { 'X-Store-Id': other.store.id })).status).toBe(200)
    expect(await storesOf(mine.owner)).toEqual({ [mine.store.id]: 'owner', [other.store.id]: 'viewer' })
    expect(await invitationsOf(mine.owner)).toEqual([])
  })

  test('is told of the invitations that hold, and of nobody else’s', async () => {
    const [mine, late, powerless, other] = [await openShop(), await openShop(), await openShop(), await openShop()]
    const { email } = mine.owner
    await send(late, { email, role: 'viewer' })
    await asOwner`update store_invitations set expires_at = now() where store_id = ${late.store.id}`
    const admin = await powerless.hire('admin')
    await send(powerless, { email, role: 'staff' }, admin)
    await powerless.demote(admin.subject, 'staff')
    await send(other, { email: newAddress(), role: 'staff' })
    expect(await invitationsOf(mine.owner)).toEqual([])
    await powerless.demote(admin.subject, 'admin')
    expect(await invitationsOf(mine.owner)).toMatchObject([{ id: powerless.store.id, role: 'staff' }])
    const unproven = await holderOf(email, { verified: false })
    expect(await invitationsOf(unproven)).toEqual([])
  })

  test('joins once, however many calls they begin with', async () => {
    for (let round = 0; round < 3; round++) {
      const [one, two] = [await openShop(), await openShop()]
      const email = newAddress()
      await send(one, { email, role: 'staff' })
      await send(two, { email, role: 'staff' })
      const amal = await holderOf(email, { through: service(crypto.randomUUID()) })
      const answers = await Promise.all(Array.from({ length: 12 }, () => amal.get('/api/me')))
      for (const answer of answers) expect(answer.status).toBe(200)
      // Whichever came first, all of the others found it done.
      expect(Object.keys(await storesOf(amal))).toHaveLength(2)
      expect(await eventTypesOf(await userId(amal))).toEqual(['member.joined', 'member.joined'])
    }
  })

  test('is not kept waiting for it by a further round trip', async () => {
    const shop = await openShop()
    const email = newAddress()
    await send(shop, { email, role: 'staff' })
    const tag = `joins-${crypto.randomUUID()}`
    const amal = await holderOf(email, { through: service(tag) })
    expect(await storesOf(amal)).toEqual({ [shop.store.id]: 'staff' })
    expect((await database(tag).seen()).requests).toBe(1)
  })

  test('does not join by a call that is refused, and does by the next', async () => {
    const shop = await openShop()
    const email = newAddress()
    await send(shop, { email, role: 'viewer' })
    const amal = await holderOf(email)
    expectProblem(await amal.post('/api/customers', { name: 'Nour' }), 403, 'forbidden')
    expect((await peopleOf(shop)).map(({ status }) => status)).toEqual(['invited', 'active'])
    expect(await storesOf(amal)).toEqual({ [shop.store.id]: 'viewer' })
  })
})

describe('an address is theirs', () => {
  test('in whatever letters', async () => {
    const shop = await openShop()
    const email = newAddress()
    await send(shop, { email: email.replace('amal', 'Amal'), role: 'staff' })
    expect(await storesOf(await holderOf(email.toUpperCase()))).toEqual({ [shop.store.id]: 'staff' })
  })

  test('where the identity provider says so outright, and not otherwise', async () => {
    const shop = await openShop()
    const email = newAddress()
    await send(shop, { email, role: 'staff' })
    const unproven = [
      await holderOf(email, { verified: false }),
      await holderOf(email, { claims: { email_verified: 'true' } }),
      await holderOf(email, { claims: { email_verified: 1 } }),
      await holderOf(email, { claims: { email_verified: undefined } }),
    ]
    for (const somebody of unproven) {
      expect(await storesOf(somebody)).toEqual({})
      expectProblem(await somebody.get('/api/me', { 'X-Store-Id': shop.store.id }), 404, 'not_found')
    }
    expect(await storesOf(await holderOf(email))).toEqual({ [shop.store.id]: 'staff' })
  })

  test('and no other that looks like it', async () => {
    const shop = await openShop()
    const word = crypto.randomUUID().slice(0, 8)
    await send(shop, { email: `mike.${word}@kuwait.test`, role: 'owner' })
    const alike = [
      `mike${word}@kuwait.test`,
      `m.ike.${word}@kuwait.test`,
      `mike.${word}+shop@kuwait.test`,
      `mike.${word}@kuwait.test.evil.test`,
      `mike.${word}@kuwait.tes`,
      // The Kelvin sign, which is a k in lower case, and letters of another script and width.
      `mi\u212Ae.${word}@kuwait.test`,
      `mi\u043Ae.${word}@kuwait.test`,
      `mi\uFF4Be.${word}@kuwait.test`,
    ]
    for (const email of alike) expect(await storesOf(await holderOf(email)), email).toEqual({})
  })
})

describe('an invitation does not hold', () => {
  const invite = async () => {
    const shop = await openShop()
    const email = newAddress()
    const { id } = await send(shop, { email, role: 'staff' })
    return { shop, id, amal: await holderOf(email) }
  }

  test('after seven days', async () => {
    const { shop, id, amal } = await invite()
    await asOwner`update store_invitations set expires_at = now() where id = ${id}`
    expect(await storesOf(amal)).toEqual({})
    expect(await peopleOf(shop)).toMatchObject([{ id, status: 'invited' }, {}])
  })

  test('once it is revoked', async () => {
    const { shop, id, amal } = await invite()
    expect((await shop.owner.delete(`/api/members/${id}`)).status).toBe(204)
    expect(await storesOf(amal)).toEqual({})
    expect(await peopleOf(shop)).toHaveLength(1)
    expect(await eventTypesOf(id)).toEqual(['member.invited', 'member.invitation_revoked'])
    expectProblem(await shop.owner.delete(`/api/members/${id}`), 404, 'not_found')
  })

  test('once whoever sent it may no longer give that role: nobody comes back by their own invitation', async () => {
    const shop = await openShop()
    const admin = await shop.invite('admin')
    const email = newAddress()
    const { id } = await send(shop, { email, role: 'admin' }, admin)
    const back = await holderOf(email)
    await shop.owner.delete(`/api/members/${admin.id}`)
    expect(await storesOf(back)).toEqual({})
    expect(await shop.owner.get(`/api/members/${id}`)).toMatchObject({
      body: { invited_by: { id: admin.id, may_invite: false } },
    })
    // Unless somebody who may sends it again.
    await send(shop, { email, role: 'viewer' })
    expect(await storesOf(back)).toEqual({ [shop.store.id]: 'viewer' })
  })

  test('to the owner’s role, once whoever sent it is an admin', async () => {
    const shop = await openShop()
    const second = await shop.invite('owner')
    const email = newAddress()
    await send(shop, { email, role: 'owner' }, second)
    await shop.owner.patch(`/api/members/${second.id}`, { role: 'admin' })
    const amal = await holderOf(email)
    expect(await storesOf(amal)).toEqual({})
    await shop.owner.patch(`/api/members/${second.id}`, { role: 'owner' })
    expect(await storesOf(amal)).toEqual({ [shop.store.id]: 'owner' })
  })

  test('for whoever changed its role last, it does: an owner can make one of an admin’s an owner’s', async () => {
    const shop = await openShop()
    const admin = await shop.invite('admin')
    const email = newAddress()
    const { id } = await send(shop, { email, role: 'staff' }, admin)
    expect((await shop.owner.patch(`/api/members/${id}`, { role: 'owner' })).status).toBe(200)
    expect(await storesOf(await holderOf(email))).toEqual({ [shop.store.id]: 'owner' })
  })

  test('beyond 200 stores: nobody is flooded with other people’s', async () => {
    const shop = await openShop()
    const email = newAddress()
    const amal = await holderOf(email)
    const id = await userId(amal)
    await asOwner`with made as (insert into stores (id, slug, name, currency, currency_exponent)
        select gen_random_uuid(), 'crowd-' || ${id} || n, 'Crowd', 'USD', 2 from generate_series(1, 199) as n returning id)
      insert into store_members (store_id, user_id, issuer, subject, role) select id, ${id}, 'x', 'x', 'viewer' from made`
    const other = await openShop()
    await send(shop, { email, role: 'staff' })
    await send(other, { email, role: 'staff' })
    expect((await amal.get('/api/me', { 'X-Store-Id': shop.store.id })).status).toBe(200)
    expectProblem(await amal.get('/api/me', { 'X-Store-Id': other.store.id }), 404, 'not_found')
    expect(Object.keys(await storesOf(amal))).toHaveLength(200)
  })
})

test('whoever is a member already under another address stays what they are', async () => {
  const shop = await openShop()
  const clerk = await shop.invite('staff')
  const email = newAddress()
  const { id } = await send(shop, { email, role: 'viewer' })
  const same = client(await sessionToken({ subject: clerk.subject, email }))
  expect((await same.get('/api/me', { 'X-Store-Id': shop.store.id })).status).toBe(200)
  expect(await storesOf(same)).toEqual({ [shop.store.id]: 'staff' })
  expectProblem(await shop.owner.get(`/api/members/${id}`), 404, 'not_found')
  expect(await eventTypesOf(clerk.id)).toEqual(['member.joined'])
})
