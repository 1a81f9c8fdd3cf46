import * as z from 'zod'
import { Actor, actorFacts, type ActorRow, toActor } from '../../platform/db/actor.ts'
import { events } from '../../platform/db/schema/events.ts'
import { eventSchema, eventTypes } from '../events/event-catalogue.ts'
import { inMajorUnits } from '../events/event.ts'
import { id } from '../../platform/values/ids.ts'

type ListedEvent = {
  readonly id: string
  /** A type in the catalogue, unless another version of the service recorded the event. */
  readonly type: string
  readonly actor: z.output<typeof Actor>
  readonly data: Readonly<Record<string, unknown>>
  readonly created_at: string
}

export const OrderEvent: z.ZodType<ListedEvent> = eventSchema(
  eventTypes.filter((type) => type.startsWith('order.')),
  (type, data) => z.object({ id: id('event'), type, actor: Actor, data, created_at: z.iso.datetime() }),
)

export const orderEventColumns = {
  id: events.id,
  type: events.type,
  actorKind: events.actorKind,
  actorId: events.actorId,
  data: events.data,
  createdAt: events.createdAt,
  actorFacts: actorFacts('events'),
}

type EventRow = ActorRow & {
  readonly id: string
  readonly type: string
  readonly data: unknown
  readonly createdAt: Date
}

/** `exponent`: of the order's currency. */
export const toOrderEvent = (row: EventRow, exponent: number): ListedEvent => ({
  id: row.id,
  type: row.type,
  actor: toActor(row),
  data: inMajorUnits(row.data, exponent),
  created_at: row.createdAt.toISOString(),
})
