import { expect, test } from 'vitest'
import { listMembers } from '../../../src/areas/members/list-members.ts'
import { expectBody, inStore, openShop, type Client } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { newAddress, send } from './invitee.ts'

const list = async ({ get }: Pick<Client, 'get'>, question = '', headers?: Record<string, string>) =>
  expectBody(await get(`/api/members?${question}`, headers), 200, listMembers.output)

/** All pages, by cursor. */
async function walk(caller: Client, limit: number) {
  const seen: { id: string; store_id: string }[] = []
  let cursor: string | null = null
  do {
    const page = await list(caller, `limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`)
    seen.push(...page.data)
    cursor = page.meta.next_cursor
  } while (cursor !== null)
  return seen
}

test('the list has members and invitations, newest first, page by page', async () => {
  const shop = await openShop()
  const clerk = await shop.invite('staff')
  const waiting = await send(shop, { email: newAddress(), role: 'viewer' })
  const late = await shop.invite('admin')
  const all = await list(shop.owner)
  expect(all.data.map(({ id }) => id)).toEqual([late.id, waiting.id, clerk.id, all.data.at(-1)?.id])
  expect(all.meta).toMatchObject({ total: 4, has_more: false, next_cursor: null })
  expect(all.data.map(({ status, role }) => [status, role])).toEqual([
    ['active', 'admin'],
    ['invited', 'viewer'],
    ['active', 'staff'],
    ['active', 'owner'],
  ])
  const second = await list(shop.owner, 'limit=3&page=2')
  expect(second).toMatchObject({ data: [{ role: 'owner' }], meta: { page: 2, total: 4, total_pages: 2 } })
  for (const limit of [1, 2, 3]) expect(await walk(shop.owner, limit)).toEqual(all.data)
})

test('it covers all of the caller’s stores, or the one in X-Store-Id', async () => {
  const [one, two] = [await openShop(), await openShop()]
  await two.join(one.owner.subject, 'viewer')
  const both = await list(one.owner)
  expect(both.meta.total).toBe(3)
  for (const { store } of [one, two]) {
    const picked = await list(one.owner, '', inStore(store))
    expect(picked.data).toEqual(both.data.filter(({ store_id }) => store_id === store.id))
    expect(picked.meta.total).toBe(picked.data.length)
  }
})

test('a person who joined several stores at the same moment is listed once per store, across pages', async () => {
  const shops = [await openShop(), await openShop(), await openShop()]
  const [one, ...others] = shops
  for (const shop of others) await shop.join(one?.owner.subject ?? '', 'viewer')
  for (const { store } of shops)
    await asOwner`update store_members set created_at = '2026-01-01T00:00:00Z' where store_id = ${store.id}`
  if (!one) throw new Error('there is no shop')
  const all = (await list(one.owner)).data
  expect(all).toHaveLength(5)
  for (const limit of [1, 2, 4]) expect(await walk(one.owner, limit)).toEqual(all)
})
