import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import { inOpenStore, lockVersion, storeOf } from '../../platform/db/in-stores.ts'
import { webhooks } from '../../platform/db/schema/webhooks.ts'
import { id } from '../../platform/values/ids.ts'
import { ExpectedVersion, operation } from '../../platform/operation/operation.ts'
import { readWebhook, toWebhook, Webhook, webhookJson } from './webhook.ts'

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
      statements: (db) => [
        db.execute(lockVersion(webhooks, webhook_id, expected_version)),
        db
          .update(webhooks)
          .set({
            deletedAt: sql`now()`,
            enabled: false,
            disabledReason: 'by_hand',
            disabledAt: sql`now()`,
            secret: '',
            previousSecret: null,
            // What it received is in earlier queues, which a job deletes.
            queue: sql`${webhooks.queue} + 1`,
            givenUpAt: sql`now()`,
            version: sql`${webhooks.version} + 1`,
            updatedAt: sql`now()`,
          })
          .where(and(inOpenStore(webhooks.storeId), eq(webhooks.id, webhook_id), isNull(webhooks.deletedAt)))
          .returning({ recorded: sql`app.record_event('webhook.deleted', ${webhooks.id})` }),
      ],
      result: webhookJson(webhook_id),
      read: readWebhook,
    })
    return toWebhook(row)
  },
)
