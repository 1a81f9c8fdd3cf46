import { expect, test } from 'vitest'
import { eventsOf } from '../../support/events.ts'
import { expectProblem, openShop, userId } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { accept, decline, holderOf, invitationsOf, newAddress, peopleOf, send, storesOf } from '../members/invitee.ts'

const invite = async () => {
  const shop = await openShop()
  const email = newAddress()
  const { id } = await send(shop, { email, role: 'staff' })
  return { shop, id, email, amal: await holderOf(email) }
}

test('declining an invitation deletes it and leaves an event in the store', async () => {
  const { shop, id, amal } = await invite()
  expect(await decline(amal, id)).toMatchObject({ status: 204, body: '' })
  expect(await invitationsOf(amal)).toEqual([])
  expect(await peopleOf(shop)).toMatchObject([{ role: 'owner' }])
  expect(await eventsOf(id)).toMatchObject([
    { type: 'member.invited' },
    {
      type: 'member.invitation_declined',
      actor_kind: 'user',
      actor_id: await userId(amal),
      data: { role: 'staff' },
    },
  ])
  expectProblem(await accept(amal, id), 404, 'not_found')
  expect(await storesOf(amal)).toEqual({})
})

test('declining twice has the same effect as once', async () => {
  const { id, amal } = await invite()
  const answers = await Promise.all([decline(amal, id), decline(amal, id), decline(amal, id)])
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
  expect((await decline(amal, id)).status).toBe(204)
  expect(await eventsOf(id)).toHaveLength(2)
})

test('an expired invitation can be declined', async () => {
  const { shop, id, amal } = await invite()
  await asOwner`update store_invitations set expires_at = now() where id = ${id}`
  expect((await decline(amal, id)).status).toBe(204)
  expect(await peopleOf(shop)).toHaveLength(1)
})

test('nobody can decline the invitation of someone else', async () => {
  const { id, amal } = await invite()
  expect((await decline(await holderOf(newAddress()), id)).status).toBe(204)
  expect(await invitationsOf(amal)).toMatchObject([{ id }])
})

test('an accepted invitation cannot be declined', async () => {
  const { shop, id, amal } = await invite()
  expect((await accept(amal, id)).status).toBe(200)
  expectProblem(await decline(amal, id), 404, 'not_found')
  expect(await storesOf(amal)).toEqual({ [shop.store.id]: 'staff' })
})

test('a person who declined can be invited again', async () => {
  const { shop, id, email, amal } = await invite()
  await decline(amal, id)
  const again = await send(shop, { email, role: 'viewer' })
  expect(again.id).not.toBe(id)
  expect((await accept(amal, again.id)).status).toBe(200)
})
