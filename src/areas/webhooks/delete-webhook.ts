import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { lockVersion, storeOf } from '../../platform/db/in-stores.ts'
import { webhooks } from '../../platform/db/schema/webhooks.ts'
import { id } from '../../platform/values/ids.ts'
import { ExpectedVersion, operation } from '../../platform/operation/operation.ts'
import { readWebhook, toWebhook, Webhook } from './webhook.ts'

/** Deletes its deliveries too. Deleting a webhook again changes nothing. */
export const deleteWebhook = operation(
  {
    name: 'delete_webhook',
    scope: 'webhooks:manage',
    input: z.strictObject({ webhook_id: id('webhook'), expected_version: ExpectedVersion }),
    output: Webhook,
  },
  async ({ write }, { webhook_id, expected_version }) => {
    const row = await write({
      store: storeOf(webhooks, webhook_id, sql`app.may_see_events(scopes)`),
      statements: (db) => [db.execute(lockVersion(webhooks, webhook_id, expected_version))],
      result: sql`app.delete_webhook(${webhook_id})`,
      read: readWebhook,
    })
    return toWebhook(row)
  },
)
