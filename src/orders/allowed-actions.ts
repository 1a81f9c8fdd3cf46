import type { Role } from '../db/schema/stores.ts'
import { actionNames, type FactConditions, type OrderAction, type OrderFacts, ruleOf } from './order-actions.ts'

const includes = (values: readonly unknown[] | undefined, value: unknown) =>
  values === undefined || values.includes(value)

const factsMatch = (facts: OrderFacts, conditions: FactConditions): boolean =>
  includes(conditions.status, facts.status) &&
  includes(conditions.fulfillment, facts.fulfillment) &&
  includes(conditions.held, facts.held) &&
  includes(conditions.delivered, facts.delivered) &&
  includes(conditions.paid, facts.paid) &&
  includes(conditions.unshipped, facts.unshipped) &&
  includes(conditions.out, facts.out)

/** The actions that a member with this role can take now. */
export const allowedActions = (facts: OrderFacts, role: Role | null): OrderAction[] =>
  actionNames.filter((action) =>
    ruleOf(action).when.some(
      (condition) => factsMatch(facts, condition.if) && condition.roles.some((allowed) => allowed === role),
    ),
  )
