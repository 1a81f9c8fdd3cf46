import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { listFrom, rowsOf, total } from '../db/list.ts'
import { customers } from '../db/schema/customers.ts'
import { operation } from '../operation.ts'
import { closePage, listOf, openPage, PageInput } from '../page.ts'
import { SearchTerm } from '../text.ts'
import { Customer, customerColumns, toCustomer } from './customer.ts'

export const listCustomers = operation(
  {
    name: 'list_customers',
    scope: 'crm:read',
    input: z.strictObject({
      ...PageInput,
      search: SearchTerm.optional().describe('Name, phone in any format, e-mail address, address, notes or tag'),
    }),
    output: listOf(Customer),
  },
  async ({ run }, input) => {
    const page = openPage(input)
    const { counted, rows, cap } = listFrom({ table: customers, page, filter: {}, search: input.search })
    const [found] = await run((db) => [
      db
        .select({ total, row: customerColumns })
        .from(counted)
        .leftJoinLateral(rows, sql`true`)
        .orderBy(sql`${customers.createdAt} desc, ${customers.id} desc`),
    ])
    const shown = rowsOf(found)
    return closePage(page, shown.rows, { total: shown.total, cap }, toCustomer)
  },
)
