import { getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import { keptRow } from '../../../platform/db/as-table.ts'
import type { Db } from '../../../platform/db/client.ts'
import { Person, personName, toPerson } from '../../../platform/db/person.ts'
import { messages } from '../../../platform/db/schema/inbox-messages.ts'
import { messageKinds, messageTypes, replyStatuses } from '../../../platform/db/schema/message-kinds.ts'
import { type listFrom, rowsOf, total } from '../../../platform/lists/list.ts'
import { isCut, isCutColumn } from '../../../platform/lists/sized.ts'
import { closePage, type ListPage } from '../../../platform/lists/page.ts'
import type { Read } from '../../../platform/operation/context.ts'
import { id } from '../../../platform/values/ids.ts'

const Attachment = z.object({
  type: z.string(),
  url: z.string().optional().describe('URL of the file at the provider. It may expire'),
  media_id: z.string().optional().describe("The provider's id of a file that can be downloaded only through its API"),
  mime_type: z.string().optional(),
  name: z.string().optional(),
})

export const Message = z.object({
  id: id('message'),
  store_id: id('store'),
  conversation_id: id('conversation'),
  channel_id: id('channel').describe(
    'The channel it arrived on or is sent through. Replies to a contact form are sent by email',
  ),
  kind: z
    .enum(messageKinds)
    .describe('message: from the customer. reply: to the customer. note: seen only by members of the store'),
  type: z.enum(messageTypes),
  body: z.string(),
  attachments: z.array(Attachment),
  data: z
    .record(z.string(), z.unknown())
    .describe(
      'Data of the type besides text: a location, the button that was pressed, the message that was reacted to. unsupported: provider_type, and content as the provider sent it',
    ),
  previous: z
    .array(
      z.object({
        type: z.enum(messageTypes),
        body: z.string(),
        attachments: z.array(Attachment),
        until: z.iso.datetime(),
      }),
    )
    .describe('As it was before it was edited or deleted, oldest first'),
  sender_name: z.string().nullable(),
  author_id: z
    .string()
    .nullable()
    .describe('The member or API key that wrote a reply or note; null if it was written elsewhere'),
  author: Person.nullable(),
  delivery_status: z
    .enum([...replyStatuses, 'unconfirmed'])
    .nullable()
    .describe(
      'Only for replies. unconfirmed: WhatsApp accepted the reply more than ten minutes ago, and has not reported that it was sent',
    ),
  failure: z
    .object({ code: z.string(), detail: z.string() })
    .nullable()
    .describe('Why a reply failed, or why a queued reply is being retried'),
  sent_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
})

const {
  searchText: _searchText,
  unconfirmedSince: _unconfirmedSince,
  id: idColumn,
  ...otherColumns
} = getTableColumns(messages)

/** `id` must be first: a null there marks an empty page of the left join. */
export const messageColumns = {
  id: idColumn,
  ...otherColumns,
  isUnconfirmed: sql<boolean>`coalesce(messages.delivery_status = 'sent'
    and messages.unconfirmed_since <= now() - interval '10 minutes', false)`,
  // Not failed yet, but it is not sent any more: a job fails it later (app.fail_unsent_replies).
  isAbandoned: sql<boolean>`coalesce(messages.delivery_status = 'queued' and exists (select from channels c
    where c.store_id = messages.store_id and c.id = messages.channel_id and c.archived_at is not null), false)`,
  authorName: sql<string | null>`coalesce(${personName(sql`messages.store_id`, sql`messages.author_id`)},
    (select t.name from access_tokens t where t.store_id = messages.store_id and t.id = messages.author_id))`,
}

export type MessageRow = Omit<typeof messages.$inferSelect, 'searchText' | 'unconfirmedSince'> & {
  isUnconfirmed: boolean
  isAbandoned: boolean
  authorName: string | null
}

export const readMessage: Read<MessageRow> = (db, result) => db.select(messageColumns).from(keptRow(messages, result))

const abandoned = {
  deliveryStatus: 'failed',
  failureCode: 'channel_removed',
  failureReason: 'The channel was removed before this was sent.',
} as const

const asShown = (row: MessageRow): MessageRow => (row.isAbandoned ? { ...row, ...abandoned } : row)

export const toMessage = (found: MessageRow): z.output<typeof Message> => shown(asShown(found))

const shown = (row: MessageRow): z.output<typeof Message> => ({
  id: row.id,
  store_id: row.storeId,
  conversation_id: row.conversationId,
  channel_id: row.channelId,
  kind: row.kind,
  type: row.type,
  body: row.body,
  attachments: row.attachments,
  data: row.data,
  previous: row.previous,
  sender_name: row.senderName,
  author_id: row.authorId,
  author: toPerson(row.authorId, row.authorName),
  delivery_status: row.isUnconfirmed ? 'unconfirmed' : row.deliveryStatus,
  failure: row.failureCode === null ? null : { code: row.failureCode, detail: row.failureReason ?? '' },
  sent_at: row.sentAt.toISOString(),
  created_at: row.createdAt.toISOString(),
})

/** The list of a conversation's messages, newest first. */
export const messagesOf = (page: ListPage, conversation_id: string) => ({
  table: messages,
  time: messages.sentAt,
  page,
  filter: { conversation_id },
  search: undefined,
})

export const selectMessages = (db: Db, { counted, rows }: ReturnType<typeof listFrom<typeof messages>>) =>
  db
    .select({ total, isCut: isCutColumn, row: messageColumns })
    .from(counted)
    .leftJoinLateral(rows, sql`true`)
    .orderBy(sql`${messages.sentAt} desc, ${messages.id} desc`)

export function closeMessages(
  page: ListPage,
  found: readonly { total: number; isCut: boolean | null; row: MessageRow | null }[],
  cap: number,
) {
  const shown = rowsOf(found)
  return closePage(page, shown.rows, { total: shown.total, cap, isCut: isCut(found) }, toMessage, {
    sortValue: ({ sentAt }) => sentAt,
  })
}
