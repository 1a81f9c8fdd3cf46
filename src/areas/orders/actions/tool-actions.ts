import * as z from 'zod'
import { ServiceError } from '../../../platform/errors/errors.ts'
import { Named, type Reference } from '../../../platform/references/reference.ts'
import { OrderPayments, type OrderWithPayments } from '../get-order-with-payments.ts'
import type { OrderEvent } from '../order-event.ts'
import { Order } from '../order.ts'
import { callOf } from './tool-calls.ts'

const ToolCall = z.object({
  tool: z.string(),
  arguments: z.record(z.string(), z.union([z.string(), z.boolean()])),
  missing: z.array(z.string()).optional().describe('Arguments to add'),
})

/** An order as tools return it. */
export const OrderForTools = Order.omit({ next_action: true, customer_phone_e164: true }).extend({
  // A model has no use for pictures.
  items: z.array(Order.shape.items.element.omit({ image_url: true })),
  allowed_actions: z.array(ToolCall).describe('Calls that are possible now'),
})

const toCalls = (actions: readonly string[], order_id: string): z.output<typeof ToolCall>[] =>
  Object.entries(callOf).flatMap(([action, call]) =>
    actions.includes(action) ? [{ ...call, arguments: { order_id, ...call.arguments } }] : [],
  )

/** With the tools in place of the names of actions. */
export const orderForTools = <Shown extends z.output<typeof Order>>(order: Shown) => ({
  ...order,
  allowed_actions: toCalls(order.allowed_actions, order.name),
})

const Actions = z.object({ allowed_actions: z.array(z.string()) })

/** The same for a refusal that says what the order allows instead, in the words for tools. */
export function refusalForTools(error: unknown, { order_id }: { readonly order_id: Reference }): unknown {
  const told = error instanceof ServiceError ? Actions.safeParse(error.extra) : undefined
  if (!(error instanceof ServiceError) || !told?.success) return error
  const order = order_id instanceof Named ? `#${order_id.name}` : order_id
  return new ServiceError(error.code, error.forTools ?? error.message, {
    errors: error.errors,
    extra: { ...error.extra, allowed_actions: toCalls(told.data.allowed_actions, order) },
    cause: error,
  })
}

/** An event of an order in few words. */
export const OrderTimelineEntry = z.object({
  type: z.string().describe('Such as order.confirmed'),
  at: z.iso.datetime(),
  by: z.string().describe('Name of who did it, or what: a person, an assistant, the system'),
  data: z.record(z.string(), z.unknown()).describe('Details of the event'),
})

export const toOrderTimelineEntry = ({ type, actor, data, created_at }: z.output<typeof OrderEvent>) => ({
  type,
  at: created_at,
  by: actor.name ?? actor.kind,
  data,
})

/** An order as get_order returns it. */
export const OrderWithTimeline = OrderForTools.extend({
  payments: OrderPayments,
  timeline: z.array(OrderTimelineEntry).optional().describe('With include: the newest 20'),
  timeline_cursor: z.string().nullable().optional().describe('cursor of get_order_timeline for older ones'),
})

export const withTimeline = (order: z.output<typeof OrderWithPayments>) => ({
  ...orderForTools(order),
  ...(order.events && { timeline: order.events.map(toOrderTimelineEntry), timeline_cursor: order.events_cursor }),
})
