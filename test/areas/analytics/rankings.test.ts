import { describe, expect, test } from 'vitest'
import { answerOf, callOf, post, tokenFor } from '../../support/callers/assistant.ts'
import { expectBody, expectProblem, openShop, pointersOf, type Shop } from '../../support/shop.ts'
import { getCodFunnel } from '../../../src/areas/analytics/get-cod-funnel.ts'
import { getCustomerSales } from '../../../src/areas/analytics/get-customer-sales.ts'
import { getPlatforms } from '../../../src/areas/analytics/get-platforms.ts'
import { getTopProducts } from '../../../src/areas/analytics/get-top-products.ts'
import { asOwner } from '../../support/sql.ts'
import { sell } from './shops.ts'
import { expectBucketsAsRebuilt } from './written-orders.ts'

const march = 'from=2026-03-01&to=2026-03-31'
const at = '2026-03-10T10:00:00Z'
const line = (product_id: string, quantity: number, unit_price_minor: number) => ({
  product_id,
  quantity,
  unit_price_minor,
})

describe('the top products', () => {
  const top = async ({ owner }: Shop, query: string) =>
    expectBody(await owner.get(`/api/analytics/top-products?${query}`), 200, getTopProducts.output)

  test('are those with the highest line revenue, or with the most units', async () => {
    const shop = await openShop()
    const [cap, mug, pen] = [
      await shop.addProduct({ title: 'Cap' }),
      await shop.addProduct({ title: 'كوب' }),
      await shop.addProduct(),
    ]
    await sell(shop, [
      { at, total_minor: 1, lines: [line(cap.id, 1, 5000), line(mug.id, 4, 100), line(cap.id, 1, 4000)] },
      { at, lines: [{ ...line(mug.id, 4, 50), returned: 2, refused: 1 }] },
      { at, lines: [line(pen.id, 50, 9999)], status: 'cancelled' },
      { at: '2026-02-10T10:00:00Z', lines: [line(cap.id, 1, 6000)] },
      { at: '2026-02-10T10:00:00Z', lines: [line(pen.id, 9, 6000)] },
    ])
    const [first, second] = [
      {
        product_id: cap.id,
        title: 'Cap',
        revenue: 90,
        units: 2,
        returned_units: 0,
        orders: 1,
        previous: {
          revenue: 60,
          units: 1,
          returned_units: 0,
          orders: 1,
        },
        change: {
          revenue: 0.5,
          units: 1,
          returned_units: null,
          orders: 0,
        },
      },
      { product_id: mug.id, title: 'كوب', revenue: 6, units: 8, returned_units: 2, refused_units: 1, orders: 2 },
    ]
    // The 31 days before March begin in January.
    expect(await top(shop, march)).toMatchObject({ by: 'revenue', data: [first, second] })
    expect((await top(shop, march)).data).toHaveLength(2)
    expect(await top(shop, `${march}&limit=2`)).toMatchObject({ has_more: false })
    expect(await top(shop, `${march}&by=units`)).toMatchObject({ by: 'units', data: [second, first] })
    const { data, has_more } = await top(shop, `${march}&limit=1`)
    expect({ has_more, data }).toMatchObject({ has_more: true, data: [first] })
    expect(data).toHaveLength(1)
  })

  test('combine all variants of a product, and include archived products', async () => {
    const shop = await openShop()
    const product = await shop.addProduct({
      title: 'Shirt',
      variants: [
        { options: { size: 'S' }, on_hand: 5 },
        { options: { size: 'M' }, on_hand: 5 },
      ],
    })
    const items = product.variants.map(({ id }) => ({
      product_id: product.id,
      variant_id: id,
      quantity: 2,
      unit_price: 7.5,
    }))
    await shop.addOrder({ total_amount: 30, items })
    await shop.owner.delete(`/api/products/${product.id}`)
    expect((await top(shop, '')).data).toMatchObject([{ title: 'Shirt', revenue: 30, units: 4, orders: 1 }])
  })

  test('are listed by variant, each order once for its variant and once for its product', async () => {
    const shop = await openShop()
    const shirt = await shop.addProduct({
      title: 'Shirt',
      variants: [
        { options: { size: 'S' }, sku: 'SHIRT-S', title: 'Small', on_hand: 9 },
        { options: { size: 'M' }, on_hand: 9 },
      ],
    })
    const [small, medium] = shirt.variants.map(({ id }) => id)
    const items = (...pieces: [string | undefined, number][]) =>
      pieces.map(([variant_id, quantity]) => ({ product_id: shirt.id, variant_id, quantity, unit_price: 10 }))
    await shop.addOrder({ total_amount: 40, items: items([small, 1], [medium, 3]) })
    const { id } = await shop.addOrder({ total_amount: 10, items: items([small, 1]) })
    const [first, second] = [
      { product_id: shirt.id, title: 'Shirt', variant_id: medium, revenue: 30, units: 3, orders: 1 },
      {
        variant_id: small,
        variant_name: 'Small',
        variant_sku: 'SHIRT-S',
        variant_options: { size: 'S' },
        revenue: 20,
        units: 2,
        orders: 2,
        previous: { units: 0 },
      },
    ]
    expect(await top(shop, 'group_by=variant')).toMatchObject({ group_by: 'variant', data: [first, second] })
    expect((await top(shop, '')).data).toMatchObject([{ units: 5, orders: 2 }])
    expect((await top(shop, '')).data[0]).not.toHaveProperty('variant_id')

    // The customer takes two of medium in place of the small one.
    await shop.owner.patch(`/api/orders/${id}`, { items: items([medium, 2]), total_amount: 20 })
    expect((await top(shop, 'group_by=variant')).data).toMatchObject([
      { variant_id: medium, units: 5, orders: 2 },
      { variant_id: small, units: 1, orders: 1 },
    ])
    expect((await top(shop, '')).data).toMatchObject([{ units: 6, orders: 2 }])
    await expectBucketsAsRebuilt(asOwner, shop)
  })

  test('say how many of each size are left, and for how many days at the pace of the period', async () => {
    const shop = await openShop()
    const size = (name: string, more: object) => ({ options: { Size: name }, ...more })
    const shirt = await shop.addProduct({
      variants: [
        size('S', { on_hand: 31 }),
        size('M', { on_hand: 0 }),
        size('L', { on_hand: 9, tracked: false }),
        size('XL', { on_hand: 7 }),
        size('XXL', { on_hand: 9 }),
      ],
    })
    const ids = shirt.variants.map(({ id }) => id)
    const sold = (nth: number, quantity: number, back: object = {}) => ({
      ...line(shirt.id, quantity, 100),
      variant_id: ids[nth] ?? '',
      ...back,
    })
    // March has 31 days, so two S a day stay sold.
    await sell(shop, [
      {
        at,
        lines: [sold(0, 70, { returned: 5, refused: 3 }), sold(1, 50), sold(2, 40), sold(3, 30, { returned: 30 })],
      },
      { at, lines: [sold(4, 20)] },
    ])
    await shop.owner.delete(`/api/products/${shirt.id}/variants/${ids[4]}`)
    expect((await top(shop, `${march}&group_by=variant&by=units`)).data).toMatchObject([
      { variant_options: { Size: 'S' }, available: 31, days_left: 15.5 },
      { variant_options: { Size: 'M' }, available: 0, days_left: 0 },
      { variant_options: { Size: 'L' }, available: null, days_left: null },
      { variant_options: { Size: 'XL' }, available: 7, days_left: null },
      { variant_options: { Size: 'XXL' }, available: null, days_left: null },
    ])
    expect((await top(shop, march)).data[0]).not.toHaveProperty('days_left')
  })

  test('run out at the pace of the days that have passed, to an assistant as well', async () => {
    const shop = await openShop()
    const product = await shop.addProduct({ variants: [{ on_hand: 12 }] })
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString()
    await shop.addOrder({ total_amount: 40, items: [{ product_id: product.id, quantity: 4, unit_price: 10 }] })
    // Of ten days, two have passed: two a day. Orders reserve four of twelve.
    const period = { from: day(-2), to: day(8), group_by: 'variant' }
    const { token } = await tokenFor(shop, { scopes: ['analytics:read'] })
    const { data } = answerOf(await post(callOf('get_top_products', period), { token }))
    expect(data).toMatchObject([{ units: 4, available: 8, days_left: 4 }])
    const { data: rest } = await top(shop, new URLSearchParams(period).toString())
    expect(rest).toMatchObject([{ available: 8, days_left: 4 }])
  })

  test.for([
    ['limit=0', '/limit'],
    ['limit=51', '/limit'],
    ['limit=abc', '/limit'],
    ['by=orders', '/by'],
    ['group_by=size', '/group_by'],
  ])('refuse %s', async ([query, pointer]) => {
    const { owner } = await openShop()
    const problem = expectProblem(await owner.get(`/api/analytics/top-products?${query}`), 422, 'invalid_input')
    expect(pointersOf(problem)).toEqual([pointer])
  })
})

