import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { listFrom, rowsOf, total } from '../db/list.ts'
import { mcpTokens } from '../db/schema/mcp-tokens.ts'
import { operation } from '../operation.ts'
import { closePage, listOf, openPage, PageInput } from '../page.ts'
import { McpToken, toMcpToken, tokenColumns } from './mcp-token.ts'

export const listTokens = operation(
  { name: 'list_tokens', scope: 'tokens:manage', input: z.strictObject(PageInput), output: listOf(McpToken) },
  async ({ run }, input) => {
    const page = openPage(input)
    const { counted, rows, cap } = listFrom({
      table: mcpTokens,
      page,
      filter: {},
      search: undefined,
      // Only stores that the caller manages, even if they are a member of others.
      stores: sql`app.writable_stores()`,
    })
    const [found] = await run((db) => [
      db
        .select({ total, row: tokenColumns })
        .from(counted)
        .leftJoinLateral(rows, sql`true`)
        .orderBy(sql`${mcpTokens.createdAt} desc, ${mcpTokens.id} desc`),
    ])
    const shown = rowsOf(found)
    return closePage(page, shown.rows, { total: shown.total, cap }, toMcpToken)
  },
)
