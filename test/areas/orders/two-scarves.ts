import { type Client } from '../../support/shop.ts'
import { act } from './acting.ts'
import { openScarfShop } from './scarf-shop.ts'

/** A shop, and orders of two scarves at 16. */
export async function openWithTwo(fields: Record<string, unknown> = {}) {
  const shop = await openScarfShop()
  const items = [shop.line({ quantity: 2, unit_price: 16 })]
  const buyTwo = (more: Record<string, unknown> = {}) => shop.bought({ items, total_amount: 32, ...fields, ...more })
  return { ...shop, buyTwo }
}

/** Takes actions without a body, one after the other. */
export async function steps(owner: Client, id: string, ...actions: readonly string[]) {
  for (const action of actions) await act(owner, id, action)
}
