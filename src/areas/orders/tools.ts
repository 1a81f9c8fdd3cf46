import * as z from 'zod'
import { listTool, RowLimit, tool } from '../../platform/tools/tool.ts'
import { advanceOrder } from './actions/advance-order.ts'
import { cancelOrder, noteOrder, payOrder } from './actions/action-operations.ts'
import { createOrder } from './create-order.ts'
import { getOrderWithPayments } from './get-order-with-payments.ts'
import { listOrderEvents } from './list-order-events.ts'
import { listOrders } from './list-orders.ts'
import { listOrdersWithSums } from './list-orders-with-sums.ts'
import { takeItemsBack } from './actions/take-items-back.ts'
import {
  OrderForTools,
  orderForTools,
  OrderWithTimeline,
  refusalForTools,
  OrderTimelineEntry,
  toOrderTimelineEntry,
  withTimeline,
} from './actions/tool-actions.ts'
import { changedFields, changedOrderForTools, UpdatedOrder } from './changed-order.ts'
import { Order } from './order.ts'
import { forAllTools } from './order-texts.ts'
import { OrderSummary, toOrderSummary } from './order-summary.ts'
import { Quote } from '../checkout/quote.ts'
import { quoteOrder } from './quote-order.ts'
import { updateOrder } from './update-order.ts'

const ItemBack = Order.shape.items.element.pick({
  position: true,
  product_name: true,
  variant_name: true,
  returned_quantity: true,
  refused_quantity: true,
})

export const ordersTools = [
  listTool({
    name: 'list_orders',
    title: 'List orders',
    description:
      'Lists orders with items, customers, amounts and dates. not_shipped: what is left of a partly shipped one. sums adds up all that filters find but cancelled ones, not with search.',
    operation: listOrdersWithSums,
    also: { sums: listOrdersWithSums.output.shape.sums },
    input: listOrders.input
      .omit({ page: true, payment_method: true, variant_id: true, total_from: true, total_to: true })
      .extend({
        ...RowLimit,
        sort: z.enum(['-created_at', 'created_at']).default('-created_at'),
      }),
    row: OrderSummary,
    toRow: toOrderSummary,
  }),
  tool({
    name: 'get_order',
    title: 'Get an order',
    effect: 'read',
    description: 'Returns an order with items, payments, shipments and the calls possible now.',
    operation: getOrderWithPayments,
    answer: OrderWithTimeline,
    toAnswer: withTimeline,
  }),
  listTool({
    name: 'get_order_timeline',
    title: 'Get a timeline',
    description: 'Lists who did what with an order, newest first.',
    operation: listOrderEvents,
    input: listOrderEvents.input.omit({ page: true }).extend(RowLimit),
    row: OrderTimelineEntry,
    toRow: toOrderTimelineEntry,
  }),
  tool({
    name: 'create_order',
    title: 'Create an order',
    effect: 'create',
    description: 'Creates an order, and warns of a likely duplicate.',
    operation: createOrder,
    answer: forAllTools(
      createOrder.output
        .omit({ next_action: true, customer_phone_e164: true })
        .extend({ allowed_actions: OrderForTools.shape.allowed_actions }),
    ),
    toAnswer: orderForTools,
    describedBy: 'get_order',
  }),
  tool({
    name: 'quote_order',
    title: 'Quote an order',
    effect: 'read',
    description:
      'Computes what an order would cost. total_amount includes delivery only with a delivery_method_id, from delivery_methods.',
    operation: quoteOrder,
    answer: Quote.omit({ lines: true, discount: true }),
  }),
  tool({
    name: 'update_order',
    title: 'Change an order',
    effect: 'replace',
    description:
      'Replaces the fields sent. Items, discount, address and destination change the amounts, and only before it ships. Replaced notes stay in the timeline; add_note adds one.',
    operation: updateOrder,
    answer: UpdatedOrder,
    toAnswer: changedOrderForTools,
    toError: refusalForTools,
    describedBy: 'get_order',
  }),
  tool({
    name: 'add_note',
    title: 'Add a note',
    effect: 'create',
    description: 'Adds a note to the timeline. Customers do not see it.',
    operation: noteOrder,
    answer: Order.pick({ id: true, number: true, version: true }),
    describedBy: 'get_order',
  }),
  tool({
    name: 'advance_order',
    title: 'Advance an order',
    effect: 'adjust',
    description:
      'Moves an order forward, or holds it before anything ships. confirm also ends a hold. Shipping takes items out of stock.',
    operation: advanceOrder,
    answer: changedFields,
    toAnswer: orderForTools,
    toError: refusalForTools,
    describedBy: 'get_order',
  }),
  tool({
    name: 'record_payment',
    title: 'Record a payment',
    effect: 'adjust',
    description: 'Records a payment, by default of all that is due. A delivered order with nothing due is completed.',
    operation: payOrder,
    answer: changedFields.extend({ refunded_amount: Order.shape.refunded_amount }),
    toAnswer: orderForTools,
    toError: refusalForTools,
    describedBy: 'get_order',
  }),
  tool({
    name: 'return_items',
    title: 'Take items back',
    effect: 'adjust',
    description:
      'Records the return of shipped items, by default of all: this is the only step of a return. Refunds nothing.',
    operation: takeItemsBack,
    answer: changedFields.extend({
      came_back: z.array(ItemBack).describe('All that came back of this order so far'),
      suggested_refund: z.number().describe('What to refund for all returned so far'),
      restocked: takeItemsBack.output.shape.restocked,
    }),
    toAnswer: (order) => ({
      ...orderForTools(order),
      came_back: order.items.filter((item) => item.returned_quantity + item.refused_quantity > 0),
      suggested_refund: order.suggested_refund.total_amount,
    }),
    toError: refusalForTools,
    describedBy: 'get_order',
  }),
  tool({
    name: 'cancel_order',
    title: 'Cancel an order',
    effect: 'replace',
    description: 'Cancels a pending order and releases its stock. The timeline keeps the reason.',
    operation: cancelOrder,
    answer: changedFields,
    toAnswer: orderForTools,
    toError: refusalForTools,
    describedBy: 'get_order',
  }),
]
