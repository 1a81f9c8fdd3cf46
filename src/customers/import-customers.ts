import * as z from 'zod'
import { ExternalId, newId, uuidOf } from '../ids.ts'
import { operation } from '../operation.ts'
import { phoneOf } from '../phone.ts'
import { Line, maybe } from '../text.ts'
import { ImportInput, ImportReport, importRows } from '../transfer/import-rows.ts'
import { explainBy, tells } from '../transfer/refusals.ts'
import { CustomerFields } from './customer.ts'
import { customerTaken } from './customer-refused.ts'
import { customerSheet } from './customer-sheet.ts'

const CustomerRow = z.strictObject({
  external_id: maybe(ExternalId),
  id: maybe(Line(200)),
  name: maybe(CustomerFields.name),
  phone: CustomerFields.phone,
  email: CustomerFields.email,
  address: CustomerFields.address,
  addresses: maybe(CustomerFields.addresses.unwrap()),
  other_phones: maybe(CustomerFields.other_phones.unwrap()),
  other_emails: maybe(CustomerFields.other_emails.unwrap()),
  notes: CustomerFields.notes,
  tags: maybe(CustomerFields.tags.unwrap()),
  blocked: maybe(CustomerFields.blocked.unwrap()),
  blocked_reason: CustomerFields.blocked_reason,
})

/** Finds each customer by external id, id or phone number, and changes what the file says; makes who is not there. */
export const importCustomers = operation(
  { name: 'import_customers', scope: 'crm:write', input: ImportInput, output: ImportReport },
  (context, { dry_run, file }) =>
    importRows(context, {
      kind: 'customers',
      dry_run,
      file,
      sheet: customerSheet,
      schema: CustomerRow,
      keyOf: ({ external_id, id }) => external_id ?? id,
      toRow: ({ external_id, id, ...fields }) => ({
        id: newId(),
        key: external_id ?? id,
        external_id,
        own_id: uuidOf(id),
        set: { ...fields, ...(fields.phone !== undefined && { phone_e164: phoneOf(fields.phone) }) },
        other_e164: fields.other_phones?.map((phone) => phoneOf(phone)),
      }),
      explain: (refused, _, into) => [explainBy(refusals, refused, into)],
    }),
)

const refusals = {
  name_required: tells('/name', 'required', 'There is no such customer yet: to make one, give a name.'),
  phone_of_another: (theirs: string | null) => ({
    ...customerTaken.customers_phone_key,
    detail: `The customer with the external_id ${theirs} has this phone number.`,
  }),
  phone_taken: (pointer: string | null) => ({ ...customerTaken.customers_phone_key, pointer: pointer ?? '/phone' }),
  customer_anonymized: tells(
    '',
    'customer_anonymized',
    'This customer was anonymized for good: nothing is written about them any more.',
  ),
  customers_phone_key: () => customerTaken.customers_phone_key,
  customers_external_key: () => customerTaken.customers_external_key,
  customers_blocked_reason: () => customerTaken.customers_blocked_reason,
}
