import { describe, expect, test } from 'vitest'
import { listStores } from '../../../src/areas/stores/list-stores.ts'
import { Store } from '../../../src/areas/stores/store.ts'
import { testIssuer } from '../../support/callers/identity.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, inStore, openShop, pointersOf, somebody } from '../../support/shop.ts'

const shop = service()

async function merchantOf(count: number) {
  const merchant = await somebody(shop)
  const names = Array.from({ length: count }, (_, index) => `Shop ${index + 1}`)
  for (const name of names) expectBody(await merchant.post('/api/stores', { name, currency: 'USD' }), 201, Store)
  const list = async (question: string) =>
    expectBody(await merchant.get(`/api/stores?${question}`), 200, listStores.output)
  return { merchant, list }
}

describe('the list of my stores', () => {
  test('is sorted newest first, page by page', async () => {
    const { list } = await merchantOf(5)
    const first = await list('limit=2')
    expect(first.data.map(({ name }) => name)).toEqual(['Shop 5', 'Shop 4'])
    expect(first.meta).toMatchObject({
      page: 1,
      limit: 2,
      total: 5,
      total_is_capped: false,
      total_pages: 3,
      has_more: true,
    })
    const last = await list('limit=2&page=3')
    expect(last.data.map(({ name }) => name)).toEqual(['Shop 1'])
    expect(last.meta).toMatchObject({ page: 3, has_more: false, next_cursor: null })
    expect(await list('page=9')).toMatchObject({ data: [], meta: { total: 5, has_more: false } })
  })

  test('continues from a cursor', async () => {
    const { list } = await merchantOf(3)
    const { meta } = await list('limit=2')
    const rest = await list(`limit=2&cursor=${meta.next_cursor}`)
    expect(rest.data.map(({ name }) => name)).toEqual(['Shop 1'])
    expect(rest.meta).toMatchObject({ page: null, has_more: false })
  })

  test('rejects an invalid page or cursor', async () => {
    const { merchant } = await merchantOf(0)
    for (const [question, pointer] of [
      ['page=abc', '/page'],
      ['page=0', '/page'],
      ['page=-1', '/page'],
      ['page=1.5', '/page'],
      ['page=', '/page'],
      ['page=1e1', '/page'],
      ['limit=0', '/limit'],
      ['limit=101', '/limit'],
      ['cursor=nonsense', '/cursor'],
      ['cursor=', '/cursor'],
    ])
      expect(
        pointersOf(expectProblem(await merchant.get(`/api/stores?${question}`), 422, 'invalid_input')),
        question,
      ).toEqual([pointer])
    const both = await merchant.get(`/api/stores?page=1&cursor=x`)
    expectProblem(both, 422, 'invalid_input')
  })

  test('has only the stores the caller belongs to, with their role', async () => {
    const other = await openShop({ through: shop })
    const viewer = await other.hire('viewer')
    await viewer.post('/api/stores', { name: 'My own', currency: 'USD' })
    const mine = expectBody(await viewer.get('/api/stores'), 200, listStores.output)
    expect(mine.data.map(({ name, role }) => [name, role])).toEqual([
      ['My own', 'owner'],
      ['Test shop', 'viewer'],
    ])
    expect(await viewer.get('/api/stores', inStore(other.store))).toMatchObject({
      body: { data: [{ id: other.store.id }], meta: { total: 1 } },
    })
    expect(await other.owner.get('/api/stores')).toMatchObject({ body: { meta: { total: 1 } } })
  })
})

describe('GET /api/me', () => {
  test('returns the person and their stores, with what a front end needs to show amounts and days', async () => {
    const { owner, store } = await openShop({ through: shop, currency: 'KWD' })
    const { id, slug, name } = store
    expect(await owner.get('/api/me')).toMatchObject({
      status: 200,
      body: { issuer: testIssuer, subject: owner.subject, email: `${owner.subject}@test.example` },
    })
    const { stores } = Object((await owner.get('/api/me')).body)
    const { timezone } = store
    const amounts = { currency: 'KWD', currency_exponent: 3 }
    expect(stores).toEqual([{ id, slug, name, role: 'owner', ...amounts, timezone, failing_webhooks: 0 }])
  })

  test('works for a person without a store', async () => {
    const { get, subject } = await somebody(shop)
    expect(await get('/api/me')).toMatchObject({ status: 200, body: { subject, stores: [] } })
  })
})
