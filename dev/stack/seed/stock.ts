import type { inventory, inventoryMovements } from '../../../src/platform/db/schema/inventory.ts'
import type { Variant } from './catalogue.ts'
import type { PlannedOrder } from './orders.ts'
import type { Random } from './random.ts'

type Stock = typeof inventory.$inferInsert
type StoredMovement = typeof inventoryMovements.$inferInsert & { createdAt: Date }
type Movement = Omit<StoredMovement, 'onHandAfter' | 'reservedAfter'>

/** The stock movements of the orders, after an initial delivery that covers them, and the resulting stock. */
export function planStock(storeId: string, random: Random, variants: Variant[], orders: PlannedOrder[], now: Date) {
  const movements = new Map<string, Movement[]>(variants.map(({ id }) => [id, []]))
  const ordered = new Map<string, number>()
  const movement = (
    variantId: string,
    kind: Movement['kind'],
    at: Date,
    onHandDelta: number,
    reservedDelta = 0,
    orderId: string | null = null,
    reason: string | null = null,
  ): Movement => ({
    storeId,
    id: random.id(at),
    variantId,
    orderId,
    kind,
    onHandDelta,
    reservedDelta,
    reason,
    createdAt: at,
  })
  const move = (...facts: Parameters<typeof movement>) => movements.get(facts[0])?.push(movement(...facts))

  for (const { order, state } of orders) {
    for (const { position, variant_id: variant, quantity } of order.lines) {
      const lineStock = state.stock[position === 1 ? 0 : 1]
      ordered.set(variant, (ordered.get(variant) ?? 0) + quantity)
      move(variant, 'reserved', order.createdAt, 0, quantity, order.id)
      if (lineStock === 'released') move(variant, 'released', order.updatedAt, 0, -quantity, order.id)
      if (lineStock === 'shipped' || lineStock === 'returned') {
        const shippedAt = lineStock === 'shipped' ? order.updatedAt : between(order.createdAt, order.updatedAt)
        move(variant, 'shipped', shippedAt, -quantity, -quantity, order.id)
      }
      if (lineStock === 'returned') move(variant, 'returned', order.updatedAt, quantity, 0, order.id)
    }
  }

  const stock = variants.map((variant, nth): Stock => {
    const variantMovements = movements.get(variant.id) ?? []
    const delivered = (ordered.get(variant.id) ?? 0) + random.integer(4, 80)
    const openedAt = variant.createdAt ?? now
    variantMovements.unshift(movement(variant.id, 'initial', openedAt, delivered))
    const reserved = variantMovements.reduce((sum, each) => sum + (each.reservedDelta ?? 0), 0)
    let onHand = variantMovements.reduce((sum, each) => sum + (each.onHandDelta ?? 0), 0)
    if (nth % 9 === 4) {
      move(variant.id, 'adjusted', new Date(now.getTime() - 30_000), reserved - onHand, 0, null, 'stocktake')
      onHand = reserved
    }
    const giftCard = /gift card|كرت هدية/i.test(variant.productTitle)
    return {
      storeId,
      variantId: variant.id,
      onHand,
      reserved,
      tracked: !giftCard,
      allowBackorder: nth % 23 === 5,
      lowStockThreshold: nth % 4 === 0 ? 10 : null,
      updatedAt: variantMovements.at(-1)?.createdAt ?? now,
    }
  })
  return { stock, movements: [...movements.values()].flatMap(withStockAfter) }
}

/** The movements of a variant in the order of their ids, which is that of their times, with the stock after each. */
function withStockAfter(movements: Movement[]): StoredMovement[] {
  let onHand = 0
  let reserved = 0
  return movements
    .toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
    .map((movement) => {
      onHand += movement.onHandDelta ?? 0
      reserved += movement.reservedDelta ?? 0
      return { ...movement, onHandAfter: onHand, reservedAfter: reserved }
    })
}

function between(from: Date, to: Date) {
  return new Date((from.getTime() + to.getTime()) / 2)
}
