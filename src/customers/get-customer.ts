import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { inVisibleStores } from '../db/in-stores.ts'
import { customers } from '../db/schema/customers.ts'
import { query, type ValueOf } from '../db/prepared.ts'
import { selection } from '../db/selection.ts'
import { notFound } from '../errors.ts'
import { id } from '../ids.ts'
import { operation } from '../operation.ts'
import { Customer } from './customer.ts'
import { customerColumns, toCustomer } from './customer-row.ts'

const byId = query(selection(customerColumns), (value: ValueOf<{ readonly id: string }>) => {
  const kept = eq(customers.id, sql`app.kept_customer(${value('id')})`)
  return sql`from ${customers} where ${and(inVisibleStores(customers.storeId), kept)}`
})

/** The customer, or the one it was merged into. */
export const getCustomer = operation(
  {
    name: 'get_customer',
    scope: 'crm:read',
    input: z.strictObject({ customer_id: id('customer') }),
    output: Customer,
  },
  async ({ read }, { customer_id }) => {
    const [row] = await read(byId, { id: customer_id })
    if (!row) throw notFound('customer')
    return toCustomer(row)
  },
)
