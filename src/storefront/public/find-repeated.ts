import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { idempotencyKeys } from '../../db/schema/idempotency-keys.ts'
import { requestHash } from '../../idempotency-key.ts'
import { publicOperation } from '../../operation.ts'
import { keptOrders } from './kept-orders.ts'
import { leaveMessage, writersKey } from './leave-message.ts'
import { placeOrder } from './place-order.ts'
import { PublicOrder } from './public-order.ts'
import { visit } from './visit.ts'

// What a request with the same Idempotency-Key and body has done already: a retry gets that answer even where the token
// of its bot challenge is spent or has expired since.

export const findRepeatedOrder = publicOperation(
  { input: placeOrder.input.omit({ address: true }), output: PublicOrder.optional() },
  async (context, { slug, key, ...asked }) =>
    key.isFromCaller ? (await keptOrders(context, slug, key, asked))[0] : undefined,
)

/** Whether the message has been left. */
export const findRepeatedMessage = publicOperation(
  { input: leaveMessage.input, output: z.boolean() },
  async (context, { slug, key, message: { website: _website, ...asked } }) => {
    if (!key.isFromCaller) return false
    const kept = [await writersKey(key, asked), await requestHash(key, asked)] as const
    const { results } = await visit(context, { slug }, (db) => [
      db
        .select({ key: idempotencyKeys.key })
        .from(idempotencyKeys)
        .where(
          and(
            eq(idempotencyKeys.storeId, sql`(app.stores())[1]`),
            eq(idempotencyKeys.caller, sql`app.user_id('storefront', 'visitor')`),
            eq(idempotencyKeys.operation, 'leave_message'),
            eq(idempotencyKeys.key, kept[0]),
            eq(idempotencyKeys.requestHash, kept[1]),
          ),
        ),
    ])
    return results[0].length > 0
  },
)
