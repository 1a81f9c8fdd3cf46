import {
  createOrder as create,
  getOrder,
  type GetOrderData,
  ifMatch,
  listOrderEvents,
  listOrders,
  type ListOrdersData,
  type OrderAction,
  type OrderWithIncluded,
} from '@merchant-commerce/client'
import { oneStore } from './client.ts'
import { type Filters, given, oneOf } from './query.ts'
import { fulfillmentStatuses, type NewOrder, orderStatuses, paymentStatuses } from './types.ts'

// With `fields`, the response has only these: 20 orders then take a fifth of the bytes.
const orderFields = [
  'id',
  'name',
  'status',
  'payment_status',
  'fulfillment_status',
  'hold_reason',
  'total_amount',
  'customer_name',
  'created_at',
] as const

export async function loadOrders(
  filters: Filters<'search' | 'status' | 'payment_status' | 'fulfillment_status'>,
  signal: AbortSignal,
) {
  const query = given<NonNullable<ListOrdersData['query']>>({
    search: filters.search,
    status: oneOf(orderStatuses, filters.status),
    payment_status: oneOf(paymentStatuses, filters.payment_status),
    fulfillment_status: oneOf(fulfillmentStatuses, filters.fulfillment_status),
    cursor: filters.cursor,
  })
  return listOrders({ client: oneStore(), signal, query: { ...query, fields: orderFields } })
}

export type OrderRow = Awaited<ReturnType<typeof loadOrders>>['data'][number]

// The order comes with what can be done with it and what happened to it: one request for the screen, and one for an action.
const query = { include: ['actions', 'events'] } satisfies GetOrderData['query']

const toScreen = ({ actions = [], events = [], events_cursor = null, ...order }: OrderWithIncluded) => ({
  order,
  actions,
  events,
  eventsCursor: events_cursor,
})

export const loadOrder = async (order_id: string, signal: AbortSignal) =>
  toScreen(await getOrder({ client: oneStore(), path: { order_id }, query, signal }))

/** Takes an action that the service described, unless the order has changed since. */
export const actOnOrder = async ({ path: url }: OrderAction, body: object, version: number) =>
  toScreen(
    await oneStore().post<{ 200: OrderWithIncluded }, unknown>({
      url,
      query,
      body,
      headers: { ...json, ...ifMatch({ version }) },
      security: [session],
    }),
  )

const json = { 'Content-Type': 'application/json' }
const session = { type: 'http', scheme: 'bearer' }

/** Events before those of the screen. */
export const loadOlderEvents = async (order_id: string, cursor: string) =>
  listOrderEvents({ client: oneStore(), path: { order_id }, query: { cursor } })

export const createOrder = (body: NewOrder, key: string) =>
  create({ client: oneStore(), body, headers: { 'Idempotency-Key': key } })

export const newKey = (): string => crypto.randomUUID()
