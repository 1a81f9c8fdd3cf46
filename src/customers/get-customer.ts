import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { inVisibleStores } from '../db/in-stores.ts'
import { customers } from '../db/schema/customers.ts'
import { notFound } from '../errors.ts'
import { id } from '../ids.ts'
import { operation } from '../operation.ts'
import { Customer, customerColumns, toCustomer } from './customer.ts'

export const getCustomer = operation(
  {
    name: 'get_customer',
    scope: 'crm:read',
    input: z.strictObject({ customer_id: id('customer') }),
    output: Customer,
  },
  async ({ run }, { customer_id }) => {
    const [[row]] = await run((db) => [
      db
        .select(customerColumns)
        .from(customers)
        .where(and(inVisibleStores(customers.storeId), eq(customers.id, customer_id))),
    ])
    if (!row) throw notFound('customer')
    return toCustomer(row)
  },
)
