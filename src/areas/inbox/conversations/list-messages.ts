import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { listFrom } from '../../../platform/lists/list.ts'
import { sizedRows } from '../../../platform/lists/sized.ts'
import { storeOf } from '../../../platform/db/in-stores.ts'
import { conversations } from '../../../platform/db/schema/inbox.ts'
import { notFound } from '../../../platform/errors/errors.ts'
import { id } from '../../../platform/values/ids.ts'
import { operation } from '../../../platform/operation/operation.ts'
import { listOf, openPage, PageInput } from '../../../platform/lists/page.ts'
import { closeMessages, Message, messagesOf, selectMessages } from './message.ts'

export const listMessages = operation(
  {
    name: 'list_messages',
    scope: 'inbox:read',
    input: z.strictObject({ ...PageInput, conversation_id: id('conversation') }),
    output: listOf(Message),
  },
  async ({ run }, input) => {
    const page = openPage(input)
    const list = listFrom(messagesOf(page, input.conversation_id), sizedRows)
    const [found, conversation] = await run((db) => [
      selectMessages(db, list),
      db.execute<{ store: string | null }>(sql`select ${storeOf(conversations, input.conversation_id)} as store`),
    ])
    if (conversation.rows[0]?.store == null) throw notFound('conversation')
    return closeMessages(page, found, list.cap)
  },
)
