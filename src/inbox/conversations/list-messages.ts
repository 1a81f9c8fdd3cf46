import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { listFrom, rowsOf, total } from '../../db/list.ts'
import { storeOf } from '../../db/in-stores.ts'
import { conversations } from '../../db/schema/inbox.ts'
import { messages } from '../../db/schema/inbox-messages.ts'
import { notFound } from '../../errors.ts'
import { id } from '../../ids.ts'
import { operation } from '../../operation.ts'
import { closePage, listOf, openPage, PageInput } from '../../page.ts'
import { Message, messageColumns, toMessage } from './message.ts'

export const listMessages = operation(
  {
    name: 'list_messages',
    scope: 'inbox:read',
    input: z.strictObject({ ...PageInput, conversation_id: id('conversation') }),
    output: listOf(Message),
  },
  async ({ run }, input) => {
    const page = openPage(input)
    const { counted, rows, cap } = listFrom({
      table: messages,
      time: messages.sentAt,
      page,
      filter: { conversation_id: input.conversation_id },
      search: undefined,
    })
    const [found, conversation] = await run((db) => [
      db
        .select({ total, row: messageColumns })
        .from(counted)
        .leftJoinLateral(rows, sql`true`)
        .orderBy(sql`${messages.sentAt} desc, ${messages.id} desc`),
      db.execute<{ store: string | null }>(sql`select ${storeOf(conversations, input.conversation_id)} as store`),
    ])
    if (conversation.rows[0]?.store == null) throw notFound('conversation')
    const shown = rowsOf(found)
    return closePage(page, shown.rows, { total: shown.total, cap }, toMessage, { timeOf: ({ sentAt }) => sentAt })
  },
)
