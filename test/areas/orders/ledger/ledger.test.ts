import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLong, tries } from '../../../support/run/effort.ts'
import { type Account, booked, keptOn, paidOn, refundedOfTotal, sum } from './books.ts'
import { inclusive, onTop } from './catalogue.ts'
import { expectAsBooked, minorAmountsOf } from './checks.ts'
import { expectSameInCopy } from './copies.ts'
import { actIfAllowed, pay, shipSome, takeSomeBack } from './money.ts'
import { comingBack, type Generated, moves, newOrder, orderWithTotal } from './moves.ts'
import { play } from './play.ts'
import { orderCart, orderForTotal, orderWithStated } from './pricing.ts'
import { type LedgerShop, openLedgerShop } from './shop.ts'

// Random orders of two stores, beside books that the test keeps with whole minor units.

const stores = [
  { store: 'three decimals and tax on top', rules: onTop },
  { store: 'two decimals and prices that include the tax', rules: inclusive },
]

/** A failure is shrunk for at most this long, so that the moves are printed before the test is cut off. */
const budget = { interruptAfterTimeLimit: 700_000, markInterruptAsFailure: true }

/** All in `npm run test:long`, few in `npm test`. */
const few = (all: number) => ({ ...budget, numRuns: tries(all) })

const howMany = isLong ? 30 : 14

/** The rounded shares of these lines once added up to a minor unit more than the total. */
const unevenShares = {
  move: 'order with a stated total' as const,
  lines: [
    { goods: 'Book' as const, quantity: 1, price: null },
    { goods: 'Scarf' as const, quantity: 2, price: null },
    { goods: 'Shawl' as const, quantity: 5, price: null },
  ],
  percent: 114,
}

const allAtOnce = { paid: 'what is due' as const, permille: 1000, portions: [] }

describe.each(stores)('in a store with $store', ({ rules }) => {
  test('orders, changes, payments and refunds agree with books kept beside them', { timeout: 900_000 }, () =>
    fc.assert(
      fc.asyncProperty(moves(howMany), async (made) => {
        await play(await openLedgerShop(rules), made)
      }),
      few(30),
    ),
  )

  test('goods that come back in portions are refunded to the last minor unit', { timeout: 900_000 }, () =>
    fc.assert(
      fc.asyncProperty(newOrder, comingBack, async (order, story) => {
        const shop = await openLedgerShop(rules)
        const account =
          order.move === 'order'
            ? await orderCart(shop, order.cart)
            : await orderWithStated(shop, order.cart, order.stated)
        if (account) await expectRefundedExactly(shop, account, story)
      }),
      few(60),
    ),
  )

  test('goods of an order with a stated total are refunded to the last minor unit as well', { timeout: 900_000 }, () =>
    fc.assert(
      fc.asyncProperty(orderWithTotal, comingBack, async (order, story) => {
        const shop = await openLedgerShop(rules)
        await expectRefundedExactly(shop, await orderForTotal(shop, order.lines, order.percent), story)
      }),
      { ...few(60), examples: [[unevenShares, allAtOnce]] },
    ),
  )

  test.for(['jsonl', 'csv'] as const)(
    'orders moved to another store as %s keep their amounts and figures',
    { timeout: 900_000 },
    (format) =>
      fc.assert(
        fc.asyncProperty(moves(howMany), async (made) => {
          const shop = await openLedgerShop(rules)
          await play(shop, made)
          await expectSameInCopy(shop, format)
        }),
        few(15),
      ),
  )
})

/** Pays, ships and takes back an order as the story says, and then the rest of it. */
async function expectRefundedExactly(
  shop: LedgerShop,
  ordered: Account,
  { paid, permille, portions }: Generated<typeof comingBack>,
) {
  let account = await pay(shop, ordered, paid, permille)
  await actIfAllowed(shop, account, 'confirm')
  await shipSome(shop, account, 1000)
  await actIfAllowed(shop, account, 'deliver')
  const rest = { permille: 1000, isRefunded: true }
  for (const portion of [...portions, rest]) {
    const suggested = await takeSomeBack(shop, account, portion.permille)
    if (!suggested) continue
    const { subtotal, discount, adjustment, tax, shipping, total } = minorAmountsOf(
      await expectAsBooked(shop, account),
      shop.rules,
    )
    if (suggested.isAll) {
      expect(sum(suggested.goods), 'all goods are suggested').toBe(subtotal - discount + adjustment)
      expect(suggested, 'with all of the tax and the delivery').toMatchObject({ tax, delivery: shipping })
      const owed = Math.max(0, Math.min(total, paidOn(account)) - refundedOfTotal(account, { total }))
      expect(suggested.total, 'and so the whole of what was paid for the order').toBe(owed)
    }
    if ((portion.isRefunded || suggested.isAll) && suggested.total > 0) {
      const amount = suggested.total
      const body = { amount: shop.major(amount) }
      expect(await shop.owner.post(`/api/orders/${account.id}/refunds`, body)).toMatchObject({ status: 200 })
      account = booked(account, { kind: 'refund', amount })
      await expectAsBooked(shop, account)
    }
  }
  const { total } = minorAmountsOf(await expectAsBooked(shop, account), shop.rules)
  // Refunds count against an overpayment first, so that one of what came back is suggested again until that was refunded, too.
  expect(keptOn(account), 'nothing is left but what was overpaid').toBeLessThanOrEqual(
    Math.max(0, paidOn(account) - total),
  )
}
