import { rolesByScope } from '../../../platform/auth/tokens/scopes.ts'
import type { Rule } from './rule.ts'

const staff = rolesByScope['orders:write']
const managers = rolesByScope['orders:manage']

const sent = ['partially_shipped', 'shipped', 'delivered', 'partially_returned'] as const

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
      { if: { status: ['confirmed'], fulfillment: ['unfulfilled', 'preparing'] }, roles: staff },
    ],
    patch: {},
    effect: 'attempt',
    event: 'order.held',
    about:
      'Puts the order on hold for a reason. no_answer, call_later and wrong_number count as an attempt to reach the customer',
  },
  prepare: {
    when: [{ if: { status: ['confirmed'], fulfillment: ['unfulfilled'], held: [false] }, roles: staff }],
    done: { status: ['confirmed'], fulfillment: ['preparing'], held: [false] },
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
    done: { fulfillment: ['shipped', 'delivered'] },
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
    about: 'Marks the order as delivered. If nothing is due, it is then completed',
  },
  payments: {
    when: [{ if: { status: ['pending', 'confirmed', 'completed'] }, roles: staff }],
    offered: { due: [true] },
    patch: {},
    effect: 'pay',
    event: 'order.paid',
    about: 'Records a payment, up to the amount due. A delivered order of which nothing is due is then completed',
  },
  refunds: {
    when: [{ if: { paid: [true] }, roles: managers }],
    patch: {},
    effect: 'refund',
    event: 'order.refunded',
    about: 'Records a refund, up to the amount paid. It is not due again, unless due_again says so',
  },
  return: {
    // What was never received and is not paid was refused.
    when: [
      { if: { fulfillment: sent, out: [true], delivered: [true] }, roles: staff },
      { if: { fulfillment: sent, out: [true], due: [false] }, roles: staff },
    ],
    patch: {},
    effect: 'return',
    event: 'order.returned',
    about: 'Takes shipped items back, and returns them to stock if they can be sold again',
  },
  refuse: {
    when: [
      {
        if: {
          status: ['confirmed'],
          fulfillment: ['partially_shipped', 'shipped', 'partially_returned'],
          delivered: [false],
          out: [true],
        },
        roles: staff,
      },
    ],
    // Of an order of which nothing is left to deliver, app.move_goods makes a cancelled one.
    patch: {},
    effect: 'refuse',
    event: 'order.refused',
    about:
      'Takes back items that were shipped and not delivered, because the customer refused them. If nothing is left to deliver, the order is cancelled',
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
  'refuse',
  'cancel',
  'complete',
  'notes',
] as const satisfies readonly OrderAction[]

export const ruleOf = (action: OrderAction): Rule => orderActions[action]
