import { expect, test } from 'vitest'
import { getDiscountSales } from '../../../src/areas/analytics/get-discount-sales.ts'
import { openCheckoutShop } from '../orders/checkout-shop.ts'
import { expectBody } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { askSales } from './shops.ts'
import { expectBucketsAsRebuilt } from './written-orders.ts'

type Shop = Awaited<ReturnType<typeof openCheckoutShop>>

const figures = async (shop: Shop) => {
  const { discount_amount, shipping_amount, tax_amount, cost_amount, margin_amount } = await askSales(shop, 'summary')
  return { discount_amount, shipping_amount, tax_amount, cost_amount, margin_amount }
}

const discounts = async ({ owner }: Shop) =>
  expectBody(await owner.get('/api/analytics/discounts'), 200, getDiscountSales.output).data

test('a computed order counts with its discount, delivery, tax and margin, and follows its edits', async () => {
  const shop = await openCheckoutShop()
  const { owner, line } = shop
  const { id } = await shop.check({ items: [line({ quantity: 2 })], payment_method: 'cod' })
  // 18 after the discount, which contains 2.35 of tax; 6 for the delivery, which contains 0.78.
  const first = { discount_amount: 2, shipping_amount: 6, tax_amount: 3.13, cost_amount: 8, margin_amount: 7.65 }
  expect(await figures(shop)).toEqual(first)
  expect(await askSales(shop, 'sales?interval=day')).toMatchObject({ margin_rate: 0.488818, margin_coverage: 1 })
  expect(await discounts(shop)).toMatchObject([
    { discount_id: shop.discountId, code: 'TEN', orders: 1, discount_amount: 2, revenue: 24 },
  ])

  expect((await owner.patch(`/api/orders/${id}`, { discount_code: null })).status).toBe(200)
  expect(await figures(shop)).toEqual({ ...first, discount_amount: 0, tax_amount: 3.39, margin_amount: 9.39 })
  expect(await discounts(shop)).toEqual([])
  await expectBucketsAsRebuilt(asOwner, shop)

  expect((await owner.patch(`/api/orders/${id}`, { discount_code: 'TEN', items: [line()] })).status).toBe(200)
  expect(await discounts(shop)).toMatchObject([{ orders: 1, discount_amount: 1 }])
  expect((await owner.patch(`/api/orders/${id}`, { total_amount: 12 })).status).toBe(200)
  expect(await discounts(shop)).toEqual([])
  await expectBucketsAsRebuilt(asOwner, shop)
})

test('orders with the same code at once are all counted, and no longer once they are cancelled', async () => {
  const shop = await openCheckoutShop({ tax: { prices_include_tax: false }, on_hand: 1000 })
  const orders = await Promise.all(Array.from({ length: 16 }, () => shop.check()))
  expect(await discounts(shop)).toMatchObject([{ orders: 16, discount_amount: 16 }])
  await Promise.all([
    ...orders.slice(0, 6).map(({ id }) => shop.owner.post(`/api/orders/${id}/cancel`, { reason: 'No stock' })),
    ...Array.from({ length: 4 }, () => shop.check()),
    shop.owner.post('/api/orders/bulk', {
      action: 'cancel',
      order_ids: orders.slice(6, 12).map(({ id }) => id),
      reason: 'No stock',
    }),
  ])
  expect(await discounts(shop)).toMatchObject([{ orders: 8, discount_amount: 8 }])
  await expectBucketsAsRebuilt(asOwner, shop)
})

test('a delivery whose price the merchant states, without a method, leaves the margin of the goods as it is', async () => {
  const shop = await openCheckoutShop()
  const order = { customer: { name: 'Huda', phone: '+96550000101' }, items: [shop.line()], shipping_amount: 11.5 }
  expect(await shop.owner.post('/api/orders', order)).toMatchObject({ status: 201, body: { delivery: null } })
  expect(await askSales(shop, 'summary')).toMatchObject({ cost_amount: 4, margin_amount: 4.7, margin_coverage: 1 })
})
