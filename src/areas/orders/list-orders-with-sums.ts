import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { boundColumns } from '../../platform/lists/bounded-list.ts'
import { total } from '../../platform/lists/list.ts'
import { closePage, listOf } from '../../platform/lists/page.ts'
import { preparedList } from '../../platform/lists/prepared-list.ts'
import { selection, typed } from '../../platform/db/selection.ts'
import { exactSum, Money } from '../../platform/values/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { listOrders, orderIndexes, orderList, orderRequest } from './list-orders.ts'
import { Order, orderColumns, toOrder } from './order.ts'

/** Of an order that was not cancelled. */
const addend = (figure: string) => sql.raw(`case when status <> 'cancelled' then ${figure} else 0 end`)

const sums = {
  live: addend('1'),
  total_sum: addend('total_minor'),
  paid_sum: addend('paid_minor'),
  refunded_sum: addend('refunded_minor'),
  due_sum: addend('due_minor'),
}

const sumColumn = (name: keyof typeof sums) => typed('text', sql<string | null>`counted.${sql.identifier(name)}::text`)

const selected = {
  total,
  live: sumColumn('live'),
  totalSum: sumColumn('total_sum'),
  paidSum: sumColumn('paid_sum'),
  refundedSum: sumColumn('refunded_sum'),
  dueSum: sumColumn('due_sum'),
  row: orderColumns,
}

const readOrders = preparedList(selection(selected), {
  ...orderList,
  sums,
  bounds: { ...orderIndexes, selected: selection({ ...selected, ...boundColumns }) },
})

const Sums = z.object({
  orders: z.int(),
  total_amount: Money,
  paid_amount: Money,
  refunded_amount: Money.describe('Of paid_amount'),
  due_amount: Money.describe('Still to be paid'),
})

/** The list of orders, and what all that its filters find add up to: on this page and on the others. */
export const listOrdersWithSums = operation(
  {
    name: 'list_orders',
    scope: listOrders.scope,
    input: listOrders.input,
    output: listOf(Order).extend({
      sums: Sums.optional().describe(
        'Of all orders found that were not cancelled. Only with a filter other than search, and up to 10,000 orders',
      ),
    }),
  },
  async ({ read }, input) => {
    const { sortValue, ...request } = orderRequest(input)
    const { rows, stop, first, ...count } = await readOrders(read, request)
    const list = closePage(request.page, rows, count, toOrder, { stop, sortValue })
    const exponent = rows[0]?.currencyExponent
    if (!first || exponent === undefined || first.live === null || list.meta.total_is_capped) return list
    const sumOf = (figure: string, minor: string | null) => exactSum(figure, BigInt(minor ?? 0), exponent)
    return {
      ...list,
      sums: {
        orders: Number(first.live),
        total_amount: sumOf('total_amount', first.totalSum),
        paid_amount: sumOf('paid_amount', first.paidSum),
        refunded_amount: sumOf('refunded_amount', first.refundedSum),
        due_amount: sumOf('due_amount', first.dueSum),
      },
    }
  },
)
