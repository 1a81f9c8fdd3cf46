import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { webhooks } from '../../platform/db/schema/webhooks.ts'
import { notFound } from '../../platform/errors/errors.ts'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { isManaged, toWebhook, Webhook, webhookColumns } from './webhook.ts'

export const getWebhook = operation(
  {
    name: 'get_webhook',
    scope: 'webhooks:manage',
    input: z.strictObject({ webhook_id: id('webhook') }),
    output: Webhook,
  },
  async ({ run }, { webhook_id }) => {
    const [[row]] = await run((db) => [
      db
        .select(webhookColumns)
        .from(webhooks)
        .where(and(isManaged(), eq(webhooks.id, webhook_id))),
    ])
    if (!row) throw notFound('webhook')
    return toWebhook(row)
  },
)
