import * as z from 'zod'
import { listTool, RowLimit, tool } from '../mcp/tool.ts'
import { advanceOrder } from './advance-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { createOrder } from './create-order.ts'
import { getOrder } from './get-order.ts'
import { listOrders } from './list-orders.ts'
import { Order } from './order.ts'
import { pickOrderTexts } from './order-texts.ts'
import { oneStatus } from './order-filters.ts'
import { Quote } from '../checkout/quote.ts'
import { quoteOrder } from './quote-order.ts'
import { updateOrder } from './update-order.ts'

// The fields that an action can change.
const changedFields = Order.pick({
  id: true,
  number: true,
  status: true,
  payment_status: true,
  fulfillment_status: true,
  hold_reason: true,
  reservation: true,
  total_amount: true,
  paid_amount: true,
  ...pickOrderTexts,
  tags: true,
  customer_phone: true,
  shipments: true,
  allowed_actions: true,
  version: true,
})

export const ordersTools = [
  listTool({
    name: 'list_orders',
    title: 'List orders',
    description:
      'Lists orders, newest first by default, with their statuses, totals and customers. Returns order ids and numbers.',
    operation: listOrders,
    input: listOrders.input
      .pick({
        limit: true,
        cursor: true,
        search: true,
        status: true,
        payment_status: true,
        fulfillment_status: true,
        platform: true,
        customer_id: true,
        external_id: true,
        created_from: true,
        created_to: true,
        sort: true,
      })
      .extend({
        ...RowLimit,
        ...oneStatus,
        sort: z.enum(['-created_at', 'created_at']).default('-created_at'),
      }),
    row: Order.pick({
      id: true,
      number: true,
      status: true,
      payment_status: true,
      fulfillment_status: true,
      hold_reason: true,
      reservation: true,
      platform: true,
      currency: true,
      total_amount: true,
      customer_id: true,
      customer_name: true,
      created_at: true,
    }),
  }),
  tool({
    name: 'get_order',
    title: 'Get an order',
    effect: 'read',
    description:
      'Returns one order with its items, amounts, statuses, customer and shipments. Order ids and numbers come from list_orders.',
    operation: getOrder,
  }),
  tool({
    name: 'create_order',
    title: 'Create an order',
    effect: 'create',
    description:
      'Creates an order for a customer and reserves its stock. Customer ids come from list_customers, product and variant ids from list_products. An order that exceeds the available stock is rejected. Returns the order as get_order does, with warnings if its total differs from its items or it looks like a duplicate.',
    operation: createOrder,
    describedBy: 'get_order',
  }),
  tool({
    name: 'quote_order',
    title: 'Quote an order',
    effect: 'read',
    description:
      'Computes what an order would cost, with discounts, delivery and tax, and which delivery methods are on offer. Creates nothing.',
    operation: quoteOrder,
    answer: Quote.omit({ lines: true, delivery: true, discount: true }),
  }),
  tool({
    name: 'update_order',
    title: 'Change an order',
    effect: 'replace',
    description:
      "Changes an order's notes, tags, address, phone or payment method, replacing each field sent. Order ids come from list_orders. Returns fields of get_order.",
    operation: updateOrder,
    answer: changedFields,
    describedBy: 'get_order',
    input: updateOrder.input.pick({
      order_id: true,
      expected_version: true,
      ...pickOrderTexts,
      tags: true,
      customer_phone: true,
    }),
  }),
  tool({
    name: 'advance_order',
    title: 'Advance an order',
    effect: 'adjust',
    description:
      'Moves an order forward: confirm, hold, prepare, ship or deliver. allowed_actions in get_order lists what is possible now. Shipping takes the items out of stock. Returns fields of get_order.',
    operation: advanceOrder,
    answer: changedFields,
    describedBy: 'get_order',
  }),
  tool({
    name: 'cancel_order',
    title: 'Cancel an order',
    effect: 'replace',
    description:
      'Cancels a pending order and releases its stock. Only an owner or admin can cancel a confirmed order, and a paid one has to be refunded first. Returns fields of get_order.',
    operation: cancelOrder,
    answer: changedFields,
    describedBy: 'get_order',
  }),
]
