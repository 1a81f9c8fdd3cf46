import { listTool, RowLimit, tool } from '../mcp/tool.ts'
import { createOrder } from './create-order.ts'
import { getOrder } from './get-order.ts'
import { listOrders } from './list-orders.ts'
import { Order } from './order.ts'

export const ordersTools = [
  listTool({
    name: 'list_orders',
    title: 'List orders',
    description:
      'Orders of the store, newest first if not sorted otherwise, with their states, totals and customers. Gives order ids and numbers.',
    operation: listOrders,
    input: listOrders.input.omit({ page: true }).extend(RowLimit),
    row: Order.pick({
      id: true,
      number: true,
      status: true,
      payment_status: true,
      fulfillment_status: true,
      hold_reason: true,
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
      'One order with its items, amounts, states, customer and delivery. Order ids and numbers come from list_orders.',
    operation: getOrder,
  }),
  tool({
    name: 'create_order',
    title: 'Create an order',
    effect: 'create',
    description:
      'Places an order for a customer of the store and reserves its stock. Customer ids come from list_customers, product and variant ids from list_products. An order of more than is available is refused and leaves nothing behind. Gives the order, with warnings where its total differs from its items or it looks like a double.',
    operation: createOrder,
  }),
]
