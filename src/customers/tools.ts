import { listTool, RowLimit, tool } from '../mcp/tool.ts'
import { Customer } from './customer.ts'
import { getCustomer } from './get-customer.ts'
import { listCustomers } from './list-customers.ts'

export const customersTools = [
  listTool({
    name: 'list_customers',
    title: 'List customers',
    description:
      'Customers of the store, newest first, with how many orders they made and what they spent. Gives customer ids.',
    operation: listCustomers,
    input: listCustomers.input.omit({ page: true, segment_id: true }).extend(RowLimit),
    row: Customer.pick({
      id: true,
      name: true,
      phone: true,
      email: true,
      tags: true,
      blocked: true,
      orders_count: true,
      total_spent: true,
      last_order_at: true,
    }),
  }),
  tool({
    name: 'get_customer',
    title: 'Get a customer',
    effect: 'read',
    description:
      'One customer with addresses, notes, whether they are blocked and what they ordered so far. Customer ids come from list_customers; the id of one that was merged into another gives that other one.',
    operation: getCustomer,
  }),
]
