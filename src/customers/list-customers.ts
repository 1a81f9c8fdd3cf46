import * as z from 'zod'
import { preparedList, total } from '../db/list.ts'
import { customers } from '../db/schema/customers.ts'
import { selection } from '../db/selection.ts'
import { ExternalId, id } from '../ids.ts'
import { operation } from '../operation.ts'
import { closePage, listOf, openPage, PageInput } from '../page.ts'
import { FilterTerm } from '../segments/customer-filter.ts'
import { SearchTerm } from '../text.ts'
import { Customer } from './customer.ts'
import { customerColumns, toCustomer } from './customer-row.ts'
import { disableSort, selectFiltered } from './filtered-customers.ts'
import { scanResult } from './bounded-scan.ts'

const readCustomers = preparedList(selection({ total, row: customerColumns }), { table: customers })

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
      segment_id: id('segment').optional().describe('A segment whose filter applies as well'),
      external_id: ExternalId.optional(),
    }),
    output: listOf(Customer),
  },
  async ({ read, run }, input) => {
    const page = openPage(input)
    const { filter, segment_id, external_id, search } = input
    if (filter || segment_id !== undefined) {
      const [, found] = await run((db) => [db.execute(disableSort), selectFiltered(db, page, input)])
      return scanResult(page, found, toCustomer)
    }
    const { rows, ...count } = await readCustomers(read, { page, filter: { external_id }, search })
    return closePage(page, rows, count, toCustomer)
  },
)
