import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { Actor, actorFacts, toActor } from '../db/actor.ts'
import { listFrom, rowsOf, total } from '../db/list.ts'
import { events } from '../db/schema/events.ts'
import { orders } from '../db/schema/orders.ts'
import { notFound } from '../errors.ts'
import { id } from '../ids.ts'
import { toMajor } from '../money.ts'
import { operation } from '../operation.ts'
import { closePage, listOf, openPage, PageInput } from '../page.ts'

const OrderEvent = z.object({
  id: id('event'),
  type: z.string().describe('Such as order.created, order.confirmed, order.paid'),
  actor: Actor,
  data: z.record(z.string(), z.unknown()).describe('Details, depending on the type. Amounts are in major units'),
  created_at: z.iso.datetime(),
})

const columns = {
  id: events.id,
  type: events.type,
  actorKind: events.actorKind,
  actorId: events.actorId,
  data: events.data,
  createdAt: events.createdAt,
  actorFacts: actorFacts('events'),
}

export const listOrderEvents = operation(
  {
    name: 'list_order_events',
    scope: 'orders:read',
    input: z.strictObject({ ...PageInput, order_id: id('order') }),
    output: listOf(OrderEvent),
  },
  async ({ run }, { order_id, ...pageInput }) => {
    const page = openPage({ ...pageInput, order_id })
    const { counted, rows, cap } = listFrom({
      table: events,
      page,
      filter: { subject_id: order_id },
      search: undefined,
    })
    const [[order], found] = await run((db) => [
      db
        .select({ exponent: orders.currencyExponent })
        .from(orders)
        .where(sql`${orders.storeId} = any(app.stores()) and ${orders.id} = ${order_id}`),
      db
        .select({ total, row: columns })
        .from(counted)
        .leftJoinLateral(rows, sql`true`)
        .orderBy(sql`${events.createdAt} desc, ${events.id} desc`),
    ])
    if (!order) throw notFound('order')
    const shown = rowsOf(found)
    return closePage(page, shown.rows, { total: shown.total, cap }, (row) => ({
      id: row.id,
      type: row.type,
      actor: toActor(row),
      data: inMajorUnits(row.data, order.exponent),
      created_at: row.createdAt.toISOString(),
    }))
  },
)

/** Events store amounts in minor units, under names such as `minor` or `total_minor`. */
function inMajorUnits(data: unknown, exponent: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(Object(data)).map(([name, value]) => {
      const amount = /^(.*?)_?minor$/.exec(name)?.[1]
      if (amount === undefined || typeof value !== 'number') return [name, value]
      return [amount === 'amount' ? amount : `${amount}_amount`, toMajor(value, exponent)]
    }),
  )
}
