import { beforeAll, describe, expect, test } from 'vitest'
import { Segment } from '../../../src/areas/customers/segments/segment.ts'
import { callOf, post, refusalOf, tokenFor } from '../../support/callers/assistant.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

describe('a range that ends before it begins is refused', () => {
  test.for([
    ['/api/orders', 'created_from=2026-05-05&created_to=2026-05-01', '/created_to'],
    ['/api/orders', 'paid_from=2026-05-05T12:00:00Z&paid_to=2026-05-05T12:00:00Z', '/paid_to'],
    ['/api/orders', 'shipped_from=2026-05-05T12:00:00Z&shipped_to=2026-05-05T14:00:00%2B03:00', '/shipped_to'],
    ['/api/orders', 'total_from=20&total_to=10', '/total_to'],
    ['/api/orders/export', 'created_from=2026-05-05&created_to=2026-05-01', '/created_to'],
    ['/api/products', 'price_from=20&price_to=19.99', '/price_to'],
    ['/api/inventory/movements', 'from=2026-05-05&to=2026-05-04', '/to'],
    ['/api/audit', 'from=2026-05-05&to=2026-05-04', '/to'],
    ['/api/audit/export', 'from=2026-05-05&to=2026-05-04', '/to'],
  ] as const)('%s?%s', async ([path, query, pointer]) => {
    const problem = expectProblem(await shop.owner.get(`${path}?${query}`), 422, 'invalid_input')
    expect(problem.errors).toMatchObject([{ pointer, code: 'range_empty' }])
  })

  test('all of them at once', async () => {
    const query = 'created_from=2026-05-05&created_to=2026-05-01&total_from=2&total_to=1'
    const problem = expectProblem(await shop.owner.get(`/api/orders?${query}`), 422, 'invalid_input')
    expect(problem.errors).toMatchObject([
      { pointer: '/total_to', detail: 'total_to must be at least total_from, or nothing can match.' },
      { pointer: '/created_to', detail: 'created_to must be after created_from, or nothing can match.' },
    ])
  })

  test('of shoppers', async () => {
    const path = `/api/storefront/${shop.store.slug}/products?price_from=20&price_to=10`
    const problem = expectProblem(await service().fetch(path), 422, 'invalid_input')
    expect(problem.errors).toMatchObject([{ pointer: '/price_to', code: 'range_empty' }])
  })

  test('of assistants', async () => {
    const { token } = await tokenFor(shop)
    const days = { created_from: '2026-05-05', created_to: '2026-05-01' }
    expect(refusalOf(await post(callOf('list_orders', days), { token }))).toMatchObject({
      errors: [{ pointer: '/created_to', code: 'range_empty' }],
    })
  })

  test('in days since the last order', async () => {
    const query = 'no_order_for_days=90&ordered_within_days=90'
    for (const path of ['/api/customers', '/api/customers/export']) {
      const problem = expectProblem(await shop.owner.get(`${path}?${query}`), 422, 'invalid_input')
      expect(problem.errors).toMatchObject([{ pointer: '/ordered_within_days', code: 'range_empty' }])
    }
  })
})

