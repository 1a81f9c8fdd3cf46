import { routes } from '../../platform/http/routes/routes.ts'
import { getCitySales } from './get-city-sales.ts'
import { getCodFunnel } from './get-cod-funnel.ts'
import { getCustomerSales } from './get-customer-sales.ts'
import { getDiscountSales } from './get-discount-sales.ts'
import { getPlatforms } from './get-platforms.ts'
import { getSummary, SummaryWithSeries } from './get-summary.ts'
import { getTopProducts } from './get-top-products.ts'
import { Interval } from './series.ts'

const summary = getSummary.input.omit({ interval: true, week_start: true })
const series = getSummary.input.extend({ interval: Interval.default('day') })

export const analyticsRoutes = routes('/api/analytics', [
  { get: '/summary', operation: getSummary, input: summary },
  { get: '/sales', operation: getSummary, id: 'get_sales', input: series, output: SummaryWithSeries },
  { get: '/top-products', operation: getTopProducts },
  { get: '/platforms', operation: getPlatforms },
  { get: '/customers', operation: getCustomerSales },
  { get: '/cod', operation: getCodFunnel },
  { get: '/discounts', operation: getDiscountSales },
  { get: '/cities', operation: getCitySales },
])
