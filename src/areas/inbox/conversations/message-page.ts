import { sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { type listFrom, rowsOf, total } from '../../../platform/lists/list.ts'
import { messages } from '../../../platform/db/schema/inbox-messages.ts'
import { closePage, type Page } from '../../../platform/lists/page.ts'
import { messageColumns, type MessageRow, toMessage } from './message.ts'

/** The list of a conversation's messages, newest first. */
export const messagesOf = (page: Page, conversation_id: string) => ({
  table: messages,
  time: messages.sentAt,
  page,
  filter: { conversation_id },
  search: undefined,
})

export const selectMessages = (db: Db, { counted, rows }: ReturnType<typeof listFrom<typeof messages>>) =>
  db
    .select({ total, row: messageColumns })
    .from(counted)
    .leftJoinLateral(rows, sql`true`)
    .orderBy(sql`${messages.sentAt} desc, ${messages.id} desc`)

export function closeMessages(page: Page, found: readonly { total: number; row: MessageRow | null }[], cap: number) {
  const shown = rowsOf(found)
  return closePage(page, shown.rows, { total: shown.total, cap }, toMessage, { sortValue: ({ sentAt }) => sentAt })
}
