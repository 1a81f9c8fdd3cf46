import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { ServiceError } from '../errors.ts'
import { ExpectedVersion, operation } from '../operation.ts'
import { CustomerReference } from './customer-reference.ts'
import { Customer } from './customer.ts'
import { customerRefusals } from './customer-refusals.ts'
import { readCustomer, toCustomer } from './customer-row.ts'

/** Each call of the function anonymizes some orders and commits; a request makes calls until this time is up. */
const budgetMs = 15_000

/**
 * Irreversibly removes a person's data (names, phone numbers, email addresses, addresses, notes and tags) from the customer,
 * their orders and all records about them. Amounts and numbers stay. Repeating it changes nothing.
 */
export const anonymizeCustomer = operation(
  {
    name: 'anonymize_customer',
    scope: 'crm:manage',
    input: z.strictObject({ customer_id: CustomerReference, expected_version: ExpectedVersion }),
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
      if (Date.now() - started > budgetMs) throw notFinished()
    }
  },
)

const notFinished = () =>
  new ServiceError(
    'database_unavailable',
    'The customer has too many orders for one request. Some are anonymized now; repeat the request until it succeeds.',
    { retryAfter: 1 },
  )
