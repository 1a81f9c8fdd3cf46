import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { inVisibleStores } from '../db/in-stores.ts'
import { orders } from '../db/schema/orders.ts'
import { notFound } from '../errors.ts'
import { isId } from '../ids.ts'
import { operation } from '../operation.ts'
import { Order, orderColumns, toOrder } from './order.ts'

/** Refuses a number that orders of several stores have. */
const expectedStore = sql`app.expect_one_store(array_agg(${orders.storeId}) over ())`

const byNumber = /^number:([1-9]\d{0,14})$/

export const getOrder = operation(
  {
    name: 'get_order',
    scope: 'orders:read',
    input: z.strictObject({
      order_id: z.string().max(64).describe('Id of the order, or number: and its number, such as number:1001'),
    }),
    output: Order,
  },
  async ({ run }, { order_id }) => {
    const number = byNumber.exec(order_id)?.[1]
    if (number === undefined && !isId(order_id)) throw notFound('order')
    const [[row]] = await run((db) => [
      db
        .select({ ...orderColumns, expectedStore })
        .from(orders)
        .where(
          and(
            inVisibleStores(orders.storeId),
            number === undefined ? eq(orders.id, order_id) : eq(orders.number, Number(number)),
          ),
        ),
    ])
    if (!row) throw notFound('order')
    return toOrder(row)
  },
)
