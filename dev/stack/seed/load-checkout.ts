import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { deliveryMethods } from '../../../src/platform/db/schema/delivery-methods.ts'
import { discounts } from '../../../src/platform/db/schema/discounts.ts'
import type { checkoutPlans } from './checkout-plans.ts'
import type { Random } from './random.ts'

type Checkout = {
  readonly plan: (typeof checkoutPlans)['acme']
  readonly storeId: string
  readonly random: Random
  readonly openedAt: Date
}

/** Loads the delivery methods and discounts of a store. */
export async function loadCheckout(db: Pick<NodePgDatabase, 'insert'>, { plan, storeId, random, openedAt }: Checkout) {
  const row = (nth: number) => random.row(storeId, new Date(openedAt.getTime() + nth * 60_000))
  await db
    .insert(deliveryMethods)
    .values(
      plan.methods.map((method, nth) => ({ ...method, ...row(nth), zones: method.zones ?? [], position: nth + 1 })),
    )
  await db.insert(discounts).values(plan.discounts.map((discount, nth) => ({ ...discount, ...row(nth) })))
}
