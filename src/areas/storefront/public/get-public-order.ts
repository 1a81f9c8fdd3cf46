import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { orders } from '../../../platform/db/schema/orders.ts'
import { uuidOf } from '../../../platform/values/ids.ts'
import { publicOperation } from '../../../platform/operation/operation.ts'
import { PublicOrder, publicOrderColumns, toPublicOrder } from './public-order.ts'
import { nothingPublic, visit } from './visit.ts'

/** The status of an order placed in the storefront. Its id cannot be guessed; only the shopper and the store know it. */
export const getPublicOrder = publicOperation(
  { input: z.strictObject({ slug: z.string(), order_id: z.string() }), output: PublicOrder },
  async (context, { slug, order_id }) => {
    const id = uuidOf(order_id)
    if (id === null) throw nothingPublic()
    const { results } = await visit(context, { slug }, (db) => [
      db
        .select(publicOrderColumns)
        .from(orders)
        .where(and(eq(orders.storeId, sql`(app.stores())[1]`), eq(orders.id, id), eq(orders.source, 'storefront'))),
    ])
    const [row] = results[0]
    if (!row) throw nothingPublic()
    return toPublicOrder(row)
  },
)
