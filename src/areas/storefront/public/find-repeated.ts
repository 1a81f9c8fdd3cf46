import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { idempotencyKeys } from '../../../platform/db/schema/idempotency-keys.ts'
import { requestHash } from '../../../platform/operation/idempotency-key.ts'
import { publicOperation } from '../../../platform/operation/operation.ts'
import { storedOrders } from './stored-orders.ts'
import { leaveMessage, writersKey } from './leave-message.ts'
import { placeOrder } from './place-order.ts'
import { PlacedOrder } from './public-order.ts'
import { visit } from './visit.ts'

// The result of an earlier request with the same Idempotency-Key and body. A retry gets it even after the token of its bot
// challenge was used or has expired.

export const findRepeatedOrder = publicOperation(
  { input: placeOrder.input.omit({ network: true }), output: PlacedOrder.optional() },
  async (context, { slug, key, ...order }) =>
    key.isFromCaller ? (await storedOrders(context, slug, key, order))[0] : undefined,
)

/** Whether the message was received already. */
export const findRepeatedMessage = publicOperation(
  { input: leaveMessage.input, output: z.boolean() },
  async (context, { slug, key, message: { website: _website, ...message } }) => {
    if (!key.isFromCaller) return false
    const storedKey = await writersKey(key, message)
    const hash = await requestHash(key, message)
    const { results } = await visit(context, { slug }, (db) => [
      db
        .select({ key: idempotencyKeys.key })
        .from(idempotencyKeys)
        .where(
          and(
            eq(idempotencyKeys.storeId, sql`(app.stores())[1]`),
            eq(idempotencyKeys.caller, sql`app.user_id('storefront', 'visitor')`),
            eq(idempotencyKeys.operation, 'leave_message'),
            eq(idempotencyKeys.key, storedKey),
            eq(idempotencyKeys.requestHash, hash),
          ),
        ),
    ])
    return results[0].length > 0
  },
)
