import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { lockVersion, storeOf } from '../../platform/db/in-stores.ts'
import { webhooks } from '../../platform/db/schema/webhooks.ts'
import { secretAlreadyShown } from '../../platform/errors/errors.ts'
import { id, newId } from '../../platform/values/ids.ts'
import { ExpectedVersion, operation } from '../../platform/operation/operation.ts'
import { newWebhookSecret } from '../../platform/auth/standard-webhooks.ts'
import { isManageable, readWebhook, toWebhook, webhookJson, WebhookWithSecret } from './webhook.ts'

/** The previous secret signs too for one more day, so that receivers can switch without a gap. */
export const rotateWebhookSecret = operation(
  {
    name: 'rotate_webhook_secret',
    scope: 'webhooks:manage',
    recentSignIn: () => 'authenticated',
    input: z.strictObject({ webhook_id: id('webhook'), expected_version: ExpectedVersion }),
    output: WebhookWithSecret,
  },
  async ({ caller, write }, { webhook_id, expected_version }) => {
    const secret = newWebhookSecret()
    const sealed = await caller.deployment.vault.seal(secret, webhook_id)
    const marker = newId()
    const row = await write({
      store: storeOf(webhooks, webhook_id, isManageable),
      statements: (db) => [
        db.execute(lockVersion(webhooks, webhook_id, expected_version)),
        db.execute(sql`select app.rotate_webhook_secret(${webhook_id}, ${sealed})`),
      ],
      result: webhookJson(webhook_id, marker),
      read: readWebhook,
    })
    if (row.marker !== marker) throw secretAlreadyShown({ webhook_id })
    return { ...toWebhook(row), secret }
  },
)
