import { describe, expect, test } from 'vitest'
import { asOwner } from '../../support/sql.ts'
import { openShop } from '../../support/shop.ts'
import { askSales, openShopIn, sell } from './shops.ts'
import { changeOrder } from './written-orders.ts'

describe('the summary of a period', () => {
  test('includes storefront orders immediately', async () => {
    const shop = await openShop()
    const { id: product_id } = await shop.addProduct()
    await shop.addOrder({ total_amount: 20.5, items: [{ product_id, quantity: 2, unit_price: 10 }] })
    await shop.addOrder({ total_amount: 10 })
    expect(await askSales(shop, 'summary')).toMatchObject({
      store_id: shop.store.id,
      currency: 'USD',
      timezone: 'UTC',
      orders: 2,
      revenue: 30.5,
      gross_sales: 30.5,
      refunds: 0,
      average_order_value: 15.25,
      units: 3,
      cancelled: 0,
      cancellation_rate: 0,
      previous: { orders: 0, revenue: 0, average_order_value: null },
      change: { orders: null, revenue: null, average_order_value: null },
    })
  })

  test('of a store without sales is all zeros, with null averages and rates', async () => {
    const none = {
      orders: 0,
      revenue: 0,
      average_order_value: null,
      units: 0,
      cancellation_rate: null,
      return_rate: null,
    }
    expect(await askSales(await openShop(), 'summary')).toMatchObject({ ...none, previous: none })
  })

  test('counts cancelled orders only as cancelled, and subtracts refunds', async () => {
    const shop = await openShop()
    const [, second, third] = await sell(shop, [
      { at: '2026-03-10T09:00:00Z' },
      { at: '2026-03-10T10:00:00Z', total_minor: 3000 },
      { at: '2026-03-10T11:00:00Z', total_minor: 9900 },
      { at: '2026-03-10T12:00:00Z', total_minor: 500 },
    ])
    await changeOrder(asOwner, shop, second?.id ?? '', { refunded_minor: 1234 })
    await changeOrder(asOwner, shop, third?.id ?? '', {
      status: 'cancelled',
      fulfillment_status: 'unfulfilled',
      refunded_minor: 9900,
    })
    expect(await askSales(shop, 'summary?from=2026-03-10&to=2026-03-10')).toMatchObject({
      orders: 3,
      gross_sales: 45,
      refunds: 12.34,
      revenue: 32.66,
      // 10.8866…
      average_order_value: 10.89,
      units: 3,
      cancelled: 1,
      cancellation_rate: 0.25,
    })
  })

  test('counts orders returned in full or in part as returned', async () => {
    const shop = await openShop()
    const product = await shop.addProduct()
    const at = '2026-03-10T09:00:00Z'
    const states = [
      'unfulfilled',
      'preparing',
      'partially_shipped',
      'shipped',
      'delivered',
      'partially_returned',
      'returned',
    ]
    await sell(
      shop,
      states.map((fulfillment_status) => ({
        at,
        fulfillment_status,
        lines: [
          {
            product_id: product.id,
            quantity: 2,
            unit_price_minor: 500,
            ...(fulfillment_status.endsWith('returned') && { returned: 1 }),
          },
        ],
      })),
    )
    expect(await askSales(shop, 'summary?from=2026-03-10&to=2026-03-10')).toMatchObject({
      orders: 7,
      shipped: 5,
      returned: 2,
      return_rate: 0.4,
    })
  })

  test('is compared with the same number of days before, with the change as a fraction', async () => {
    const shop = await openShop()
    await sell(shop, [
      { at: '2026-03-08T00:00:00Z', total_minor: 4000 },
      { at: '2026-03-09T23:59:59.999Z', total_minor: 4000 },
      { at: '2026-03-10T00:00:00Z', total_minor: 1000 },
      { at: '2026-03-11T10:00:00Z', total_minor: 1000 },
      { at: '2026-03-11T23:59:59.999Z', total_minor: 1000 },
      { at: '2026-03-12T00:00:00Z', total_minor: 7000 },
      { at: '2026-03-07T23:59:59.999Z', total_minor: 7000 },
    ])
    expect(await askSales(shop, 'summary?from=2026-03-10&to=2026-03-11')).toMatchObject({
      from: '2026-03-10T00:00:00.000Z',
      to: '2026-03-12T00:00:00.000Z',
      previous_from: '2026-03-08T00:00:00.000Z',
      previous_to: '2026-03-10T00:00:00.000Z',
      orders: 3,
      revenue: 30,
      previous: { orders: 2, revenue: 80, average_order_value: 40 },
      change: { orders: 0.5, revenue: -0.625, average_order_value: -0.75, cancelled: null },
    })
  })

  test('keeps the three decimals of a dinar', async () => {
    const shop = await openShop({ currency: 'KWD' })
    await sell(shop, [
      { at: '2026-03-10T09:00:00Z', total_minor: 1001 },
      { at: '2026-03-10T09:00:00Z', total_minor: 2, refunded_minor: 1 },
    ])
    const body = await askSales(shop, 'summary?from=2026-03-10&to=2026-03-10')
    expect(body).toMatchObject({
      currency: 'KWD',
      gross_sales: 1.003,
      refunds: 0.001,
      revenue: 1.002,
      average_order_value: 0.501,
    })
  })
})

describe('an order that is rejected', () => {
  test('is not counted, and one sent twice with one key is counted once', async () => {
    const shop = await openShop()
    const { id: customer_id } = await shop.addCustomer()
    const { id: product_id } = await shop.addProduct({ variants: [{ on_hand: 1 }] })
    const order = { customer_id, total_amount: 10, items: [{ product_id, quantity: 1, unit_price: 10 }] }
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    for (const status of [201, 201]) expect((await shop.owner.post('/api/orders', order, key)).status).toBe(status)
    expect((await shop.owner.post('/api/orders', order)).status).toBe(409)
    expect(await askSales(shop, 'summary')).toMatchObject({ orders: 1, units: 1, revenue: 10 })
  })
})

test('an order counts on the day it was placed in the store’s time zone', async () => {
  const shop = await openShopIn('Asia/Kathmandu')
  await sell(shop, [
    { at: '2026-03-09T18:14:59.999Z' },
    { at: '2026-03-09T18:15:00Z' },
    { at: '2026-03-10T18:14:59.999Z' },
  ])
  expect(await askSales(shop, 'summary?from=2026-03-10&to=2026-03-10')).toMatchObject({
    from: '2026-03-09T18:15:00.000Z',
    to: '2026-03-10T18:15:00.000Z',
    orders: 2,
    previous: { orders: 1 },
  })
})
