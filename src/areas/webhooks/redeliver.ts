import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { storeOf } from '../../platform/db/in-stores.ts'
import { webhooks } from '../../platform/db/schema/webhooks.ts'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { WebhookDelivery, deliveryKey, readDelivery, toDelivery } from './webhook-delivery.ts'
import { isManageable } from './webhook.ts'
import { disabledRefusals } from './webhook-fields.ts'

/** Sends the event again, with the resource as it is now. It keeps its webhook-id. */
export const redeliver = operation(
  {
    name: 'redeliver_webhook',
    scope: 'webhooks:manage',
    input: z.strictObject({ webhook_id: id('webhook'), delivery_id: id('delivery') }),
    output: WebhookDelivery,
    refusals: disabledRefusals,
  },
  async ({ write }, { webhook_id, delivery_id }) => {
    const row = await write({
      store: storeOf(webhooks, webhook_id, isManageable),
      statements: (db) => [db.execute(sql`select app.redeliver(${webhook_id}, ${delivery_id})`)],
      result: deliveryKey(webhook_id, delivery_id),
      read: readDelivery,
    })
    return toDelivery(row)
  },
)
