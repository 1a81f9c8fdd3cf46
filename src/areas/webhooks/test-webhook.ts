import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { storeOf } from '../../platform/db/in-stores.ts'
import { webhooks } from '../../platform/db/schema/webhooks.ts'
import { id, newId } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { WebhookDelivery, deliveryKey, readDelivery, toDelivery } from './webhook-delivery.ts'
import { isManageable } from './webhook.ts'
import { disabledRefusals } from './webhook-fields.ts'

/** Sends an event of type webhook.test to this webhook alone, whatever its events. */
export const testWebhook = operation(
  {
    name: 'test_webhook',
    scope: 'webhooks:manage',
    input: z.strictObject({ webhook_id: id('webhook') }),
    output: WebhookDelivery,
    refusals: disabledRefusals,
  },
  async ({ write }, { webhook_id }) => {
    const eventId = newId()
    const row = await write({
      store: storeOf(webhooks, webhook_id, isManageable),
      statements: (db) => [db.execute(sql`select app.test_webhook(${webhook_id}, ${eventId})`)],
      result: deliveryKey(webhook_id, eventId),
      read: readDelivery,
    })
    return toDelivery(row)
  },
)
