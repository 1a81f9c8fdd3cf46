import { expect, test } from 'vitest'
import { expectProblem } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { jsonl, sent, types } from '../../platform/transfer/files.ts'
import { list, pathOf, walk } from './listing.ts'
import { openScarfShop } from './scarf-shop.ts'

async function openWith(orders: number) {
  const shop = await openScarfShop()
  const ids: string[] = []
  const buyOne = async () => ids.push((await shop.bought()).id)
  for (let made = 0; made < orders; made++) await buyOne()
  return { ...shop, ids, buyOne }
}

test('returns every order exactly once, newest first, even while orders are created', async () => {
  const { owner, ids, buyOne } = await openWith(23)
  const before = ids.toReversed()
  for (const query of [{ limit: 5 }, { limit: 5, search: 'scarf' }, { limit: 23 }]) {
    const fresh = ids.toReversed()
    expect(await walk(owner, query, buyOne)).toEqual(fresh)
  }
  expect(ids.length).toBeGreaterThan(before.length + 8)
})

test('with the oldest first, reaches the new orders too', async () => {
  const { owner, ids, buyOne } = await openWith(7)
  for (const search of [{}, { search: 'scarf' }]) {
    const before = ids.length
    expect(await walk(owner, { limit: 3, sort: 'created_at', ...search }, buyOne)).toEqual(ids)
    expect(ids.length).toBeGreaterThan(before)
  }
})

test('neither skips nor repeats orders created at the same time', async () => {
  const { owner, ids, store } = await openWith(17)
  await asOwner`update orders set created_at = '2026-03-01T10:00:00.123Z' where store_id = ${store.id}`
  const inOrder = ids.toSorted()
  for (const search of [{}, { search: 'scarf' }]) {
    expect(await walk(owner, { limit: 4, ...search })).toEqual(inOrder.toReversed())
    expect(await walk(owner, { limit: 4, sort: 'created_at', ...search })).toEqual(inOrder)
  }
})

test('reaches imported orders of any year', async () => {
  const { owner, ...shop } = await openScarfShop()
  const years = [1000, 1900, 1969, 1970, 2001, 2020]
  const rows = years.map((year) => ({
    ...shop.order(),
    total_amount: undefined,
    created_at: `${year}-01-01T00:00:00Z`,
  }))
  const report = await sent(
    owner,
    'orders',
    jsonl(...rows.map((row, nth) => ({ ...row, external_id: `OLD-${nth}` }))),
    { type: types.jsonl },
  )
  const ids = report.rows.map(({ id }) => id)
  expect(await walk(owner, { limit: 1, sort: 'created_at' })).toEqual(ids)
  expect(await walk(owner, { limit: 1 })).toEqual(ids.toReversed())
})

test('can only be used with the same filters', async () => {
  const { owner } = await openWith(5)
  const { meta } = await list(owner, { limit: 2, status: 'pending', search: 'scarf' })
  const cursor = meta.next_cursor ?? ''
  const same = await list(owner, { limit: 3, search: 'scarf', status: 'pending', cursor })
  expect(same.numbers).toEqual([1003, 1002, 1001])
  expect(same.meta).toEqual({ ...meta, page: null, limit: 3, total_pages: 2, has_more: false, next_cursor: null })
  for (const other of [
    { search: 'scarf' },
    { status: 'pending' },
    { status: 'pending', search: 'hat' },
    { status: 'confirmed', search: 'scarf' },
    { status: 'pending', search: 'scarf', sort: 'created_at' },
    { status: 'pending', search: 'scarf', platform: 'direct' },
  ]) {
    const problem = expectProblem(await owner.get(pathOf({ ...other, cursor })), 422, 'invalid_input')
    expect(problem.errors).toMatchObject([{ pointer: '/cursor', code: 'invalid_cursor' }])
  }
})

test('cannot be combined with a page number, and rejects forged cursors', async () => {
  const { owner } = await openWith(2)
  const cursor = (await list(owner, { limit: 1 })).meta.next_cursor ?? ''
  const both = expectProblem(await owner.get(pathOf({ cursor, page: 1 })), 422, 'invalid_input')
  expect(both.errors).toMatchObject([{ pointer: '/page' }])
  const parts = atob(cursor.replaceAll('-', '+').replaceAll('_', '/')).split('.')
  const forged = [
    ['x', ...parts.slice(1)],
    ['9e15', ...parts.slice(1)],
    [parts[0], "' or 1=1 --", parts[2]],
    parts.slice(0, 2),
  ].map((wrong) => btoa(wrong.join('.')))
  for (const wrong of ['', 'next', '%', 'a'.repeat(501), cursor.slice(0, -8), ...forged]) {
    const problem = expectProblem(await owner.get(pathOf({ cursor: wrong })), 422, 'invalid_input')
    expect(problem.errors).toMatchObject([{ pointer: '/cursor' }])
  }
})
