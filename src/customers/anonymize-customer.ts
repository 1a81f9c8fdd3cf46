import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { id } from '../ids.ts'
import { ExpectedVersion, operation } from '../operation.ts'
import { Customer } from './customer.ts'
import { customerRefused } from './customer-refused.ts'
import { customerJson, readCustomer, toCustomer } from './customer-row.ts'

/**
 * Removes a person for good: names, phones, e-mail addresses, addresses, notes and tags, from the customer, the orders
 * and all that was recorded of them. Amounts and numbers stay. Repeating it changes nothing.
 */
export const anonymizeCustomer = operation(
  {
    name: 'anonymize_customer',
    scope: 'crm:manage',
    input: z.strictObject({ customer_id: id('customer'), expected_version: ExpectedVersion }),
    output: Customer,
  },
  async ({ write }, { customer_id, expected_version }) => {
    try {
      const row = await write({
        store: sql`app.customer_store(${customer_id})`,
        statements: (db) => [
          db.execute(sql`select app.anonymize_customer(${customer_id}, ${expected_version ?? null})`),
        ],
        result: customerJson(customer_id),
        read: readCustomer,
      })
      return toCustomer(row)
    } catch (error) {
      throw customerRefused(error)
    }
  },
)
