import { expect } from 'vitest'
import { contradictionsOf } from '../contradictions.ts'
import type { Account } from './books.ts'
import { changeOrder } from './changes.ts'
import { expectAsBooked, type Shown } from './checks.ts'
import { expectFiguresAsSums } from './figures.ts'
import { actIfAllowed, pay, refund, shipSome, takePaymentBack, takeSomeBack, undo } from './money.ts'
import type { Move } from './moves.ts'
import { orderCart, orderWithStated, orderForTotal, quoteCart } from './pricing.ts'
import type { LedgerShop } from './shop.ts'

type NewOrderMove = Exclude<Move, { nth: number }>

function place(shop: LedgerShop, move: NewOrderMove): Promise<Account | null> {
  switch (move.move) {
    case 'quote':
      return quoteCart(shop, move.cart).then(() => null)
    case 'order':
      return orderCart(shop, move.cart)
    case 'order with stated amounts':
      return orderWithStated(shop, move.cart, move.stated)
    case 'order with a stated total':
      return orderForTotal(shop, move.lines, move.percent)
  }
}

async function go(shop: LedgerShop, account: Account, move: Exclude<Move, NewOrderMove>): Promise<Account> {
  switch (move.move) {
    case 'change':
      return changeOrder(shop, account, move.change)
    case 'pay':
      return pay(shop, account, move.amount, move.permille)
    case 'refund':
      return refund(shop, account, move.amount, move.permille, move.isDueAgain)
    case 'take a payment back':
      return takePaymentBack(shop, account, move.which)
    case 'act':
      await actIfAllowed(shop, account, move.action)
      return account
    case 'ship some':
      await shipSome(shop, account, move.permille)
      return account
    case 'take some back':
      await takeSomeBack(shop, account, move.permille, move.how)
      return account
    case 'undo':
      await undo(shop, account)
      return account
  }
}

/** Makes the moves one by one. After each, the order that it made or changed must agree with the books. */
export async function play(shop: LedgerShop, moves: readonly Move[]): Promise<readonly Account[]> {
  const accounts: Account[] = []
  for (const move of moves) {
    const at = 'nth' in move ? move.nth % Math.max(1, accounts.length) : accounts.length
    const account = accounts[at]
    const next = !('nth' in move) ? await place(shop, move) : account ? await go(shop, account, move) : null
    if (!next) continue
    accounts[at] = next
    await expectAsBooked(shop, next)
  }
  // What one order did must not have changed another.
  const orders: Shown[] = []
  for (const account of accounts) orders.push(await expectAsBooked(shop, account))
  await expectFiguresAsSums(shop, orders)
  expect(await contradictionsOf(shop.store.id)).toEqual({})
  return accounts
}
