import * as z from 'zod'
import { Actor, actorFacts, type ActorRow, toActor } from '../../platform/db/actor.ts'
import { orderPayments } from '../../platform/db/schema/order-actions.ts'
import { id } from '../../platform/values/ids.ts'
import { Money, toMajor } from '../../platform/values/money.ts'

export const OrderPayment = z.object({
  id: id('payment'),
  kind: z.enum(['payment', 'refund']),
  amount: Money,
  method: z.string().nullable(),
  reference: z.string().nullable(),
  reason: z.string().nullable().describe('Of a refund'),
  actor: Actor.nullable().describe('Who recorded it. Null for those that an earlier release recorded'),
  voided_at: z.iso.datetime().nullable().describe('When a payment that was recorded by mistake was taken back'),
  void_reason: z.string().nullable(),
  created_at: z.iso.datetime(),
})

export const orderPaymentColumns = {
  id: orderPayments.id,
  kind: orderPayments.kind,
  amountMinor: orderPayments.amountMinor,
  method: orderPayments.method,
  reference: orderPayments.reference,
  reason: orderPayments.reason,
  voidedAt: orderPayments.voidedAt,
  voidReason: orderPayments.voidReason,
  actorKind: orderPayments.actorKind,
  actorId: orderPayments.actorId,
  actorFacts: actorFacts('order_payments'),
  createdAt: orderPayments.createdAt,
}

type PaymentRow = ActorRow &
  Pick<
    typeof orderPayments.$inferSelect,
    'id' | 'kind' | 'amountMinor' | 'method' | 'reference' | 'reason' | 'voidedAt' | 'voidReason' | 'createdAt'
  >

/** `exponent`: of the order's currency. */
export const toOrderPayment = (row: PaymentRow, exponent: number): z.output<typeof OrderPayment> => ({
  id: row.id,
  kind: row.kind,
  amount: toMajor(row.amountMinor, exponent),
  method: row.method,
  reference: row.reference,
  reason: row.reason,
  actor: toActor(row),
  voided_at: row.voidedAt?.toISOString() ?? null,
  void_reason: row.voidReason,
  created_at: row.createdAt.toISOString(),
})
