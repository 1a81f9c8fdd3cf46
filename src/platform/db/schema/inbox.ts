import { sql } from 'drizzle-orm'
import {
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
import { createdAt, idColumn, oneOf, storeId, tagKeys, tags, time, updatedAt, versionColumn } from '../columns.ts'
import { customers } from './customers.ts'
import { messageKinds, messageTypes } from './message-kinds.ts'
import { stores } from './stores.ts'

export const channelKinds = ['web_form', 'email', 'whatsapp', 'instagram', 'messenger', 'webhook'] as const

/** As stored. A snoozed conversation is stored as open, with the time at which the snooze ends. */
const storedStatuses = ['open', 'pending', 'closed'] as const
/** As shown. */
export const conversationStatuses = ['open', 'pending', 'snoozed', 'closed'] as const

/** Where customers write. `credentials` maps names to encrypted text (src/platform/auth/tokens/vault.ts). */
export const channels = pgTable(
  'channels',
  {
    storeId: storeId().references(() => stores.id),
    id: idColumn(),
    kind: text('kind', { enum: channelKinds }).notNull(),
    name: text('name').notNull(),
    /** The provider's id of the store's account: phone number id, page id or email address. */
    accountId: text('account_id'),
    settings: jsonb('settings').$type<Record<string, string>>().notNull().default({}),
    credentials: jsonb('credentials').$type<Record<string, string>>().notNull().default({}),
    /** The previous secret is accepted for a day after this. */
    secretRotatedAt: time('secret_rotated_at'),
    version: versionColumn(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Set when the channel was removed. Its credentials are erased; its conversations stay. */
    archivedAt: time('archived_at'),
  },
  (t) => [
    primaryKey({ name: 'channels_pkey', columns: [t.storeId, t.id] }),
    uniqueIndex('channels_account_key')
      .on(t.storeId, t.kind, t.accountId)
      .where(sql`archived_at is null`),
    // Requests to a hook name the channel, not the store.
    uniqueIndex('channels_id_key').on(t.id),
    index('channels_created_idx').on(t.storeId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    check('channels_kind', oneOf('kind', channelKinds)),
  ],
)

export const conversations = pgTable(
  'conversations',
  {
    storeId: storeId(),
    id: idColumn(),
    channelId: uuid('channel_id').notNull(),
    /** Identifies the sender or the thread within the channel. Each has one conversation. Replies on Meta's channels go to it. */
    threadKey: text('thread_key').notNull(),
    status: text('status', { enum: storedStatuses }).notNull().default('open'),
    snoozedUntil: time('snoozed_until'),
    assigneeId: uuid('assignee_id'),
    tags: tags(),
    tagKeys: tagKeys().notNull(),
    subject: text('subject'),
    contactName: text('contact_name'),
    contactPhone: text('contact_phone'),
    contactPhoneE164: text('contact_phone_e164'),
    contactEmail: text('contact_email'),
    customerId: uuid('customer_id'),
    /** No foreign key: orders are never deleted, and app.expect_conversation_links checks their store. */
    orderIds: uuid('order_ids')
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    unreadCount: integer('unread_count').notNull().default(0),
    /** When the oldest unanswered message of the customer was sent. */
    waitingSince: time('waiting_since'),
    lastInboundAt: time('last_inbound_at'),
    lastMessageAt: time('last_message_at').notNull().defaultNow(),
    lastMessageKind: text('last_message_kind', { enum: messageKinds }),
    lastMessageType: text('last_message_type', { enum: messageTypes }),
    lastMessagePreview: text('last_message_preview').notNull().default(''),
    /** Conversations with the same person that became part of this one (app.join_conversations). */
    formerIds: uuid('former_ids')
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    version: versionColumn(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    // Without the text of messages, which has its own index.
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`app.fold(app.join_text(array[subject, contact_name, app.phone_text(contact_phone, contact_phone_e164), contact_email] || tags))`,
      ),
  },
  (t) => {
    // A function, because a column loses its order once an index uses it.
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
      index('conversations_waiting_idx')
        .on(t.storeId, ...newest())
        .where(sql`waiting_since is not null`),
      // For the job that reopens snoozed conversations, which goes from store to store.
      index('conversations_snoozes_idx')
        .on(t.storeId, t.snoozedUntil)
        .where(sql`snoozed_until is not null`)
        .concurrently(),
      index('conversations_search_idx')
        .using('gin', sql`app.grams(store_id, 0, search_text)`)
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

/**
 * Further identifiers of a conversation's contact, besides its thread_key: a person on WhatsApp has a phone number, a user
 * id, or both.
 */
export const conversationContacts = pgTable(
  'conversation_contacts',
  {
    storeId: storeId(),
    channelId: uuid('channel_id').notNull(),
    key: text('key').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    /** The identifier was theirs until then, and may be somebody else's since. */
    until: time('until'),
  },
  (t) => [
    primaryKey({ name: 'conversation_contacts_pkey', columns: [t.storeId, t.channelId, t.key, t.conversationId] }),
    index('conversation_contacts_conversation_idx').on(t.storeId, t.conversationId),
    foreignKey({
      name: 'conversation_contacts_conversation_fkey',
      columns: [t.storeId, t.conversationId],
      foreignColumns: [conversations.storeId, conversations.id],
    }),
  ],
)

/** Members who left a store, until a job has unassigned their conversations. */
export const departedAssignees = pgTable(
  'departed_assignees',
  {
    storeId: storeId().references(() => stores.id),
    userId: uuid('user_id').notNull(),
    leftAt: time('left_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: 'departed_assignees_pkey', columns: [t.storeId, t.userId] })],
)
