import { expect, test } from 'vitest'
import { expectProblem, inStore } from '../../support/shop.ts'
import { list, walk } from './listing.ts'
import { openScarfShop } from './scarf-shop.ts'

/** A member of two stores with seven and four interleaved orders, and a third store that is not theirs. */
async function openTwo() {
  const [one, two, third] = await Promise.all([openScarfShop(), openScarfShop(), openScarfShop()])
  const both = await one.hire('staff')
  await two.join(both.subject, 'viewer')
  const ids: string[] = []
  for (const shop of [one, two, one, one, two, two, one, one, two, one, one]) {
    await third.buy()
    ids.unshift((await shop.bought()).id)
  }
  return { one, two, both, ids }
}

test('a member of several stores sees all their orders in one list, sorted by time', async () => {
  const { both, ids } = await openTwo()
  for (const search of [{}, { search: 'amal' }]) {
    const { data, meta } = await list(both, search)
    expect(data.map(({ id }) => id)).toEqual(ids)
    expect(meta).toMatchObject({ total: 11, total_pages: 1, has_more: false })
    expect(await walk(both, { limit: 3, ...search })).toEqual(ids)
    expect(await walk(both, { limit: 4, sort: 'created_at', ...search })).toEqual(ids.toReversed())
    const third = await list(both, { limit: 4, page: 3, ...search })
    expect(third.data.map(({ id }) => id)).toEqual(ids.slice(8))
    const pending = await list(both, { status: 'pending', limit: 2, ...search })
    expect(pending.meta).toMatchObject({ total: 11, total_pages: 6 })
  }
})

test('X-Store-Id limits the list to one store', async () => {
  const { one, two, both } = await openTwo()
  for (const [{ store }, count] of [
    [one, 7],
    [two, 4],
  ] as const)
    for (const search of [{}, { search: 'amal' }]) {
      const { data, meta } = await list(both, search, inStore(store))
      expect(data.map(({ store_id }) => store_id)).toEqual(Array(count).fill(store.id))
      expect(meta.total).toBe(count)
    }
})

test('an order number that several stores have needs X-Store-Id', async () => {
  const { one, two, both } = await openTwo()
  expectProblem(await both.get('/api/orders/number:1002'), 422, 'store_required')
  for (const { store } of [one, two]) {
    const answer = await both.get('/api/orders/number:1002', inStore(store))
    expect(answer.body).toMatchObject({ store_id: store.id, number: 1002 })
  }
  expect((await both.get('/api/orders/number:1007')).body).toMatchObject({ store_id: one.store.id })
})
