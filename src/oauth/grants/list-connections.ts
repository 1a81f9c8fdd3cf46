import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { listFrom, rowsOf, total } from '../../db/list.ts'
import { oauthGrants } from '../../db/schema/oauth.ts'
import { operation } from '../../operation.ts'
import { closePage, listOf, openPage, PageInput } from '../../page.ts'
import { Connection, connectionColumns, toConnection } from './connection.ts'

/** The assistants allowed into the stores that the caller manages, the newest first; ended ones stay, with the reason. */
export const listConnections = operation(
  { name: 'list_connections', scope: 'tokens:manage', input: z.strictObject(PageInput), output: listOf(Connection) },
  async ({ run }, input) => {
    const page = openPage(input)
    const { counted, rows, cap } = listFrom({
      table: oauthGrants,
      page,
      filter: {},
      search: undefined,
      // Who is a mere colleague in one store and an owner in another manages the connections of the second alone.
      stores: sql`app.writable_stores()`,
    })
    const [found] = await run((db) => [
      db
        .select({ total, row: connectionColumns })
        .from(counted)
        .leftJoinLateral(rows, sql`true`)
        .orderBy(sql`${oauthGrants.createdAt} desc, ${oauthGrants.id} desc`),
    ])
    const shown = rowsOf(found)
    return closePage(page, shown.rows, { total: shown.total, cap }, toConnection)
  },
)
