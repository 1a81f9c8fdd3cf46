import { expect, test } from 'vitest'
import { expectProblem, somebody } from '../../support/shop.ts'
import { list, numbersOf, pathOf, range } from './listing.ts'
import { openScarfShop } from './scarf-shop.ts'

async function openWith(orders: number) {
  const shop = await openScarfShop()
  for (let made = 0; made < orders; made++) await shop.buy()
  return shop
}

test('lists the newest orders first, twenty per page, with the total', async () => {
  const { owner } = await openWith(45)
  const meta = { limit: 20, total: 45, total_is_capped: false, total_pages: 3 }
  const more = { has_more: true, next_cursor: expect.any(String) }
  const last = { has_more: false, next_cursor: null }

  const first = await list(owner)
  expect(first.numbers).toEqual(range(1045, 1026))
  expect(first.meta).toEqual({ ...meta, page: 1, ...more })
  const second = await list(owner, { page: 2 })
  expect(second.numbers).toEqual(range(1025, 1006))
  expect(second.meta).toEqual({ ...meta, page: 2, ...more })
  const third = await list(owner, { page: 3 })
  expect(third.numbers).toEqual(range(1005, 1001))
  expect(third.meta).toEqual({ ...meta, page: 3, ...last })
  const beyond = await list(owner, { page: 4 })
  expect(beyond.numbers).toEqual([])
  expect(beyond.meta).toEqual({ ...meta, page: 4, ...last })

  const ended = await list(owner, { page: 3, limit: 15 })
  expect(ended.numbers).toEqual(range(1015, 1001))
  expect(ended.meta).toEqual({ ...meta, page: 3, limit: 15, ...last })
  expect(await numbersOf(owner, { limit: 1, page: 45 })).toEqual([1001])
  expect((await list(owner, { limit: 100 })).meta).toEqual({ ...meta, page: 1, limit: 100, total_pages: 1, ...last })
  expect(await numbersOf(owner, { sort: 'created_at', limit: 3, page: 2 })).toEqual([1004, 1005, 1006])
})

test('lists each order with the same fields as get_order', async () => {
  const { owner, buy, line } = await openScarfShop()
  await buy({ items: [line(), line({ quantity: 2, variant_note: 'blue' })], tags: ['gift'], total_amount: 30 })
  const { data } = await list(owner)
  expect(data).toHaveLength(1)
  expect([(await owner.get(`/api/orders/${data[0]?.id}`)).body]).toEqual(data)
})

test('is empty in a new store, and for a person without a store', async () => {
  const [{ owner }, outsider] = await Promise.all([openScarfShop(), somebody()])
  for (const reader of [owner, outsider])
    for (const query of [{}, { search: 'scarf' }, { page: 2 }])
      expect((await reader.get(pathOf(query))).body).toEqual({
        data: [],
        meta: {
          page: 'page' in query ? 2 : 1,
          limit: 20,
          total: 0,
          total_is_capped: false,
          total_pages: 0,
          has_more: false,
          next_cursor: null,
        },
      })
})

test('rejects a page or limit that is not a whole number within the limits', async () => {
  const { owner } = await openScarfShop()
  for (const field of ['page', 'limit'])
    for (const value of ['abc', '0', '-1', '1.5', '1e1', '', ' ', '0x10', 'NaN', 'Infinity', '99999999999999999999']) {
      const problem = expectProblem(await owner.get(pathOf({ [field]: value })), 422, 'invalid_input')
      expect(problem.errors).toMatchObject([{ pointer: `/${field}` }])
    }
  expectProblem(await owner.get('/api/orders?limit=101'), 422, 'invalid_input')
  expectProblem(await owner.get('/api/orders?page=1&page=2'), 422, 'invalid_input')
  const all = expectProblem(await owner.get('/api/orders?page=x&limit=0&sort=total&serach=scarf'), 422, 'invalid_input')
  expect(all.errors.map(({ pointer }) => pointer).toSorted()).toEqual(['/limit', '/page', '/serach', '/sort'])
})

test('page numbers reach the first 10,000 orders, after which the error mentions the cursor', async () => {
  const { owner } = await openScarfShop()
  for (const query of [{ page: 500 }, { page: 100, limit: 100 }, { page: 10_000, limit: 1 }])
    expect((await list(owner, query)).meta.page).toBe(query.page)
  for (const query of [
    { page: 501 },
    { page: 101, limit: 100 },
    { page: 10_001, limit: 1 },
    { page: 501, search: 'x' },
  ])
    expect(expectProblem(await owner.get(pathOf(query)), 422, 'page_too_deep').detail).toContain('cursor')
})
