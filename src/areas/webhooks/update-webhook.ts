import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { newVersion } from '../../platform/db/in-stores.ts'
import { webhooks } from '../../platform/db/schema/webhooks.ts'
import { EventPatterns } from '../events/event-filter.ts'
import { id } from '../../platform/values/ids.ts'
import { ExpectedVersion } from '../../platform/operation/operation.ts'
import { webhookResource } from './get-webhook.ts'
import { Description, eventRefusals, eventsToCheck, safeUrl, scopesOf, Url } from './webhook-fields.ts'

type Changes = { readonly url?: string | undefined; readonly enabled?: boolean | undefined }

/** Who sets its URL or enables it manages it from then on. */
const isTakenOver = ({ url, enabled }: Changes) => url !== undefined || enabled === true

/** Disabling discards what was not delivered yet. Enabling clears the reason; a replay delivers what was missed. */
export const updateWebhook = webhookResource.change({
  recentSignIn: ({ url }) => (url === undefined ? null : 'authenticated'),
  input: z.strictObject({
    webhook_id: id('webhook'),
    expected_version: ExpectedVersion,
    url: Url.optional(),
    events: EventPatterns.optional(),
    description: Description.optional(),
    enabled: z.boolean().optional(),
  }),
  refusals: eventRefusals,
  // Members are locked before webhooks, as in a change of members.
  before: (changes) => (isTakenOver(changes) ? [sql`select app.expect_webhook_manager()`] : []),
  save: ({ url, events, ...changes }, { id: webhookId, isOne, caller }) => {
    const check = events ? eventsToCheck(caller, events) : null
    const address = url === undefined ? undefined : safeUrl(url, caller.deployment.publicUrl)
    const wasEnabled = webhooks.enabled
    return [
      ...(check === null ? [] : [sql`select app.expect_events(${check}::jsonb)`]),
      ...(changes.enabled === false
        ? [sql`select app.give_up_queue(${webhookId}) from ${webhooks} where ${isOne} and ${wasEnabled}`]
        : []),
      (db) =>
        db
          .update(webhooks)
          .set({
            ...changes,
            url: address,
            ...(events && {
              events: [...events],
              // The deliveries of earlier events remain.
              scopes: sql`array(select distinct unnest(${webhooks.scopes} || ${sql.param([...scopesOf(events)])}::text[]))`,
            }),
            ...(isTakenOver({ ...changes, url }) && {
              managedBy: sql`app.caller()`,
              managedByKind: sql`app.caller_kind()`,
              // Locked already. Says when the key of the caller expires.
              accessEndsAt: sql`app.expect_webhook_manager()`,
            }),
            ...(changes.enabled === false && {
              disabledReason: sql`case when ${wasEnabled} then 'by_hand' else ${webhooks.disabledReason} end`,
              disabledAt: sql`case when ${wasEnabled} then now() else ${webhooks.disabledAt} end`,
            }),
            ...(changes.enabled === true && {
              disabledReason: null,
              disabledAt: null,
              failingSince: sql`case when ${wasEnabled} then ${webhooks.failingSince} end`,
              failedEventAt: sql`case when ${wasEnabled} then ${webhooks.failedEventAt} end`,
            }),
            ...newVersion(webhooks),
          })
          .where(isOne),
    ]
  },
})
