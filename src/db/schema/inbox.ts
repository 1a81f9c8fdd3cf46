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
import { createdAt, id, oneOf, storeId, tags, time, updatedAt, version } from '../columns.ts'
import { customers } from './customers.ts'
import { stores } from './stores.ts'

export const channelKinds = ['web_form', 'email', 'whatsapp', 'instagram', 'messenger', 'webhook'] as const

/** What is stored; a conversation that is open and snoozed until a time yet to come is shown as `snoozed`. */
export const storedStatuses = ['open', 'pending', 'closed'] as const
/** As they are told: snoozed is open, until a time. */
export const conversationStatuses = ['open', 'pending', 'snoozed', 'closed'] as const

/** message: from the customer. reply: to them. note: among colleagues. */
export const messageKinds = ['message', 'reply', 'note'] as const
export const messageTypes = [
  'text',
  'image',
  'audio',
  'video',
  'document',
  'sticker',
  'location',
  'contacts',
  'interactive',
  'postback',
  'reaction',
  'deleted',
  'unsupported',
] as const
export const deliveryStatuses = ['queued', 'sent', 'delivered', 'read', 'failed'] as const

export type Attachment = {
  type: string
  url?: string | undefined
  /** The provider's id of a file that only its API gives out. */
  media_id?: string | undefined
  mime_type?: string | undefined
  name?: string | undefined
}

