import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { lockVersion, storeOf } from '../../platform/db/in-stores.ts'
import { webhooks } from '../../platform/db/schema/webhooks.ts'
import { EventPatterns } from '../events/event-filter.ts'
import { id } from '../../platform/values/ids.ts'
import { ExpectedVersion, isEmptyChange, operation } from '../../platform/operation/operation.ts'
import { isManageable, readWebhook, toWebhook, Webhook, webhookJson } from './webhook.ts'
import { Description, eventRefusals, eventsToCheck, safeUrl, scopesOf, Url } from './webhook-fields.ts'

/** Disabling discards what was not delivered yet. Enabling clears the reason; a replay delivers what was missed. */
export const updateWebhook = operation(
  {
    name: 'update_webhook',
    scope: 'webhooks:manage',
    recentSignIn: ({ url }) => (url === undefined ? null : 'authenticated'),
    input: z.strictObject({
      webhook_id: id('webhook'),
      expected_version: ExpectedVersion,
      url: Url.optional(),
      events: EventPatterns.optional(),
      description: Description.optional(),
      enabled: z.boolean().optional(),
    }),
    output: Webhook,
    refusals: eventRefusals,
  },
  async ({ caller, write }, { webhook_id, expected_version, ...changes }) => {
    const { url, events } = changes
    const check = events ? eventsToCheck(caller, events) : null
    const saved = JSON.stringify({
      ...changes,
      ...(url !== undefined && { url: safeUrl(url, caller.deployment.publicUrl) }),
      ...(events && { scopes: scopesOf(events) }),
    })
    const row = await write({
      store: storeOf(webhooks, webhook_id, isManageable),
      statements: (db) => [
        ...(url !== undefined || changes.enabled === true
          ? [db.execute(sql`select app.expect_webhook_manager()`)]
          : []),
        db.execute(lockVersion(webhooks, webhook_id, expected_version)),
        ...(check === null ? [] : [db.execute(sql`select app.expect_events(${check}::jsonb)`)]),
        ...(isEmptyChange(changes) ? [] : [db.execute(sql`select app.update_webhook(${webhook_id}, ${saved}::jsonb)`)]),
      ],
      result: webhookJson(webhook_id),
      read: readWebhook,
    })
    return toWebhook(row)
  },
)
