import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { inVisibleStores } from '../db/in-stores.ts'
import { orders } from '../db/schema/orders.ts'
import { notFound } from '../errors.ts'
import { isId } from '../ids.ts'
import { operation } from '../operation.ts'
import { Order, orderColumns, toOrder } from './order.ts'

const byNumber = /^number:([1-9]\d{0,14})$/

export const getOrder = operation(
  {
    name: 'get_order',
    scope: 'orders:read',
    input: z.strictObject({
      order_id: z.string().max(64).describe('Id of the order, or its number as number:1001'),
    }),
    output: Order,
  },
  async ({ run, storeRequired }, { order_id }) => {
    const number = byNumber.exec(order_id)?.[1]
    if (number === undefined && !isId(order_id)) throw notFound('order')
    const condition = number === undefined ? eq(orders.id, order_id) : eq(orders.number, Number(number))
    const [found] = await run((db) => [
      db
        .select(orderColumns)
        .from(orders)
        .where(and(inVisibleStores(orders.storeId), condition))
        .limit(2),
    ])
    const [row, another] = found
    if (!row) throw notFound('order')
    // Several stores have an order with this number.
    if (another) throw await storeRequired()
    return toOrder(row)
  },
)
