import * as z from 'zod'
import { exactSum, Money } from '../../platform/values/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { compare, compared } from './compared.ts'
import {
  MoneyOrNone,
  NotCollected,
  type RevenueSums,
  salesSums,
  soldIn,
  type Stretch,
  sumIn,
  sumMinorIn,
  type SumsOf,
  toRevenue,
} from './figures.ts'
import { PeriodFields, PeriodInput, periodRefusals, readPeriod, toPeriod } from './period.ts'

const Sales = z.object(
  compared({
    orders: z.int().describe('Orders placed in the period and not cancelled'),
    revenue: Money.describe('Order totals less refunds and not_collected'),
    not_collected: NotCollected,
    average_order_value: MoneyOrNone,
  }),
)

export const getCustomerSales = operation(
  {
    name: 'get_customer_sales',
    scope: 'analytics:read',
    input: z.strictObject(PeriodInput),
    output: z.object({
      ...PeriodFields,
      new: Sales.describe("Customers' first orders in the store; a cancelled order can be a customer's first"),
      returning: Sales.describe('All later orders'),
    }),
    refusals: periodRefusals,
  },
  async (context, input) => {
    const { period, results } = await readPeriod(context, input, (db) => [
      db.select({ current: sums('current'), previous: sums('previous') }).from(soldIn(input)),
    ])
    const [found] = results[0]
    if (!found) throw new Error('there are no sums')
    const [current, previous] = [split(found.current, period.exponent), split(found.previous, period.exponent)]
    return {
      ...toPeriod(period),
      new: compare({ current: current.new, previous: previous.new }),
      returning: compare({ current: current.returning, previous: previous.returning }),
    }
  },
)

function sums(stretch: Stretch) {
  const { orders, grossMinor, refundedMinor, notCollectedMinor } = salesSums(stretch)
  const [sum, sumMinor] = [sumIn(stretch), sumMinorIn(stretch)]
  return {
    orders,
    grossMinor,
    refundedMinor,
    notCollectedMinor,
    newOrders: sum('new_orders'),
    newGrossMinor: sumMinor('new_gross_minor'),
    newRefundedMinor: sumMinor('new_refunded_minor'),
    newNotCollectedMinor: sumMinor('new_not_collected_minor'),
  }
}

function split(all: SumsOf<ReturnType<typeof sums>>, exponent: number) {
  const first = {
    orders: all.newOrders,
    grossMinor: all.newGrossMinor,
    refundedMinor: all.newRefundedMinor,
    notCollectedMinor: all.newNotCollectedMinor,
  }
  const others = {
    orders: all.orders - first.orders,
    grossMinor: all.grossMinor - first.grossMinor,
    refundedMinor: all.refundedMinor - first.refundedMinor,
    notCollectedMinor: all.notCollectedMinor - first.notCollectedMinor,
  }
  const figures = (sums: RevenueSums) => ({
    ...toRevenue(sums, exponent),
    not_collected: exactSum('not_collected', sums.notCollectedMinor, exponent),
  })
  return { new: figures(first), returning: figures(others) }
}