test('platforms are compared with their previous period, highest revenue first', async () => {
  const shop = await openShop()
  await sell(shop, [
    { at, platform: 'whatsapp' },
    { at, platform: 'instagram', total_minor: 5000 },
    { at, platform: 'whatsapp', status: 'cancelled', total_minor: 9999 },
    { at: '2026-02-10T10:00:00Z', platform: 'whatsapp', total_minor: 4000 },
    { at: '2026-02-10T10:00:00Z', platform: 'souq_2', total_minor: 100 },
  ])
  const { data } = expectBody(await shop.owner.get(`/api/analytics/platforms?${march}`), 200, getPlatforms.output)
  expect(data).toMatchObject([
    { platform: 'instagram', orders: 1, revenue: 50, previous: { orders: 0 }, change: { orders: null } },
    {
      platform: 'whatsapp',
      orders: 1,
      revenue: 10,
      cancelled: 1,
      previous: { revenue: 40 },
      change: { revenue: -0.75 },
    },
    {
      platform: 'souq_2',
      orders: 0,
      revenue: 0,
      average_order_value: null,
      previous: { revenue: 1 },
      change: { revenue: -1 },
    },
  ])
  expect(data).toHaveLength(3)
})

describe('customers', () => {
  const sales = async ({ owner }: Shop) =>
    expectBody(await owner.get(`/api/analytics/customers?${march}`), 200, getCustomerSales.output)

  test('are new with their first order and returning with every later one', async () => {
    const shop = await openShop()
    const [amal, nour] = [(await shop.addCustomer()).id, (await shop.addCustomer({ name: 'Nour' })).id]
    await sell(shop, [
      { at: '2026-02-10T10:00:00Z', customer_id: amal },
      { at, customer_id: amal, total_minor: 3000, refunded_minor: 500 },
      { at, customer_id: nour, total_minor: 700 },
      { at: '2026-03-11T10:00:00Z', customer_id: nour, total_minor: 800 },
    ])
    expect(await sales(shop)).toMatchObject({
      new: {
        orders: 1,
        revenue: 7,
        average_order_value: 7,
        previous: { orders: 1, revenue: 10 },
        change: { orders: 0, revenue: -0.3 },
      },
      returning: {
        orders: 2,
        revenue: 33,
        average_order_value: 16.5,
        previous: { orders: 0 },
        change: { orders: null },
      },
    })
  })

  test('whose first order was cancelled are returning with the next', async () => {
    const shop = await openShop()
    const { id: customer_id } = await shop.addCustomer()
    await sell(shop, [
      { at, customer_id, status: 'cancelled' },
      { at: '2026-03-11T10:00:00Z', customer_id },
    ])
    expect(await sales(shop)).toMatchObject({ new: { orders: 0 }, returning: { orders: 1, revenue: 10 } })
  })

  test('are no longer new with an order if an earlier one is inserted', async () => {
    const shop = await openShop()
    const { id: customer_id } = await shop.addCustomer()
    await shop.addOrder({ customer_id })
    await sell(shop, [
      { at, customer_id },
      { at: '2026-01-10T10:00:00Z', customer_id },
    ])
    const all = await shop.owner.get('/api/analytics/customers')
    expect(all.body).toMatchObject({ new: { orders: 0 }, returning: { orders: 1 } })
    expect(await sales(shop)).toMatchObject({ new: { orders: 0 }, returning: { orders: 1 } })
  })
})

