import { getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Read } from '../../platform/operation/context.ts'
import { asTable } from '../../platform/db/as-table.ts'
import { deliveryStatuses, webhookDeliveries, webhooks } from '../../platform/db/schema/webhooks.ts'
import { id } from '../../platform/values/ids.ts'

const Time = z.iso.datetime()

/** What can go wrong with an attempt, and what to do about it. */
export const deliveryErrors = {
  timeout: 'The receiver took longer than 15 seconds. Answer first, then process the event',
  connection_failed: 'The receiver could not be reached, or closed the connection before it responded',
  redirected: 'The receiver responded with a redirect, which is not followed. Change the url of the webhook',
  rejected: 'The receiver responded with a status other than 2xx: see response_status and response_body',
  gone: 'The receiver responded with 410, which disables the webhook',
  unsafe_address: 'The url of the webhook is not a public https address. Change it',
  secret_unreadable: 'The secret of the webhook can no longer be decrypted. Rotate it',
  webhook_disabled: 'The webhook was disabled or deleted before the event was delivered',
  unconfirmed: 'The result of the last attempt is unknown, so the event may have arrived',
} as const

export type DeliveryError = keyof typeof deliveryErrors

const errorNames = Object.keys(deliveryErrors).filter((name): name is DeliveryError => name in deliveryErrors)

export const WebhookDelivery = z.object({
  id: id('delivery'),
  event_id: id('event').describe('A webhook has one delivery of an event, so this is the id of the delivery'),
  event_type: z.string(),
  status: z.enum(deliveryStatuses).describe('pending: another attempt follows'),
  attempts: z.int().describe('At most 10'),
  history: z
    .array(
      z.object({
        at: Time.describe('When the attempt ended'),
        response_status: z.int().nullable(),
        error: z.enum(errorNames).nullable().describe('As error of the delivery. Null: it was delivered'),
        duration_ms: z.int().nullable(),
      }),
    )
    .describe('All attempts, oldest first, at most the last 20. Includes those before a redelivery or replay'),
  next_attempt_at: Time.nullable(),
  response_status: z.int().nullable().describe('Of the last attempt, if the receiver responded'),
  error: z
    .enum(errorNames)
    .nullable()
    .describe(
      `Why the last attempt failed. ${Object.entries(deliveryErrors)
        .map(([name, about]) => `${name}: ${about}.`)
        .join(' ')}`,
    ),
  duration_ms: z.int().nullable().describe('Of the last attempt'),
  response_body: z.string().nullable().describe('The first 1024 bytes of the last response, as text'),
  body: z
    .string()
    .nullable()
    .describe('What was last sent, as JSON. Null before the first attempt, and once a customer in it was anonymized'),
  created_at: Time,
  last_attempt_at: Time.nullable(),
  delivered_at: Time.nullable(),
})

const {
  id: idColumn,
  leaseId,
  storeId: _storeId,
  webhookId: _webhookId,
  queue: _queue,
  ...otherColumns
} = getTableColumns(webhookDeliveries)

/** Given up with its queue when the webhook was disabled, and not marked as failed yet (app.cancel_given_up). */
const isGivenUp = sql`webhook_deliveries.status = 'pending' and webhook_deliveries.queue <> (select w.queue from ${webhooks} as w
  where w.store_id = webhook_deliveries.store_id and w.id = webhook_deliveries.webhook_id)`

/** `id` must be first: a null there marks an empty page of the left join. */
export const deliveryColumns = { id: idColumn, ...otherColumns, leaseId, isGivenUp: sql<boolean>`${isGivenUp}` }

export type DeliveryRow = Omit<typeof webhookDeliveries.$inferSelect, 'storeId' | 'webhookId' | 'queue'> & {
  isGivenUp: boolean
}

/** The delivery as it is now, by the stored result of a write: {webhook_id, id}. Its content is not stored a second time. */
export const readDelivery: Read<DeliveryRow> = (db, result) =>
  db.select(deliveryColumns).from(
    asTable(
      webhookDeliveries,
      sql`select d.* from (select ${result} as kept offset 0) as done join ${webhookDeliveries} as d
        on d.store_id = any(app.stores()) and d.webhook_id = (done.kept ->> 'webhook_id')::uuid
        and d.id = (done.kept ->> 'id')::uuid`,
    ),
  )

export const deliveryKey = (webhookId: string, deliveryId: string) =>
  sql`jsonb_build_object('webhook_id', ${webhookId}::text, 'id', ${deliveryId}::text)`

const errorNamed = (text: string | null) => errorNames.find((name) => name === text) ?? null

const asShown = ({ isGivenUp, ...row }: DeliveryRow) =>
  isGivenUp ? { ...row, status: 'failed' as const, error: 'webhook_disabled' } : row

export function toDelivery(found: DeliveryRow): z.output<typeof WebhookDelivery> {
  const row = asShown(found)
  return {
    id: row.id,
    event_id: row.id,
    event_type: row.eventType,
    status: row.status,
    attempts: row.attempts,
    history: row.history.map(({ at, error, ...answer }) => ({
      at: new Date(at).toISOString(),
      error: errorNamed(error),
      ...answer,
    })),
    // While an attempt is being made, it is the time at which the lease ends.
    next_attempt_at: row.status === 'pending' ? row.dueAt.toISOString() : null,
    response_status: row.responseStatus,
    error: errorNamed(row.error),
    duration_ms: row.durationMs,
    response_body: row.responseBody,
    body: row.body,
    created_at: row.createdAt.toISOString(),
    last_attempt_at: row.lastAttemptAt?.toISOString() ?? null,
    delivered_at: row.deliveredAt?.toISOString() ?? null,
  }
}
