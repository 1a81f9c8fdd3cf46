import { beforeAll, describe, expect, test } from 'vitest'
import { answerOf, callOf, tokenFor, post, refusalOf } from '../../support/callers/assistant.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { CreatedOrder, expectBody, expectProblem } from '../../support/shop.ts'
import { failuresOf, jsonl, sent, types } from '../../platform/transfer/files.ts'
import { openCheckoutShop } from './checkout-shop.ts'

// An owner bounds how far staff may go from what the catalogue charges: 10 % of a scarf for 10, so from 9 to 11. In the same
// shop, the code TEN takes off a tenth, and delivery costs 5. Prices contain the tax.

async function openBoundedShop() {
  const shop = await openCheckoutShop()
  const { owner, store, customer, line, hire } = shop
  const staff = await hire('staff')
  const bounds = { max_adjustment_percent: { staff: 10 } }
  expect((await owner.patch(`/api/stores/${store.id}`, bounds)).status).toBe(200)
  const stated = (total_amount: number, fields: object = {}, unit_price = 10) => ({
    customer_id: customer.id,
    items: [line({ unit_price })],
    total_amount,
    ...fields,
  })
  return { ...shop, staff, stated }
}

let shop: Awaited<ReturnType<typeof openBoundedShop>>
beforeAll(async () => {
  shop = await openBoundedShop()
})

const statusOf = async (order: object, who: Pick<typeof shop.staff, 'post'> = shop.staff) =>
  (await who.post('/api/orders', order)).status

