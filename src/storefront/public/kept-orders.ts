import { isNotNull, sql } from 'drizzle-orm'
import type { VisitorContext } from '../../context.ts'
import { keptRow } from '../../db/as-table.ts'
import { idempotencyKeys } from '../../db/schema/idempotency-keys.ts'
import { orders } from '../../db/schema/orders.ts'
import { type IdempotencyKey, requestHash } from '../../idempotency-key.ts'
import { publicOrderColumns, toPublicOrder } from './public-order.ts'
import { visit } from './visit.ts'

type Asked = { readonly customer: { readonly phone_e164: string | null } }

/** The order that this very request has placed under its key, as it was answered then; none where it has not. */
export async function keptOrders(context: VisitorContext, slug: string, key: IdempotencyKey, asked: Asked) {
  const shopper = sql`app.customer_of_phone((app.stores())[1], ${asked.customer.phone_e164})`
  const hash = await requestHash(key, asked)
  const { results } = await visit(context, { slug }, (db) => [
    db
      .select(publicOrderColumns)
      .from(
        keptRow(
          orders,
          sql`(select k.result from ${idempotencyKeys} k where k.store_id = (app.stores())[1] and k.caller = ${shopper}
            and k.operation = 'place_order' and k.key = ${key.value} and k.request_hash = ${hash})`,
          sql`done.kept -> 'order'`,
        ),
      )
      // Of nothing kept, jsonb_populate_record makes a row of nulls.
      .where(isNotNull(orders.id)),
  ])
  return results[0].map(toPublicOrder)
}
