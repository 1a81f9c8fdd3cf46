import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { customers } from '../../platform/db/schema/customers.ts'
import { refused } from '../../platform/errors/errors.ts'
import { keyset, type Sort } from '../../platform/lists/keyset.ts'
import { closePage, countCap, type ListPage } from '../../platform/lists/page.ts'
import type { SortOf } from '../../platform/lists/sorted-page.ts'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'
import { DayOrMoment } from '../../platform/values/text.ts'
import { Customer } from './customer.ts'
import { customerColumns, type CustomerRow, toCustomer } from './customer-row.ts'

export const CustomerPeriod = {
  from: DayOrMoment.optional()
    .describe(
      'Only customers who ordered at or after this time, or from this day of the store on. Adds in_period, and sorts by its figures. Default then: -total_spent',
    )
    .meta({ tool: 'Only who ordered from then on, with figures of these orders. Not with other filters' }),
  to: DayOrMoment.optional().describe('The same before this time, or until this day, which it includes'),
}

const figures = { orders_count: true, total_spent: true, total_paid: true, last_order_at: true } as const

export const CustomerInPeriod = Customer.extend({
  in_period: Customer.pick(figures)
    .optional()
    .describe('With from or to: the same figures, of the orders placed in this period alone'),
})

/** Refusals of app.customers_of_period. */
export const customerPeriodRefusals = {
  period_too_busy: refusal(
    'invalid_input',
    { max_orders: z.int() },
    {
      en: ({ max_orders }) =>
        `There are more than ${max_orders} orders in this period. Choose a shorter one with from and to.`,
      ar: ({ max_orders }) => `في هذه الفترة أكثر من ${max_orders} طلب. اختر فترة أقصر.`,
    },
    { pointer: '/from', problem: 'period_too_busy', members: () => ({}) },
  ),
} as const satisfies Refusals

type Asked = {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly sort?: string | undefined
}

const combinable: readonly string[] = ['from', 'to', 'sort', 'page', 'limit', 'cursor']

/** The order of a list of a period. Refuses filters that such a list does not have. */
export function sortInPeriod(input: Asked & Readonly<Record<string, unknown>>): string {
  const { from, sort = '-total_spent' } = input
  const bound = from === undefined ? 'to' : 'from'
  const conflict = (field: string, detail: string) =>
    refused('invalid_input', [{ pointer: `/${field}`, code: 'conflicting_fields', detail }])
  const other = Object.keys(input).find((name) => input[name] !== undefined && !combinable.includes(name))
  if (other !== undefined) throw conflict(other, `${other} cannot be combined with ${bound}. Send one of them.`)
  if (!(sort.replace(/^-/, '') in figures))
    throw conflict(
      'sort',
      `With ${bound}, customers can only be sorted by ${Object.keys(figures).join(', ')}, or the same with a minus.`,
    )
  return sort
}

/** A page of the customers of a period. Without any, it has one row, in which only the total is set. */
export function selectInPeriod(db: Db, page: ListPage, sort: Sort | undefined, { from, to }: Asked) {
  const { by, order, beyond, direction } = keyset(page, sort)
  return db
    .select({
      total: sql`found.total`.mapWith(Number),
      inPeriod: {
        ordersCount: sql`found.orders_count`.mapWith(Number),
        totalSpentMinor: sql`found.total_spent_minor`.mapWith(BigInt),
        totalPaidMinor: sql`found.total_paid_minor`.mapWith(BigInt),
        lastOrderAt: sql<Date | null>`found.last_order_at`.mapWith(customers.lastOrderAt),
      },
      row: customerColumns,
    })
    .from(
      sql`(
        with hits as materialized (
          select s.id as store_id, p.customer_id as id, p.orders_count, p.total_spent_minor, p.total_paid_minor, p.last_order_at
            from unnest(app.stores()) as s(id) cross join lateral app.customers_of_period(s.id, ${from ?? null}, ${to ?? null}) as p
        )
        select n.total, one.* from (select least(count(*), ${countCap}) as total from hits) as n
          left join lateral (
            select *, ${by} as place from hits where ${beyond} order by ${order} limit ${page.limit + 1} offset ${page.offset}) as one on true
      ) as found`,
    )
    .leftJoin(customers, sql`${customers.storeId} = found.store_id and ${customers.id} = found.id`)
    .orderBy(sql`found.place ${direction}, found.id ${direction}`)
}

export function periodPage(
  page: ListPage,
  found: Awaited<ReturnType<typeof selectInPeriod>>,
  sortValue: SortOf<CustomerRow>['sortValue'],
) {
  const rows = found.flatMap(({ row, inPeriod }) => (row ? [{ ...row, ...inPeriod, customer: row }] : []))
  const count = { total: found[0]?.total ?? 0, cap: countCap }
  const toItem = ({ customer, ...inPeriod }: CustomerRow & { readonly customer: CustomerRow }) => {
    const { orders_count, total_spent, total_paid, last_order_at } = toCustomer(inPeriod)
    return { ...toCustomer(customer), in_period: { orders_count, total_spent, total_paid, last_order_at } }
  }
  return closePage(page, rows, count, toItem, { sortValue })
}
