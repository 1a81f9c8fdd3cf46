import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { webhooks } from '../../platform/db/schema/webhooks.ts'
import { secretAlreadyShown } from '../../platform/errors/errors.ts'
import { EventPatterns } from '../events/event-filter.ts'
import { newId } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { newWebhookSecret } from '../../platform/auth/standard-webhooks.ts'
import { readWebhook, toWebhook, webhookJson, WebhookWithSecret } from './webhook.ts'
import { Description, eventRefusals, eventsToCheck, limitRefusals, safeUrl, scopesOf, Url } from './webhook-fields.ts'

export const createWebhook = operation(
  {
    name: 'create_webhook',
    scope: 'webhooks:manage',
    recentSignIn: () => 'authenticated',
    input: z.strictObject({ url: Url, events: EventPatterns, description: Description.optional() }),
    output: WebhookWithSecret,
    refusals: { ...eventRefusals, ...limitRefusals },
  },
  async ({ caller, write }, { url, events, description = null }) => {
    const { publicUrl, vault } = caller.deployment
    const check = eventsToCheck(caller, events)
    const id = newId()
    const secret = newWebhookSecret()
    const webhook = {
      storeId: sql`app.store()`,
      id,
      url: safeUrl(url, publicUrl),
      description,
      events: [...events],
      scopes: [...scopesOf(events)],
      secret: await vault.seal(secret, id),
      managedBy: sql`app.caller()`,
      managedByKind: sql`app.caller_kind()`,
      accessEndsAt: sql`app.expect_webhook_manager()`,
    }
    const row = await write({
      store: sql`app.only_store()`,
      statements: (db) => [
        ...(check === null ? [] : [db.execute(sql`select app.expect_events(${check}::jsonb)`)]),
        db.execute(sql`select app.expect_room_for_webhook()`),
        // First, so that the webhook does not receive its own creation.
        db.execute(sql`select app.record_event('webhook.created', ${id})`),
        db.insert(webhooks).values(webhook),
      ],
      result: webhookJson(id),
      read: readWebhook,
    })
    if (row.id !== id) throw secretAlreadyShown({ webhook_id: row.id })
    return { ...toWebhook(row), secret }
  },
)
