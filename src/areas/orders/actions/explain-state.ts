import type { Role } from '../../../platform/db/schema/stores.ts'
import type { Language } from '../../../platform/values/language.ts'
import { allowedActions, factsMatch } from './allowed-actions.ts'
import { type HoldReason, type StateWords, stateWords } from './explain-state-words.ts'
import { type OrderAction, ruleOf } from './order-actions.ts'
import type { OrderFacts } from './rule.ts'

type State = {
  readonly action: OrderAction
  readonly facts: OrderFacts
  readonly role: Role | null
  readonly hold_reason: HoldReason | null
}

/**
 * Why the state of an order does not allow an action: the one thing that stands in the way, and what to do about it. `step` says
 * how an action is called.
 */
export function explainState(
  { action, facts, role, hold_reason }: State,
  language: Language,
  step: StateWords['step'] = stateWords[language].step,
): string {
  const words = stateWords[language]
  const [unmet = []] = ruleOf(action)
    .when.map(({ if: conditions }) => factNames.filter((fact) => !factsMatch(facts, { [fact]: conditions[fact] })))
    // Of two ways on, that of the order's status.
    .toSorted((one, other) => one.length - other.length || Number(one[0] === 'status') - Number(other[0] === 'status'))
  const [fact = 'status'] = unmet
  if (action === 'return' && fact === 'delivered') return words.returnUndelivered(step('refuse'), step('deliver'))
  const obstacle = obstacles[fact](facts, words, hold_reason)
  const allowed = allowedActions(facts, role)
  const next = obstacle.next?.find((possible) => allowed.includes(possible))
  const refusal = words.cannot(action, obstacle.text)
  return next ? `${refusal} ${words.first(step(next))}` : refusal
}

/** In this order: the first that does not match is named. */
const factNames = ['held', 'status', 'fulfillment', 'out', 'delivered', 'unshipped', 'paid', 'due'] as const

type Obstacle = { readonly text: string; readonly next?: readonly OrderAction[] }

const obstacles: Readonly<
  Record<keyof OrderFacts, (facts: OrderFacts, words: StateWords, holdReason: HoldReason | null) => Obstacle>
> = {
  held: (_, words, holdReason) => ({ text: words.onHold(holdReason), next: ['confirm'] }),
  status: ({ status }, words) => ({ text: words.status(status), next: ['confirm'] }),
  fulfillment: ({ fulfillment }, words) => ({
    text:
      fulfillment === 'unfulfilled' || fulfillment === 'preparing'
        ? words.nothingShipped
        : words.fulfillment(fulfillment),
    next: ['ship'],
  }),
  delivered: ({ delivered }, words) =>
    delivered ? { text: words.delivered, next: ['return'] } : { text: words.notDelivered, next: ['deliver'] },
  unshipped: ({ unshipped }, words) =>
    unshipped ? { text: words.someUnshipped, next: ['ship'] } : { text: words.allShipped },
  out: ({ out }, words) => (out ? { text: words.itemsOut, next: ['refuse', 'return'] } : { text: words.noItemsOut }),
  paid: ({ paid }, words) => (paid ? { text: words.paid, next: ['refunds'] } : { text: words.notPaid }),
  due: (_, words) => ({ text: words.nothingDue }),
}