describe('staff with a limit of 10 %', () => {
  // First of all: PostgreSQL prepares the expressions of a function once in each connection, and a later order finds them.
  test('may use a code in the first order that the connection prices', async () => {
    expect(await statusOf(shop.computed())).toBe(201)
  })

  test.for([
    { what: 'a unit price', within: [9, {}, 9], beyond: [8, {}, 8] },
    { what: 'a higher unit price', within: [11, {}, 11], beyond: [12, {}, 12] },
    { what: 'a discount', within: [9, { discount_amount: 1 }], beyond: [8, { discount_amount: 2 }] },
    { what: 'a total', within: [9], beyond: [8] },
    { what: 'all of them', within: [9.1, { discount_amount: 0.4 }, 9.5], beyond: [8.9, { discount_amount: 0.4 }, 9.3] },
    // What is taken off the goods does not come back as delivery or tax.
    {
      what: 'delivery in place of goods',
      within: [15, { shipping_amount: 5 }],
      beyond: [10, { shipping_amount: 5 }, 5],
    },
    { what: 'tax in place of goods', within: [12, { tax_amount: 2 }], beyond: [10, { tax_amount: 5 }, 5] },
  ] as const)('may go no further with $what', async ({ within, beyond }) => {
    const order = ([total, fields, unitPrice]: readonly [number, object?, number?]) =>
      shop.stated(total, fields, unitPrice)
    expect(await statusOf(order(within))).toBe(201)
    expect(await statusOf(order(beyond))).toBe(422)
    expect(await statusOf(order(beyond), shop.owner)).toBe(201)
  })

  test('are told the total at catalogue prices and the range that is allowed', async () => {
    const problem = expectProblem(await shop.staff.post('/api/orders', shop.stated(2, {}, 2)), 422, 'total_mismatch')
    expect(problem).toMatchObject({
      errors: [{ pointer: '/total_amount' }],
      max_adjustment_percent: 10,
      expected_total_amount: 10,
      min_total_amount: 9,
      max_total_amount: 11,
    })
    expect(problem.detail).toContain('the total at catalogue prices')
  })

  test('are refused a quote for which the order would be refused', async () => {
    const { line, staff, owner } = shop
    const quote = (item: Parameters<typeof line>[0], fields: Readonly<Record<string, unknown>> = {}) => ({
      items: [line(item)],
      ...fields,
    })
    const beyond = [quote({ unit_price: 8 }), quote({}, { discount_amount: 2 })]
    const within = [quote({ unit_price: 9 }), quote({}, { discount_amount: 1 }), quote({}, { discount_code: 'ten' })]
    for (const request of beyond) {
      const problem = expectProblem(await staff.post('/api/orders/quote', request), 422, 'total_mismatch')
      expect(problem).toMatchObject({ max_adjustment_percent: 10, min_total_amount: 9 })
      expect((await owner.post('/api/orders/quote', request)).status).toBe(200)
    }
    for (const request of within) expect((await staff.post('/api/orders/quote', request)).status).toBe(200)
  })

  test('may use a code, of which the discount is not theirs, but no unit price besides it', async () => {
    const { computed, line } = shop
    expect(await statusOf(computed({ items: [line()] }))).toBe(201)
    // At catalogue prices: 9 for the scarf and 5 for the delivery.
    expect(await statusOf(computed({ items: [line({ unit_price: 8.5 })] }))).toBe(201)
    const order = computed({ items: [line({ unit_price: 5 })] })
    const problem = expectProblem(await shop.staff.post('/api/orders', order), 422, 'total_mismatch')
    expect(problem).toMatchObject({ expected_total_amount: 14, min_total_amount: 12.6 })
  })

  test('may not move the price to an item that a code makes cheaper', async () => {
    const { owner, scarf, line } = shop
    const hat = await shop.addProduct({ title: 'Hat', price: 10, variants: [{ sku: 'HAT-1', on_hand: 9 }] })
    const code = { name: 'Half a scarf', kind: 'percentage', value: 50, applies_to: { product_ids: [scarf.id] } }
    expect((await owner.post('/api/discounts', { ...code, code: 'HALF' })).status).toBe(201)
    const order = (ofScarf: number, ofHat: number) =>
      shop.order({
        items: [line({ unit_price: ofScarf }), { product_id: hat.id, quantity: 1, unit_price: ofHat }],
        total_amount: undefined,
        discount_code: 'half',
      })
    expect(await statusOf(order(10, 10))).toBe(201)
    const problem = expectProblem(await shop.staff.post('/api/orders', order(20, 0)), 422, 'total_mismatch')
    expect(problem).toMatchObject({ expected_total_amount: 15 })
  })

  test('may not change an order beyond it either, nor one that somebody else discounted', async () => {
    const { staff, owner, line, stated } = shop
    const { id } = expectBody(await staff.post('/api/orders', stated(10)), 201, CreatedOrder)
    const change = (fields: object, who = staff, order = id) => who.patch(`/api/orders/${order}`, fields)
    for (const fields of [
      { items: [line({ unit_price: 5 })] },
      { discount_amount: 2 },
      { total_amount: 5 },
      { items: [line({ unit_price: 5 })], shipping_amount: 5 },
      { discount_code: 'ten', items: [line({ unit_price: 5 })] },
    ])
      expectProblem(await change(fields), 422, 'total_mismatch')
    expect((await change({ discount_amount: 1 })).status).toBe(200)
    expect((await change({ discount_amount: 5 }, owner)).status).toBe(200)
    expectProblem(await change({ items: [line({ unit_price: 9 })] }), 422, 'total_mismatch')
    expect((await change({ notes: 'Gift' })).status).toBe(200)
  })

  test('may not import an order beyond it', async () => {
    const { staff, owner, stated } = shop
    const rows = jsonl(
      { external_id: 'B-1', ...stated(9, {}, 9) },
      { external_id: 'B-2', ...stated(5, {}, 5) },
      { external_id: 'B-3', ...stated(5, { discount_amount: 5 }) },
    )
    const importedBy = async (who: typeof staff) => sent(who, 'orders', rows, { type: types.jsonl })
    const report = await importedBy(staff)
    expect(report.rows.map(({ status }) => status)).toEqual(['created', 'failed', 'failed'])
    expect(failuresOf(report).map((problem) => problem.at(-1))).toEqual(['total_mismatch', 'total_mismatch'])
    expect((await importedBy(owner)).rows.map(({ status }) => status)).toEqual(['unchanged', 'created', 'created'])
  })

  test('share it with API keys and assistants', async () => {
    const { owner, store, stated, customer } = shop
    const key = await serverOf({ owner, store })
    expect(await statusOf(stated(8, {}, 8), key)).toBe(422)
    expect(await statusOf(stated(9, {}, 9), key)).toBe(201)
    const { token } = await tokenFor(shop, { scopes: ['orders:write'] })
    const order = (unit_price: number) =>
      post(
        callOf('create_order', { customer_id: customer.id, items: [{ product_id: 'SC-1', quantity: 1, unit_price }] }),
        {
          token,
        },
      )
    expect(refusalOf(await order(8))).toMatchObject({ code: 'total_mismatch' })
    expect(answerOf(await order(9.5))).toMatchObject({ total_amount: 9.5 })
  })
})

test('admins and owners without a limit charge what they like', async () => {
  const admin = await shop.hire('admin')
  for (const who of [admin, shop.owner]) expect(await statusOf(shop.stated(0, { discount_amount: 10 }), who)).toBe(201)
})
