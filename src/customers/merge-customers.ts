import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { Refusal } from '../db/failure.ts'
import { ServiceError } from '../errors.ts'
import { id } from '../ids.ts'
import { operation } from '../operation.ts'
import { Customer } from './customer.ts'
import { customerRefused } from './customer-refused.ts'
import { customerJson, readCustomer, toCustomer } from './customer-row.ts'
import { explainMerge } from './explain-merge.ts'

/**
 * Makes one customer of several: their orders, notes, timeline and contacts become the kept one's, and their ids lead
 * to it from here on. Repeating it changes nothing.
 */
export const mergeCustomers = operation(
  {
    name: 'merge_customers',
    scope: 'crm:manage',
    input: z.strictObject({
      keep_id: id('customer'),
      merge_ids: z.array(id('customer')).min(1).max(10).describe('Customers that become part of the kept one'),
    }),
    output: Customer,
  },
  async ({ run, write }, { keep_id, merge_ids }) => {
    const merged = [...new Set(merge_ids)]
    try {
      const row = await write({
        store: sql`app.customer_store(${keep_id})`,
        statements: (db) => [db.execute(sql`select app.merge_customers(${keep_id}, ${sql.param(merged)}::uuid[])`)],
        result: customerJson(keep_id),
        read: readCustomer,
      })
      return toCustomer(row)
    } catch (error) {
      const unknown = error instanceof ServiceError && error.code === 'not_found'
      if (unknown || (error instanceof Refusal && error.code === 'merge_refused'))
        throw await explainMerge(run, { keep_id, merge_ids }, error)
      throw customerRefused(error)
    }
  },
)
