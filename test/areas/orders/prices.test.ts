import { expect, test } from 'vitest'
import { Order } from '../../../src/areas/orders/order.ts'
import { Quote } from '../../../src/areas/checkout/quote.ts'
import { PlacedOrder } from '../../../src/areas/storefront/public/public-order.ts'
import { openWindow } from '../storefront/shop-window.ts'
import { crowd } from '../../support/run/effort.ts'
import { expectBody, expectProblem } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { contradictionsOf } from './contradictions.ts'
import { type Dice, seededDice } from './model/dice.ts'
import { priceOf } from './price-reference.ts'
import { furnish, type Goods, randomCart, randomTax } from './random-carts.ts'

// Random carts cost what a slow reference computes, in quotes and in orders, of shoppers and of the merchant.

const currencies = [
  { currency: 'JPY', decimals: 0 },
  { currency: 'USD', decimals: 2 },
  { currency: 'KWD', decimals: 3 },
]

const cases = currencies.flatMap((currency) =>
  (['inclusive', 'exclusive', 'no'] as const).map((tax) => ({ ...currency, tax })),
)

async function openStore(dice: Dice, currency: string, major: (minor: bigint) => number) {
  const window = await openWindow({ currency })
  const goods: Goods[] = []
  for (const tags of [['wool'], ['silk'], ['wool', 'silk'], [], ['wool']]) {
    const unit = BigInt(dice.roll(3000))
    const made = { tags, unit, weight: BigInt(dice.roll(3000)), taxed: dice.chance(75) }
    const { id } = await window.addProduct({
      title: `Goods ${goods.length}`,
      price: major(unit),
      tags,
      variants: [{ on_hand: 100_000 }],
    })
    await asOwner`update products set weight_g = ${String(made.weight)}, taxable = ${made.taxed}, cost_minor = 7 where id = ${id}`
    goods.push({ ...made, product: id })
  }
  return { ...window, goods }
}

test.for(cases)(
  '$currency with $tax tax: quotes and orders cost what the reference says',
  { timeout: 600_000 },
  async ({ currency, decimals, tax }) => {
    const seed = 20_261_122 + decimals
    const dice = seededDice(seed)
    const major = (minor: bigint) => Number(minor) / 10 ** decimals
    const { goods, store, send, owner, addCustomer } = await openStore(dice, currency, major)
    const customer = await addCustomer()
    const turns = crowd(240, 3)
    let priced = 0
    for (let turn = 0; turn < turns; turn++) {
      const cart = randomCart(dice, goods, tax === 'no' ? null : randomTax(dice, tax === 'inclusive'))
      await furnish(store.id, cart)
      const about = `seed ${seed}, cart ${turn}: ${JSON.stringify(cart, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`
      const items = cart.lines.map(({ product, quantity }) => ({ product_id: product, quantity: Number(quantity) }))
      const rest = { destination: { country: cart.country }, payment_method: cart.payment }
      const request = { items, ...rest, ...(cart.code !== null && { discount_code: cart.code }) }
      const expected = priceOf(cart)
      const answer = await send('/quote', request)
      if (!expected) {
        expectProblem(answer, 422, 'not_delivered_there')
        continue
      }
      priced += 1
      const amounts = {
        subtotal_amount: major(expected.subtotal),
        discount_amount: major(expected.discount),
        shipping_amount: major(expected.shipping),
        tax_amount: major(expected.tax),
        total_amount: major(expected.total),
      }
      const lines = expected.lines.map(({ amount, discount, tax: lineTax }) => ({
        line_total: major(amount),
        discount_amount: major(discount),
        tax_amount: major(lineTax),
      }))
      const quote = expectBody(answer, 200, Quote)
      expect(quote, about).toMatchObject({ ...amounts, lines })
      expect(
        quote.delivery_methods.map(({ id }) => id),
        about,
      ).toEqual(expected.methods)
      expect(quote.delivery?.method_id, about).toEqual(expected.delivery?.id)
      expect(quote.delivery?.tax_amount ?? 0, about).toEqual(major(expected.deliveryTax))
      expect(
        quote.discounts.map(({ amount }) => amount),
        about,
      ).toEqual(expected.discounts.map(({ amount }) => major(amount)))

      const isRefused = quote.discount_refused !== null
      const { discount_code: _code, ...withoutCode } = request
      const body = {
        customer: { name: 'Amal', phone: `+9655${1_000_000 + turn}` },
        ...(isRefused ? withoutCode : request),
      }
      const placed = await send('/orders', { ...body, expected_total: quote.total_amount })
      const { id } = expectBody(placed, 201, PlacedOrder)
      expect(placed.body, about).toMatchObject({ ...amounts, items: lines })
      const order = expectBody(await owner.get(`/api/orders/${id}`), 200, Order)
      expect(order, about).toMatchObject({ ...amounts, adjustment_amount: 0, items: lines, delivery: quote.delivery })
      expect(
        order.discounts.map(({ discount_id }) => discount_id),
        about,
      ).toEqual(expected.discounts.map(({ id: used }) => used))

      // The merchant's own order costs the same, if the service computes it.
      const method = quote.delivery?.method_id ?? undefined
      const mine = { customer_id: customer.id, ...body, customer: undefined, delivery_method_id: method }
      expect((await owner.post('/api/orders/quote', mine)).body, about).toMatchObject({ ...amounts, lines })
      if (method !== undefined || (cart.code !== null && !isRefused)) {
        const units = items.map((item, at) => ({ ...item, unit_price: quote.lines[at]?.unit_price }))
        const made = await owner.post('/api/orders', { ...mine, items: units, total_amount: quote.total_amount })
        expect(made, about).toMatchObject({ status: 201, body: { ...amounts, items: lines } })
      }
    }
    expect(priced).toBeGreaterThan(turns / 4)
    expect(await contradictionsOf(store.id)).toEqual({})
  },
)
