import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { boundColumns } from '../../platform/lists/bounded-list.ts'
import { total } from '../../platform/lists/list.ts'
import { preparedList } from '../../platform/lists/prepared-list.ts'
import { customers } from '../../platform/db/schema/customers.ts'
import { selection } from '../../platform/db/selection.ts'
import { filteredBy } from '../../platform/references/filter.ts'
import { ExternalId, id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { refused } from '../../platform/errors/errors.ts'
import { closePage, listOf, PageInput } from '../../platform/lists/page.ts'
import { toIso } from '../../platform/values/row-time.ts'
import { FilterTerm } from './segments/customer-filter.ts'
import { DaysFilters, disableSort, selectFiltered, withDays } from './filtered-customers.ts'
import { openSortedPage, sortBy, type Sorts } from '../../platform/lists/sorted-page.ts'
import { SearchTerm } from '../../platform/values/text.ts'
import {
  CustomerInPeriod,
  CustomerPeriod,
  periodPage,
  customerPeriodRefusals,
  selectInPeriod,
  sortInPeriod,
} from './customers-of-period.ts'
import { customerColumns, type CustomerRow, toCustomer } from './customer-row.ts'
import { scanResult } from './bounded-scan.ts'

const readCustomers = preparedList(selection({ total, row: customerColumns }), {
  table: customers,
  bounds: {
    selected: selection({ total, ...boundColumns, row: customerColumns }),
    unique: 'external_id',
    served: [],
  },
})

/** The most decimals that a currency has. */
const decimals = 3

/** In the same unit for all of the caller's stores, whose currencies can have other decimals. */
const amount = (minor: SQL) =>
  sql`${minor} * ((select jsonb_object_agg(s.id, power(10::numeric, ${sql.raw(String(decimals))} - s.currency_exponent)) from stores s) ->> store_id::text)::numeric`

const sortAmount = (minor: bigint, { currencyExponent }: CustomerRow) =>
  String(minor * 10n ** BigInt(decimals - currencyExponent))

// Orders change all but the name, so an index would cost each order more than it gains.
const sorts = {
  name: { type: 'text', value: sql`name collate "und-x-icu"`, index: [], sortValue: ({ name }) => name },
  last_order_at: {
    type: 'number',
    // Customers without orders come last, or first in ascending order.
    value: sql`coalesce(extract(epoch from last_order_at) * 1000, 0)`,
    sortValue: ({ lastOrderAt }) => String(lastOrderAt === null ? 0 : Date.parse(toIso(lastOrderAt))),
  },
  total_spent: {
    type: 'number',
    value: amount(sql`total_spent_minor`),
    sortValue: (row) => sortAmount(row.totalSpentMinor, row),
  },
  total_paid: {
    type: 'number',
    value: amount(sql`total_paid_minor`),
    sortValue: (row) => sortAmount(row.totalPaidMinor, row),
  },
  orders_count: {
    type: 'number',
    value: sql`orders_count`,
    sortValue: ({ ordersCount }) => String(ordersCount),
  },
} as const satisfies Sorts<CustomerRow>

export const listCustomers = operation(
  {
    name: 'list_customers',
    scope: 'crm:read',
    input: z.strictObject({
      ...PageInput,
      search: SearchTerm.optional().describe(
        'Searches name, phone in any format, email address, address, notes and tags',
      ),
      filter: FilterTerm.optional(),
      ...DaysFilters,
      segment_id: filteredBy('segment', id('segment').optional().describe('A segment whose filter applies as well')),
      external_id: ExternalId.optional(),
      ...CustomerPeriod,
      sort: sortBy(sorts)
        .optional()
        .describe(
          'Default: -created_at; with from or to, -total_spent. With a minus, the highest come first. Except with from or to, by any value but name and created_at the list has only the newest 10,000 customers. Search results, and customers of a filter or segment, can be sorted only by -created_at',
        )
        .meta({ tool: 'With search or other filters only -created_at' }),
    }),
    output: listOf(CustomerInPeriod),
    refusals: customerPeriodRefusals,
  },
  async ({ read, run }, input) => {
    if (input.from !== undefined || input.to !== undefined) {
      const { page, sort, sortValue } = openSortedPage({ ...input, sort: sortInPeriod(input) }, sorts)
      const [found] = await run((db) => [selectInPeriod(db, page, sort, input)])
      return periodPage(page, found, sortValue)
    }
    const { page, sort, sortValue } = openSortedPage(input, sorts)
    const { segment_id, external_id, search } = input
    const filter = withDays(input)
    if (filter || segment_id !== undefined) {
      if (sort || page.ascending)
        throw refused('invalid_input', [
          {
            pointer: '/sort',
            code: 'conflicting_fields',
            detail: 'With filter or segment_id, customers can only be sorted by -created_at.',
          },
        ])
      const [, found] = await run((db) => [db.execute(disableSort), selectFiltered(db, page, { ...input, filter })])
      return scanResult(page, found, toCustomer)
    }
    const { rows, stop, ...count } = await readCustomers(read, { page, filter: { external_id }, search, sort })
    return closePage(page, rows, count, toCustomer, { stop, sortValue })
  },
)
