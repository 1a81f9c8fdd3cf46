import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { orders } from '../../platform/db/schema/orders.ts'
import { jsonRows } from '../../platform/db/json-rows.ts'
import { dialect, type Selection, selection, typed } from '../../platform/db/selection.ts'
import { closePage, openPage } from '../../platform/lists/page.ts'
import { severalOf } from '../../platform/values/text.ts'
import { keptOrder, keptOrderRow } from './kept-order.ts'
import { restocked, type Units } from './actions/act-on-order.ts'
import { actionsOf, OfferedAction } from './actions/list-order-actions.ts'
import { OrderEvent, orderEventColumns, toOrderEvent } from './order-event.ts'
import { Order, orderColumns, type OrderRow, toOrder } from './order.ts'
import { around, aroundColumns, aroundNames, type AroundRow, toAround } from './around-order.ts'
import { type ChangeNotes, changeNotes } from './change-notes.ts'

/** What a response has besides the order, if the request asks for it: everything else that an order screen shows. */
const included = {
  actions: z
    .array(OfferedAction)
    .optional()
    .describe(
      'With include=actions: the actions that you can take now, as GET /api/orders/{order_id}/actions lists them',
    ),
  events: z
    .array(OrderEvent)
    .optional()
    .describe('With include=events: the newest 20, as GET /api/orders/{order_id}/events lists them'),
  events_cursor: z
    .string()
    .nullable()
    .optional()
    .describe(
      'With include=events: the cursor for older ones in GET /api/orders/{order_id}/events. Null: these are all',
    ),
}

export const includedNames = Object.keys({ ...included, ...around })

export const OrderWithIncluded = Order.extend({ ...included, ...around })

/** What a change of an order can return besides it. */
export const Asked = {
  include: severalOf(['actions', 'events'])
    .optional()
    .describe(
      'What to return in addition to the order, separated by commas or in repeated parameters: the allowed actions with their forms, the newest events',
    ),
}

/** What reading an order can return besides it. */
export const AskedOfRead = {
  include: severalOf(['actions', 'events', ...aroundNames])
    .optional()
    .describe(
      'What to return in addition to the order, separated by commas or in repeated parameters: the allowed actions with their forms, the newest events, the newest payments, other orders of the customer, what can be taken back',
    ),
}

type Asked = z.output<z.ZodObject<typeof AskedOfRead>>

/** As in the first page of the list of events. */
const pageSize = 20

/** The newest events of an order, and one more to see whether there are older ones. */
const newestEvents = (storeId: SQL, orderId: SQL, when = sql`true`): SQL<StoredEvent[]> =>
  sql`(select ${jsonRows(orderEventColumns, sql`events.created_at desc, events.id desc`)}
    from (select e.* from events as e where e.store_id = ${storeId} and e.subject_id = ${orderId} and ${when}
      order by e.created_at desc, e.id desc limit ${sql.raw(String(pageSize + 1))}) as events)`

type StoredEvent = Omit<Parameters<typeof toOrderEvent>[0], 'createdAt'> & { readonly createdAt: string }

type RowWithEvents = OrderRow & AroundRow & { readonly events?: StoredEvent[] | null }

const noEvents = typed('jsonb', sql<StoredEvent[] | null>`null::jsonb`)

export const eventsColumn = typed('jsonb', newestEvents(sql`${orders.storeId}`, sql`${orders.id}`))

/** The columns of an order with what is asked for. */
export const columnsWith = ({ include = [] }: Asked) => ({
  ...orderColumns,
  events: include.includes('events') ? eventsColumn : noEvents,
  ...aroundColumns(include),
})

const textOfEvents = dialect.sqlToQuery(
  sql`select ${newestEvents(sql.raw('$1::uuid'), sql.raw('$2::uuid'), sql.raw('e.created_at <= $3::timestamptz'))}`,
).sql

/**
 * What to select from the stored result of a write that changed an order. Its events are those up to the write, so that a
 * replay returns the same ones. app.read sees what the write has just recorded, which a subquery of the same statement would
 * not. `at`: where the stored result has the order.
 */
export function changedOrderWithEvents(at: SQL): (asked: Asked) => Selection<ChangedOrder> {
  const order = keptOrder(at)
  const events = sql<
    StoredEvent[]
  >`(select newest.events from app.read(array[]::text[], $text$${sql.raw(textOfEvents)}$text$,
    array[${at} ->> 'store_id', ${at} ->> 'id', coalesce(done.kept ->> 'as_of', 'infinity')]) as newest(events jsonb))`
  const withoutEvents = selection({
    ...order,
    ...changeNotes,
    restocked,
    events: noEvents,
  })
  const withEvents = selection({ ...order, ...changeNotes, restocked, events: typed('jsonb', events) })
  return ({ include }) => (include?.includes('events') ? withEvents : withoutEvents)
}

type ChangedOrder = Parameters<typeof keptOrderRow>[0] &
  ChangeNotes & { readonly restocked: Units | null; readonly events: StoredEvent[] | null }

export const rowWithEvents = ({
  order,
  role,
  events,
}: Pick<ChangedOrder, 'order' | 'role' | 'events'>): RowWithEvents => ({
  ...keptOrderRow({ order, role }),
  events,
})

export function toOrderWithIncluded(row: RowWithEvents, { include = [] }: Asked): z.output<typeof OrderWithIncluded> {
  return {
    ...toOrder(row),
    ...(include.includes('actions') && { actions: actionsOf(row) }),
    ...(include.includes('events') && eventsOf(row)),
    ...toAround(row, include),
  }
}

function eventsOf({ id, currencyExponent, events }: RowWithEvents) {
  const page = openPage({ limit: pageSize, order_id: id })
  const rows = (events ?? []).map((event) => ({ ...event, createdAt: new Date(event.createdAt) }))
  const { data, meta } = closePage(page, rows, { total: 0, cap: 1 }, (event) => toOrderEvent(event, currencyExponent))
  return { events: data, events_cursor: meta.next_cursor }
}
