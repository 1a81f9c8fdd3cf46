import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { inVisibleStores } from '../../db/in-stores.ts'
import { conversations } from '../../db/schema/inbox.ts'
import { messages } from '../../db/schema/inbox-messages.ts'
import { notFound } from '../../errors.ts'
import { id } from '../../ids.ts'
import { operation } from '../../operation.ts'
import { Conversation, conversationColumns, toConversation } from './conversation.ts'
import { Message, messageColumns, toMessage } from './message.ts'

const maxMessages = 20

export const getConversation = operation(
  {
    name: 'get_conversation',
    scope: 'inbox:read',
    input: z.strictObject({ conversation_id: id('conversation') }),
    output: Conversation.extend({
      messages: z.array(Message).describe(`The last ${maxMessages} messages, newest first`),
    }),
  },
  async ({ run }, { conversation_id }) => {
    const [[row], latest] = await run((db) => [
      db
        .select(conversationColumns)
        .from(conversations)
        .where(and(inVisibleStores(conversations.storeId), eq(conversations.id, conversation_id))),
      db
        .select(messageColumns)
        .from(messages)
        .where(and(inVisibleStores(messages.storeId), eq(messages.conversationId, conversation_id)))
        .orderBy(sql`${messages.sentAt} desc, ${messages.id} desc`)
        .limit(maxMessages),
    ])
    if (!row) throw notFound('conversation')
    return { ...toConversation(row), messages: latest.map(toMessage) }
  },
)
