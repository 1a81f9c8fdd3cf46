import { beforeAll, describe, expect, test } from 'vitest'
import { listCustomers } from '../../../src/areas/customers/list-customers.ts'
import { limits } from '../../../src/platform/values/limits.ts'
import { answerOf, callOf, post, tokenFor } from '../../support/callers/assistant.ts'
import { openScratch } from '../../support/scratch.ts'
import { expectBody, expectProblem, openShop, type Shop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { act } from '../orders/acting.ts'
import { jsonl, sent, types } from '../../platform/transfer/files.ts'

type Fields = Readonly<Record<string, unknown>>

/** Imports orders of the customers with these names. */
async function bring(shop: Shop, orders: readonly (Fields & { customer_name: string })[]) {
  const { id: product_id } = await shop.addProduct({ variants: [{ on_hand: 1000 }] })
  const lines = orders.map(({ total = 10, ...order }, nth) => ({
    external_id: `OLD-${nth}`,
    customer_phone: `+9655000${String(order.customer_name.charCodeAt(0)).padStart(4, '0')}`,
    items: [{ product_id, quantity: 1, unit_price: total }],
    ...order,
  }))
  const report = await sent(shop.owner, 'orders', jsonl(...lines), { type: types.jsonl })
  expect(report, JSON.stringify(report.rows)).toMatchObject({ created: orders.length })
  return report.rows.map(({ id }) => id ?? '')
}

const paid = (amount: number) => ({ paid_amount: amount, payment_method: 'card' })

describe('the customers of a period', () => {
  let shop: Shop

  beforeAll(async () => {
    shop = await openShop()
    await asOwner`update stores set timezone = 'Asia/Kuwait' where id = ${shop.store.id}`
    await shop.addCustomer({ name: 'Nobody' })
    await bring(shop, [
      // Amal spent most of all time, but little in October.
      { customer_name: 'Amal', created_at: '2025-09-30T20:59:59Z', total: 900, ...paid(900) },
      { customer_name: 'Amal', created_at: '2025-10-01', total: 10, ...paid(10) },
      { customer_name: 'Basma', created_at: '2025-10-05', total: 60 },
      { customer_name: 'Basma', created_at: '2025-10-31T20:59:59Z', total: 40, ...paid(15) },
      { customer_name: 'Carmen', created_at: '2025-10-07', total: 70, ...paid(70), refunded_amount: 20 },
      { customer_name: 'Daliah', created_at: '2025-10-07', total: 500, status: 'cancelled' },
      { customer_name: 'Eleanor', created_at: '2025-10-31T21:00:00Z', total: 300 },
    ])
  })

  const list = async (query: string) =>
    expectBody(await shop.owner.get(`/api/customers?${query}`), 200, listCustomers.output)
  const october = 'from=2025-10-01&to=2025-10-31'

  test('are those with orders placed in it, who spent most in it first', async () => {
    const { data, meta } = await list(october)
    expect(data).toMatchObject([
      { name: 'Basma', in_period: { orders_count: 2, total_spent: 100, total_paid: 15 } },
      { name: 'Carmen', in_period: { orders_count: 1, total_spent: 50, total_paid: 50 } },
      {
        name: 'Amal',
        total_spent: 910,
        orders_count: 2,
        in_period: { orders_count: 1, total_spent: 10, total_paid: 10, last_order_at: '2025-09-30T21:00:00.000Z' },
      },
    ])
    expect(meta).toMatchObject({ total: 3, total_is_capped: false, has_more: false })
  })

  test.for([
    ['-total_spent', 'Basma Carmen Amal'],
    ['total_spent', 'Amal Carmen Basma'],
    ['-total_paid', 'Carmen Basma Amal'],
    ['-orders_count', 'Basma'],
    ['last_order_at', 'Amal Carmen Basma'],
  ] as const)('are sorted by %s of the period, with cursors', async ([sort, expected]) => {
    const walked: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { data, meta } = await list(`${october}&sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`)
      expect(meta.total).toBe(3)
      walked.push(...data.map(({ name }) => name))
      cursor = meta.next_cursor
    }
    expect(walked).toHaveLength(3)
    expect(walked.join(' ')).toMatch(new RegExp(`^${expected}`))
  })

  test('can begin or end at any time, and with pages of numbers', async () => {
    const names = async (query: string) => (await list(query)).data.map(({ name }) => name)
    expect(await names('from=2025-10-31T21:00:00Z')).toEqual(['Eleanor'])
    expect(await names('to=2025-09-30')).toEqual(['Amal'])
    expect(await names('to=2025-09-30T20:59:59Z')).toEqual([])
    expect(await names(`${october}&limit=2&page=2`)).toEqual(['Amal'])
    expect(await names(`${october}&limit=2&page=3`)).toEqual([])
    expect((await list('from=2026-01-01')).meta).toMatchObject({ total: 0, has_more: false, next_cursor: null })
  })

  test.for([
    ['search=amal', '/search'],
    ['filter=orders%3E1', '/filter'],
    ['no_order_for_days=9', '/no_order_for_days'],
    ['external_id=1', '/external_id'],
    ['sort=name', '/sort'],
    ['sort=-created_at', '/sort'],
    ['to=2025-09-30', '/to'],
    ['to=yesterday', '/to'],
  ])('are refused with %s', async ([query, pointer]) => {
    const answer = await shop.owner.get(`/api/customers?from=2025-10-01&${query}`)
    expect(expectProblem(answer, 422, 'invalid_input').errors).toMatchObject([{ pointer }])
  })

  test('are of the stores of the caller alone', async () => {
    const other = await openShop()
    const { owner } = other
    expect(expectBody(await owner.get(`/api/customers?${october}`), 200, listCustomers.output).data).toEqual([])
  })

  test('are listed for an assistant', async () => {
    const { token } = await tokenFor(shop)
    const call = callOf('list_customers', { from: '2025-10-01', to: '2025-10-31', sort: '-total_paid', limit: 1 })
    const answer = answerOf(await post(call, { token }))
    expect(answer).toMatchObject({
      data: [{ name: 'Carmen', in_period: { total_paid: 50 } }],
      total: 3,
      has_more: true,
    })
  })
})

