import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { Actor, actorFacts, type ActorRow, toActor } from '../../platform/db/actor.ts'
import { events } from '../../platform/db/schema/events.ts'
import { typed } from '../../platform/db/selection.ts'
import { id } from '../../platform/values/ids.ts'
import { toMajor } from '../../platform/values/money.ts'
import { type RowTime, toIso } from '../../platform/values/row-time.ts'
import { eventCatalogue, eventSchema, eventTypes, isEventType } from './event-catalogue.ts'

/** The data of an event as the catalogue has it. Amounts are stored in minor units, as `amount_minor` or `total_minor`. */
export function inMajorUnits(data: unknown, exponent: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(Object(data)).map(([name, value]) => {
      const amount = /^(.*?)_?minor$/.exec(name)?.[1]
      if (amount === undefined || typeof value !== 'number') return [name, value]
      return [amount === 'amount' ? amount : `${amount}_amount`, toMajor(value, exponent)]
    }),
  )
}

export type EventEnvelope = {
  readonly id: string
  /** A type in the catalogue, unless another version of the service recorded the event. */
  readonly type: string
  readonly created_at: string
  readonly store_id: string
  readonly actor: z.output<typeof Actor>
  readonly subject: { readonly type: string; readonly id: string }
  readonly data: Readonly<Record<string, unknown>>
}

/** What every event has besides its type, subject and data. */
const envelopeFields = {
  id: id('event'),
  created_at: z.iso.datetime(),
  store_id: id('store'),
  actor: Actor,
}

const subjectOf = (kind: string) =>
  z.object({ type: z.literal(kind), id: id(kind.replaceAll('_', ' ')) }).describe('What the event is about')

/** An event, as the feed, the audit log and webhooks have it. */
export const Event: z.ZodType<EventEnvelope> = eventSchema(eventTypes, (type, data, subject) =>
  z.object({ ...envelopeFields, type, subject: subjectOf(subject), data }),
)

/** SQL: the decimals of the amounts in an event's data, or NULL if it has none. `alias`: that of the events table. */
const exponentOf = (alias: 'events' | 'entry') => {
  const event = sql.raw(alias)
  return sql<number | null>`case when ${event}.data ?| '{amount_minor,total_minor}' then
    (select o.currency_exponent from orders o where o.store_id = ${event}.store_id and o.id = ${event}.subject_id) end`
}

/** The columns of a list of events. */
export const eventColumns = {
  id: events.id,
  type: events.type,
  storeId: events.storeId,
  subjectId: events.subjectId,
  actorKind: events.actorKind,
  actorId: events.actorId,
  data: events.data,
  createdAt: events.createdAt,
  actorFacts: typed('jsonb', actorFacts('events')),
  exponent: typed('smallint', exponentOf('events')),
}

export type EventRow = ActorRow & {
  readonly id: string
  readonly type: string
  readonly storeId: string
  readonly subjectId: string
  readonly data: unknown
  readonly createdAt: RowTime
  /** Of `exponentOf`. */
  readonly exponent: number | null
}

export const toEvent = (row: EventRow): EventEnvelope => ({
  id: row.id,
  type: row.type,
  created_at: toIso(row.createdAt),
  store_id: row.storeId,
  actor: toActor(row),
  subject: { type: subjectTypeOf(row.type), id: row.subjectId },
  data: inMajorUnits(row.data, row.exponent ?? 0),
})

/** What the type begins with, if another version of the service recorded it. */
const subjectTypeOf = (type: string): string =>
  isEventType(type) ? eventCatalogue[type].subject : (type.split('.')[0] ?? type)
