import { sql } from 'drizzle-orm'
import { newVersion } from '../../platform/db/in-stores.ts'
import { webhooks } from '../../platform/db/schema/webhooks.ts'
import { webhookResource } from './get-webhook.ts'

/** Deletes its deliveries too. Deleting a webhook again changes nothing. */
export const deleteWebhook = webhookResource.deletion({
  visible: sql`app.may_see_events(scopes)`,
  keep: (db, isOne, recorded) =>
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
        ...newVersion(webhooks),
      })
      .where(isOne)
      .returning({ recorded }),
})
