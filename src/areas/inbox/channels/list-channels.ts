import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { listFrom, rowsOf, total } from '../../../platform/lists/list.ts'
import { channels } from '../../../platform/db/schema/inbox.ts'
import { operation } from '../../../platform/operation/operation.ts'
import { closePage, listOf, openPage, PageInput } from '../../../platform/lists/page.ts'
import { Channel, channelColumns, toChannel } from './channel.ts'

export const listChannels = operation(
  { name: 'list_channels', scope: 'inbox:read', input: z.strictObject(PageInput), output: listOf(Channel) },
  async ({ caller, run }, input) => {
    const page = openPage(input)
    const { counted, rows, cap } = listFrom({
      table: channels,
      page,
      filter: {},
      where: sql`archived_at is null`,
      search: undefined,
    })
    const [found] = await run((db) => [
      db
        .select({ total, row: channelColumns })
        .from(counted)
        .leftJoinLateral(rows, sql`true`)
        .orderBy(sql`${channels.createdAt} desc, ${channels.id} desc`),
    ])
    const shown = rowsOf(found)
    return closePage(page, shown.rows, { total: shown.total, cap }, (row) => toChannel(row, caller.deployment))
  },
)
