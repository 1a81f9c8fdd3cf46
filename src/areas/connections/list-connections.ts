import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { listFrom, rowsOf, total } from '../../platform/lists/list.ts'
import { connections } from '../../platform/db/schema/oauth.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, listOf, openPage, PageInput } from '../../platform/lists/page.ts'
import { Connection, connectionColumns, toConnection } from './connection.ts'

/** The assistants with access to stores that the caller manages, newest first. Includes ended connections. */
export const listConnections = operation(
  { name: 'list_connections', scope: 'tokens:manage', input: z.strictObject(PageInput), output: listOf(Connection) },
  async ({ run }, input) => {
    const page = openPage(input)
    const { counted, rows, cap } = listFrom({
      table: connections,
      page,
      filter: {},
      search: undefined,
      // Only stores that the caller manages, even if they are a member of others.
      stores: sql`app.writable_stores()`,
    })
    const [found] = await run((db) => [
      db
        .select({ total, row: connectionColumns })
        .from(counted)
        .leftJoinLateral(rows, sql`true`)
        .orderBy(sql`${connections.createdAt} desc, ${connections.id} desc`),
    ])
    const shown = rowsOf(found)
    return closePage(page, shown.rows, { total: shown.total, cap }, toConnection)
  },
)
