import { tool } from '../mcp/tool.ts'
import { getSummary } from './get-summary.ts'
import { getTopProducts } from './get-top-products.ts'

export const analyticsTools = [
  tool({
    name: 'get_sales_summary',
    title: 'Get a sales summary',
    effect: 'read',
    description:
      "Orders, revenue, average order value, units, refunds, cancellations and returns of a period in the store's time zone, by default the last 30 days, each beside the period before and its change in percent. With an interval also a point for every hour, day, week or month. Revenue is the totals of orders that were not cancelled, less refunds, by the day on which the order was made.",
    operation: getSummary,
  }),
  tool({
    name: 'get_top_products',
    title: 'Get the top products',
    effect: 'read',
    description:
      "The products that sold most in a period in the store's time zone, by revenue or by units, by default the last 30 days, each beside the period before. Revenue is that of the order lines. Gives product ids.",
    operation: getTopProducts,
  }),
]
