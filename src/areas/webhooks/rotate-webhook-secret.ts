import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { newVersion } from '../../platform/db/in-stores.ts'
import { webhooks } from '../../platform/db/schema/webhooks.ts'
import { secretAlreadyShown } from '../../platform/errors/errors.ts'
import { id, newId } from '../../platform/values/ids.ts'
import { ExpectedVersion, operation } from '../../platform/operation/operation.ts'
import { newWebhookSecret } from '../../platform/auth/standard-webhooks.ts'
import { webhookResource } from './get-webhook.ts'
import { toWebhook, webhookJson, WebhookWithSecret } from './webhook.ts'

/** The previous secret signs too for one more day, so that receivers can switch without a gap. */
export const rotateWebhookSecret = operation(
  {
    name: 'rotate_webhook_secret',
    scope: 'webhooks:manage',
    recentSignIn: () => 'authenticated',
    input: z.strictObject({ webhook_id: id('webhook'), expected_version: ExpectedVersion }),
    output: WebhookWithSecret,
  },
  async (context, { webhook_id, expected_version }) => {
    const secret = newWebhookSecret()
    const sealed = await context.caller.deployment.vault.seal(secret, webhook_id)
    const marker = newId()
    const one = { id: webhook_id, expected_version, result: webhookJson(webhook_id, marker) }
    const row = await webhookResource.changeOne(context, one, [
      (db) =>
        db
          .update(webhooks)
          .set({
            previousSecret: webhooks.secret,
            secret: sealed,
            secretRotatedAt: sql`now()`,
            ...newVersion(webhooks),
          })
          .where(webhookResource.isOne(webhook_id)),
      sql`select app.record_event('webhook.secret_rotated', ${webhook_id})`,
    ])
    if (row.marker !== marker) throw secretAlreadyShown({ webhook_id })
    return { ...toWebhook(row), secret }
  },
)