test('a period follows what becomes of its orders', async () => {
  const shop = await openShop()
  const { owner } = shop
  const { id, customer_id } = await shop.addOrder()
  const inPeriod = async () => {
    const { data } = expectBody(await owner.get('/api/customers?from=2020-01-01'), 200, listCustomers.output)
    return data.map((customer) => customer.in_period)
  }
  const [figures] = await inPeriod()
  const of = expectBody(await owner.get('/api/customers?from=2020-01-01'), 200, listCustomers.output).data[0]
  expect(of).toMatchObject({ id: customer_id, ...figures })
  await owner.post(`/api/orders/${id}/payments`, { amount: 4 })
  expect(await inPeriod()).toMatchObject([{ total_paid: 4 }])
  for (const action of ['confirm', 'ship', 'refuse']) await act(owner, id, action)
  // What was paid for a refused order is still to be refunded.
  expect(await inPeriod()).toMatchObject([{ orders_count: 0, total_spent: 0, total_paid: 4, last_order_at: null }])
  await owner.post(`/api/orders/${id}/refunds`, { amount: 4 })
  expect(await inPeriod()).toEqual([])
})

test('a period with too many orders is refused, and a shorter one is answered', async () => {
  const scratch = await openScratch()
  const shop = await openShop({ through: scratch.service(), sql: scratch.sql })
  const { id } = await shop.addCustomer()
  await scratch.sql.transaction([
    scratch.sql`set local session_replication_role = replica`,
    scratch.sql`insert into orders (store_id, id, number, status, platform, source, currency, currency_exponent, subtotal_minor,
        total_minor, customer_id, customer_name, lines, lines_key, stated, created_at)
      select ${shop.store.id}, uuidv7(), n, 'completed', 'direct', 'api', 'USD', 2, 100, 100, ${id}, '', '[]', '', '{total}',
             '2025-01-01T12:00:00Z'::timestamptz + n * interval '1 second'
        from generate_series(0, ${limits.period.orders}::int) as n`,
  ])
  const problem = expectProblem(await shop.owner.get('/api/customers?from=2025-01-01'), 422, 'invalid_input')
  expect(problem.errors).toMatchObject([{ pointer: '/from', code: 'period_too_busy' }])
  expect(problem.errors?.[0]?.detail).toContain('50000')
  const before = expectProblem(await shop.owner.get('/api/customers?to=2026-01-01'), 422, 'invalid_input')
  expect(before.errors).toMatchObject([{ pointer: '/to', code: 'period_too_busy' }])
  const answer = await shop.owner.get('/api/customers?from=2025-01-01T12:00:01Z')
  const { data } = expectBody(answer, 200, listCustomers.output)
  expect(data).toMatchObject([{ in_period: { orders_count: limits.period.orders, total_spent: limits.period.orders } }])
})
