import { expect, test } from 'vitest'
import { countOrders } from '../../../src/areas/orders/count-orders.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { tokenFor } from '../../support/callers/assistant.ts'
import { client, expectBody, expectProblem, inStore, openShop, somebody } from '../../support/shop.ts'
import { asOwner, loadRows } from '../../support/sql.ts'
import { numbersOf } from './listing.ts'
import { openScarfShop } from './scarf-shop.ts'

type Shop = Awaited<ReturnType<typeof openScarfShop>>

/** One order in each state that a view tells apart. */
const states: readonly { readonly order?: object; readonly acts?: readonly (readonly [string, object?])[] }[] = [
  {},
  { acts: [['hold', { reason: 'no_answer' }]] },
  { acts: [['confirm']] },
  { acts: [['confirm'], ['prepare']] },
  { acts: [['confirm'], ['prepare'], ['hold', { reason: 'call_later' }]] },
  { acts: [['confirm'], ['ship', { items: [{ position: 1, quantity: 1 }] }]] },
  { order: { payment_method: 'card' }, acts: [['confirm'], ['ship']] },
  { acts: [['confirm'], ['ship']] },
  { acts: [['confirm'], ['ship'], ['deliver']] },
  { acts: [['confirm'], ['ship'], ['deliver'], ['payments', { amount: 20 }]] },
  { acts: [['cancel']] },
  { acts: [['confirm'], ['ship'], ['refuse']] },
]

async function openBusyShop() {
  const shop = await openScarfShop()
  for (const { order, acts = [] } of states) {
    const items = [shop.line({ quantity: 2 })]
    const { id } = await shop.bought({ total_amount: 20, payment_method: 'cod', items, ...order })
    for (const [name, body = {}] of acts)
      expect(await shop.owner.post(`/api/orders/${id}/${name}`, body), name).toMatchObject({ status: 200 })
  }
  return shop
}

const countsOf = async ({ owner }: Pick<Shop, 'owner'>) =>
  expectBody(await owner.get('/api/orders/counts'), 200, countOrders.output).data

const expected: Readonly<Record<string, readonly number[]>> = {
  all: Array.from({ length: 12 }, (_, nth) => 1012 - nth),
  to_confirm: [1001],
  on_hold: [1005, 1002],
  to_pack: [1004, 1003],
  to_ship: [1006, 1004],
  to_deliver: [1008, 1007],
  to_collect: [1009, 1008, 1006],
}

test('every order is counted by the views that it belongs to, and each query lists what was counted', async () => {
  const shop = await openBusyShop()
  const counts = await countsOf(shop)
  expect(counts.map(({ view }) => view)).toEqual(Object.keys(expected))
  for (const { view, query, count, count_is_capped } of counts) {
    const numbers = expected[view] ?? []
    expect(await numbersOf(shop.owner, Object.fromEntries(new URLSearchParams(query))), view).toEqual(numbers)
    expect([count, count_is_capped], view).toEqual([numbers.length, false])
  }
  const pointless = await shop.owner.get('/api/orders/counts?status=pending')
  expectProblem(pointless, 422, 'invalid_input')
})

test('orders that came back undelivered can be listed apart from those that somebody cancelled', async () => {
  const shop = await openBusyShop()
  expect(await numbersOf(shop.owner, { cancel_reason: 'refused' })).toEqual([1012])
  expect(await numbersOf(shop.owner, { cancel_reason: 'none', status: 'cancelled' })).toEqual([1011])
  expect(await numbersOf(shop.owner, { cancel_reason: 'none,refused', status: 'cancelled' })).toEqual([1012, 1011])
  expect(await numbersOf(shop.owner, { cancel_reason: 'refused', search: 'scarf' })).toEqual([1012])
  expectProblem(await shop.owner.get('/api/orders?cancel_reason=bored'), 422, 'invalid_input')
  const { body } = await shop.owner.get('/api/orders/export?format=jsonl&cancel_reason=refused')
  expect(String(body)).toContain('"number":1012')
  expect(String(body)).not.toContain('"number":1011')
})

test('counting stops at 1,001, and says so', async () => {
  const shop = await openScarfShop()
  await loadRows(asOwner`
    insert into orders (store_id, id, number, platform, source, currency, currency_exponent, subtotal_minor, total_minor,
      customer_id, customer_name, lines, lines_key, stated)
    select ${shop.store.id}, uuidv7(), 1000 + n, 'direct', 'api', 'USD', 2, 1, 1, ${shop.customer.id}, 'Amal', '[]', '', '{total}'
      from generate_series(1, 1001) as n`)
  await asOwner`update store_counters set last_order_number = 2001 where store_id = ${shop.store.id}`
  for (const { view, count, count_is_capped } of await countsOf(shop)) {
    const isFull = view === 'all' || view === 'to_confirm'
    expect([view, count, count_is_capped]).toEqual([view, isFull ? 1001 : 0, isFull])
  }
})

test('more orders of a status than are examined make only its own views uncertain', async () => {
  const shop = await openScarfShop()
  await loadRows(asOwner`
    insert into orders (store_id, id, number, platform, source, status, fulfillment_status, confirmed_at, currency,
      currency_exponent, subtotal_minor, total_minor, customer_id, customer_name, lines, lines_key, stated)
    select ${shop.store.id}, uuidv7(), 1000 + n, 'direct', 'api', case when n > 10001 then 'pending' else 'confirmed' end,
      case when n > 10001 then 'unfulfilled' else 'delivered' end, now(), 'USD', 2, 1, 1, ${shop.customer.id}, 'Amal', '[]',
      '', '{total}'
      from generate_series(1, 10003) as n`)
  const seen = async () =>
    Object.fromEntries(
      (await countsOf(shop)).map(({ view, count, count_is_capped }) => [view, [count, count_is_capped]]),
    )
  expect(await seen()).toMatchObject({ to_confirm: [2, false], to_ship: [0, true], on_hold: [0, true] })
  await asOwner`delete from orders where store_id = ${shop.store.id} and number = 1001`
  expect(await seen()).toMatchObject({ to_confirm: [2, false], to_ship: [0, false], on_hold: [0, false] })
})

test('only people of the store see its counts', async () => {
  const [shop, other] = await Promise.all([openBusyShop(), openShop()])
  expect((await countsOf(other)).map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 0])
  const path = '/api/orders/counts'
  expectProblem(await other.owner.get(path, inStore(shop.store)), 404, 'store_not_found')
  expectProblem(await (await serverOf(shop)).get(path), 403, 'session_required')
  expectProblem(await client((await tokenFor(shop, {})).token).get(path), 401, 'invalid_token')
  expectProblem(await (await somebody()).get(path), 422, 'store_required')
  await other.join(shop.owner.subject, 'viewer')
  expectProblem(await shop.owner.get(path), 422, 'store_required')
})
