import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { customers } from '../db/schema/customers.ts'
import { ExternalId, newId } from '../ids.ts'
import { operation } from '../operation.ts'
import { phoneOf } from '../phone.ts'
import { maybe } from '../text.ts'
import { Customer, CustomerFields, customerFailure, customerJson, readCustomer, toCustomer } from './customer.ts'

export const createCustomer = operation(
  {
    name: 'create_customer',
    scope: 'crm:write',
    input: z.strictObject({ ...CustomerFields, external_id: maybe(ExternalId) }),
    output: Customer,
  },
  async ({ write }, { external_id, ...input }) => {
    const id = newId()
    try {
      const row = await write({
        store: sql`app.only_store()`,
        statements: (db) => [
          db.insert(customers).values({
            ...input,
            id,
            storeId: sql`app.store()`,
            externalId: external_id,
            phoneE164: phoneOf(input.phone),
          }),
          db.execute(sql`select app.record_event('customer.created', ${id})`),
        ],
        result: customerJson(id),
        read: readCustomer,
      })
      return toCustomer(row)
    } catch (error) {
      throw customerFailure(error)
    }
  },
)
