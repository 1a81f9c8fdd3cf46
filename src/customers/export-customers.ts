import { sql } from 'drizzle-orm'
import { eachPage, pageFrom, storesSeen } from '../db/pages.ts'
import { customers } from '../db/schema/customers.ts'
import { operation } from '../operation.ts'
import { pagesOf } from '../transfer/export.ts'
import { Customer } from './customer.ts'
import { customerColumns, toCustomer } from './customer-row.ts'
import { listCustomers } from './list-customers.ts'

/** The customers of a list, all of them. */
export const exportCustomers = operation(
  {
    name: 'export_customers',
    scope: 'crm:read',
    input: listCustomers.input.pick({ search: true }),
    output: pagesOf(Customer),
  },
  async ({ run }, { search }) =>
    eachPage({ ascending: false, size: 1000, toItem: toCustomer }, async (page) => {
      const { from, rows, found } = pageFrom({ table: customers, page, filter: {}, search })
      return run((db) => [
        db
          .select({ found, row: customerColumns })
          .from(from)
          .innerJoinLateral(rows, sql`true`)
          .orderBy(sql`${customers.createdAt} desc, ${customers.id} desc`),
        storesSeen(db),
      ])
    }),
)
