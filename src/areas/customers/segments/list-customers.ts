import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { Customer } from '../customer.ts'
import { toCustomer } from '../customer-row.ts'
import { disableSort, selectFiltered } from '../filtered-customers.ts'
import { scanResult } from '../bounded-scan.ts'
import { inVisibleStores } from '../../../platform/db/in-stores.ts'
import { segments } from '../../../platform/db/schema/segments.ts'
import { notFound } from '../../../platform/errors/errors.ts'
import { id } from '../../../platform/values/ids.ts'
import { operation } from '../../../platform/operation/operation.ts'
import { listOf, openPage, PageInput } from '../../../platform/lists/page.ts'
import { SearchTerm } from '../../../platform/values/text.ts'

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
