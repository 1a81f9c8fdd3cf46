import { rolesByScope } from '../../../platform/auth/tokens/scopes.ts'
import type { FulfillmentStatus, OrderStatus } from '../../../platform/db/schema/orders.ts'
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
  /** Something of the total is still to be paid. */
  readonly due: boolean
  /** Some items have not been shipped. */
  readonly unshipped: boolean
  /** Some items were shipped and have not been returned. */
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
  readonly effect: 'ship' | 'return' | 'release' | 'pay' | 'refund' | 'attempt' | 'deliver' | 'note' | null
  readonly event: string
  /** Shown to assistants. */
  readonly about: string
}

const staff = rolesByScope['orders:write']
const managers = rolesByScope['orders:manage']

/** The order workflow (docs/orders.md). An action's name is the last part of its path. */
export const orderActions = {
  confirm: {
    // Confirming again takes a confirmed order off hold.
    when: [
      { if: { status: ['pending'] }, roles: staff },
      { if: { status: ['confirmed'], held: [true] }, roles: staff },
    ],
    done: { status: ['confirmed'], held: [false] },
    patch: { status: 'confirmed', hold_reason: null },
    effect: null,
    event: 'order.confirmed',
    about: 'Records that the customer confirmed the order, and takes it off hold',
  },
  hold: {
    when: [
      { if: { status: ['pending'] }, roles: staff },
      { if: { status: ['confirmed'], fulfillment: ['unfulfilled'] }, roles: staff },
    ],
    patch: {},
    effect: 'attempt',
    event: 'order.held',
    about: 'Puts the order on hold for a reason, and counts one more attempt to reach the customer',
  },
  prepare: {
    when: [{ if: { status: ['confirmed'], fulfillment: ['unfulfilled'], held: [false] }, roles: staff }],
    done: { status: ['confirmed'], fulfillment: ['preparing'] },
    patch: { fulfillment_status: 'preparing' },
    effect: null,
    event: 'order.preparing',
    about: 'Marks the order as being packed',
  },
  ship: {
    when: [
      {
        if: {
          status: ['confirmed'],
          fulfillment: ['unfulfilled', 'preparing', 'partially_shipped'],
          held: [false],
        },
        roles: staff,
      },
      // Some items were returned before the rest was shipped.
      {
        if: { status: ['confirmed'], fulfillment: ['partially_returned'], held: [false], unshipped: [true] },
        roles: staff,
      },
    ],
    done: { fulfillment: ['shipped'] },
    patch: {},
    effect: 'ship',
    event: 'order.shipped',
    about: 'Ships all remaining items, or some of them, and takes them out of stock',
  },
  deliver: {
    when: [
      { if: { status: ['confirmed'], fulfillment: ['shipped'] }, roles: staff },
      {
        if: {
          status: ['confirmed'],
          fulfillment: ['partially_returned'],
          delivered: [false],
          unshipped: [false],
        },
        roles: staff,
      },
    ],
    done: { delivered: [true] },
    patch: {},
    effect: 'deliver',
    event: 'order.delivered',
    about: 'Marks the order as delivered. An order that is paid in full is then completed',
  },
  payments: {
    when: [{ if: { status: ['pending', 'confirmed', 'completed'] }, roles: staff }],
    offered: { due: [true] },
    patch: {},
    effect: 'pay',
    event: 'order.paid',
    about: 'Records a payment, up to the amount due. A delivered order that is paid in full is then completed',
  },
  refunds: {
    when: [{ if: { paid: [true] }, roles: managers }],
    patch: {},
    effect: 'refund',
    event: 'order.refunded',
    about: 'Records a refund, up to the amount paid',
  },
  return: {
    when: [
      {
        if: { fulfillment: ['partially_shipped', 'shipped', 'delivered', 'partially_returned'], out: [true] },
        roles: staff,
      },
    ],
    patch: {},
    effect: 'return',
    event: 'order.returned',
    about: 'Takes shipped items back, and returns them to stock if they can be sold again',
  },
  cancel: {
    // The customer has no items: nothing was shipped, or everything was returned.
    when: [
      { if: { status: ['pending'], out: [false], paid: [false] }, roles: staff },
      { if: { status: ['confirmed'], out: [false], paid: [false] }, roles: managers },
    ],
    done: { status: ['cancelled'] },
    patch: { status: 'cancelled', hold_reason: null },
    effect: 'release',
    event: 'order.cancelled',
    about:
      'Cancels an order if the customer has no items of it and no payment is left to refund, and releases its stock',
  },
  complete: {
    when: [{ if: { status: ['confirmed'], delivered: [true] }, roles: managers }],
    done: { status: ['completed'] },
    patch: { status: 'completed' },
    effect: null,
    event: 'order.completed',
    about: 'Completes a delivered order, even if it is not paid in full',
  },
  notes: {
    when: [{ if: {}, roles: staff }],
    patch: {},
    effect: 'note',
    event: 'order.noted',
    about: 'Adds a note to the timeline',
  },
} as const satisfies Record<string, Rule>

export type OrderAction = keyof typeof orderActions

export const actionNames = [
  'confirm',
  'hold',
  'prepare',
  'ship',
  'deliver',
  'payments',
  'refunds',
  'return',
  'cancel',
  'complete',
  'notes',
] as const satisfies readonly OrderAction[]

export const ruleOf = (action: OrderAction): Rule => orderActions[action]
