import { describe, expect, test } from 'vitest'
import { CreatedOrder, expectBody, expectProblem } from '../../support/shop.ts'
import { expectBooks } from './books.ts'
import { openScarfShop } from './scarf-shop.ts'

describe('a total without shipping, tax and discount', () => {
  test('is kept as sent, with the difference stored and a warning', async () => {
    const { buy, line } = await openScarfShop()
    for (const { total, adjustment } of [
      { total: 18.49, adjustment: -1.51 },
      { total: 20.01, adjustment: 0.01 },
      { total: 0, adjustment: -20 },
    ]) {
      const answer = await buy({ items: [line({ quantity: 2 })], total_amount: total })
      const order = expectBody(answer, 201, CreatedOrder)
      expect(order).toMatchObject({ total_amount: total, subtotal_amount: 20, adjustment_amount: adjustment })
      expect(order.warnings).toContainEqual({
        code: 'total_differs_from_items',
        detail: expect.any(String),
        expected_total_amount: 20,
      })
    }
  })

  test('causes no warning if it equals the sum of the items', async () => {
    const { bought, line } = await openScarfShop()
    const items = [line({ quantity: 3, unit_price: 19.99 }), line({ unit_price: 0.07 })]
    const order = await bought({ items, total_amount: 60.04 })
    expect(order).toMatchObject({ subtotal_amount: 60.04, adjustment_amount: 0, warnings: [] })
    expect(order.items.map(({ line_total }) => line_total)).toEqual([59.97, 0.07])
  })
})

describe('a total with shipping, tax or discount', () => {
  const parts = { shipping_amount: 3.25, tax_amount: 1.05, discount_amount: 2 }

  test('must be the exact sum', async () => {
    const { bought, line } = await openScarfShop()
    const items = [line({ quantity: 2 })]
    const order = await bought({ items, ...parts, total_amount: 22.3 })
    expect(order).toMatchObject({
      ...parts,
      subtotal_amount: 20,
      total_amount: 22.3,
      adjustment_amount: 0,
      warnings: [],
    })
  })

  test('is rejected if it is a cent off, with the expected total', async () => {
    const { buy, line, store } = await openScarfShop()
    for (const total_amount of [22.29, 22.31, 20, 0]) {
      const answer = await buy({ items: [line({ quantity: 2 })], ...parts, total_amount })
      const problem = expectProblem(answer, 422, 'total_mismatch')
      expect(problem).toMatchObject({
        expected_total_amount: 22.3,
        errors: [{ pointer: '/total_amount', code: 'total_mismatch', expected_total_amount: 22.3 }],
      })
    }
    await expectBooks(store.id, { orders: 0, reserved: 0 })
  })

  test('is checked if any one of the three is sent, even zero', async () => {
    const { buy, bought } = await openScarfShop()
    for (const [field, expected] of [
      ['shipping_amount', 11],
      ['tax_amount', 11],
      ['discount_amount', 9],
    ] as const) {
      const off = await buy({ [field]: 1, total_amount: 10 })
      expect(expectProblem(off, 422, 'total_mismatch')).toMatchObject({ expected_total_amount: expected })
      expect(await bought({ [field]: 1, total_amount: expected })).toMatchObject({
        [field]: 1,
      })
      expectProblem(await buy({ [field]: 0, total_amount: 12 }), 422, 'total_mismatch')
    }
  })
})
