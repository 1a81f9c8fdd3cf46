import { describe, expect, test } from 'vitest'
import { asOwner } from '../../support/sql.ts'
import { answerOf, callOf, post, tokenFor } from '../../support/callers/assistant.ts'
import { openShop } from '../../support/shop.ts'
import { askSales, sell } from './shops.ts'
import { changeOrder } from './written-orders.ts'

const at = '2026-03-10T10:00:00Z'
const march = 'from=2026-03-01&to=2026-03-31'
const line = (quantity: number, unit_price_minor: number, more: object = {}) => ({
  product_id: crypto.randomUUID(),
  quantity,
  unit_price_minor,
  ...more,
})

describe('discounts, delivery and tax', () => {
  test('are the sums of what orders not cancelled were charged', async () => {
    const shop = await openShop()
    const [, second] = await sell(shop, [
      { at, total_minor: 1350, subtotal_minor: 1000, shipping_minor: 500, tax_minor: 100, discount_minor: 250 },
      { at, total_minor: 1750, subtotal_minor: 1000, shipping_minor: 800, discount_minor: 50 },
      { at, total_minor: 2000, subtotal_minor: 1000, shipping_minor: 1000, status: 'cancelled' },
    ])
    const body = await askSales(shop, `sales?${march}&interval=month`)
    const sums = { discount_amount: 3, shipping_amount: 13, tax_amount: 1 }
    expect(body).toMatchObject({ ...sums, data: [sums], previous: { shipping_amount: 0 } })
    await changeOrder(asOwner, shop, second?.id ?? '', { status: 'cancelled' })
    expect(await askSales(shop, `summary?${march}`)).toMatchObject({ shipping_amount: 5, discount_amount: 2.5 })
  })

  test('are those of orders over the API, and follow their edits', async () => {
    const shop = await openShop()
    const { id } = await shop.addOrder({
      total_amount: 13.5,
      shipping_amount: 4,
      tax_amount: 1.5,
      discount_amount: 2,
    })
    const amounts = async () => {
      const { discount_amount, shipping_amount, tax_amount } = await askSales(shop, 'summary')
      return [discount_amount, shipping_amount, tax_amount]
    }
    expect(await amounts()).toEqual([2, 4, 1.5])
    expect((await shop.owner.patch(`/api/orders/${id}`, { shipping_amount: 6, discount_amount: 0 })).status).toBe(200)
    expect(await amounts()).toEqual([0, 6, 1.5])
    expect((await shop.owner.post(`/api/orders/${id}/cancel`, { reason: 'No stock' })).status).toBe(200)
    expect(await amounts()).toEqual([0, 0, 0])
  })
})

describe('the margin', () => {
  test('is the price after discounts minus the cost, of the goods whose cost is known', async () => {
    const shop = await openShop()
    await sell(shop, [
      {
        at,
        total_minor: 5000,
        subtotal_minor: 5500,
        discount_minor: 500,
        lines: [line(2, 1000, { cost_minor: 600, discount_minor: 200 }), line(1, 3500, { discount_minor: 300 })],
      },
      { at, total_minor: 900, lines: [line(3, 300, { cost_minor: 400 })] },
    ])
    // 18.00 - 12.00, and 9.00 - 12.00, which was sold at a loss.
    expect(await askSales(shop, `summary?${march}`)).toMatchObject({
      cost_amount: 24,
      margin_amount: 3,
      margin_rate: 0.111111,
      // 27.00 of 59.00
      margin_coverage: 0.457627,
    })
  })

  test('says in every period, the one before and each point how much of the goods sold it covers, also to an assistant', async () => {
    const shop = await openShop()
    const lines = [line(1, 1000, { cost_minor: 500 }), line(1, 3000)]
    await sell(shop, [
      { at, total_minor: 4000, lines },
      { at: '2026-02-10T10:00:00Z', total_minor: 3000, lines: [line(1, 3000)] },
    ])
    const covered = { margin_amount: 5, margin_coverage: 0.25 }
    const previous = { margin_amount: 0, margin_coverage: 0 }
    const { data, ...period } = await askSales(shop, `sales?${march}&interval=month`)
    expect(period).toMatchObject({ ...covered, previous })
    expect(data).toMatchObject([covered])
    const { token } = await tokenFor(shop, { scopes: ['analytics:read'] })
    const call = callOf('get_sales_summary', { from: '2026-03-01', to: '2026-03-31', interval: 'month' })
    expect(answerOf(await post(call, { token }))).toMatchObject({ ...covered, previous, data: [covered] })
  })

  test('is without the tax that prices include, but not without tax that is added to them', async () => {
    const lines = [line(1, 1150, { cost_minor: 400, tax_minor: 150 })]
    const delivery = {
      method_id: crypto.randomUUID(),
      name: 'Express',
      amount_minor: 115,
      cod_fee_minor: 0,
      tax_minor: 15,
    }
    const order = { at, subtotal_minor: 1150, shipping_minor: 115, tax_minor: 165, tax_rate: 15, delivery, lines }
    const [included, added] = [await openShop(), await openShop()]
    await sell(included, [{ ...order, tax_included: true, total_minor: 1265 }])
    await sell(added, [{ ...order, total_minor: 1430 }])
    const figures = { tax_amount: 1.65, shipping_amount: 1.15, margin_coverage: 1 }
    expect(await askSales(included, `summary?${march}`)).toMatchObject({
      ...figures,
      margin_amount: 6,
      margin_rate: 0.6,
    })
    expect(await askSales(added, `summary?${march}`)).toMatchObject({ ...figures, margin_amount: 7.5 })
  })

  test('bears its share of a discount on the whole order', async () => {
    const shop = await openShop()
    await sell(shop, [
      {
        at,
        total_minor: 2700,
        subtotal_minor: 3000,
        discount_minor: 300,
        lines: [line(1, 1000, { cost_minor: 500 }), line(1, 2000)],
      },
    ])
    expect(await askSales(shop, `summary?${march}`)).toMatchObject({ margin_amount: 4, margin_coverage: 0.333333 })
  })

  test('is 0 and has no rate if no cost is known', async () => {
    const shop = await openShop()
    await sell(shop, [{ at }])
    const none = { cost_amount: 0, margin_amount: 0, margin_rate: null, margin_coverage: 0 }
    expect(await askSales(shop, `summary?${march}`)).toMatchObject(none)
  })
})
