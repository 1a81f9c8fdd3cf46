import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { CustomerReference } from '../../platform/references/reference.ts'
import { inOpenStore, newVersion } from '../../platform/db/in-stores.ts'
import { customers } from '../../platform/db/schema/customers.ts'
import { changedNames, ExpectedVersion, isEmptyChange, operation } from '../../platform/operation/operation.ts'
import { contactColumns, contactWarnings, settleContacts } from './contacts.ts'
import { CustomerFields, WrittenCustomer } from './customer.ts'
import { customerRefusals } from './customer-refusals.ts'
import { customerJson, readCustomer, toCustomer } from './customer-row.ts'

export const updateCustomer = operation(
  {
    name: 'update_customer',
    scope: 'crm:write',
    input: z.strictObject({
      ...CustomerFields,
      name: CustomerFields.name.optional(),
      customer_id: CustomerReference,
      expected_version: ExpectedVersion,
    }),
    output: WrittenCustomer,
    refusals: customerRefusals,
  },
  async ({ write }, { customer_id, expected_version, ...changes }) => {
    const { phone, other_phones, other_emails, blocked_reason, ...rest } = changes
    const self = and(inOpenStore(customers.storeId), eq(customers.id, customer_id))
    // Unblocking removes the reason.
    const reason = rest.blocked === false ? (blocked_reason ?? null) : blocked_reason
    const contacts = await contactColumns({ phone, other_phones, other_emails, addresses: rest.addresses }, customers)
    const columns = { ...rest, ...contacts, blockedReason: reason }
    const row = await write({
      store: sql`app.customer_store(${customer_id})`,
      statements: (db) => [
        db.execute(sql`select app.lock_customer(${customer_id}, ${expected_version ?? null})`),
        ...(isEmptyChange(changes)
          ? []
          : [
              // Before the update, so that it has the notes as they were.
              db.execute(sql`select app.record_event('customer.updated', id, jsonb_strip_nulls(
                ${JSON.stringify({ changed: changedNames(changes) })}::jsonb || jsonb_build_object('previous_notes',
                  case when ${changes.notes !== undefined} and notes is distinct from ${changes.notes ?? null} then nullif(notes, '') end)))
                from ${customers} where ${self}`),
              ...(rest.blocked === undefined
                ? []
                : [
                    db.execute(sql`select app.record_event(${rest.blocked ? 'customer.blocked' : 'customer.unblocked'}, id,
                      ${JSON.stringify(reason ? { blocked_reason: reason } : {})})
                      from ${customers} where ${self} and blocked <> ${rest.blocked}`),
                  ]),
              db
                .update(customers)
                .set({
                  ...columns,
                  ...newVersion(customers),
                })
                .where(self),
              db.execute(settleContacts(customer_id)),
            ]),
      ],
      result: customerJson(customer_id),
      read: readCustomer,
    })
    return { ...toCustomer(row), warnings: contactWarnings({ phone, other_phones }, row) }
  },
)
