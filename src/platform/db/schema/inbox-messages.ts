import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, idColumn, oneOf, storeId, time } from '../columns.ts'
import { channels, conversations } from './inbox.ts'
import {
  type Attachment,
  replyStatuses,
  messageKinds,
  messageTypes,
  type MissingOriginal,
  type PreviousMessage,
} from './message-kinds.ts'

export const messages = pgTable(
  'messages',
  {
    storeId: storeId(),
    id: idColumn(),
    conversationId: uuid('conversation_id').notNull(),
    /** The channel it arrived on or is sent through. Replies to a contact form are sent through an email channel. */
    channelId: uuid('channel_id').notNull(),
    kind: text('kind', { enum: messageKinds }).notNull(),
    type: text('type', { enum: messageTypes }).notNull().default('text'),
    body: text('body').notNull().default(''),
    attachments: jsonb('attachments').$type<Attachment[]>().notNull().default([]),
    /** Data of a type besides text: a location, contact cards, the button that was pressed. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    /** As it was before it was edited or deleted, oldest first (app.change_message). */
    previous: jsonb('previous').$type<PreviousMessage[]>().notNull().default([]),
    /** Empty unless it was edited or deleted before it arrived, and is not here yet. */
    original: jsonb('original').$type<MissingOriginal | Record<string, never>>().notNull().default({}),
    providerMessageId: text('provider_message_id'),
    /** The provider's id of the message that this one answers. */
    inReplyTo: text('in_reply_to'),
    senderName: text('sender_name'),
    /** The member who wrote it; null for messages from customers and replies written elsewhere. */
    authorId: uuid('author_id'),
    deliveryStatus: text('delivery_status', { enum: replyStatuses }),
    /** When WhatsApp accepted the reply, until it reports a status: it also accepts replies that it never delivers. */
    unconfirmedSince: time('unconfirmed_since'),
    failureCode: text('failure_code'),
    failureReason: text('failure_reason'),
    sentAt: time('sent_at').notNull().defaultNow(),
    createdAt: createdAt(),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`app.fold(app.join_text(array[body, sender_name]))`),
  },
  (t) => [
    primaryKey({ name: 'messages_pkey', columns: [t.storeId, t.id] }),
    // A message that a provider delivers twice is stored once.
    uniqueIndex('messages_provider_key')
      .on(t.storeId, t.channelId, t.providerMessageId)
      .where(sql`provider_message_id is not null`),
    index('messages_conversation_idx').on(
      t.storeId,
      t.conversationId,
      t.sentAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    index('messages_search_idx')
      .using('gin', sql`app.grams(store_id, 0, search_text)`)
      .with({ fastupdate: false }),
    foreignKey({
      name: 'messages_conversation_fkey',
      columns: [t.storeId, t.conversationId],
      foreignColumns: [conversations.storeId, conversations.id],
    }),
    foreignKey({
      name: 'messages_channel_fkey',
      columns: [t.storeId, t.channelId],
      foreignColumns: [channels.storeId, channels.id],
    }),
    check('messages_kind', oneOf('kind', messageKinds)),
    check('messages_type', oneOf('type', messageTypes)),
    check('messages_delivery_status', oneOf('delivery_status', replyStatuses)),
    check('messages_delivered', sql`(${t.deliveryStatus} is not null) = (${t.kind} = 'reply')`),
  ],
)

/** Replies that have not been sent yet, or whose result is not known. */
export const messageOutbox = pgTable(
  'message_outbox',
  {
    storeId: storeId(),
    messageId: uuid('message_id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    channelId: uuid('channel_id').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** When it may be leased. A lease moves this to its own end. */
    dueAt: time('due_at').notNull().defaultNow(),
    /** The current lease, until its result is recorded. */
    leaseId: uuid('lease_id'),
    /** The previous lease ended without a result, so the reply may have been sent. */
    interrupted: boolean('interrupted').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'message_outbox_pkey', columns: [t.storeId, t.messageId] }),
    index('message_outbox_conversation_idx').on(t.storeId, t.conversationId, t.createdAt, t.messageId),
    // Also for the job that sends due replies, channel by channel across all stores.
    index('message_outbox_channel_idx').on(t.storeId, t.channelId, t.dueAt),
    foreignKey({
      name: 'message_outbox_message_fkey',
      columns: [t.storeId, t.messageId],
      foreignColumns: [messages.storeId, messages.id],
    }),
  ],
)
