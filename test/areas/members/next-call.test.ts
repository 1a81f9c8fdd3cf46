import { describe, expect, test } from 'vitest'
import { eventsOf } from '../../support/events.ts'
import { answerOf, callOf, tokenFor, post } from '../../support/callers/assistant.ts'
import { database, service } from '../../support/service.ts'
import { client, expectProblem, inStore, openShop, type Shop, somebody, userId } from '../../support/shop.ts'
import { storesVisibleTo, connect, expectRefusal, refresh } from '../../protocols/oauth/oauth-client.ts'
import { acceptAll, rolesOf, send, storesOf } from './invitee.ts'

describe('a change applies from the next request', () => {
  test('to a role that is given and taken away', async () => {
    const shop = await openShop()
    const clerk = await shop.invite('viewer')
    const addCustomer = () => clerk.post('/api/customers', { name: 'Nour' })
    expectProblem(await addCustomer(), 403, 'forbidden')
    await shop.owner.patch(`/api/members/${clerk.id}`, { role: 'staff' })
    expect((await addCustomer()).status).toBe(201)
    await shop.owner.patch(`/api/members/${clerk.id}`, { role: 'viewer' })
    expectProblem(await addCustomer(), 403, 'forbidden')
    expect((await eventsOf(clerk.id)).map(({ type, data }) => [type, data])).toEqual([
      ['member.joined', expect.objectContaining({ role: 'viewer' })],
      ['member.role_changed', { from: 'viewer', to: 'staff' }],
      ['member.role_changed', { from: 'staff', to: 'viewer' }],
    ])
  })

  test('to a removed member, for whom the store no longer exists', async () => {
    const shop = await openShop()
    const clerk = await shop.invite('staff')
    const { id } = await shop.addCustomer()
    await shop.owner.delete(`/api/members/${clerk.id}`)
    expectProblem(await clerk.get(`/api/customers/${id}`), 404, 'not_found')
    expectProblem(await clerk.get('/api/customers', inStore(shop.store)), 404, 'store_not_found')
    expect(await storesOf(clerk)).toEqual({})
    expect(await eventsOf(clerk.id)).toMatchObject([{}, { type: 'member.removed', data: { role: 'staff' } }])
  })

  const ends: [string, (shop: Shop, id: string) => Promise<unknown>][] = [
    ['demoted', (shop, id) => shop.owner.patch(`/api/members/${id}`, { role: 'staff' })],
    ['removed', (shop, id) => shop.owner.delete(`/api/members/${id}`)],
  ]

  test.for(ends)('the tokens and assistants of an admin who is %s stop working', async ([, end]) => {
    const shop = await openShop()
    const admin = await shop.invite('admin')
    const created = await tokenFor(shop, { by: admin })
    const connected = await connect({ store: shop.store, owner: admin })
    const others = await connect(shop)
    answerOf(await post(callOf('list_orders'), { token: created.token }))
    expect(await storesVisibleTo(connected.access_token)).toEqual([shop.store.id])

    await end(shop, admin.id)
    for (const token of [created.token, connected.access_token])
      expectProblem(await post(callOf('list_orders'), { token }), 401, 'invalid_token')
    expectRefusal(await refresh(connected), 'invalid_grant')
    expect(await storesVisibleTo(others.access_token)).toEqual([shop.store.id])
  })
})

describe('leaving', () => {
  test('is recorded as leaving, and ends only the membership', async () => {
    const shop = await openShop()
    const clerk = await shop.invite('staff')
    await clerk.post('/api/customers', { name: 'Nour' })
    expect((await clerk.delete(`/api/members/${clerk.id}`)).status).toBe(204)
    expect(await eventsOf(clerk.id)).toMatchObject([{}, { type: 'member.left', actor_id: clerk.id }])
    expect(await shop.owner.get('/api/customers')).toMatchObject({ body: { meta: { total: 1 } } })
    // A person who has left can be invited again.
    await send(shop, { email: clerk.email, role: 'viewer' })
    await acceptAll(clerk)
    expect(await storesOf(clerk)).toEqual({ [shop.store.id]: 'viewer' })
  })

  test('requires X-Store-Id from a member of several stores', async () => {
    const [one, two] = [await openShop(), await openShop()]
    const clerk = await one.invite('staff')
    await two.join(clerk.subject, 'viewer')
    const path = `/api/members/${clerk.id}`
    for (const answer of [await clerk.delete(path), await clerk.get(path)])
      expect(expectProblem(answer, 422, 'store_required')['stores']).toHaveLength(2)
    expect((await clerk.delete(path, inStore(two.store))).status).toBe(204)
    expect(await storesOf(clerk)).toEqual({ [one.store.id]: 'staff' })
  })

  test('succeeds once, even if the reply is lost', async () => {
    const shop = await openShop()
    const clerk = await shop.invite('staff')
    const tag = `leaves-${shop.store.id}`
    await database(tag).disturb({ lose_reply_after_commit: 1, times: 1 })
    const disturbed = client(clerk.token, service(tag))
    expect(await disturbed.delete(`/api/members/${clerk.id}`)).toMatchObject({ status: 204 })
    expect((await database(tag).seen()).injected).toBe(1)
    expect((await eventsOf(clerk.id)).map(({ type }) => type)).toEqual(['member.joined', 'member.left'])
    expectProblem(await disturbed.delete(`/api/members/${clerk.id}`), 404, 'not_found')
  })
})

describe('changing and removing', () => {
  test('affects one store, whatever roles the person has in others', async () => {
    const [one, two] = [await openShop(), await openShop()]
    const clerk = await one.invite('staff')
    await two.join(clerk.subject, 'staff')
    await one.owner.patch(`/api/members/${clerk.id}`, { role: 'viewer' })
    expect(await storesOf(clerk)).toEqual({ [one.store.id]: 'viewer', [two.store.id]: 'staff' })
    await one.owner.delete(`/api/members/${clerk.id}`)
    expect(await storesOf(clerk)).toEqual({ [two.store.id]: 'staff' })
  })

  test('is rejected for a person who is not in the store, and in a store of others', async () => {
    const [one, two] = [await openShop(), await openShop()]
    const stranger = await somebody()
    const theirs = await two.invite('staff')
    for (const id of [await userId(stranger), theirs.id, crypto.randomUUID(), 'nobody', await userId(two.owner)]) {
      expectProblem(await one.owner.get(`/api/members/${id}`), 404, 'not_found')
      expectProblem(await one.owner.patch(`/api/members/${id}`, { role: 'viewer' }), 404, 'not_found')
      expectProblem(await one.owner.delete(`/api/members/${id}`), 404, 'not_found')
    }
    expect(await rolesOf(two)).toMatchObject({ [theirs.id]: 'staff' })
  })

  test('is rejected if they changed since they were read', async () => {
    const shop = await openShop()
    const clerk = await shop.invite('viewer')
    const change = (role: string) => shop.owner.patch(`/api/members/${clerk.id}`, { role }, { 'If-Match': '"v1"' })
    const answers = await Promise.all(['staff', 'admin', 'owner'].map(change))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) expectProblem(answer, 409, 'version_conflict')
  })

  test('accepts only a valid role', async () => {
    const shop = await openShop()
    const clerk = await shop.invite('viewer')
    for (const body of [{}, { role: 'boss' }, { role: null }, { role: 'staff', email: 'a@b.test' }, { store_id: 'x' }])
      expectProblem(await shop.owner.patch(`/api/members/${clerk.id}`, body), 422, 'invalid_input')
    expect((await rolesOf(shop))[clerk.id]).toBe('viewer')
  })
})
