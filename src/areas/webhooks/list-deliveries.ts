import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { listFrom, rowsOf, total } from '../../platform/lists/list.ts'
import { deliveryStatuses, webhookDeliveries, webhooks } from '../../platform/db/schema/webhooks.ts'
import { notFound } from '../../platform/errors/errors.ts'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, listOf, openPage, PageInput } from '../../platform/lists/page.ts'
import { WebhookDelivery, deliveryColumns, toDelivery } from './webhook-delivery.ts'
import { isManaged } from './webhook.ts'

export const listDeliveries = operation(
  {
    name: 'list_webhook_deliveries',
    scope: 'webhooks:manage',
    input: z.strictObject({
      ...PageInput,
      webhook_id: id('webhook'),
      status: z.enum(deliveryStatuses).optional(),
    }),
    output: listOf(WebhookDelivery),
  },
  async ({ run }, input) => {
    const { webhook_id, status } = input
    const page = openPage(input)
    const currentQueue = sql`(select w.queue from ${webhooks} as w where w.store_id = s.id and w.id = ${webhook_id})`
    const { counted, rows, cap } = listFrom({
      table: webhookDeliveries,
      page,
      // What was given up is still stored as pending until a job has marked it.
      filter: { webhook_id, status: status === 'failed' ? ['failed', 'pending'] : (status ?? deliveryStatuses) },
      ...(status === 'pending' && { where: sql`queue = ${currentQueue}` }),
      ...(status === 'failed' && { where: sql`(status = 'failed' or queue <> ${currentQueue})` }),
      search: undefined,
      stores: sql`app.writable_stores()`,
      merged: 'status',
    })
    const [[webhook], found] = await run((db) => [
      db
        .select({ id: webhooks.id })
        .from(webhooks)
        .where(and(isManaged(), eq(webhooks.id, webhook_id))),
      db
        .select({ total, row: deliveryColumns })
        .from(counted)
        .leftJoinLateral(rows, sql`true`)
        .orderBy(sql`${webhookDeliveries.createdAt} desc, ${webhookDeliveries.id} desc`),
    ])
    if (!webhook) throw notFound('webhook')
    const shown = rowsOf(found)
    return closePage(page, shown.rows, { total: shown.total, cap }, toDelivery)
  },
)
