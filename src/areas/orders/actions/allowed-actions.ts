import type { Role } from '../../../platform/db/schema/stores.ts'
import { actionNames, type OrderAction, ruleOf } from './order-actions.ts'
import type { FactConditions, OrderFacts } from './rule.ts'

const includes = (values: readonly unknown[] | undefined, value: unknown) =>
  values === undefined || values.includes(value)

export const factsMatch = (facts: OrderFacts, conditions: FactConditions): boolean =>
  includes(conditions.status, facts.status) &&
  includes(conditions.fulfillment, facts.fulfillment) &&
  includes(conditions.held, facts.held) &&
  includes(conditions.delivered, facts.delivered) &&
  includes(conditions.paid, facts.paid) &&
  includes(conditions.due, facts.due) &&
  includes(conditions.unshipped, facts.unshipped) &&
  includes(conditions.out, facts.out)

/** The actions that a member with this role can take now. */
export function allowedActions(facts: OrderFacts, role: Role | null): OrderAction[] {
  const { status, fulfillment, held, delivered, paid, due, unshipped, out } = facts
  const key = `${role} ${status} ${fulfillment} ${held} ${delivered} ${paid} ${due} ${unshipped} ${out}`
  const actions = known.get(key) ?? actionsOf(facts, role)
  known.set(key, actions)
  return [...actions]
}

/** The actions that take an order on, in their order. */
const steps = [
  'confirm',
  'prepare',
  'ship',
  'deliver',
  'payments',
  'complete',
] as const satisfies readonly OrderAction[]

/** The allowed action that comes next, or null. Money that was paid too much goes back first. */
export const nextAction = (allowed: readonly OrderAction[], isOverpaid: boolean): OrderAction | null =>
  isOverpaid && allowed.includes('refunds') ? 'refunds' : (steps.find((action) => allowed.includes(action)) ?? null)

// There are only a few thousand combinations, and a list of orders asks for the same few again and again.
const known = new Map<string, readonly OrderAction[]>()

const actionsOf = (facts: OrderFacts, role: Role | null): readonly OrderAction[] =>
  actionNames.filter((action) => {
    const { when, offered = {} } = ruleOf(action)
    return (
      factsMatch(facts, offered) &&
      when.some((condition) => factsMatch(facts, condition.if) && condition.roles.some((allowed) => allowed === role))
    )
  })
