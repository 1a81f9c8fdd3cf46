import { beforeAll, expect, test } from 'vitest'
import { expectProblem } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { list, numbersOf, pathOf, range, walk } from './listing.ts'
import { openScarfShop } from './scarf-shop.ts'

type ScarfShop = Awaited<ReturnType<typeof openScarfShop>>

/** Copies order 1001 up to this number: one order per second, every tenth from a marketplace. */
async function fillUp({ store }: ScarfShop, last: number) {
  await asOwner`insert into orders (store_id, id, number, platform, source, currency, currency_exponent, subtotal_minor,
      total_minor, customer_id, customer_name, lines, lines_key, stated, created_at, updated_at)
    select store_id, uuidv7(), n, case when n % 10 = 0 then 'marketplace' else 'direct' end, source, currency,
      currency_exponent, subtotal_minor, total_minor, customer_id, customer_name, lines, lines_key, stated,
      created_at + (n - 1001) * interval '1 second', created_at
    from orders, generate_series(1002, ${last}::int) as n where store_id = ${store.id} and number = 1001`
  await asOwner`update store_counters set last_order_number = ${last} where store_id = ${store.id}`
}

/** The time this many seconds after the store's first order. */
async function beginningOf({ owner }: ScarfShop) {
  const { data } = await list(owner, { search: '#1001' })
  const first = new Date(data[0]?.created_at ?? '').getTime()
  return (seconds: number) => new Date(first + seconds * 1000).toISOString()
}

const newestFirst = (a: string, b: string) => (a === b ? 0 : a < b ? 1 : -1)

let big: ScarfShop
let small: ScarfShop

beforeAll(async () => {
  ;[big, small] = await Promise.all([openScarfShop(), openScarfShop()])
  await Promise.all([big.buy(), small.buy({ notes: 'Ring the bell' })])
  await Promise.all([fillUp(big, 11_050), fillUp(small, 1_600)])
  // Like autovacuum for this many rows: with statistics of one table only, the planner may choose a bad plan.
  await asOwner`analyze orders, order_search_texts`
})

test('a count stops at 10,001, and the cursor continues beyond it', async () => {
  const newest = await list(big.owner, { limit: 100 })
  expect(newest.numbers).toEqual(range(11_050, 10_951))
  expect(newest.meta).toMatchObject({ total: 10_001, total_is_capped: true, total_pages: 101, has_more: true })
  const deepest = await list(big.owner, { limit: 100, page: 100 })
  expect(deepest.numbers).toEqual(range(1_150, 1_051))
  const beyond = await list(big.owner, { limit: 100, cursor: deepest.meta.next_cursor ?? '' })
  expect(beyond.numbers).toEqual(range(1_050, 1_001))
  expect(beyond.meta).toMatchObject({ has_more: false, next_cursor: null, total: 10_001 })
  expectProblem(await big.owner.get(pathOf({ limit: 100, page: 101 })), 422, 'page_too_deep')
  const pending = await list(big.owner, { status: 'pending', limit: 1 })
  expect(pending.meta).toMatchObject({ total: 10_001, total_is_capped: true })
  const some = await list(big.owner, { platform: 'marketplace', limit: 1 })
  // No index serves the platform, so only the newest 10,000 orders are counted.
  expect(some.meta).toMatchObject({ total: 1_000, total_is_capped: true })
})

test('a search counts at most 1,001 matches, and its pages stay correct', async () => {
  const { owner } = big
  const first = await list(owner, { search: 'scarf' })
  expect(first.numbers).toEqual(range(11_050, 11_031))
  expect(first.meta).toMatchObject({ total: 1_001, total_is_capped: true, has_more: true })
  expect(await numbersOf(owner, { search: 'scarf', page: 200, limit: 50 })).toEqual(range(1_100, 1_051))
  expect(await numbersOf(owner, { search: 'scarf', page: 30, sort: 'created_at' })).toEqual(range(1_581, 1_600))
  const marketplace = await list(owner, { search: 'scarf', platform: 'marketplace', page: 2, limit: 5 })
  expect(marketplace.numbers).toEqual([11_000, 10_990, 10_980, 10_970, 10_960])
  expect(marketplace.meta).toMatchObject({ total: 1_001, total_is_capped: true })
})

test('a search with 1,000 matches counts them all', async () => {
  const began = await beginningOf(big)
  const first = async (matches: number) =>
    (await list(big.owner, { search: 'amal', page: 50, created_to: began(matches - 0.5) })).meta
  expect(await first(999)).toMatchObject({ total: 999, total_is_capped: false, total_pages: 50, has_more: false })
  expect(await first(1_000)).toMatchObject({ total: 1_000, total_is_capped: false, total_pages: 50, has_more: false })
  expect(await first(1_001)).toMatchObject({ total: 1_001, total_is_capped: true, total_pages: 51, has_more: true })
})

test('a cursor returns every match of a common word once, in both directions', async () => {
  for (const sort of ['-created_at', 'created_at']) {
    const seen = await walk(big.owner, { search: 'scarf', platform: 'marketplace', limit: 100, sort })
    expect(seen).toHaveLength(1_005)
    expect(new Set(seen).size).toBe(1_005)
  }
})

test('a rare word is found among many orders', async () => {
  expect(await numbersOf(small.owner, { search: 'bell' })).toEqual([1001])
  expect(await numbersOf(big.owner, { search: 'bell' })).toEqual([])
  expect(await numbersOf(big.owner, { search: '#5000' })).toEqual([5_000])
})

test('matches of several stores are merged and counted together', async () => {
  const both = await big.hire('viewer')
  await small.join(both.subject, 'viewer')
  const began = await beginningOf(big)
  for (const [seconds, total] of [
    [300, 600],
    [590, 1_001],
    [100_000, 1_001],
  ] as const) {
    const query = { search: 'scarf', created_to: began(seconds - 0.5) }
    const [ofBig, ofSmall] = await Promise.all([big, small].map(({ owner }) => list(owner, { ...query, limit: 100 })))
    const merged = [...(ofBig?.data ?? []), ...(ofSmall?.data ?? [])]
      .toSorted((a, b) => newestFirst(a.created_at, b.created_at) || newestFirst(a.id, b.id))
      .map(({ id }) => id)
    const page = async (number: number) => {
      const { data, meta } = await list(both, { ...query, limit: 45, page: number })
      expect(meta).toMatchObject({ total, total_is_capped: total > 1_000, has_more: true })
      return data.map(({ id }) => id)
    }
    expect([...(await page(1)), ...(await page(2))]).toEqual(merged.slice(0, 90))
  }
})
