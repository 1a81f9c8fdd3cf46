import { listTool, RowLimit, tool } from '../../platform/tools/tool.ts'
import { CustomerInPeriod } from './customers-of-period.ts'
import { getCustomer } from './get-customer.ts'
import { listCustomers } from './list-customers.ts'

export const customersTools = [
  listTool({
    name: 'list_customers',
    title: 'List customers',
    description:
      'Lists customers, newest first, with orders_count (not cancelled ones), total_spent (kept or to come) and total_paid, less refunds. Best customers of a period: from, to, sort.',
    operation: listCustomers,
    input: listCustomers.input.omit({ page: true, segment_id: true }).extend(RowLimit),
    row: CustomerInPeriod.pick({
      id: true,
      name: true,
      phone: true,
      email: true,
      tags: true,
      blocked: true,
      orders_count: true,
      total_spent: true,
      total_paid: true,
      last_order_at: true,
      in_period: true,
    }),
  }),
  tool({
    name: 'get_customer',
    title: 'Get a customer',
    effect: 'read',
    description: 'Returns a customer with addresses, notes and totals.',
    operation: getCustomer,
  }),
]
