import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '../context.ts'
import type { Refusal } from '../db/failure.ts'
import { inVisibleStores } from '../db/in-stores.ts'
import { orders } from '../db/schema/orders.ts'
import { notFound, refused, ServiceError } from '../errors.ts'
import { inexactAmount, toMajor } from '../money.ts'
import { allowedActions, factsHold, type OrderAction, type OrderFacts, ruleOf } from './order-actions.ts'
import { factsOf, orderColumns, type OrderState } from './order.ts'
import { membersOf, type OrderProblem } from './order-problems.ts'

/** Why an action was refused, in a second, reading batch; what is not the action's own goes on as it came. */
export async function explainAction(
  run: Context['run'],
  action: OrderAction,
  orderId: string,
  refusal: Refusal,
): Promise<Error> {
  if (refusal.code === 'insufficient_stock') return notEnough(refusal.detail)
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
  'not_by_role',
  'not_to_be_moved',
  'refund_exceeds_paid',
  'invalid_amount',
  'amount_required',
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
  const major = (minor: number) => toMajor(minor, row.currencyExponent)
  switch (code) {
    case 'not_by_role':
      return new ServiceError(
        'forbidden',
        `Only an owner or admin of the store may do this with an order that is ${row.status}. Ask one of them.`,
        { extra },
      )
    case 'not_to_be_moved':
      return notToBeMoved(action, NotMoved.parse(JSON.parse(detail)), extra)
    case 'insufficient_stock':
      return notEnough(detail)
    case 'refund_exceeds_paid': {
      const refundable = major(row.paidMinor - row.refundedMinor)
      const problem = {
        pointer: '/amount',
        code: 'invalid_transition',
        detail: `Of what was paid, ${refundable} can be given back.`,
        refundable_amount: refundable,
      } as const
      return refused(problem.code, [problem], { ...extra, refundable_amount: refundable })
    }
    case 'invalid_amount':
      return refused('invalid_amount', [inexactAmount('/amount', row.currencyExponent)])
    case 'amount_required':
      return refused('invalid_input', [amountRequired])
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

const Short = z.array(
  z.object({
    pointer: z.string(),
    code: z.literal('insufficient_stock'),
    facts: z.object({ product: z.string(), available: z.int(), requested: z.int() }),
  }),
)

/** The lines that cannot be reserved again, by their place in the order. */
function notEnough(detail: string): ServiceError {
  const problems = Short.parse(JSON.parse(detail)).map(({ pointer, code, facts }) => {
    const { product, available, requested } = facts
    const told = `Only ${available} of "${product}" in stock; ${requested} needed to confirm. Change the order or adjust the stock.`
    return { pointer, code, detail: told, available, requested }
  })
  const [first] = problems
  return refused('insufficient_stock', problems, first && membersOf(first))
}

const NotMoved = z.array(z.object({ nth: z.int(), requested: z.int().optional(), available: z.int().optional() }))

/** Items that name no line of the order, or more of it than there is; where some name none, that decides. */
function notToBeMoved(action: OrderAction, items: z.output<typeof NotMoved>, extra: object): ServiceError {
  const verb = action === 'ship' ? 'can still be shipped' : 'were shipped and have not come back'
  const problems = items.map(({ nth, requested, available }): OrderProblem => {
    const pointer = `/items/${nth}`
    if (requested !== undefined) {
      const detail = `${available} of these ${verb}, not ${requested}.`
      return { pointer: `${pointer}/quantity`, code: 'invalid_transition', detail, requested, available }
    }
    const detail = 'The order has no such line. Give the position or variant_id of one of its items.'
    return { pointer, code: 'invalid_input', detail }
  })
  const worst = problems.find(({ code }) => code === 'invalid_input') ?? problems[0]
  return refused(worst?.code ?? 'invalid_transition', problems, { ...extra, ...(worst && membersOf(worst)) })
}

const amountRequired = {
  pointer: '/amount',
  code: 'required',
  detail: 'All of this order was paid, and some of it given back. To record another payment, say how much.',
}

/** Cancelling is all right but for the money that was kept. */
const needsRefund = (action: OrderAction, facts: OrderFacts) =>
  action === 'cancel' && facts.paid && ruleOf(action).when.some((one) => factsHold({ ...facts, paid: false }, one.if))

function inThisState(action: OrderAction, row: OrderState, allowed: readonly OrderAction[]): string {
  const held = row.holdReason === null ? '' : `, on hold (${row.holdReason})`
  const can = allowed.length > 0 ? `Allowed now: ${allowed.join(', ')}.` : 'You can change nothing about it.'
  return `"${action}" is not possible: the order is ${row.status} and ${row.fulfillmentStatus}${held}, ${row.paymentStatus}. ${can}`
}
