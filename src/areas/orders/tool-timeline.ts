import * as z from 'zod'
import type { OrderEvent } from './order-event.ts'
import type { OrderWithIncluded } from './included.ts'
import { OrderForTools, orderForTools } from './tool-actions.ts'

/** An event of an order in few words. */
export const TimelineEntry = z.object({
  type: z.string().describe('Such as order.confirmed'),
  at: z.iso.datetime(),
  by: z.string().describe('Name of who did it, or what: a person, an assistant, the system'),
  data: z.record(z.string(), z.unknown()).describe('Details of the event'),
})

export const toTimelineEntry = ({ type, actor, data, created_at }: z.output<typeof OrderEvent>) => ({
  type,
  at: created_at,
  by: actor.name ?? actor.kind,
  data,
})

/** An order as get_order returns it. */
export const OrderWithTimeline = OrderForTools.extend({
  timeline: z.array(TimelineEntry).optional().describe('With include: the newest 20'),
  timeline_cursor: z.string().nullable().optional().describe('cursor of get_order_timeline for older ones'),
})

export const withTimeline = (order: z.output<typeof OrderWithIncluded>) => ({
  ...orderForTools(order),
  ...(order.events && { timeline: order.events.map(toTimelineEntry), timeline_cursor: order.events_cursor }),
})
