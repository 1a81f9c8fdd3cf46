import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/operation/context.ts'
import { eachPage, pageFrom, exportedPartOf, storesSeen } from '../../platform/lists/export-pages.ts'
import { customers } from '../../platform/db/schema/customers.ts'
import { operation } from '../../platform/operation/operation.ts'
import type { ListPage } from '../../platform/lists/page.ts'
import { pagesOf } from '../../platform/transfer/export.ts'
import { Customer } from './customer.ts'
import { type CustomerFilters, disableSort, selectFiltered, withDays } from './filtered-customers.ts'
import { customerColumns, type CustomerRow, toCustomer } from './customer-row.ts'
import { listCustomers } from './list-customers.ts'
import { scanPart } from './bounded-scan.ts'

export const exportCustomers = operation(
  {
    name: 'export_customers',
    scope: 'crm:read',
    input: listCustomers.input.omit({ page: true, limit: true, cursor: true, sort: true, from: true, to: true }),
    output: pagesOf(Customer),
  },
  async (context, given) => {
    const filters = { ...given, filter: withDays(given) }
    return filters.filter || filters.segment_id !== undefined
      ? // Small pages, because a filtered page does not end early when its rows are large.
        pages(100, (page) => filtered(context, page, filters))
      : pages(1000, (page) => unfiltered(context, page, filters))
  },
)

const pages = (size: number, read: Parameters<typeof eachPage<CustomerRow, unknown>>[1]) =>
  eachPage({ ascending: false, size, toItem: toCustomer }, read)

async function unfiltered({ run }: Context, page: ListPage, { search, external_id }: CustomerFilters) {
  const { from, rows, found } = pageFrom({ table: customers, page, filter: { external_id }, search })
  const read = await run((db) => [
    db
      .select({ found, row: customerColumns })
      .from(from)
      .innerJoinLateral(rows, sql`true`)
      .orderBy(sql`${customers.createdAt} desc, ${customers.id} desc`),
    storesSeen(db),
  ])
  return exportedPartOf(page, read)
}

async function filtered({ run }: Context, page: ListPage, filters: CustomerFilters) {
  const [, found, seen] = await run((db) => [
    db.execute(disableSort),
    selectFiltered(db, page, filters, false),
    storesSeen(db),
  ])
  return { ...scanPart(page, found), seen }
}
