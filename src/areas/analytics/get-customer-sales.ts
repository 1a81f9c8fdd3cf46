import * as z from 'zod'
import { exactSum, Money } from '../../platform/values/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { compare, compared } from './compared.ts'
import { MoneyOrNone, NotCollected, type RevenueSums, revenueSums, soldIn, toRevenue } from './figures.ts'
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
      db
        .select({
          current: revenueSums('current'),
          previous: revenueSums('previous'),
          newCurrent: revenueSums('current', 'new_'),
          newPrevious: revenueSums('previous', 'new_'),
        })
        .from(soldIn(input)),
    ])
    const [found] = results[0]
    if (!found) throw new Error('there are no sums')
    const { current, previous, newCurrent, newPrevious } = found
    const later = { current: laterSums(current, newCurrent), previous: laterSums(previous, newPrevious) }
    return {
      ...toPeriod(period),
      new: compare({ current: newCurrent, previous: newPrevious }, toFigures(period.exponent)),
      returning: compare(later, toFigures(period.exponent)),
    }
  },
)

const laterSums = (all: RevenueSums, first: RevenueSums): RevenueSums => ({
  orders: all.orders - first.orders,
  grossMinor: all.grossMinor - first.grossMinor,
  refundedMinor: all.refundedMinor - first.refundedMinor,
  notCollectedMinor: all.notCollectedMinor - first.notCollectedMinor,
})

const toFigures = (exponent: number) => (sums: RevenueSums) => ({
  ...toRevenue(sums, exponent),
  not_collected: exactSum('not_collected', sums.notCollectedMinor, exponent),
})
