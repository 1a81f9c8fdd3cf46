import { and, eq, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '../context.ts'
import { inVisibleStores } from '../db/in-stores.ts'
import { orders } from '../db/schema/orders.ts'
import { query, type ValueOf } from '../db/prepared.ts'
import { type Selection, selection, typed } from '../db/selection.ts'
import { notFound } from '../errors.ts'
import { isId } from '../ids.ts'
import { operation } from '../operation.ts'
import { Order, orderColumns, toOrder } from './order.ts'

/** Refuses a number that orders of several stores have. */
const expectedStore = typed('uuid', sql<string>`app.expect_one_store(array_agg(${orders.storeId}) over ())`)

export const foundColumns = { ...orderColumns, expectedStore }

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
  async (context, { order_id }) => toOrder(await findOrder(context, order_id)),
)

/** Finds an order by its id or number, with these columns. */
export function finderOf<Row>(selected: Selection<Row>) {
  const named = (condition: (value: ValueOf<{ readonly named: string }>) => SQL) =>
    query(
      selected,
      (value: ValueOf<{ readonly named: string }>) =>
        sql`from ${orders} where ${and(inVisibleStores(orders.storeId), condition(value))}`,
    )
  const withId = named((value) => eq(orders.id, value('named')))
  const withNumber = named((value) => eq(orders.number, value('named')))
  return async ({ read }: Pick<Context, 'read'>, order_id: string): Promise<Row> => {
    const number = byNumber.exec(order_id)?.[1]
    if (number === undefined && !isId(order_id)) throw notFound('order')
    const [row] = await (number === undefined ? read(withId, { named: order_id }) : read(withNumber, { named: number }))
    if (!row) throw notFound('order')
    return row
  }
}

export const findOrder = finderOf(selection(foundColumns))
