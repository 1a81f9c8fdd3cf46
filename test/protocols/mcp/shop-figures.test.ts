import { expect, test } from 'vitest'
import { answerOf, callOf, tokenFor, post } from '../../support/callers/assistant.ts'
import { openShop } from '../../support/shop.ts'

async function openWithAssistant() {
  const shop = await openShop()
  const { token } = await tokenFor(shop, { scopes: ['catalog:read', 'analytics:read'] })
  return {
    ...shop,
    call: async (tool: string, args: object) => answerOf(await post(callOf(tool, { ...args }), { token })),
  }
}

test('low stock is below the threshold of a variant, or below that of the call', async () => {
  const { addProduct, addOrder, call } = await openWithAssistant()
  for (const [title, on_hand, low_stock_threshold] of [
    ['Cap', 12, 12],
    ['Scarf', 3, null],
    ['Sock', 0, null],
    ['Tie', 90, 2],
  ] as const)
    await addProduct({ title, variants: [{ sku: `${title}-1`, on_hand, low_stock_threshold, options: { size: 'M' } }] })
  await addProduct({ title: 'Gift card', variants: [{ tracked: false }] })
  const titles = async (args: object) => (await call('list_low_stock', args))['data']

  const own = await call('list_low_stock', {})
  expect(own['data']).toMatchObject([
    { title: 'Sock – M', available: 0 },
    { title: 'Cap – M', sku: 'Cap-1', available: 12, threshold: 12 },
  ])
  expect(await titles({ threshold: 5 })).toMatchObject([{ title: 'Sock – M' }, { title: 'Scarf – M' }])
  const [scarf] = [await titles({ threshold: 5, search: 'scarf' })].flat()
  expect(scarf).toMatchObject({ sku: 'Scarf-1', available: 3, reserved: 0 })
  await addOrder({ items: [{ product_id: 'Scarf', quantity: 2, unit_price: 10 }], total_amount: 20 })
  expect(await titles({ threshold: 5, search: 'scarf' })).toMatchObject([{ available: 1, reserved: 2 }])
})

test('an assistant breaks sales down by platform, cash on delivery, kind of customer, discount and city', async () => {
  const { addOrder, addCustomer, addProduct, owner, call } = await openWithAssistant()
  const [customer, product] = await Promise.all([addCustomer(), addProduct({ price: 10 })])
  const items = [{ product_id: product.id, quantity: 1, unit_price: 10 }]
  const order = { customer_id: customer.id, items, total_amount: 10 }
  const first = await addOrder({ ...order, platform: 'instagram', payment_method: 'cash_on_delivery' })
  await addOrder({ ...order, platform: 'instagram', payment_method: 'cash_on_delivery' })
  await addOrder({ ...order, platform: 'whatsapp', payment_method: 'card' })
  expect((await owner.post(`/api/orders/${first.id}/confirm`, {})).status).toBe(200)

  expect(await call('get_sales_breakdown', { by: 'platforms' })).toMatchObject({
    by: 'platforms',
    currency: 'USD',
    data: [
      { platform: 'instagram', orders: 2, revenue: 20, previous: { orders: 0 } },
      { platform: 'whatsapp', orders: 1, revenue: 10, refusal_rate: null },
    ],
  })
  expect(await call('get_sales_breakdown', { by: 'cash_on_delivery' })).toMatchObject({
    data: [{ placed: 2, confirmed: 1, confirmation_rate: 0.5, shipped: 0, previous: { placed: 0 } }],
  })
  const { data } = await call('get_sales_breakdown', { by: 'customers' })
  expect(data).toMatchObject([
    { orders_of: 'new', orders: 1, revenue: 10 },
    { orders_of: 'returning', orders: 2, revenue: 20 },
  ])
  await owner.post('/api/discounts', { code: 'WELCOME10', kind: 'percentage', value: 10 })
  const bought = {
    customer_id: customer.id,
    items: [{ product_id: product.id, quantity: 2 }],
    discount_code: 'WELCOME10',
  }
  expect((await owner.post('/api/orders', bought)).status).toBe(201)
  expect((await call('get_sales_breakdown', { by: 'discounts' }))['data']).toEqual([
    expect.objectContaining({ code: 'WELCOME10', orders: 1, discount_amount: 2, revenue: 18 }),
  ])
  await addOrder({ ...order, address: { line1: 'Street 1', city: 'الرياض', country: 'SA' } })
  const none = { orders: 0, revenue: 0, refused: 0, refusal_rate: null }
  expect((await call('get_sales_breakdown', { by: 'cities' }))['data']).toEqual([
    { city: 'الرياض', country: 'SA', orders: 1, revenue: 10, refused: 0, refusal_rate: null, previous: none },
  ])
  expect(await call('get_sales_breakdown', { by: 'platforms', from: '2020-01-01', to: '2020-01-31' })).toMatchObject({
    data: [],
  })
})

test('an assistant learns what time it is in the store', async () => {
  const { call, owner, store } = await openWithAssistant()
  await owner.patch(`/api/stores/${store.id}`, { timezone: 'Asia/Kuwait' })
  const in3Hours = new Date(Date.now() + 3 * 3_600_000).toISOString()
  const { local_time, timezone } = await call('get_store', {})
  expect(timezone).toBe('Asia/Kuwait')
  expect(String(local_time)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  expect(Math.abs(Date.parse(`${String(local_time)}Z`) - Date.parse(in3Hours))).toBeLessThan(5 * 60_000)
})
