import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { CustomerReference } from '../../platform/references/reference.ts'
import { finderOf } from '../../platform/operation/read-one.ts'
import { markSettled } from '../../platform/operation/settled.ts'
import { inVisibleStores } from '../../platform/db/in-stores.ts'
import { customers } from '../../platform/db/schema/customers.ts'
import { selection, typed } from '../../platform/db/selection.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Customer } from './customer.ts'
import { customerColumns, toCustomer } from './customer-row.ts'

// Counts of orders change without a new version.
const settled = typed('boolean', sql<boolean>`${customers.countedVersion} <> ${customers.version}`)

const findCustomer = finderOf(selection({ ...customerColumns, settled }), 'customer', (id) => {
  const kept = eq(customers.id, sql`app.kept_customer(${id})`)
  return sql`from ${customers} where ${and(inVisibleStores(customers.storeId), kept)}`
})

/** The customer, or the one it was merged into. */
export const getCustomer = operation(
  {
    name: 'get_customer',
    scope: 'crm:read',
    input: z.strictObject({ customer_id: CustomerReference }),
    output: Customer,
  },
  async (context, { customer_id }) => {
    const row = await findCustomer(context, customer_id)
    // By now, a phone number may belong to another customer, and an id to one who was merged into this one.
    return markSettled(toCustomer(row), row.settled && row.id === customer_id)
  },
)
