import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { serverOf } from '../../support/callers/keys.ts'
import { watchLog } from '../../support/run/log.ts'
import { expectProblem, openShop, type Shop } from '../../support/shop.ts'

/** The owner of the first shop belongs to both. */
let one: Shop
let two: Shop
let stranger: Shop
beforeAll(async () => {
  one = await openShop()
  two = await openShop()
  stranger = await openShop()
  await two.join(one.owner.subject, 'admin')
})
afterEach(() => void vi.restoreAllMocks())

const inStore = (name: string) => ({ 'X-Store-Id': name })

describe('X-Store-Id with the slug of a store', () => {
  test('chooses the store for reading and for writing, in one round trip', async () => {
    const { requests } = watchLog()
    const made = await one.owner.post('/api/customers', { name: 'Amal' }, inStore(two.store.slug))
    expect(made).toMatchObject({ status: 201, body: { store_id: two.store.id } })
    const read = await one.owner.get('/api/stores', inStore(two.store.slug))
    expect(read).toMatchObject({ status: 200, body: { data: [{ id: two.store.id }] } })
    expect(requests()).toMatchObject([{ db_round_trips: 1 }, { db_round_trips: 1 }])
  })

  test('may be in upper case', async () => {
    const answer = await one.owner.get('/api/stores', inStore(two.store.slug.toUpperCase()))
    expect(answer).toMatchObject({ status: 200, body: { data: [{ id: two.store.id }] } })
  })

  test('works with an API key of the store', async () => {
    const server = await serverOf(two)
    expect(await server.get('/api/orders', inStore(two.store.slug))).toMatchObject({ status: 200 })
    for (const slug of [one.store.slug, stranger.store.slug, 'no-such-store'])
      expectProblem(await server.get('/api/orders', inStore(slug)), 404, 'store_not_found')
  })

  test('still works after the store got another slug, and leads to no other store', async () => {
    const shop = await openShop()
    const slug = `souk-${crypto.randomUUID().slice(0, 13)}`
    expect(await shop.owner.patch(`/api/stores/${shop.store.id}`, { slug })).toMatchObject({ status: 200 })
    for (const name of [shop.store.slug, slug]) {
      const answer = await shop.owner.get('/api/stores', inStore(name))
      expect(answer).toMatchObject({ status: 200, body: { data: [{ id: shop.store.id }] } })
      expectProblem(await stranger.owner.get('/api/stores', inStore(name)), 404, 'store_not_found')
    }
  })

  test('does not tell the slug of another store from one that nobody has', async () => {
    const [foreign, unknown] = await Promise.all(
      [stranger.store.slug, 'no-such-store'].map((slug) => one.owner.get('/api/orders', inStore(slug))),
    )
    for (const answer of [foreign, unknown])
      if (answer) expect(expectProblem(answer, 404, 'store_not_found').detail).toContain('id or slug')
  })

  test('keeps the role of the chosen store', async () => {
    const colleague = await one.hire('viewer')
    await two.join(colleague.subject, 'staff')
    const body = { name: 'Amal' }
    expectProblem(await colleague.post('/api/customers', body, inStore(one.store.slug)), 403, 'forbidden')
    expect(await colleague.post('/api/customers', body, inStore(two.store.slug))).toMatchObject({ status: 201 })
  })
})
