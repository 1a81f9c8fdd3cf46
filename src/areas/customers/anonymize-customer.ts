import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { ExpectedVersion, operation } from '../../platform/operation/operation.ts'
import { CustomerReference } from '../../platform/references/reference.ts'
import { Customer } from './customer.ts'
import { customerRefusals } from './customer-refusals.ts'
import { readCustomer, toCustomer } from './customer-row.ts'

/**
 * Irreversibly removes a person's data (names, phone numbers, email addresses, addresses, notes and tags) from the customer,
 * their orders and all records about them. Amounts and numbers stay. Repeating it changes nothing. The customer
 * is anonymized at once; what takes longer, a cron does (app.continue_erasures).
 */
export const anonymizeCustomer = operation(
  {
    name: 'anonymize_customer',
    scope: 'crm:manage',
    input: z.strictObject({ customer_id: CustomerReference, expected_version: ExpectedVersion }),
    output: Customer,
    refusals: customerRefusals,
  },
  async ({ write }, { customer_id, expected_version }) =>
    toCustomer(
      await write({
        call: (key) => sql`app.anonymize_customer(${customer_id}, ${expected_version ?? null}, ${key})`,
        read: readCustomer,
      }),
    ),
)