describe('a filter of customers that nobody can meet is refused', () => {
  const refusedAt = (answer: Parameters<typeof expectProblem>[0], field = 'its terms') => {
    const problem = expectProblem(answer, 422, 'invalid_input')
    expect(problem.errors).toMatchObject([
      { pointer: '/filter', code: 'range_empty', detail: expect.stringContaining(field) },
    ])
  }

  test.for([
    ['created>=2026-05-05 created<2026-05-01', 'created'],
    ['created>2026-05-05 created<2026-05-06', 'created'],
    ['created>=2026-05-05T12:00:00Z created<2026-05-05T15:00:00+03:00', 'created'],
    ['last_order>=2026-05-05 tag:vip last_order<2026-05-04T10:00:00Z', 'last_order'],
    ['last_order<90d last_order>30d', 'last_order'],
    ['no_order_for_days:90 ordered_within_days:90', 'last_order'],
    ['spent>=100 spent<=50', 'spent'],
    ['spent>=100 spent<100', 'spent'],
    ['spent=100 spent=100.000001', 'spent'],
    ['orders>3 and orders<4', 'orders'],
    ['orders=1 orders=2', 'orders'],
  ] as const)('%s', async ([filter, field]) => {
    const { owner } = shop
    for (const path of ['/api/customers', '/api/customers/export'])
      refusedAt(await owner.get(`${path}?filter=${encodeURIComponent(filter)}`), `its terms on ${field} `)
    refusedAt(await owner.post('/api/segments', { name: 'Nobody', filter }))
  })

  test('together with the days since the last order', async () => {
    for (const path of ['/api/customers', '/api/customers/export'])
      for (const query of [
        'filter=last_order%3C90d&ordered_within_days=30',
        'filter=last_order%3E30d&no_order_for_days=30',
      ])
        refusedAt(await shop.owner.get(`${path}?${query}`), '_days')
  })

  test('of an assistant', async () => {
    const { token } = await tokenFor(shop)
    expect(
      refusalOf(await post(callOf('list_customers', { filter: 'spent>=100 spent<=50' }), { token })),
    ).toMatchObject({
      errors: [{ pointer: '/filter', code: 'range_empty' }],
    })
  })

  test.for([
    'created>=2026-05-05 created<=2026-05-05',
    'created>=2026-05-05 created<2026-05-04T10:00:01Z',
    'created>2026-05-05T23:59:59Z created<=2026-05-05',
    'last_order<30d last_order>90d',
    'spent>=100 spent<=100',
    'spent>100 spent<100.01',
    'orders>3 orders<5',
    'orders>=3 spent<=2',
  ])('but %s is not', async (filter) => {
    expect(await shop.owner.get(`/api/customers?filter=${encodeURIComponent(filter)}`)).toMatchObject({ status: 200 })
  })

  test('but a segment with a further filter may have nobody', async () => {
    const segment = { name: 'Sleepers', filter: 'no_order_for_days:90' }
    const { id } = expectBody(await shop.owner.post('/api/segments', segment), 201, Segment)
    for (const query of ['filter=last_order%3E30d', 'ordered_within_days=30'])
      expect(await shop.owner.get(`/api/customers?segment_id=${id}&${query}`)).toMatchObject({
        status: 200,
        body: { data: [] },
      })
  })
})

describe('a range that something can lie in is not', () => {
  test.for([
    ['a day', 'created_from=2026-05-05&created_to=2026-05-05'],
    ['an amount', 'total_from=10&total_to=10'],
    ['the rest of a day', 'created_from=2026-05-05T23:59:59Z&created_to=2026-05-05'],
    ['a day that is over earlier in the east', 'created_from=2026-05-05&created_to=2026-05-04T10:00:01Z'],
    ['a day that is over later in the west', 'created_from=2026-05-06T11:59:59Z&created_to=2026-05-05'],
  ] as const)('%s', async ([, query]) => {
    expect(await shop.owner.get(`/api/orders?${query}`)).toMatchObject({ status: 200 })
  })

  test.for([
    'created_from=2026-05-05&created_to=2026-05-04T10:00:00Z',
    'created_from=2026-05-06T12:00:00Z&created_to=2026-05-05',
  ])('but %s is empty in every time zone', async (query) => {
    const problem = expectProblem(await shop.owner.get(`/api/orders?${query}`), 422, 'invalid_input')
    expect(problem.errors).toMatchObject([{ pointer: '/created_to', code: 'range_empty' }])
  })
})

test('only pending orders are waiting', async () => {
  for (const path of ['/api/orders', '/api/orders/export']) {
    const answer = await shop.owner.get(`${path}?waiting_since=2026-07-01T00:00:00Z&status=confirmed,cancelled`)
    expect(expectProblem(answer, 422, 'invalid_input').errors).toMatchObject([
      { pointer: '/status', code: 'options_contradict' },
    ])
  }
})
