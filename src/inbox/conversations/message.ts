import { getTableColumns } from 'drizzle-orm'
import * as z from 'zod'
import type { Read } from '../../context.ts'
import { keptRow } from '../../db/as-table.ts'
import { messages } from '../../db/schema/inbox-messages.ts'
import { deliveryStatuses, messageKinds, messageTypes } from '../../db/schema/message-kinds.ts'
import { id } from '../../ids.ts'

const Attachment = z.object({
  type: z.string(),
  url: z.string().optional().describe("The file at the provider's, which may be there for a time only"),
  media_id: z.string().optional().describe("The provider's id of a file that only its API gives out"),
  mime_type: z.string().optional(),
  name: z.string().optional(),
})

export const Message = z.object({
  id: id('message'),
  store_id: id('store'),
  conversation_id: id('conversation'),
  channel_id: id('channel').describe('What it came or goes by: an answer to a contact form goes by e-mail'),
  kind: z
    .enum(messageKinds)
    .describe('message: from the customer. reply: to the customer. note: seen by the members of the store alone'),
  type: z.enum(messageTypes),
  body: z.string(),
  attachments: z.array(Attachment),
  data: z
    .record(z.string(), z.unknown())
    .describe('What its type has besides: a place, what was pressed or reacted to'),
  sender_name: z.string().nullable(),
  author_id: z.string().nullable().describe('Of a reply or note: the member; null where it was written elsewhere'),
  delivery_status: z.enum(deliveryStatuses).nullable().describe('Of a reply'),
  failure: z
    .object({ code: z.string(), detail: z.string() })
    .nullable()
    .describe('Why a reply failed; of one that is queued, why it is tried again'),
  sent_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
})

const { searchText: _searchText, id: idColumn, ...otherColumns } = getTableColumns(messages)

/** `id` first: a list's left join tells an empty page by its being null. */
export const messageColumns = { id: idColumn, ...otherColumns }

export type MessageRow = Omit<typeof messages.$inferSelect, 'searchText'>

export const readMessage: Read<MessageRow> = (db, result) => db.select(messageColumns).from(keptRow(messages, result))

export const toMessage = (row: MessageRow): z.output<typeof Message> => ({
  id: row.id,
  store_id: row.storeId,
  conversation_id: row.conversationId,
  channel_id: row.channelId,
  kind: row.kind,
  type: row.type,
  body: row.body,
  attachments: row.attachments,
  data: row.data,
  sender_name: row.senderName,
  author_id: row.authorId,
  delivery_status: row.deliveryStatus,
  failure: row.failureCode === null ? null : { code: row.failureCode, detail: row.failureReason ?? '' },
  sent_at: row.sentAt.toISOString(),
  created_at: row.createdAt.toISOString(),
})