/** A way that customers write in. `credentials`: name -> sealed text (auth/vault.ts), never a secret in the clear. */
export const channels = pgTable(
  'channels',
  {
    storeId: storeId().references(() => stores.id),
    id: id(),
    kind: text('kind', { enum: channelKinds }).notNull(),
    name: text('name').notNull(),
    /** What the provider calls the store's end: phone number id, page id, e-mail address. */
    accountId: text('account_id'),
    settings: jsonb('settings').$type<Record<string, string>>().notNull().default({}),
    credentials: jsonb('credentials').$type<Record<string, string>>().notNull().default({}),
    /** The secret before is good for some time yet. */
    secretRotatedAt: time('secret_rotated_at'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Taken away: it receives and sends nothing, its credentials are gone, its conversations stay. */
    archivedAt: time('archived_at'),
  },
  (t) => [
    primaryKey({ name: 'channels_pkey', columns: [t.storeId, t.id] }),
    uniqueIndex('channels_account_key')
      .on(t.storeId, t.kind, t.accountId)
      .where(sql`archived_at is null`),
    // A hook says the channel and no store.
    uniqueIndex('channels_id_key').on(t.id),
    index('channels_created_idx').on(t.storeId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    check('channels_kind', oneOf('kind', channelKinds)),
  ],
)

export const conversations = pgTable(
  'conversations',
  {
    storeId: storeId(),
    id: id(),
    channelId: uuid('channel_id').notNull(),
    /** Who writes, as the channel knows them, or which thread: one conversation each. */
    threadKey: text('thread_key').notNull(),
    status: text('status', { enum: storedStatuses }).notNull().default('open'),
    snoozedUntil: time('snoozed_until'),
    assigneeId: uuid('assignee_id'),
    tags: tags(),
    subject: text('subject'),
    contactName: text('contact_name'),
    contactPhone: text('contact_phone'),
    contactPhoneE164: text('contact_phone_e164'),
    contactEmail: text('contact_email'),
    customerId: uuid('customer_id'),
    /** Orders are never deleted; that they are the store's is checked where they are written. */
    orderIds: uuid('order_ids')
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    unreadCount: integer('unread_count').notNull().default(0),
    /** Of the oldest message of the customer's that nobody answered. */
    waitingSince: time('waiting_since'),
    lastInboundAt: time('last_inbound_at'),
    lastMessageAt: time('last_message_at').notNull().defaultNow(),
    lastMessageKind: text('last_message_kind', { enum: messageKinds }),
    lastMessageType: text('last_message_type', { enum: messageTypes }),
    lastMessagePreview: text('last_message_preview').notNull().default(''),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    // The words of its messages are searched in the messages.
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`app.fold(app.join_text(array[subject, contact_name, app.phone_text(contact_phone, contact_phone_e164), contact_email] || tags))`,
      ),
  },
  (t) => {
    // Made anew for every index: a column forgets its order once an index has it.
    const newest = () => [t.lastMessageAt.desc().nullsFirst(), t.id.desc().nullsFirst()] as const
    return [
      primaryKey({ name: 'conversations_pkey', columns: [t.storeId, t.id] }),
      uniqueIndex('conversations_thread_key').on(t.storeId, t.channelId, t.threadKey),
      index('conversations_newest_idx').on(t.storeId, ...newest()),
      index('conversations_status_idx').on(t.storeId, t.status, ...newest()),
      index('conversations_assignee_idx').on(t.storeId, t.assigneeId, ...newest()),
      index('conversations_channel_idx').on(t.storeId, t.channelId, ...newest()),
      index('conversations_customer_idx').on(t.storeId, t.customerId, ...newest()),
      index('conversations_unread_idx')
        .on(t.storeId, ...newest())
        .where(sql`unread_count > 0`),
      // Only the sweep that wakes them reads this.
      index('conversations_snoozed_idx')
        .on(t.snoozedUntil)
        .where(sql`snoozed_until is not null`),
      index('conversations_search_idx')
        .using('gin', sql`app.grams(store_id, search_text)`)
        .with({ fastupdate: false }),
      foreignKey({
        name: 'conversations_channel_fkey',
        columns: [t.storeId, t.channelId],
        foreignColumns: [channels.storeId, channels.id],
      }),
      foreignKey({
        name: 'conversations_customer_fkey',
        columns: [t.storeId, t.customerId],
        foreignColumns: [customers.storeId, customers.id],
      }),
      check('conversations_status', oneOf('status', storedStatuses)),
      check('conversations_snoozed', sql`${t.snoozedUntil} is null or ${t.status} = 'open'`),
      check('conversations_unread', sql`${t.unreadCount} >= 0`),
    ]
  },
)

export const messages = pgTable(
  'messages',
  {
    storeId: storeId(),
    id: id(),
    conversationId: uuid('conversation_id').notNull(),
    /** What it came or goes by: an answer to a contact form goes by e-mail. */
    channelId: uuid('channel_id').notNull(),
    kind: text('kind', { enum: messageKinds }).notNull(),
    type: text('type', { enum: messageTypes }).notNull().default('text'),
    body: text('body').notNull().default(''),
    attachments: jsonb('attachments').$type<Attachment[]>().notNull().default([]),
    /** What a type has besides text: a place, contact cards, what was pressed or reacted to. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    providerMessageId: text('provider_message_id'),
    /** The provider's id of the message that it answers. */
    inReplyTo: text('in_reply_to'),
    senderName: text('sender_name'),
    /** The member who wrote it; null for customers, and for replies that were written elsewhere. */
    authorId: uuid('author_id'),
    deliveryStatus: text('delivery_status', { enum: deliveryStatuses }),
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
    // However often it is delivered, a message is there once.
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
      .using('gin', sql`app.grams(store_id, search_text)`)
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
    check('messages_delivery_status', oneOf('delivery_status', deliveryStatuses)),
    check('messages_delivered', sql`(${t.deliveryStatus} is not null) = (${t.kind} = 'reply')`),
  ],
)

/** Replies that are yet to be sent, or whose sending nobody has confirmed. */
export const messageOutbox = pgTable(
  'message_outbox',
  {
    storeId: storeId(),
    messageId: uuid('message_id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    channelId: uuid('channel_id').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** From when on it may be taken; whoever takes it puts this off for as long as they may need. */
    dueAt: time('due_at').notNull().defaultNow(),
    /** Who took it last, until they say what became of it. */
    leaseId: uuid('lease_id'),
    /** Whoever took it before never said: it may have been sent. */
    interrupted: boolean('interrupted').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'message_outbox_pkey', columns: [t.storeId, t.messageId] }),
    index('message_outbox_conversation_idx').on(t.storeId, t.conversationId, t.createdAt, t.messageId),
    // The job that sends goes over all stores, and takes of each channel what is due first.
    index('message_outbox_due_idx').on(t.dueAt),
    index('message_outbox_channel_idx').on(t.storeId, t.channelId, t.dueAt),
    foreignKey({
      name: 'message_outbox_message_fkey',
      columns: [t.storeId, t.messageId],
      foreignColumns: [messages.storeId, messages.id],
    }),
  ],
)
