import { rolesByScope } from '../auth/tokens/scopes.ts'
import type { FulfillmentStatus, OrderStatus } from '../db/schema/orders.ts'
import type { Role } from '../db/schema/stores.ts'

/** What decides about an order's actions; app.order_facts says the same of a row. */
export type OrderFacts = {
  readonly status: OrderStatus
  readonly fulfillment: FulfillmentStatus
  /** It has a hold_reason. */
  readonly held: boolean
  /** It was delivered, whatever came back since then. */
  readonly delivered: boolean
  /** More was paid than was refunded. */
  readonly paid: boolean
  /** Not all of it has been shipped. */
  readonly unshipped: boolean
  /** Some of it was shipped and has not come back. */
  readonly out: boolean
}

type Facts = { readonly [Fact in keyof OrderFacts]?: readonly OrderFacts[Fact][] }

export type Rule = {
  /** Allowed where all facts of one `if` hold, and to its roles. */
  readonly when: readonly { readonly if: Facts; readonly roles: readonly Role[] }[]
  /** It has been applied already: repeating it changes nothing. Absent: each call is an act of its own. */
  readonly done?: Facts
  /** Columns of the order, and what they become. */
  readonly patch: { readonly status?: OrderStatus; readonly fulfillment_status?: FulfillmentStatus; hold_reason?: null }
  /** What happens besides, in app.take_action. */
  readonly effect: 'ship' | 'return' | 'release' | 'pay' | 'refund' | 'attempt' | 'deliver' | 'note' | null
  readonly event: string
  /** For people and models. */
  readonly about: string
}

const staff = rolesByScope['orders:write']
const managers = rolesByScope['orders:manage']

/** The life of an order (docs/orders.md). An action's name is the last part of its path. */
export const orderActions = {
  confirm: {
    // A confirmed order may be put on hold as well, and this is what lets it go.
    when: [
      { if: { status: ['pending'] }, roles: staff },
      { if: { status: ['confirmed'], held: [true] }, roles: staff },
    ],
    done: { status: ['confirmed'], held: [false] },
    patch: { status: 'confirmed', hold_reason: null },
    effect: null,
    event: 'order.confirmed',
    about: 'The customer stands by the order; takes it off hold',
  },
  hold: {
    when: [
      { if: { status: ['pending'] }, roles: staff },
      { if: { status: ['confirmed'], fulfillment: ['unfulfilled'] }, roles: staff },
    ],
    patch: {},
    effect: 'attempt',
    event: 'order.held',
    about: 'Keeps the order waiting for a reason, and counts one more attempt to reach the customer',
  },
  prepare: {
    when: [{ if: { status: ['confirmed'], fulfillment: ['unfulfilled'], held: [false] }, roles: staff }],
    done: { status: ['confirmed'], fulfillment: ['preparing'] },
    patch: { fulfillment_status: 'preparing' },
    effect: null,
    event: 'order.preparing',
    about: 'The order is being packed',
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
      // Something came back before the rest went out.
      {
        if: { status: ['confirmed'], fulfillment: ['partially_returned'], held: [false], unshipped: [true] },
        roles: staff,
      },
    ],
    done: { fulfillment: ['shipped'] },
    patch: {},
    effect: 'ship',
    event: 'order.shipped',
    about: 'Sends all that is left, or some items; takes them out of the stock',
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
    about: 'The customer has it; an order paid in full is completed by this',
  },
  payments: {
    when: [{ if: { status: ['pending', 'confirmed', 'completed'] }, roles: staff }],
    patch: {},
    effect: 'pay',
    event: 'order.paid',
    about: 'Records money received; an order delivered and paid in full is completed by this',
  },
  refunds: {
    when: [{ if: { paid: [true] }, roles: managers }],
    patch: {},
    effect: 'refund',
    event: 'order.refunded',
    about: 'Records money given back, up to what was paid',
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
    about: 'Takes shipped items back, into the stock if they can be sold again',
  },
  cancel: {
    // Nothing of it is with the customer: nothing was shipped, or all of that came back.
    when: [
      { if: { status: ['pending'], out: [false], paid: [false] }, roles: staff },
      { if: { status: ['confirmed'], out: [false], paid: [false] }, roles: managers },
    ],
    done: { status: ['cancelled'] },
    patch: { status: 'cancelled', hold_reason: null },
    effect: 'release',
    event: 'order.cancelled',
    about: 'Ends an order of which nothing is with the customer and no money was kept; gives its stock free',
  },
  complete: {
    when: [{ if: { status: ['confirmed'], delivered: [true] }, roles: managers }],
    done: { status: ['completed'] },
    patch: { status: 'completed' },
    effect: null,
    event: 'order.completed',
    about: 'Ends a delivered order though it is not paid in full',
  },
  notes: {
    when: [{ if: {}, roles: staff }],
    patch: {},
    effect: 'note',
    event: 'order.noted',
    about: 'Writes a note into the timeline',
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

const includes = (values: readonly unknown[] | undefined, value: unknown) =>
  values === undefined || values.includes(value)

/** Whether all that is asked for holds. */
const factsMatch = (facts: OrderFacts, asked: Facts): boolean =>
  includes(asked.status, facts.status) &&
  includes(asked.fulfillment, facts.fulfillment) &&
  includes(asked.held, facts.held) &&
  includes(asked.delivered, facts.delivered) &&
  includes(asked.paid, facts.paid) &&
  includes(asked.unshipped, facts.unshipped) &&
  includes(asked.out, facts.out)

/** The actions that somebody of this role may take now. */
export const allowedActions = (facts: OrderFacts, role: Role | null): OrderAction[] =>
  actionNames.filter((action) =>
    ruleOf(action).when.some((one) => factsMatch(facts, one.if) && one.roles.some((allowed) => allowed === role)),
  )