describe('cash on delivery', () => {
  const funnel = async ({ owner }: Shop) =>
    expectBody(await owner.get(`/api/analytics/cod?${march}`), 200, getCodFunnel.output)

  test('is counted from placed to delivered and returned', async () => {
    const shop = await openShop()
    const product = await shop.addProduct()
    const back = { lines: [{ product_id: product.id, quantity: 2, unit_price_minor: 500, returned: 1 }] }
    const cod = { at, payment_method: 'cash_on_delivery' }
    await sell(shop, [
      { ...cod, status: 'pending', fulfillment_status: 'unfulfilled' },
      { ...cod, status: 'cancelled', fulfillment_status: 'unfulfilled' },
      { ...cod, status: 'confirmed', fulfillment_status: 'unfulfilled' },
      { ...cod, status: 'confirmed', fulfillment_status: 'shipped' },
      { ...cod, status: 'completed', fulfillment_status: 'delivered' },
      { ...cod, ...back, status: 'completed', fulfillment_status: 'partially_returned' },
      { ...cod, ...back, status: 'confirmed', fulfillment_status: 'returned' },
      { ...cod, at: '2026-02-10T10:00:00Z' },
      { at },
    ])
    expect(await funnel(shop)).toMatchObject({
      placed: 7,
      confirmed: 5,
      shipped: 4,
      delivered: 2,
      returned: 2,
      cancelled: 1,
      confirmation_rate: 0.714286,
      shipping_rate: 0.8,
      delivery_rate: 0.5,
      return_rate: 0.5,
      cancellation_rate: 0.142857,
      previous: { placed: 1, delivered: 1 },
      change: { placed: 6, delivered: 1 },
    })
  })

  test.for([
    ['COD', 1],
    ['c.o.d.', 1],
    ['Cash', 1],
    ['Cash on Delivery', 1],
    ['cash-on-delivery', 1],
    ['CASH_ON_DELIVERY', 1],
    ['الدفع عند الاستلام', 1],
    ['الدفع نقداً عند الإستلام', 1],
    ['cashier', 0],
    ['card', 0],
    ['cod fish', 0],
    [null, 0],
  ] as const)('is what is paid with %s: %s', async ([payment_method, placed]) => {
    const shop = await openShop()
    await sell(shop, [{ at, payment_method }])
    expect(await funnel(shop)).toMatchObject({ placed })
  })
})
