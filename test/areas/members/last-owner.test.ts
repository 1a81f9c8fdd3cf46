import { describe, expect, test } from 'vitest'
import { crowd } from '../../support/run/effort.ts'
import { service } from '../../support/service.ts'
import { type Client, expectProblem, inStore, openShop, userId } from '../../support/shop.ts'
import { send, newAddress, rolesOf } from './invitee.ts'

const demote = (by: Client, id: string) => by.patch(`/api/members/${id}`, { role: 'admin' })
const remove = (by: Client, id: string) => by.delete(`/api/members/${id}`)

describe('the last owner of a store', () => {
  test('cannot be demoted, removed, or leave; nothing changes', async () => {
    const shop = await openShop()
    const me = await userId(shop.owner)
    // An invited owner does not count.
    await send(shop, { email: newAddress(), role: 'owner' })
    await shop.invite('admin')
    for (const answer of [await demote(shop.owner, me), await remove(shop.owner, me)]) {
      const { detail } = expectProblem(answer, 409, 'last_owner')
      expect(detail).toContain('Make another member an owner first')
    }
    expect((await rolesOf(shop))[me]).toBe('owner')
  })

  test('can be given the owner role again', async () => {
    const shop = await openShop()
    const me = await userId(shop.owner)
    expect(await shop.owner.patch(`/api/members/${me}`, { role: 'owner' })).toMatchObject({
      status: 200,
      body: { role: 'owner', version: 1 },
    })
  })

  test('can leave once there is another owner', async () => {
    const shop = await openShop()
    const me = await userId(shop.owner)
    const second = await shop.invite('owner')
    expect((await demote(shop.owner, me)).status).toBe(200)
    expect((await rolesOf(shop, second))[me]).toBe('admin')
    expect((await remove(shop.owner, me)).status).toBe(204)
    expectProblem(await remove(second, second.id), 409, 'last_owner')
  })

  test('of one store cannot leave it, even if they are one of several owners elsewhere', async () => {
    const [one, two] = [await openShop(), await openShop()]
    await two.join(one.owner.subject, 'owner')
    const me = await userId(one.owner)
    expectProblem(await one.owner.delete(`/api/members/${me}`, inStore(one.store)), 409, 'last_owner')
    expect((await one.owner.delete(`/api/members/${me}`, inStore(two.store))).status).toBe(204)
  })
})

const acts = { demote, remove }
type Act = keyof typeof acts

const duels: [Act, Act][] = [
  ['demote', 'demote'],
  ['remove', 'remove'],
  ['demote', 'remove'],
]

describe('two owners at once', () => {
  test.for(duels)('%s and %s each other: exactly one wins', async ([first, second]) => {
    for (let round = 0; round < crowd(8, 2); round++) {
      const shop = await openShop({ through: service(crypto.randomUUID()) })
      const [one, two] = [{ ...shop.owner, id: await userId(shop.owner) }, await shop.invite('owner')]
      const answers = await Promise.all([acts[first](one, two.id), acts[second](two, one.id)])
      const lost = answers.filter(({ status }) => status >= 400)
      expect(lost, JSON.stringify(answers)).toHaveLength(1)
      // By then the other had lost their role or their membership.
      expect([403, 404]).toContain(lost[0]?.status)
      const winner = answers[0] === lost[0] ? two : one
      const owners = Object.values(await rolesOf(shop, winner)).filter((role) => role === 'owner')
      expect(owners).toHaveLength(1)
    }
  })

  test.for(['demote', 'remove'] satisfies Act[])('%s themselves: one remains an owner', async (act) => {
    for (let round = 0; round < crowd(8, 2); round++) {
      const shop = await openShop({ through: service(crypto.randomUUID()) })
      const witness = await shop.invite('viewer')
      const people = [
        { ...shop.owner, id: await userId(shop.owner) },
        await shop.invite('owner'),
        await shop.invite('owner'),
      ]
      const answers = await Promise.all(people.map((person) => acts[act](person, person.id)))
      const lost = answers.filter(({ status }) => status >= 400)
      expect(lost).toHaveLength(1)
      expect(lost[0]).toMatchObject({ status: 409, body: { code: 'last_owner' } })
      expect(Object.values(await rolesOf(shop, witness)).filter((role) => role === 'owner')).toHaveLength(1)
    }
  })
})
