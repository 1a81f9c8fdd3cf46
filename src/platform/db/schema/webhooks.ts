import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, oneOf, storeId, texts, time, updatedAt, versionColumn } from '../columns.ts'
import { stores } from './stores.ts'

/**
 * gone: the receiver responded with 410. failing: every attempt of five days failed. access_ended: the manager of the webhook
 * lost the right to manage it.
 */
export const disabledReasons = ['by_hand', 'gone', 'failing', 'access_ended'] as const

/** Who can manage a webhook: a member or an API key. */
export const managerKinds = ['user', 'key'] as const

/** An attempt to deliver. */
export type PastAttempt = {
  at: string
  response_status: number | null
  error: string | null
  duration_ms: number | null
}

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const

/** URLs that events are posted to. A store has at most 20. */
export const webhooks = pgTable(
  'webhooks',
  {
    storeId: storeId().references(() => stores.id),
    id: idColumn(),
    url: text('url').notNull(),
    description: text('description'),
    /** Types of events, `order.*` or `*`. */
    events: texts('events'),
    /** The scopes that an API key needs to see all of these events, and those to which the webhook subscribed before. */
    scopes: texts('scopes'),
    /** Who added the webhook, or last set its URL or enabled it. */
    managedBy: uuid('managed_by').notNull(),
    managedByKind: text('managed_by_kind', { enum: managerKinds }).notNull(),
    /** When the API key that manages it expires. Set to the past once a manager of any kind is found to have lost the right. */
    accessEndsAt: time('access_ends_at'),
    enabled: boolean('enabled').notNull().default(true),
    disabledReason: text('disabled_reason', { enum: disabledReasons }),
    disabledAt: time('disabled_at'),
    /** Encrypted (src/platform/auth/tokens/vault.ts). */
    secret: text('secret').notNull(),
    previousSecret: text('previous_secret'),
    secretRotatedAt: time('secret_rotated_at'),
    /** Accurate to a minute, so that parallel deliveries do not wait for each other. */
    lastSuccessAt: time('last_success_at'),
    lastFailureAt: time('last_failure_at'),
    /** The first failure since the last success. */
    failingSince: time('failing_since'),
    /** The oldest event since then whose last attempt failed. */
    failedEventAt: time('failed_event_at'),
    /** The oldest event that it missed because it was disabled the last time. */
    missedSince: time('missed_since'),
    /** Disabling a webhook starts a new queue. What is pending in an earlier one was given up, and is never sent. */
    queue: integer('queue').notNull().default(0),
    /** Set while earlier queues may have pending deliveries, or a deleted webhook any: since when they wait for the job. */
    givenUpAt: time('given_up_at'),
    version: versionColumn(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Its deliveries are deleted later, a bounded number at a time, and then the row itself. */
    deletedAt: time('deleted_at'),
  },
  (t) => [
    primaryKey({ name: 'webhooks_pkey', columns: [t.storeId, t.id] }),
    index('webhooks_created_idx').on(t.storeId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('webhooks_deleted_idx')
      .on(t.deletedAt)
      .where(sql`deleted_at is not null`),
    index('webhooks_given_up_idx')
      .on(t.givenUpAt)
      .where(sql`given_up_at is not null`),
    // For the cron: webhooks whose API keys have expired.
    index('webhooks_access_ends_idx')
      .on(t.accessEndsAt)
      .where(sql`enabled and access_ends_at is not null`),
    check('webhooks_managed_by_kind', oneOf('managed_by_kind', managerKinds)),
    check('webhooks_disabled_reason', oneOf('disabled_reason', disabledReasons)),
    check('webhooks_disabled', sql`${t.enabled} = (${t.disabledReason} is null)`),
  ],
)

/** An event to deliver to a webhook, and what became of it. A webhook has one delivery of an event, with the event's id. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    storeId: storeId(),
    webhookId: uuid('webhook_id').notNull(),
    id: idColumn(),
    eventType: text('event_type').notNull(),
    status: text('status', { enum: deliveryStatuses }).notNull().default('pending'),
    /** The queue of the webhook in which it was last pending. */
    queue: integer('queue').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    /** When the next attempt is due, or the lease of the current one ends. */
    dueAt: time('due_at').notNull().defaultNow(),
    /** Set during an attempt. */
    leaseId: uuid('lease_id'),
    responseStatus: integer('response_status'),
    error: text('error'),
    durationMs: integer('duration_ms'),
    responseBody: text('response_body'),
    body: text('body'),
    /** All attempts, oldest first, at most the last 20. */
    history: jsonb('history').$type<PastAttempt[]>().notNull().default([]),
    lastAttemptAt: time('last_attempt_at'),
    deliveredAt: time('delivered_at'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'webhook_deliveries_pkey', columns: [t.storeId, t.webhookId, t.id] }),
    index('webhook_deliveries_status_idx').on(
      t.storeId,
      t.webhookId,
      t.status,
      t.createdAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    // For claiming: what is due at each webhook, in order.
    index('webhook_deliveries_turn_idx')
      .on(t.storeId, t.webhookId, t.queue, t.dueAt)
      .where(sql`status = 'pending'`)
      .concurrently(),
    // The oldest events of each queue.
    index('webhook_deliveries_queue_idx')
      .on(t.storeId, t.webhookId, t.queue, t.id)
      .where(sql`status = 'pending'`)
      .concurrently(),
    index('webhook_deliveries_lease_idx')
      .on(t.storeId, t.webhookId, t.leaseId)
      .where(sql`lease_id is not null`),
    // For the sweep. New rows come in this order.
    index('webhook_deliveries_created_idx').using('brin', t.createdAt),
    foreignKey({
      name: 'webhook_deliveries_webhook_fkey',
      columns: [t.storeId, t.webhookId],
      foreignColumns: [webhooks.storeId, webhooks.id],
    }),
    check('webhook_deliveries_status', oneOf('status', deliveryStatuses)),
  ],
)
