import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { orders } from '../../db/schema/orders.ts'
import { isId } from '../../ids.ts'
import { publicOperation } from '../../operation.ts'
import { PublicOrder, publicOrderColumns, toPublicOrder } from './public-order.ts'
import { nothingThere, visit } from './visit.ts'

/** How an order stands that was placed in the storefront. Its id is known to whoever placed it, and no one guesses it. */
export const getPublicOrder = publicOperation(
  { input: z.strictObject({ slug: z.string(), order_id: z.string() }), output: PublicOrder },
  async (context, { slug, order_id }) => {
    if (!isId(order_id)) throw nothingThere()
    const { results } = await visit(context, { slug }, (db) => [
      db
        .select(publicOrderColumns)
        .from(orders)
        .where(
          and(
            eq(orders.storeId, sql`(app.stores())[1]`),
            eq(orders.id, order_id.toLowerCase()),
            eq(orders.source, 'storefront'),
          ),
        ),
    ])
    const [row] = results[0]
    if (!row) throw nothingThere()
    return toPublicOrder(row)
  },
)
