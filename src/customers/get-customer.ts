import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { inVisibleStores } from '../db/in-stores.ts'
import { customers } from '../db/schema/customers.ts'
import { selection } from '../db/selection.ts'
import { notFound } from '../errors.ts'
import { id } from '../ids.ts'
import { operation } from '../operation.ts'
import { Customer } from './customer.ts'
import { customerColumns, toCustomer } from './customer-row.ts'

const selected = selection(customerColumns)

/** The customer, or the one it was merged into. */
export const getCustomer = operation(
  {
    name: 'get_customer',
    scope: 'crm:read',
    input: z.strictObject({ customer_id: id('customer') }),
    output: Customer,
  },
  async ({ read }, { customer_id }) => {
    const kept = eq(customers.id, sql`app.kept_customer(${customer_id})`)
    const [row] = await read(selected, sql`from ${customers} where ${and(inVisibleStores(customers.storeId), kept)}`)
    if (!row) throw notFound('customer')
    return toCustomer(row)
  },
)
