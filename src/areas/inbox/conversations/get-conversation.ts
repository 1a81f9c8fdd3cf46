import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { inVisibleStores } from '../../../platform/db/in-stores.ts'
import { listFrom } from '../../../platform/lists/list.ts'
import { sizedRows } from '../../../platform/lists/sized.ts'
import { conversations } from '../../../platform/db/schema/inbox.ts'
import { notFound } from '../../../platform/errors/errors.ts'
import { id } from '../../../platform/values/ids.ts'
import { operation } from '../../../platform/operation/operation.ts'
import { listOf, openPage, PageInput } from '../../../platform/lists/page.ts'
import { Conversation, conversationColumns, toConversation } from './conversation.ts'
import { closeMessages, Message, messagesOf, selectMessages } from './message.ts'

const { cursor, limit } = PageInput

/** A conversation with a page of its messages. GET …/messages lists the same pages, by number as well. */
export const getConversation = operation(
  {
    name: 'get_conversation',
    scope: 'inbox:read',
    input: z.strictObject({
      conversation_id: id('conversation'),
      limit: limit.describe('Messages per page'),
      cursor: cursor.describe('next_cursor of the previous response, for older messages'),
    }),
    output: Conversation.extend({
      messages: z.array(Message).describe('Newest first'),
      meta: listOf(Message).shape.meta.describe('Of the messages'),
    }),
  },
  async ({ run }, input) => {
    const { conversation_id } = input
    const page = openPage(input)
    const list = listFrom(messagesOf(page, conversation_id), sizedRows)
    const [[row], found] = await run((db) => [
      db
        .select(conversationColumns)
        .from(conversations)
        .where(and(inVisibleStores(conversations.storeId), eq(conversations.id, conversation_id))),
      selectMessages(db, list),
    ])
    if (!row) throw notFound('conversation')
    const { data, meta } = closeMessages(page, found, list.cap)
    return { ...toConversation(row), messages: data, meta }
  },
)
