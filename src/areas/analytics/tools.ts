import * as z from 'zod'
import type { Caller } from '../../platform/operation/context.ts'
import { tool } from '../../platform/tools/tool.ts'
import { maxBytes, truncate } from '../../platform/tools/truncate.ts'
import { getSalesBreakdown } from './get-sales-breakdown.ts'
import { getSummary } from './get-summary.ts'
import { getTopProducts } from './get-top-products.ts'
import { Point } from './series.ts'

// A month of days stays small.
const points = Point.pick({
  local_start: true,
  partial: true,
  orders: true,
  revenue: true,
  refunds: true,
  not_collected: true,
  units: true,
  cancelled: true,
  margin_amount: true,
  margin_coverage: true,
})
const summary = getSummary.output.extend({ data: z.array(points).optional() })

// What changed follows from `previous`.
const topProducts = getTopProducts.output.extend({
  data: z.array(getTopProducts.output.shape.data.element.omit({ change: true })),
})

/** A page that is too large for an assistant ends earlier, so that next_cursor continues after its last row. */
const readTopProducts = Object.assign(
  async (caller: Caller, input: z.output<typeof getTopProducts.input>) => {
    const found = await getTopProducts(caller, input)
    // The room that the cursor of a shorter page needs.
    const { data } = truncate(topProducts.parse(found), maxBytes.usual - 500)
    const kept = Array.isArray(data) ? data.length : 0
    return kept < found.data.length ? getTopProducts(caller, { ...input, limit: kept }) : found
  },
  { scope: getTopProducts.scope, input: getTopProducts.input, output: getTopProducts.output },
)

export const analyticsTools = [
  tool({
    name: 'get_sales_summary',
    title: 'Get a sales summary',
    effect: 'read',
    description:
      'Returns sales of a period (default: 30 days) and the one before; with interval, also points (weeks from Monday). Revenue: orders neither cancelled nor wholly refused, less refunds and not_collected; totals can differ from their parts. Figures are of orders placed in it; happened: what was shipped, paid or returned in it. change is a fraction.',
    operation: getSummary,
    answer: summary,
    oldestFirst: ['data'],
  }),
  tool({
    name: 'get_top_products',
    title: 'Get top products',
    effect: 'read',
    description:
      'Returns what sold best (sort without -: worst) in a period, by revenue (before discounts and refunds) or units; with group_by variant, also the stock left and the days it lasts.',
    operation: readTopProducts,
    answer: topProducts,
  }),
  tool({
    name: 'get_sales_breakdown',
    title: 'Break sales down',
    effect: 'read',
    description:
      'Returns sales by platform, cash on delivery, new and returning customers, discount or city (with parcels refused).',
    operation: getSalesBreakdown,
  }),
]
