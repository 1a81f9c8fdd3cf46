import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { Customer } from '../customers/customer.ts'
import { toCustomer } from '../customers/customer-row.ts'
import { disableSort, selectFiltered } from '../customers/filtered-customers.ts'
import { scanResult } from '../customers/bounded-scan.ts'
import { inVisibleStores } from '../db/in-stores.ts'
import { segments } from '../db/schema/segments.ts'
import { notFound } from '../errors.ts'
import { id } from '../ids.ts'
import { operation } from '../operation.ts'
import { listOf, openPage, PageInput } from '../page.ts'
import { SearchTerm } from '../text.ts'

export const listSegmentCustomers = operation(
  {
    name: 'list_segment_customers',
    scope: 'crm:read',
    input: z.strictObject({ ...PageInput, search: SearchTerm.optional(), segment_id: id('segment') }),
    output: listOf(Customer),
  },
  async ({ run }, input) => {
    const page = openPage(input)
    const { segment_id: segmentId, search } = input
    const [[segment], , found] = await run((db) => [
      db
        .select({ id: segments.id })
        .from(segments)
        .where(and(inVisibleStores(segments.storeId), eq(segments.id, segmentId))),
      db.execute(disableSort),
      selectFiltered(db, page, { segment_id: segmentId, search }),
    ])
    if (!segment) throw notFound('segment')
    return scanResult(page, found, toCustomer)
  },
)
