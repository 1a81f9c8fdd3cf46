import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { finderOf } from '../../platform/operation/read-one.ts'
import { inVisibleStores } from '../../platform/db/in-stores.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { type Selection, selection } from '../../platform/db/selection.ts'
import { operation } from '../../platform/operation/operation.ts'
import { OrderReference } from '../../platform/references/reference.ts'
import { Order, orderColumns, toOrder } from './order.ts'

export const getOrder = operation(
  {
    name: 'get_order',
    scope: 'orders:read',
    input: z.strictObject({ order_id: OrderReference }),
    output: Order,
  },
  async (context, { order_id }) => toOrder(await findOrder(context, order_id)),
)

/** Finds an order by its id or number, with these columns. */
export const orderFinder = <Row>(selected: Selection<Row>) =>
  finderOf(
    selected,
    'order',
    (id) => sql`from ${orders} where ${and(inVisibleStores(orders.storeId), eq(orders.id, id))}`,
  )

export const findOrder = orderFinder(selection(orderColumns))
