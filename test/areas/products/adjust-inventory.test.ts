import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { Variant } from '../../../src/areas/products/variant.ts'
import { eventsOf } from '../../support/events.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop, pointersOf } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

const shop = service()

const Sums = z.tuple([z.object({ on_hand: z.coerce.number(), reserved: z.coerce.number() })])

/** A product with ten units on hand. */
async function scarves(variant: Record<string, unknown> = {}) {
  const mine = await openShop({ through: shop })
  const { id, variants } = await mine.addProduct({ variants: [{ on_hand: 10, ...variant }] })
  const variant_id = variants[0]?.id ?? ''
  const adjust = (change: Record<string, unknown>) =>
    mine.owner.post('/api/inventory/adjust', { variant_id, reason: 'counted', ...change })
  const order = (quantity: number) =>
    mine.addOrder({ items: [{ product_id: id, quantity, unit_price: 10 }], total_amount: 10 * quantity })
  /** The sum of the inventory movements. */
  const movements = async () =>
    Sums.parse(
      await asOwner`select sum(on_hand_delta) as on_hand, sum(reserved_delta) as reserved
      from inventory_movements where variant_id = ${variant_id}`,
    )[0]
  const read = async () => {
    const [row] = z
      .tuple([Sums.def.items[0]])
      .parse(await asOwner`select on_hand, reserved from inventory where variant_id = ${variant_id}`)
    return row
  }
  return { ...mine, id, variant_id, adjust, order, movements, read }
}

describe('adjusting stock', () => {
  test('adds to, removes from or sets the stock on hand and returns the new stock', async () => {
    const { adjust, variant_id } = await scarves()
    const on_hand = async (change: Record<string, unknown>) => {
      const variant = expectBody(await adjust(change), 200, Variant)
      expect(variant).toMatchObject({ id: variant_id, available: variant.on_hand, reserved: 0 })
      return variant.on_hand
    }
    expect(await on_hand({ delta: 5 })).toBe(15)
    expect(await on_hand({ delta: -12 })).toBe(3)
    expect(await on_hand({ set: 40 })).toBe(40)
    expect(await on_hand({ set: 0 })).toBe(0)
    expect(await on_hand({ delta: 1_000_000_000 })).toBe(1_000_000_000)
  })

  test('records the reason, and the movements add up to the stock', async () => {
    const { adjust, order, movements, read, variant_id } = await scarves()
    await adjust({ delta: 5, reason: 'received' })
    await order(4)
    await adjust({ set: 9, reason: 'two were torn' })
    await adjust({ set: 9, expected: 99 })
    await adjust({ delta: -50 })
    expect(await read()).toEqual({ on_hand: 9, reserved: 4 })
    expect(await movements()).toEqual(await read())
    expect(await eventsOf(variant_id)).toMatchObject([
      { type: 'inventory.adjusted', actor_kind: 'user', data: { delta: 5, on_hand: 15, reason: 'received' } },
      { type: 'inventory.adjusted', data: { delta: -6, on_hand: 9, reason: 'two were torn' } },
    ])
  })

  test('requires a reason and exactly one of delta and set', async () => {
    const { adjust, variant_id, owner } = await scarves()
    const both = await adjust({ delta: 1, set: 1 })
    const neither = await adjust({})
    for (const answer of [both, neither])
      expect(pointersOf(expectProblem(answer, 422, 'invalid_input'))).toEqual(['/delta'])
    for (const wrong of [{ delta: 1.5 }, { set: -1 }, { delta: '5' }, { delta: 1, reason: ' ' }, { delta: 2e9 }])
      expectProblem(await adjust(wrong), 422, 'invalid_input')
    const unexplained = await owner.post('/api/inventory/adjust', { variant_id, delta: 1 })
    expect(pointersOf(expectProblem(unexplained, 422, 'invalid_input'))).toEqual(['/reason'])
    expect(await adjust({ delta: 0 })).toMatchObject({ body: { on_hand: 10 } })
  })

  test('needs a variant', async () => {
    const { adjust } = await scarves()
    expectProblem(await adjust({ variant_id: ' ', delta: 1 }), 422, 'invalid_input')
  })
})

describe('stock that orders have reserved', () => {
  test('cannot be removed', async () => {
    const { adjust, order, read } = await scarves()
    await order(6)
    for (const change of [{ delta: -5 }, { set: 5 }, { set: 0 }])
      expectProblem(await adjust(change), 409, 'insufficient_stock')
    expect(await read()).toEqual({ on_hand: 10, reserved: 6 })
    expect(await adjust({ set: 6 })).toMatchObject({ status: 200, body: { on_hand: 6, reserved: 6, available: 0 } })
  })

  test('can be removed if the variant is not tracked or allows backorders', async () => {
    for (const open of [{ tracked: false }, { allow_backorder: true }]) {
      const { adjust, order } = await scarves(open)
      await order(6)
      expect(await adjust({ set: 2 })).toMatchObject({ status: 200, body: { on_hand: 2, reserved: 6, available: -4 } })
    }
  })
})
