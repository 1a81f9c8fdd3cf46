import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { inVisibleStores } from '../../../platform/db/in-stores.ts'
import { messages } from '../../../platform/db/schema/inbox-messages.ts'
import { notFound } from '../../../platform/errors/errors.ts'
import { id } from '../../../platform/values/ids.ts'
import { operation } from '../../../platform/operation/operation.ts'
import { Message, messageColumns, toMessage } from './message.ts'

export const getMessage = operation(
  {
    name: 'get_message',
    scope: 'inbox:read',
    input: z.strictObject({ conversation_id: id('conversation'), message_id: id('message') }),
    output: Message,
  },
  async ({ run }, { conversation_id, message_id }) => {
    const [[row]] = await run((db) => [
      db
        .select(messageColumns)
        .from(messages)
        .where(
          and(
            inVisibleStores(messages.storeId),
            eq(messages.conversationId, conversation_id),
            eq(messages.id, message_id),
          ),
        ),
    ])
    if (!row) throw notFound('message')
    return toMessage(row)
  },
)
