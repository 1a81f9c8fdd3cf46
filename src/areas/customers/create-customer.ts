import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { customers } from '../../platform/db/schema/customers.ts'
import { ExternalId, newId } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { maybe } from '../../platform/values/text.ts'
import { contactColumns, contactWarnings, settleContacts } from './contacts.ts'
import { CustomerFields, WrittenCustomer } from './customer.ts'
import { customerRefusals } from './customer-refusals.ts'
import { customerJson, readCustomer, toCustomer } from './customer-row.ts'

export const createCustomer = operation(
  {
    name: 'create_customer',
    scope: 'crm:write',
    input: z.strictObject({ ...CustomerFields, external_id: maybe(ExternalId) }),
    output: WrittenCustomer,
    refusals: customerRefusals,
  },
  async ({ write }, { phone, other_phones, other_emails, blocked_reason, external_id, ...input }) => {
    const id = newId()
    const contacts = await contactColumns({ phone, other_phones, other_emails, addresses: input.addresses })
    const row = await write({
      store: sql`app.only_store()`,
      statements: (db) => [
        db.insert(customers).values({
          ...input,
          ...contacts,
          blockedReason: blocked_reason,
          externalId: external_id,
          id,
          storeId: sql`app.store()`,
        }),
        db.execute(settleContacts(id)),
        db.execute(sql`select app.record_event('customer.created', ${id})`),
      ],
      result: customerJson(id),
      read: readCustomer,
    })
    return { ...toCustomer(row), warnings: contactWarnings({ phone, other_phones }, row) }
  },
)
