import { sql } from 'drizzle-orm'
import { check, customType, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, storeId } from '../columns.ts'

export const actorKinds = ['user', 'token', 'key', 'system'] as const

/** Who writes a row: by default the caller. */
export const callerColumns = () => ({
  actorKind: text('actor_kind', { enum: actorKinds })
    .notNull()
    .default(sql`coalesce(nullif(current_setting('app.caller_kind', true), ''), 'system')`),
  actorId: uuid('actor_id').default(sql`nullif(current_setting('app.caller', true), '')::uuid`),
})

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

/** Timeline, audit log and outbox in one. Append-only, and written in the same batch as the change. */
export const events = pgTable(
  'events',
  {
    storeId: storeId(),
    id: uuid('id')
      .notNull()
      .default(sql`uuidv7()`),
    type: text('type').notNull(),
    subjectId: uuid('subject_id').notNull(),
    actorKind: text('actor_kind', { enum: actorKinds }).notNull(),
    actorId: uuid('actor_id'),
    data: jsonb('data').notNull().default({}),
    createdAt: createdAt(),
    /** The transaction that recorded the event. The feed is in its order, because ids become visible in any order. */
    xact: transactionId('xact')
      .notNull()
      .default(sql`pg_current_xact_id()`),
  },
  (t) => [
    primaryKey({ name: 'events_pkey', columns: [t.storeId, t.id] }),
    index('events_subject_idx').on(t.storeId, t.subjectId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('events_feed_idx').on(t.storeId, t.xact, t.id).concurrently(),
    index('events_created_idx').on(t.storeId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()).concurrently(),
    check('events_type', sql`app.is_event_type(${t.type})`),
    check('events_actor_kind', sql`${t.actorKind} in ('user', 'token', 'key', 'system')`),
  ],
)
