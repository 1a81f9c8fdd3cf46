import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { listOrderEvents } from '../../../src/areas/orders/list-order-events.ts'
import { Product } from '../../../src/areas/products/product.ts'
import { service } from '../../support/service.ts'
import { expectBody } from '../../support/shop.ts'
import { expectSoundBooks } from './books.ts'
import { writtenDice } from './model/dice.ts'
import { planOf } from './model/plan.ts'
import { seed, steps } from './model/settings.ts'
import { openStage, type Stage, tally } from './model/stage.ts'
import { follow } from './model/follow.ts'
import { stateOf, type World, worldOf } from './model/world.ts'

const stepsAStore = 100

test('in sequence, every request is answered exactly as the rules predict', { timeout: 900_000 }, async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  const counted = tally()
  const states = new Set<string>()
  const throwing = fc.array(fc.noBias(fc.integer({ min: 0, max: 999 })), { minLength: 40, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('KWD', 'USD'),
      fc.array(throwing, { minLength: stepsAStore, maxLength: stepsAStore, size: 'max' }),
      async (currency, numbers) => {
        const stage = await openStage({ currency, through: service() })
        const world = worldOf(stage)
        const next = follow(stage, world, counted)
        for (const thrown of numbers) {
          const dice = writtenDice(thrown)
          await next(dice, planOf(dice, stage.supply, [...world.orders.values()].slice(-4)))
          for (const order of world.orders.values()) states.add(stateOf(order))
        }
        await expectAsPredicted(stage, world)
      },
    ),
    { numRuns: Math.ceil(steps / 5 / stepsAStore), seed, endOnFailure: true },
  )
  vi.restoreAllMocks()
  console.info([`one by one (seed ${seed}), in ${states.size} states`, ...counted.lines()].join('\n'))
})

/** Orders, stock, customers and timelines match all the answers so far. */
async function expectAsPredicted({ crew, supply, exponent }: Stage, { stock, timelines, spentBy }: World) {
  await expectSoundBooks(crew.store.id)
  for (const productId of new Set(supply.wares.map((ware) => ware.productId))) {
    const { variants } = expectBody(await crew.owner.get(`/api/products/${productId}`), 200, Product)
    for (const { id, on_hand, reserved } of variants)
      expect({ onHand: on_hand, reserved }, id).toMatchObject({
        onHand: stock.get(id)?.onHand,
        reserved: stock.get(id)?.reserved,
      })
  }
  for (const customerId of supply.customerIds) {
    const spent = spentBy(customerId)
    const customer = expectBody(await crew.owner.get(`/api/customers/${customerId}`), 200, Customer)
    const total_spent = spent.reduce((sum, minor) => sum + minor, 0) / 10 ** exponent
    expect(customer).toMatchObject({ orders_count: spent.length, total_spent })
  }
  for (const [orderId, types] of timelines) {
    const answer = await crew.as('viewer')('events', orderId)
    const { data } = listOrderEvents.output.parse(answer.body)
    expect(data.map(({ type }) => type).toReversed()).toEqual(types)
  }
}
