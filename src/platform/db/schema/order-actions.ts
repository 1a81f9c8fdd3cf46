import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, minor, storeId, time } from '../columns.ts'
import { callerColumns } from './events.ts'
import type { MovedLine } from './order-parts.ts'
import { orders } from './orders.ts'

const actionColumns = () => ({
  storeId: storeId(),
  id: uuid('id')
    .notNull()
    .default(sql`uuidv7()`),
  orderId: uuid('order_id').notNull(),
})

type ActionColumns = { storeId: AnyPgColumn; id: AnyPgColumn; orderId: AnyPgColumn }

const actionKeys = (table: string, t: ActionColumns) => [
  primaryKey({ name: `${table}_pkey`, columns: [t.storeId, t.id] }),
  index(`${table}_order_idx`).on(t.storeId, t.orderId, t.id),
  foreignKey({
    name: `${table}_order_fkey`,
    columns: [t.storeId, t.orderId],
    foreignColumns: [orders.storeId, orders.id],
  }),
]

/** A ledger: nothing is deleted. Per order, payments that were not taken back add up to `paid_minor`, and refunds to `refunded_minor`. */
export const orderPayments = pgTable(
  'order_payments',
  {
    ...actionColumns(),
    kind: text('kind', { enum: ['payment', 'refund'] }).notNull(),
    amountMinor: minor('amount_minor').notNull(),
    method: text('method'),
    reference: text('reference'),
    reason: text('reason'),
    /** When a payment that was recorded by mistake was taken back. */
    voidedAt: time('voided_at'),
    voidReason: text('void_reason'),
    ...callerColumns(),
    createdAt: createdAt(),
  },
  (t) => [
    ...actionKeys('order_payments', t),
    check('order_payments_kind', sql`${t.kind} in ('payment', 'refund')`),
    check('order_payments_amount', sql`${t.amountMinor} > 0`),
  ],
)

/** Nothing is deleted. Per order line, the quantities of shipments that were not undone add up to `shipped` in `orders.lines`. */
export const shipments = pgTable(
  'shipments',
  {
    ...actionColumns(),
    items: jsonb('items').$type<MovedLine[]>().notNull(),
    carrier: text('carrier'),
    trackingNumber: text('tracking_number'),
    trackingUrl: text('tracking_url'),
    undoneAt: time('undone_at'),
    createdAt: createdAt(),
  },
  (t) => actionKeys('shipments', t),
)

/**
 * Goods that came back: returned by the customer, or refused at the door. Nothing is deleted. Per order line, the quantities of those
 * that were not undone add up to `returned` and `refused` in `orders.lines`.
 */
export const orderReturns = pgTable(
  'order_returns',
  {
    ...actionColumns(),
    kind: text('kind', { enum: ['returned', 'refused'] }).notNull(),
    items: jsonb('items').$type<MovedLine[]>().notNull(),
    restock: boolean('restock').notNull(),
    reason: text('reason'),
    undoneAt: time('undone_at'),
    createdAt: createdAt(),
  },
  (t) => [...actionKeys('order_returns', t), check('order_returns_kind', sql`${t.kind} in ('returned', 'refused')`)],
)
