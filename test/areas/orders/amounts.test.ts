import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../support/shop.ts'
import { expectBooks } from './books.ts'
import { openScarfShop } from './scarf-shop.ts'

const pointersOf = (problem: { errors: { pointer: string }[] }) => problem.errors.map(({ pointer }) => pointer)

describe('an amount with more decimals than the currency', () => {
  test('is rejected in every field, all reported at once, and never rounded', async () => {
    const { buy, line, store } = await openScarfShop()
    const answer = await buy({
      total_amount: 1.005,
      shipping_amount: 0.1 + 0.2,
      tax_amount: 10.999,
      discount_amount: 1e-7,
      items: [line(), line({ unit_price: 2.675 }), line({ unit_price: 1.0000000000000002 })],
    })
    const problem = expectProblem(answer, 422, 'invalid_amount')
    const expectedPointers = [
      '/items/1/unit_price',
      '/items/2/unit_price',
      '/total_amount',
      '/shipping_amount',
      '/tax_amount',
      '/discount_amount',
    ]
    expect(pointersOf(problem).toSorted()).toEqual(expectedPointers.toSorted())
    await expectBooks(store.id, { orders: 0, reserved: 0 })
  })

  test('is accepted if only its floating-point representation has more decimals', async () => {
    const { bought, line } = await openScarfShop()
    for (const price of [0.07, 1.1, 4.35, 8.2, 64.1, 1.15, 0.29, 1234567.89]) {
      const order = await bought({ items: [line({ unit_price: price })], total_amount: price })
      expect(order).toMatchObject({ total_amount: price, adjustment_amount: 0, items: [{ unit_price: price }] })
    }
  })

  test('depends on the currency: three decimals in dinars, none in yen', async () => {
    const [kuwait, japan] = await Promise.all([openScarfShop({ currency: 'KWD' }), openScarfShop({ currency: 'JPY' })])
    const dinars = await kuwait.bought({ items: [kuwait.line({ unit_price: 1.005 })], total_amount: 1.005 })
    expect(dinars).toMatchObject({
      currency: 'KWD',
      total_amount: 1.005,
      items: [{ unit_price: 1.005, line_total: 1.005 }],
    })
    expectProblem(await kuwait.buy({ total_amount: 1.0005 }), 422, 'invalid_amount')
    const yen = await japan.bought({ items: [japan.line({ unit_price: 980 })], total_amount: 980 })
    expect(yen).toMatchObject({ currency: 'JPY', total_amount: 980, items: [{ unit_price: 980 }] })
    expectProblem(await japan.buy({ total_amount: 980.5 }), 422, 'invalid_amount')
  })
})

test('an amount must be a number of zero or more', async () => {
  const { buy, line } = await openScarfShop()
  for (const wrong of [-0.01, '10', true, [10], 1e16]) {
    const fields = { total_amount: wrong, tax_amount: wrong, items: [line({ unit_price: wrong })] }
    const problem = expectProblem(await buy(fields), 422, 'invalid_input')
    expect(pointersOf(problem).toSorted()).toEqual(['/items/0/unit_price', '/tax_amount', '/total_amount'])
  }
})

test('null is invalid for required amounts and ignored for optional ones', async () => {
  const { buy, bought, line } = await openScarfShop()
  const fields = { total_amount: null, items: [line({ unit_price: null })] }
  const problem = expectProblem(await buy(fields), 422, 'invalid_input')
  expect(pointersOf(problem).toSorted()).toEqual(['/items/0/unit_price', '/total_amount'])
  const silent = { tax_amount: null, shipping_amount: null, notes: null, payment_method: null, customer_phone: null }
  const items = [line({ variant_id: null, variant_sku: null, variant_options: null })]
  const order = await bought({ ...silent, items, total_amount: 9 })
  expect(order).toMatchObject({ notes: null, tax_amount: 0, customer_phone: '+965 5012 3456' })
})

test('a discount cannot exceed the rest of the order', async () => {
  const { buy } = await openScarfShop()
  const problem = expectProblem(await buy({ discount_amount: 99, total_amount: 0 }), 422, 'invalid_amount')
  expect(pointersOf(problem)).toEqual(['/discount_amount'])
})

test('an order may be at most ten billion', async () => {
  const { buy, bought, line } = await openScarfShop()
  const most = 1e10
  const order = await bought({ items: [line({ unit_price: most })], total_amount: most })
  expect(order).toMatchObject({ total_amount: most, items: [{ line_total: most }] })
  const over = await buy({ items: [line({ unit_price: most + 0.01 })], total_amount: most + 0.01 })
  expect(pointersOf(expectProblem(over, 422, 'invalid_amount'))).toEqual(['/items/0/unit_price', '/total_amount'])
  const twice = await buy({ items: [line({ unit_price: most, quantity: 2 })], total_amount: most })
  expect(pointersOf(expectProblem(twice, 422, 'invalid_amount'))).toEqual(['/items'])
})

test('a price may differ from the catalogue price, which is stored beside it', async () => {
  const { bought, line } = await openScarfShop()
  const items = [line({ quantity: 3, unit_price: 7.5 }), line({ unit_price: 0 })]
  const order = await bought({ items, total_amount: 22.5 })
  expect(order.items).toMatchObject([
    { unit_price: 7.5, list_price: 10, line_total: 22.5 },
    { unit_price: 0, list_price: 10, line_total: 0 },
  ])
})
