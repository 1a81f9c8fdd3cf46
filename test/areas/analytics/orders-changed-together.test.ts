import { describe, expect, test } from 'vitest'
import { changeOrders } from '../../../src/areas/orders/actions/change-orders.ts'
import { jsonl, sent, types } from '../../platform/transfer/files.ts'
import { asOwner } from '../../support/sql.ts'
import { CreatedOrder, expectBody, openShop } from '../../support/shop.ts'
import { askSales } from './shops.ts'
import { bucketsOf, expectBucketsAsRebuilt } from './written-orders.ts'

// A bulk action, an import or a merge of customers changes several orders in one transaction.

async function openBusyShop() {
  const shop = await openShop()
  const products = await Promise.all([1, 2, 3].map(() => shop.addProduct({ variants: [{ on_hand: 1000 }] })))
  const customers = await Promise.all([1, 2, 3, 4].map(() => shop.addCustomer()))
  /** An order of two products, in either sequence. */
  const order = (nth: number) => ({
    customer_id: customers[nth % 4]?.id,
    total_amount: 25,
    payment_method: 'cod',
    items: [nth % 3, (nth + 1 + (nth % 2)) % 3].map((at) => ({
      product_id: products[at]?.id ?? '',
      quantity: 1 + (nth % 3),
      unit_price: 10,
    })),
  })
  return {
    ...shop,
    customers,
    order,
    create: async (nth: number) => expectBody(await shop.owner.post('/api/orders', order(nth)), 201, CreatedOrder).id,
    bulk: async (action: string, order_ids: readonly string[], fields = {}) =>
      expectBody(await shop.owner.post('/api/orders/bulk', { action, order_ids, ...fields }), 200, changeOrders.output),
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, nth) => nth)

describe('the figures are right', () => {
  test('after bulk actions, imports, a merge and new orders at once, none of which fails', async () => {
    const shop = await openBusyShop()
    const ids = await Promise.all(upTo(24).map(shop.create))
    const file = (name: string) =>
      jsonl(
        ...upTo(8).map((nth) => ({
          ...shop.order(nth),
          external_id: `${name}-${nth}`,
          customer_name: 'Amal',
          customer_email: `${name}-${nth % 3}@test.example`,
          customer_id: undefined,
          created_at: new Date(Date.now() - nth * 600_000).toISOString(),
        })),
      )
    const [first, second] = shop.customers
    const [confirmed, cancelled, ...others] = await Promise.all([
      shop.bulk('confirm', ids.slice(0, 12)),
      shop.bulk('cancel', ids.slice(12).toReversed(), { reason: 'No stock' }),
      sent(shop.owner, 'orders', file('a'), { type: types.jsonl }),
      sent(shop.owner, 'orders', file('b'), { type: types.jsonl }),
      ...upTo(8).map(shop.create),
    ])
    const merged = await Promise.all([
      shop.owner.post('/api/customers/merge', { keep_id: first?.id, merge_ids: [second?.id] }),
      ...upTo(4).map(shop.create),
    ])
    expect(confirmed.succeeded).toBe(12)
    expect(cancelled.succeeded).toBe(12)
    expect(others.slice(0, 2)).toMatchObject([{ created: 8 }, { created: 8 }])
    expect(merged[0].status).toBe(200)
    expect(await askSales(shop, 'summary')).toMatchObject({ orders: 12 + 16 + 8 + 4, cancelled: 12 })
    await expectBucketsAsRebuilt(asOwner, shop)
  })

  test('after a bulk action that was refused for one of the orders', async () => {
    const shop = await openBusyShop()
    const ids = await Promise.all(upTo(3).map(shop.create))
    await shop.bulk('cancel', ids.slice(0, 1), { reason: 'No stock' })
    const { succeeded, failed } = await shop.bulk('confirm', ids)
    expect({ succeeded, failed }).toEqual({ succeeded: 2, failed: 1 })
    expect((await shop.owner.get('/api/analytics/cod')).body).toMatchObject({ placed: 3, confirmed: 2, cancelled: 1 })
    await expectBucketsAsRebuilt(asOwner, shop)
  })

  test('after a dry run of an import, which counts nothing', async () => {
    const shop = await openBusyShop()
    await shop.create(1)
    const kept = await bucketsOf(asOwner, shop)
    const file = jsonl({ ...shop.order(2), external_id: 'A-1', customer_name: 'Amal' })
    const report = await sent(shop.owner, 'orders', file, { type: types.jsonl, query: '?dry_run=true' })
    expect(report).toMatchObject({ created: 1, dry_run: true })
    expect(await bucketsOf(asOwner, shop)).toEqual(kept)
  })
})
