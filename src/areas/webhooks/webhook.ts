import { and, getTableColumns, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Read } from '../../platform/operation/context.ts'
import type { Reference } from '../../platform/references/reference.ts'
import { keptRow } from '../../platform/db/as-table.ts'
import { Person, personName } from '../../platform/db/person.ts'
import { disabledReasons, managerKinds, webhooks } from '../../platform/db/schema/webhooks.ts'
import { toIso, type WithRowTimes } from '../../platform/values/row-time.ts'
import { typed } from '../../platform/db/selection.ts'
import { id } from '../../platform/values/ids.ts'
import { maxPending } from './webhook-fields.ts'

const Time = z.iso.datetime()

export const Webhook = z.object({
  id: id('webhook'),
  store_id: id('store'),
  url: z.string().describe('Where events are posted to, signed'),
  description: z.string().nullable(),
  events: z.array(z.string()).describe('Types of events, such as order.created; order.* for all of orders; * for all'),
  managed_by: z
    .object({ kind: z.enum(managerKinds).describe('user: a member. key: an API key'), ...Person.shape })
    .nullable()
    .describe(
      'Who added the webhook, or last set its url or enabled it. Once this member is no longer an owner or admin, or this API key was revoked or has expired, the webhook is disabled (access_ended). Null: added before this was recorded',
    ),
  enabled: z.boolean(),
  disabled_reason: z
    .enum(disabledReasons)
    .nullable()
    .describe(
      'by_hand: by PATCH. gone: the receiver responded with 410. failing: every attempt of five days failed. access_ended: managed_by lost the right to manage webhooks. Whoever enables it manages it from then on',
    ),
  disabled_at: Time.nullable(),
  health: z.object({
    last_success_at: Time.nullable().describe('Accurate to a minute'),
    last_failure_at: Time.nullable().describe('Accurate to a minute'),
    failing_since: Time.nullable().describe(
      'The first failed attempt since the last success. Null if the last succeeded',
    ),
    missed_since: Time.nullable().describe(
      'Time of the oldest event that had not arrived when the webhook was last disabled, or else the time of disabling. To get everything since then, enable the webhook and replay since this time. Null: it was never disabled',
    ),
    pending: z.int().describe(`Deliveries that are still being attempted, at most ${maxPending}`),
  }),
  secret_rotated_at: Time.nullable().describe('For a day after this, the previous secret signs too'),
  version: z.int(),
  created_at: Time,
  updated_at: Time,
})

/** The response when a secret was created. */
export const WebhookWithSecret = Webhook.extend({
  secret: z.string().describe('Signs what is sent (Standard Webhooks). Shown only in this response'),
})

const {
  id: idColumn,
  secret: _secret,
  previousSecret: _previousSecret,
  scopes: _scopes,
  deletedAt: _deletedAt,
  accessEndsAt: _accessEndsAt,
  failedEventAt: _failedEventAt,
  queue: _queue,
  givenUpAt: _givenUpAt,
  ...otherColumns
} = getTableColumns(webhooks)

/** A webhook without its secrets. `id` must be first: a null there marks an empty page of the left join. */
export const webhookColumns = {
  id: idColumn,
  ...otherColumns,
  // Written out, because Drizzle omits the table name if a query has only one table.
  managerName: typed(
    'text',
    sql<string | null>`case webhooks.managed_by_kind
    when 'user' then ${personName(sql`webhooks.store_id`, sql`webhooks.managed_by`)}
    when 'key' then (select k.name from access_tokens k where k.store_id = webhooks.store_id and k.id = webhooks.managed_by) end`,
  ),
  pending: typed(
    'bigint',
    sql<number>`(select count(*) from (select from webhook_deliveries d
    where d.store_id = webhooks.store_id and d.webhook_id = webhooks.id and d.status = 'pending' and d.queue = webhooks.queue
    limit ${sql.raw(String(maxPending))}) as one)`.mapWith(Number),
  ),
}

type Hidden =
  | 'secret'
  | 'previousSecret'
  | 'scopes'
  | 'deletedAt'
  | 'accessEndsAt'
  | 'failedEventAt'
  | 'queue'
  | 'givenUpAt'

export type WebhookRow = WithRowTimes<Omit<typeof webhooks.$inferSelect, Hidden>> & {
  managerName: string | null
  pending: number
}

/** `marker` identifies the write that stored the result. */
export const readWebhook: Read<WebhookRow & { marker: string | null }> = (db, result) =>
  db.select({ ...webhookColumns, marker: sql<string | null>`kept ->> 'marker'` }).from(keptRow(webhooks, result))

/** A webhook of the open store as the result of a write. */
export const webhookJson = (webhookId: Reference, marker: string | null = null): SQL =>
  sql`app.webhook_json(${webhookId}) || jsonb_build_object('marker', ${marker}::text)`

/** Not deleted, and never with events that the caller, an API key, may not see: deliveries show their content. */
export const isManageable = sql`deleted_at is null and app.may_see_events(scopes)`

/** Webhooks of the stores that the caller manages, even if they are a member of others. */
export const isManaged = (): SQL | undefined => and(sql`${webhooks.storeId} = any(app.writable_stores())`, isManageable)

export const toWebhook = (row: WebhookRow): z.output<typeof Webhook> => ({
  id: row.id,
  store_id: row.storeId,
  url: row.url,
  description: row.description,
  events: row.events,
  managed_by: { kind: row.managedByKind, id: row.managedBy, name: row.managerName },
  enabled: row.enabled,
  disabled_reason: row.disabledReason,
  disabled_at: row.disabledAt && toIso(row.disabledAt),
  health: {
    last_success_at: row.lastSuccessAt && toIso(row.lastSuccessAt),
    last_failure_at: row.lastFailureAt && toIso(row.lastFailureAt),
    failing_since: row.failingSince && toIso(row.failingSince),
    missed_since: row.missedSince && toIso(row.missedSince),
    pending: row.pending,
  },
  secret_rotated_at: row.secretRotatedAt && toIso(row.secretRotatedAt),
  version: row.version,
  created_at: toIso(row.createdAt),
  updated_at: toIso(row.updatedAt),
})
