import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { Actor, type ActorRow, toActor } from '../../platform/db/actor.ts'
import { events } from '../../platform/db/schema/events.ts'
import { channelKinds, channels, conversations, conversationStatuses } from '../../platform/db/schema/inbox.ts'
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from '../../platform/db/schema/order-states.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { type EventArea, eventSchema, eventTypes } from '../events/event-catalogue.ts'
import { mayRead } from '../events/visible-types.ts'
import { countCap } from '../../platform/lists/page.ts'
import { id } from '../../platform/values/ids.ts'
import { toMajor } from '../../platform/values/money.ts'

const identity = { id: z.guid(), created_at: z.iso.datetime() }

const OrderEntry = z.object({
  kind: z.literal('order'),
  ...identity,
  order: z.object({
    id: id('order'),
    number: z.int(),
    name: z.string(),
    status: z.enum(orderStatuses),
    payment_status: z.enum(paymentStatuses),
    fulfillment_status: z.enum(fulfillmentStatuses),
    total_amount: z.number(),
    currency: z.string(),
  }),
})

const ConversationEntry = z.object({
  kind: z.literal('conversation'),
  id: identity.id,
  created_at: identity.created_at.describe('Time of its last message'),
  conversation: z.object({
    id: id('conversation'),
    channel_kind: z.enum(channelKinds),
    status: z.enum(conversationStatuses),
    subject: z.string().nullable(),
    unread_count: z.int(),
    last_message_preview: z.string(),
  }),
})

const NoteEntry = z.object({
  kind: z.literal('note'),
  ...identity,
  actor: Actor,
  body: z.string().nullable().describe('Null after the customer was anonymized'),
})

const EventEntry = eventSchema(
  eventTypes.filter((type) => type.startsWith('customer.') && type !== 'customer.noted'),
  (type, data) => z.object({ kind: z.literal('event'), ...identity, actor: Actor, type, data }),
)

