import { beforeAll, describe, expect, test, vi } from 'vitest'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { listOrders } from '../../../src/areas/orders/list-orders.ts'
import { answerOf, callOf, post, refusalOf, tokenFor } from '../../support/callers/assistant.ts'
import { expectBody, expectProblem, openShop, type Shop } from '../../support/shop.ts'
import { watchLog } from '../../support/run/log.ts'

// A filter by something that does not exist is refused. An empty list would look like an answer.

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

describe('a filter by what none of your stores has is refused, in one round trip', () => {
  test.for([
    ['/api/orders', 'customer_id', 'unknown_customer'],
    ['/api/orders/export', 'customer_id', 'unknown_customer'],
    ['/api/inventory', 'product_id', 'unknown_product'],
    ['/api/inventory/movements', 'variant_id', 'unknown_variant'],
    ['/api/inventory/movements', 'order_id', 'unknown_order'],
    ['/api/inventory/movements', 'product_id', 'unknown_product'],
    ['/api/inbox/conversations', 'channel_id', 'unknown_channel'],
    ['/api/inbox/conversations', 'customer_id', 'unknown_customer'],
    ['/api/inbox/conversations', 'assignee', 'unknown_member'],
    ['/api/customers', 'segment_id', 'unknown_segment'],
    ['/api/customers/export', 'segment_id', 'unknown_segment'],
    ['/api/products', 'collection', 'unknown_collection'],
  ] as const)('%s by %s', async ([path, field, code]) => {
    const { requests } = watchLog()
    const answer = await shop.owner.get(`${path}?${field}=${crypto.randomUUID()}`)
    expect(expectProblem(answer, 422, code).errors).toMatchObject([{ pointer: `/${field}`, code }])
    expect(requests()).toMatchObject([{ db_round_trips: 1 }])
    vi.restoreAllMocks()
  })

  test('by a name as by an id, and with a search', async () => {
    for (const query of ['customer_id=%2B96550009999', 'customer_id=nobody@example.com&search=scarf'])
      expectProblem(await shop.owner.get(`/api/orders?${query}`), 422, 'unknown_customer')
  })

  test('for assistants too', async () => {
    const { token } = await tokenFor(shop)
    for (const [name, args, code] of [
      ['list_orders', { customer_id: '+96550009999' }, 'unknown_customer'],
      ['list_products', { collection: 'no-such' }, 'unknown_collection'],
      ['list_pages', { slug: 'no-such' }, 'unknown_page'],
    ] as const)
      expect(refusalOf(await post(callOf(name, args), { token }))).toMatchObject({ code })
  })
})

test('a filter by a merged customer is one by the customer that was kept', async () => {
  const [kept, merged] = [await shop.addCustomer({ name: 'Amal' }), await shop.addCustomer({ name: 'Amal A.' })]
  const order = await shop.addOrder({ customer_id: merged.id })
  const body = { keep_id: kept.id, merge_ids: [merged.id] }
  expectBody(await shop.owner.post('/api/customers/merge', body), 200, Customer)
  for (const id of [kept.id, merged.id]) {
    const { data } = expectBody(await shop.owner.get(`/api/orders?customer_id=${id}`), 200, listOrders.output)
    expect(data.map((one) => one.id)).toEqual([order.id])
  }
})

test('free words may find nothing', async () => {
  const { token } = await tokenFor(shop)
  for (const path of ['/api/orders?tag=none', '/api/products?tag=none', '/api/products?search=none&external_id=none'])
    expect(await shop.owner.get(path)).toMatchObject({ status: 200, body: { data: [] } })
  expect(answerOf(await post(callOf('list_orders', { search: 'none' }), { token }))).toMatchObject({ data: [] })
})

test('orders are filtered by the usual platforms, and by those that orders have', async () => {
  const mine = await openShop()
  const filter = (platform: string) => mine.owner.get(`/api/orders?platform=${platform}`)
  for (const path of ['/api/orders', '/api/orders/export']) {
    const problem = expectProblem(await mine.owner.get(`${path}?platform=souq_2`), 422, 'unknown_platform')
    expect(problem.errors).toMatchObject([{ pointer: '/platform', code: 'unknown_platform' }])
  }
  expect(await filter('tiktok')).toMatchObject({ status: 200, body: { data: [] } })
  await mine.addOrder({ platform: 'souq_2' })
  expect(await filter('souq_2')).toMatchObject({ status: 200, body: { data: [{ platform: 'souq_2' }] } })
  expectProblem(await filter('whatsap'), 422, 'unknown_platform')
})
