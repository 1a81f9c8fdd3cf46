import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { listFrom, rowsOf, total } from '../../platform/lists/list.ts'
import { webhooks } from '../../platform/db/schema/webhooks.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, listOf, openPage, PageInput } from '../../platform/lists/page.ts'
import { isManageable, toWebhook, Webhook, webhookColumns } from './webhook.ts'

export const listWebhooks = operation(
  { name: 'list_webhooks', scope: 'webhooks:manage', input: z.strictObject(PageInput), output: listOf(Webhook) },
  async ({ run }, input) => {
    const page = openPage(input)
    const { counted, rows, cap } = listFrom({
      table: webhooks,
      page,
      filter: {},
      where: isManageable,
      search: undefined,
      stores: sql`app.writable_stores()`,
    })
    const [found] = await run((db) => [
      db
        .select({ total, row: webhookColumns })
        .from(counted)
        .leftJoinLateral(rows, sql`true`)
        .orderBy(sql`${webhooks.createdAt} desc, ${webhooks.id} desc`),
    ])
    const shown = rowsOf(found)
    return closePage(page, shown.rows, { total: shown.total, cap }, toWebhook)
  },
)
