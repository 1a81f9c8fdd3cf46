import { and, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Refusal } from '../db/failure.ts'
import { inVisibleStores } from '../db/in-stores.ts'
import { orders } from '../db/schema/orders.ts'
import { type ErrorCode, notFound, refused, ServiceError } from '../errors.ts'
import { inexactAmount, toMajor } from '../money.ts'
import { allowedActions, factsHold, type OrderAction, type OrderFacts, ruleOf } from './order-actions.ts'
import { factsOf, orderColumns, type OrderState } from './order.ts'

/** Why an action was refused, in a second, reading batch; what is not the action's own goes on as it came. */
export async function explainAction(
  run: Context['run'],
  action: OrderAction,
  orderId: string,
  refusal: Refusal,
): Promise<Error> {
  if (!isOwn(refusal)) return refusal
  const [[row]] = await run((db) => [
    db
      .select(orderColumns)
      .from(orders)
      .where(and(inVisibleStores(orders.storeId), eq(orders.id, orderId))),
  ])
  return row ? whyNot(action, row, refusal) : notFound('order')
}

const own = [
  'invalid_transition',
  'forbidden',
  'no_such_line',
  'too_many',
  'refund_exceeds_paid',
  'invalid_amount',
] as const

const isOwn = ({ code }: Refusal) => own.some((known) => known === code)

/** What the caller is told of a refusal of app.act_on_order; `row` is the order as it stands. */
export function whyNot(
  action: OrderAction,
  row: OrderState,
  { code, detail }: Pick<Refusal, 'code' | 'detail'>,
): ServiceError {
  const facts = factsOf(row)
  const extra = { allowed_actions: allowedActions(facts, row.role) }
  const told = (code: ErrorCode, pointer: string, detail: string, more: object = {}) =>
    refused(code, [{ pointer, code, detail, ...more }], { ...extra, ...more })
  const major = (minor: number) => toMajor(minor, row.currencyExponent)
  switch (code) {
    case 'forbidden':
      return new ServiceError(
        'forbidden',
        `Only an owner or admin of the store may do this with an order that is ${row.status}. Ask one of them.`,
        { extra },
      )
    case 'no_such_line':
      return told(
        'invalid_input',
        `/items/${detail}`,
        'The order has no such line. Give the position or variant_id of one of its items.',
      )
    case 'too_many': {
      const { nth, requested, available } = JSON.parse(detail)
      const verb = action === 'ship' ? 'can still be shipped' : 'were shipped and have not come back'
      return told('invalid_transition', `/items/${nth}/quantity`, `${available} of these ${verb}, not ${requested}.`, {
        requested,
        available,
      })
    }
    case 'refund_exceeds_paid': {
      const refundable = major(row.paidMinor - row.refundedMinor)
      return told('invalid_transition', '/amount', `Of what was paid, ${refundable} can be given back.`, {
        refundable_amount: refundable,
      })
    }
    case 'invalid_amount':
      return refused('invalid_amount', [inexactAmount('/amount', row.currencyExponent)])
    default:
      return needsRefund(action, facts)
        ? new ServiceError(
            'refund_required',
            `${major(row.paidMinor - row.refundedMinor)} was paid for this order. Refund it first, then cancel.`,
            { extra: { ...extra, refundable_amount: major(row.paidMinor - row.refundedMinor) } },
          )
        : new ServiceError('invalid_transition', inThisState(action, row, extra.allowed_actions), { extra })
  }
}

/** Cancelling is all right but for the money that was kept. */
const needsRefund = (action: OrderAction, facts: OrderFacts) =>
  action === 'cancel' && ruleOf(action).when.some((one) => factsHold({ ...facts, paid: false }, one.if))

function inThisState(action: OrderAction, row: OrderState, allowed: readonly OrderAction[]): string {
  const held = row.holdReason === null ? '' : `, on hold (${row.holdReason})`
  const can = allowed.length > 0 ? `Allowed now: ${allowed.join(', ')}.` : 'You can change nothing about it.'
  return `"${action}" is not possible: the order is ${row.status} and ${row.fulfillmentStatus}${held}, ${row.paymentStatus}. ${can}`
}
