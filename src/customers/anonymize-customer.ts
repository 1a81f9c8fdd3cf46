import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { ServiceError } from '../errors.ts'
import { id } from '../ids.ts'
import { ExpectedVersion, operation } from '../operation.ts'
import { Customer } from './customer.ts'
import { customerRefusals } from './customer-refusals.ts'
import { readCustomer, toCustomer } from './customer-row.ts'

/** One portion of orders after another is done, each for good. */
const budgetMs = 15_000

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
    refusals: customerRefusals,
  },
  async ({ write }, { customer_id, expected_version }) => {
    const started = Date.now()
    for (;;) {
      const row = await write({
        call: (key) => sql`app.anonymize_customer(${customer_id}, ${expected_version ?? null}, ${key})`,
        read: readCustomer,
      })
      if (row.anonymizedAt !== null) return toCustomer(row)
      if (Date.now() - started > budgetMs) throw manyOrders()
    }
  },
)

const manyOrders = () =>
  new ServiceError(
    'database_unavailable',
    'The customer has very many orders: some of them are anonymized now. Send the request again until it succeeds.',
    { retryAfter: 1 },
  )