type EventEntry = {
  readonly kind: 'event'
  readonly id: string
  readonly created_at: string
  readonly actor: z.output<typeof Actor>
  /** A type in the catalogue, unless another version of the service recorded the event. */
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

type Entry = z.output<typeof OrderEntry> | z.output<typeof ConversationEntry> | z.output<typeof NoteEntry> | EventEntry

export const TimelineEntry: z.ZodType<Entry> = z.discriminatedUnion('kind', [
  OrderEntry,
  ConversationEntry,
  NoteEntry,
  EventEntry,
])

/** The common columns of all entries, and `data`, whose form depends on the source. */
export type EntryRow = ActorRow & {
  readonly source: SourceName
  readonly id: string
  readonly createdAt: Date
  readonly type: string
  readonly data: unknown
}

/** The conditions of a page on created_at and id, and its order and limit. */
export type Slice = { readonly beyond: SQL; readonly newest: SQL }

type Source = {
  /** Callers who may not read this area see the timeline without this source. */
  readonly area: EventArea
  /** Selects id, created_at, type, actor_kind, actor_id and data for customer c, whose current and former ids are c.ids. */
  readonly rows: (slice: Slice) => SQL
  readonly count: SQL
  readonly toEntry: (row: EntryRow) => Entry
}

const OrderData = OrderEntry.shape.order
  .omit({ id: true, name: true, total_amount: true })
  .extend({ total_minor: z.number(), currency_exponent: z.int() })

const ConversationData = ConversationEntry.shape.conversation.omit({ id: true })

const EventData = z.record(z.string(), z.unknown())

const Note = z.object({ body: z.string().nullish() })

const sources = {
  order: {
    area: 'orders',
    rows: ({ beyond, newest }) => sql`
      select id, created_at, 'order' as type, null as actor_kind, null::uuid as actor_id, jsonb_build_object(
          'number', number, 'status', status, 'payment_status', payment_status, 'fulfillment_status', fulfillment_status,
          'total_minor', total_minor, 'currency', currency, 'currency_exponent', currency_exponent) as data
        from ${orders} where store_id = c.store_id and customer_id = c.id and ${beyond} ${newest}`,
    count: sql`(select count(*) from (select from ${orders} o where o.store_id = c.store_id and o.customer_id = c.id limit ${countCap}) as n)`,
    toEntry: ({ id, createdAt, data }) => {
      const { total_minor, currency_exponent, ...order } = OrderData.parse(data)
      return {
        kind: 'order',
        id,
        created_at: createdAt.toISOString(),
        order: { id, name: `#${order.number}`, ...order, total_amount: toMajor(total_minor, currency_exponent) },
      }
    },
  },
  conversation: {
    area: 'inbox',
    rows: ({ beyond, newest }) => sql`
      select id, created_at, 'conversation' as type, null as actor_kind, null::uuid as actor_id, data
        from (
          select t.id, t.last_message_at as created_at, jsonb_build_object(
              'channel_kind', (select h.kind from ${channels} h where h.store_id = t.store_id and h.id = t.channel_id),
              'status', case when t.snoozed_until > now() then 'snoozed' else t.status end, 'subject', t.subject,
              'unread_count', t.unread_count, 'last_message_preview', t.last_message_preview) as data
            from ${conversations} t where t.store_id = c.store_id and t.customer_id = c.id) as t
       where ${beyond} ${newest}`,
    count: sql`(select count(*) from (select from ${conversations} t
      where t.store_id = c.store_id and t.customer_id = c.id limit ${countCap}) as entry)`,
    toEntry: ({ id, createdAt, data }) => ({
      kind: 'conversation',
      id,
      created_at: createdAt.toISOString(),
      conversation: { id, ...ConversationData.parse(data) },
    }),
  },
  event: {
    area: 'customers',
    rows: ({ beyond, newest }) => sql`
      select entry.* from unnest(c.ids) as subject(id) cross join lateral (
        select id, created_at, type, actor_kind, actor_id, data
          from ${events} where store_id = c.store_id and subject_id = subject.id and ${beyond} ${newest}) as entry
      ${newest}`,
    count: sql`(select count(*) from unnest(c.ids) as subject(id) cross join lateral (
      select from ${events} where store_id = c.store_id and subject_id = subject.id limit ${countCap}) as entry)`,
    toEntry: ({ id, createdAt, type, actorKind, actorId, actorFacts, data }) => {
      const actor = toActor({ actorKind, actorId, actorFacts })
      const entry = { id, created_at: createdAt.toISOString(), actor }
      if (type === 'customer.noted') return { kind: 'note', ...entry, body: Note.parse(data).body ?? null }
      return { kind: 'event', ...entry, type, data: EventData.parse(data) }
    },
  },
} as const satisfies Record<string, Source>

type SourceName = keyof typeof sources

const seen = (name: string) => sql.raw(`c.sees_${name}`)

/** Which sources the caller may see in the store of customer k: columns of customer c. */
export const seenSources = sql.join(
  Object.entries(sources).map(
    ([name, { area }]) => sql`${mayRead(sql`k.store_id`, area)} as ${sql.raw(`sees_${name}`)}`,
  ),
  sql`, `,
)

/** A slice of the timeline of customer c, merged from the slices of the sources that the caller may see. */
export function timelineOf(slice: Slice): SQL {
  const slices = Object.entries(sources).map(
    ([name, { rows }]) =>
      sql`select ${name}::text as source, slice.* from (${rows(slice)}) as slice where ${seen(name)}`,
  )
  return sql`select merged.* from (${sql.join(slices, sql` union all `)}) as merged ${slice.newest}`
}

export const timelineCount = sql.join(
  Object.entries(sources).map(([name, { count }]) => sql`case when ${seen(name)} then ${count} else 0 end`),
  sql` + `,
)

export const toTimelineEntry = (row: EntryRow): Entry => sources[row.source].toEntry(row)
