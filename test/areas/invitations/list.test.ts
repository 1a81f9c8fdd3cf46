import { expect, test } from 'vitest'
import { listInvitations } from '../../../src/areas/invitations/list-invitations.ts'
import { expectBody, expectProblem, openShop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { holderOf, invitationsOf, newAddress, send } from '../members/invitee.ts'

test('a person sees who invited them, to which store and with which role', async () => {
  const shop = await openShop()
  const email = newAddress()
  const { id, expires_at } = await send(shop, { email, role: 'viewer' })
  const { slug, name } = shop.store
  expect(await invitationsOf(await holderOf(email))).toEqual([
    {
      id,
      store: { id: shop.store.id, slug, name },
      role: 'viewer',
      invited_by: { id: expect.any(String), name: shop.owner.subject.toLowerCase(), email: shop.owner.email },
      created_at: expect.any(String),
      expires_at,
    },
  ])
})

test('a person sees only their own open invitations', async () => {
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
  expect(await invitationsOf(mine.owner)).toMatchObject([{ store: { id: powerless.store.id }, role: 'staff' }])
  expect(await invitationsOf(await holderOf(email, { verified: false }))).toEqual([])
})

test('many are listed page by page, newest first, by number or cursor', async () => {
  const email = newAddress()
  const sent = []
  for (let n = 0; n < 5; n++) sent.unshift((await send(await openShop(), { email, role: 'staff' })).id)
  const amal = await holderOf(email)
  const page = async (query: string) =>
    expectBody(await amal.get(`/api/invitations?${query}`), 200, listInvitations.output)
  const [first, second] = [await page('limit=2'), await page('limit=2&page=2')]
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(sent.slice(0, 4))
  expect(first.meta).toMatchObject({ page: 1, limit: 2, total: 5, total_pages: 3, has_more: true })
  const next = await page(`limit=2&cursor=${first.meta.next_cursor}`)
  expect(next.data).toEqual(second.data)
  const last = await page(`limit=2&cursor=${next.meta.next_cursor}`)
  expect(last).toMatchObject({ data: [{ id: sent[4] }], meta: { has_more: false, next_cursor: null } })
  expect(await page('page=9')).toMatchObject({ data: [], meta: { total: 5 } })
  expectProblem(await amal.get('/api/invitations?status=open'), 422, 'invalid_input')
})
