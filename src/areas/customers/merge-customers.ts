import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { operation } from '../../platform/operation/operation.ts'
import { CustomerReference, idsOf } from '../../platform/references/reference.ts'
import { Customer } from './customer.ts'
import { customerJson, readCustomer, toCustomer } from './customer-row.ts'
import { mergeRefusals } from './customer-refusals.ts'
import { limits } from '../../platform/values/limits.ts'

/**
 * Merges customers into one, which gets their orders, notes, timeline and contacts. Their ids keep working and return the
 * kept customer. Repeating it changes nothing.
 */
export const mergeCustomers = operation(
  {
    name: 'merge_customers',
    scope: 'crm:manage',
    input: z.strictObject({
      keep_id: CustomerReference,
      merge_ids: z
        .array(CustomerReference)
        .min(1)
        .max(limits.merge.customers)
        .describe('Customers to merge into the kept one'),
    }),
    output: Customer,
    refusals: mergeRefusals,
  },
  async ({ write }, { keep_id, merge_ids }) => {
    const merged = idsOf('customer', merge_ids, '/merge_ids')
    const row = await write({
      store: sql`app.merge_store(${keep_id}, ${merged})`,
      statements: (db) => [db.execute(sql`select app.merge_customers(${keep_id}, ${merged})`)],
      result: customerJson(keep_id),
      read: readCustomer,
    })
    return toCustomer(row)
  },
)
