import { isNotNull, sql } from 'drizzle-orm'
import type { VisitorContext } from '../../../platform/operation/context.ts'
import { idempotencyKeys } from '../../../platform/db/schema/idempotency-keys.ts'
import { orders } from '../../../platform/db/schema/orders.ts'
import { type IdempotencyKey, requestHash, hashOfJson } from '../../../platform/operation/idempotency-key.ts'
import { phoneOf } from '../../../platform/values/phone.ts'
import { keptOrderTable } from '../../orders/kept-order.ts'
import { placedOrderColumns, toPlacedOrder } from './public-order.ts'
import { visit } from './visit.ts'

type OrderRequest = Parameters<typeof toPlacedOrder>[1] & { readonly customer: { readonly phone: string } }

/**
 * Makes a key different for each phone number, so that shoppers who use the same key do not see each other's orders. The hash
 * tells nobody the number, because it also covers the key.
 */
export const shoppersKey = async (key: IdempotencyKey, { customer }: OrderRequest): Promise<string> =>
  key.isFromCaller ? hashOfJson([(await phoneOf(customer.phone)) ?? customer.phone, key.value]) : key.value

/** The order that an earlier request with this key and body placed, as it was then; empty if there is none. */
export async function storedOrders(context: VisitorContext, slug: string, key: IdempotencyKey, request: OrderRequest) {
  const shoppers = await shoppersKey(key, request)
  const hash = await requestHash(key, request)
  const { results } = await visit(context, { slug }, (db) => [
    db
      .select(placedOrderColumns)
      .from(
        keptOrderTable(
          sql`(select k.result from ${idempotencyKeys} k where k.store_id = (app.stores())[1] and k.operation = 'place_order'
              and k.request_hash = ${hash} and (k.caller, k.key) = (app.user_id('storefront', 'visitor'), ${shoppers}))`,
          sql`done.kept -> 'order'`,
        ),
      )
      // If nothing is stored, jsonb_populate_record returns a row of nulls.
      .where(isNotNull(orders.id)),
  ])
  return Promise.all(results[0].map((row) => toPlacedOrder(row, request, context.language)))
}
