import { getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Read } from '../../../platform/operation/context.ts'
import { keptRow } from '../../../platform/db/as-table.ts'
import { Person, personName, toPerson } from '../../../platform/db/person.ts'
import { channelKinds, conversations, conversationStatuses } from '../../../platform/db/schema/inbox.ts'
import { messageKinds, messageTypes } from '../../../platform/db/schema/message-kinds.ts'
import { typed } from '../../../platform/db/selection.ts'
import { id } from '../../../platform/values/ids.ts'
import { toIso, type WithRowTimes } from '../../../platform/values/row-time.ts'

export const Conversation = z.object({
  id: id('conversation'),
  store_id: id('store'),
  channel_id: id('channel'),
  channel_kind: z.enum(channelKinds),
  status: z.enum(conversationStatuses),
  snoozed_until: z.iso.datetime().nullable(),
  assignee_id: z.string().nullable().describe('User id of a member'),
  assignee: Person.nullable(),
  tags: z.array(z.string()),
  subject: z.string().nullable(),
  contact_name: z.string().nullable(),
  contact_phone: z.string().nullable(),
  contact_email: z.string().nullable(),
  customer_id: z.string().nullable().describe('The customer who writes, if known'),
  order_ids: z.array(z.string()),
  unread_count: z.int(),
  waiting_since: z.iso.datetime().nullable().describe('When the oldest unanswered message was sent'),
  reply_window_ends_at: z.iso
    .datetime()
    .nullable()
    .describe(
      "Until when WhatsApp, Instagram and Messenger accept replies: 24 hours after the customer's last message",
    ),
  last_message_at: z.iso.datetime(),
  last_message_kind: z.enum(messageKinds).nullable(),
  last_message_type: z.enum(messageTypes).nullable(),
  last_message_preview: z.string(),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

const {
  id: idColumn,
  tagKeys: _tagKeys,
  searchText: _searchText,
  threadKey: _threadKey,
  contactPhoneE164: _contactPhoneE164,
  formerIds: _formerIds,
  assigneeId: _assigneeId,
  ...otherColumns
} = getTableColumns(conversations)

type Kind = (typeof channelKinds)[number]

/**
 * A conversation with the kind of its channel, and whether it is snoozed now. `id` must be first: a null there marks an
 * empty page of the left join.
 */
export const conversationColumns = {
  id: idColumn,
  ...otherColumns,
  // Written out, because Drizzle omits the table name if a query has only one table.
  channelKind: typed(
    'text',
    sql<Kind>`(select c.kind from channels c
    where c.store_id = conversations.store_id and c.id = conversations.channel_id)`,
  ),
  // Null once they have left the store: a job unassigns their conversations later.
  assigneeId: typed(
    'uuid',
    sql<string | null>`(select m.user_id from store_members m
    where m.store_id = conversations.store_id and m.user_id = conversations.assignee_id)`,
  ),
  assigneeName: typed('text', personName(sql`conversations.store_id`, sql`conversations.assignee_id`)),
  snoozed: typed('boolean', sql<boolean>`coalesce(conversations.snoozed_until > now(), false)`),
}

export type ConversationRow = WithRowTimes<
  Omit<typeof conversations.$inferSelect, 'tagKeys' | 'searchText' | 'threadKey' | 'contactPhoneE164' | 'formerIds'>
> & { channelKind: Kind; assigneeName: string | null; snoozed: boolean }

export const readConversation: Read<ConversationRow> = (db, result) =>
  db.select(conversationColumns).from(keptRow(conversations, result))

/** A conversation of the open store, as the result of a write. */
export const conversationJson = (conversationId: string) =>
  sql`(select to_jsonb(c) - '{search_text,tag_keys}'::text[] from ${conversations} c where c.store_id = app.store() and c.id = ${conversationId})`

const kindsWithWindow: readonly Kind[] = ['whatsapp', 'instagram', 'messenger']
const windowMs = 86_400_000

export function toConversation(row: ConversationRow): z.output<typeof Conversation> {
  const windowEnds =
    kindsWithWindow.includes(row.channelKind) && row.lastInboundAt
      ? new Date(Date.parse(toIso(row.lastInboundAt)) + windowMs)
      : null
  return {
    id: row.id,
    store_id: row.storeId,
    channel_id: row.channelId,
    channel_kind: row.channelKind,
    status: row.snoozed ? 'snoozed' : row.status,
    snoozed_until: row.snoozed ? row.snoozedUntil && toIso(row.snoozedUntil) : null,
    assignee_id: row.assigneeId,
    assignee: toPerson(row.assigneeId, row.assigneeName),
    tags: row.tags,
    subject: row.subject,
    contact_name: row.contactName,
    contact_phone: row.contactPhone,
    contact_email: row.contactEmail,
    customer_id: row.customerId,
    order_ids: row.orderIds,
    unread_count: row.unreadCount,
    waiting_since: row.waitingSince && toIso(row.waitingSince),
    reply_window_ends_at: windowEnds?.toISOString() ?? null,
    last_message_at: toIso(row.lastMessageAt),
    last_message_kind: row.lastMessageKind,
    last_message_type: row.lastMessageType,
    last_message_preview: row.lastMessagePreview,
    version: row.version,
    created_at: toIso(row.createdAt),
    updated_at: toIso(row.updatedAt),
  }
}
