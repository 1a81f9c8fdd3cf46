import type { FulfillmentStatus, OrderStatus } from '../../../platform/db/schema/order-states.ts'
import type { Role } from '../../../platform/db/schema/stores.ts'

/** The facts that the rules are about. app.order_facts computes the same in SQL. */
export type OrderFacts = {
  readonly status: OrderStatus
  readonly fulfillment: FulfillmentStatus
  /** Has a hold_reason. */
  readonly held: boolean
  /** Was delivered, even if items were returned later. */
  readonly delivered: boolean
  /** More was paid than refunded. */
  readonly paid: boolean
  /** Something is due. */
  readonly due: boolean
  /** Some items have not been shipped. */
  readonly unshipped: boolean
  /** Some items were shipped and have not come back. */
  readonly out: boolean
}

export type FactConditions = { readonly [Fact in keyof OrderFacts]?: readonly OrderFacts[Fact][] }

export type Rule = {
  /** The action is allowed if all conditions of any one `if` match, for that entry's roles. */
  readonly when: readonly { readonly if: FactConditions; readonly roles: readonly Role[] }[]
  /** It is one of an order's allowed actions only if these match as well. */
  readonly offered?: FactConditions
  /** If these match, the action was already applied and repeating it changes nothing. Absent: every call takes effect. */
  readonly done?: FactConditions
  /** New values of the order's columns. */
  readonly patch: { readonly status?: OrderStatus; readonly fulfillment_status?: FulfillmentStatus; hold_reason?: null }
  /** What app.take_action does in addition. */
  readonly effect: 'ship' | 'return' | 'refuse' | 'release' | 'pay' | 'refund' | 'attempt' | 'deliver' | 'note' | null
  readonly event: string
  /** Shown to assistants. */
  readonly about: string
}
