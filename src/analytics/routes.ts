import { Hono } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { query } from '../http/validate.ts'
import { withSession } from '../http/with-session.ts'
import { getCodFunnel } from './get-cod-funnel.ts'
import { getCustomerSales } from './get-customer-sales.ts'
import { getPlatforms } from './get-platforms.ts'
import { getSummary } from './get-summary.ts'
import { getTopProducts } from './get-top-products.ts'
import { Interval } from './series.ts'

const summary = getSummary.input.omit({ interval: true, week_start: true })
const series = getSummary.input.extend({ interval: Interval.default('day') })

export const analyticsRoutes = new Hono<AppEnv>()
  .use(withSession)
  .get('/summary', query(summary), async (c) => c.json(await getSummary(c.var.caller, c.req.valid('query'))))
  .get('/sales', query(series), async (c) => c.json(await getSummary(c.var.caller, c.req.valid('query'))))
  .get('/top-products', query(getTopProducts.input), async (c) =>
    c.json(await getTopProducts(c.var.caller, c.req.valid('query'))),
  )
  .get('/platforms', query(getPlatforms.input), async (c) =>
    c.json(await getPlatforms(c.var.caller, c.req.valid('query'))),
  )
  .get('/customers', query(getCustomerSales.input), async (c) =>
    c.json(await getCustomerSales(c.var.caller, c.req.valid('query'))),
  )
  .get('/cod', query(getCodFunnel.input), async (c) => c.json(await getCodFunnel(c.var.caller, c.req.valid('query'))))
