import type { Role } from '../../../platform/db/schema/stores.ts'
import { allowedActions, factsMatch } from './allowed-actions.ts'
import { type OrderAction, ruleOf } from './order-actions.ts'
import type { OrderFacts } from './rule.ts'

type State = {
  readonly action: OrderAction
  readonly facts: OrderFacts
  readonly role: Role | null
  readonly hold_reason: string | null
}

/**
 * Why the state of an order does not allow an action: the one thing that stands in the way, and what to do about it. `step` says
 * how an action is called.
 */
export function explainState(
  { action, facts, role, hold_reason }: State,
  step: (action: OrderAction) => string = (name) => name,
): string {
  const [unmet = []] = ruleOf(action)
    .when.map(({ if: conditions }) => factNames.filter((fact) => !factsMatch(facts, { [fact]: conditions[fact] })))
    // Of two ways on, that of the order's status.
    .toSorted((one, other) => one.length - other.length || Number(one[0] === 'status') - Number(other[0] === 'status'))
  const [fact = 'status'] = unmet
  if (action === 'return' && fact === 'delivered')
    return `Cannot return items of this order: it was not delivered, and something is due. If they were refused: ${step('refuse')}. If they were received, first: ${step('deliver')}.`
  const obstacle = obstacles[fact](facts, hold_reason)
  const allowed = allowedActions(facts, role)
  const next = obstacle.next?.find((possible) => allowed.includes(possible))
  return `Cannot ${verbs[action]} this order: ${obstacle.text}.${next ? ` First: ${step(next)}.` : ''}`
}

/** In this order: the first that does not match is named. */
const factNames = ['held', 'status', 'fulfillment', 'out', 'delivered', 'unshipped', 'paid', 'due'] as const

type Obstacle = { readonly text: string; readonly next?: readonly OrderAction[] }

const obstacles: Readonly<Record<keyof OrderFacts, (facts: OrderFacts, holdReason: string | null) => Obstacle>> = {
  held: (_, holdReason) => ({ text: `it is on hold (${holdReason})`, next: ['confirm'] }),
  status: ({ status }) => ({ text: `it is ${status}`, next: ['confirm'] }),
  fulfillment: ({ fulfillment }) =>
    fulfillment === 'unfulfilled' || fulfillment === 'preparing'
      ? { text: 'nothing was shipped', next: ['ship'] }
      : { text: `it is ${fulfillment}`, next: ['ship'] },
  delivered: ({ delivered }) =>
    delivered ? { text: 'it was delivered', next: ['return'] } : { text: 'it was not delivered', next: ['deliver'] },
  unshipped: ({ unshipped }) =>
    unshipped ? { text: 'some items were not shipped', next: ['ship'] } : { text: 'every item was shipped' },
  out: ({ out }) =>
    out
      ? { text: 'items that were shipped have not come back', next: ['refuse', 'return'] }
      : { text: 'no item that was shipped is left to come back' },
  paid: ({ paid }) =>
    paid ? { text: 'it has a payment', next: ['refunds'] } : { text: 'no payment is left to refund' },
  due: () => ({ text: 'nothing is due' }),
}

const verbs: Readonly<Record<OrderAction, string>> = {
  confirm: 'confirm',
  hold: 'hold',
  prepare: 'prepare',
  ship: 'ship',
  deliver: 'deliver',
  payments: 'record a payment for',
  refunds: 'refund',
  return: 'return items of',
  refuse: 'take back refused items of',
  cancel: 'cancel',
  complete: 'complete',
  notes: 'add a note to',
}
