import { tool } from '../mcp/tool.ts'
import { getSummary } from './get-summary.ts'
import { getTopProducts } from './get-top-products.ts'

export const analyticsTools = [
  tool({
    name: 'get_sales_summary',
    title: 'Get a sales summary',
    effect: 'read',
    description:
      "Returns orders, revenue, average order value, units, refunds, discounts, tax, margin, cancellations and returns of a period in the store's time zone, by default the last 30 days, each with the previous period's value and the change. With interval, also one point per hour, day, week or month. Revenue is the total of orders not cancelled, less refunds, by the day placed.",
    operation: getSummary,
  }),
  tool({
    name: 'get_top_products',
    title: 'Get the top products',
    effect: 'read',
    description:
      "Returns the best-selling products of a period in the store's time zone, by revenue or by units, by default the last 30 days, each with the previous period's figures. Revenue is the sum of order lines. Returns product ids.",
    operation: getTopProducts,
  }),
]
