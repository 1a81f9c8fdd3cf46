import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { inOpenStore, lockVersion, storeOf } from '../db/in-stores.ts'
import { customers } from '../db/schema/customers.ts'
import { id } from '../ids.ts'
import { ExpectedVersion, operation } from '../operation.ts'
import { phoneOf } from '../phone.ts'
import { Customer, CustomerFields, customerFailure, customerJson, readCustomer, toCustomer } from './customer.ts'

export const updateCustomer = operation(
  {
    name: 'update_customer',
    scope: 'crm:write',
    input: z.strictObject({
      ...CustomerFields,
      name: CustomerFields.name.optional(),
      customer_id: id('customer'),
      expected_version: ExpectedVersion,
    }),
    output: Customer,
  },
  async ({ write }, { customer_id, expected_version, ...changes }) => {
    const phone = changes.phone === undefined ? {} : { phoneE164: phoneOf(changes.phone) }
    try {
      const row = await write({
        store: storeOf(customers, customer_id),
        statements: (db) => [
          db.execute(lockVersion(customers, customer_id, expected_version)),
          db
            .update(customers)
            .set({ ...changes, ...phone, version: sql`${customers.version} + 1`, updatedAt: sql`now()` })
            .where(and(inOpenStore(customers.storeId), eq(customers.id, customer_id))),
          db.execute(sql`select app.record_event('customer.updated', ${customer_id},
            ${JSON.stringify({ changed: Object.keys(changes) })})`),
        ],
        result: customerJson(customer_id),
        read: readCustomer,
      })
      return toCustomer(row)
    } catch (error) {
      throw customerFailure(error)
    }
  },
)
