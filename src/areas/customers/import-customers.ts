import * as z from 'zod'
import { ExternalId, newId, uuidOf } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { phoneOf } from '../../platform/values/phone.ts'
import { Identifier } from '../../platform/values/pasted.ts'
import { maybe } from '../../platform/values/text.ts'
import { ImportReport } from '../../platform/transfer/import-report.ts'
import { ImportInput, importRows } from '../../platform/transfer/import-rows.ts'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'
import { CustomerFields } from './customer.ts'
import { customerRefusals } from './customer-refusals.ts'
import { customerSheet } from './customer-sheet.ts'

const CustomerRow = z.strictObject({
  external_id: maybe(ExternalId),
  id: maybe(Identifier(200)),
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

/** Updates each customer found by external id, id or phone number, and creates the others. */
export const importCustomers = operation(
  { name: 'import_customers', scope: 'crm:write', input: ImportInput, output: ImportReport },
  (context, { dry_run, file }) =>
    importRows(context, {
      kind: 'customers',
      dry_run,
      file,
      sheet: customerSheet,
      schema: CustomerRow,
      batchSize: 100,
      keyOf: ({ external_id, id }) => external_id ?? id,
      toRow: async ({ external_id, id, ...fields }) => ({
        id: newId(),
        key: external_id ?? id,
        external_id,
        own_id: uuidOf(id),
        set: { ...fields, ...(fields.phone !== undefined && { phone_e164: await phoneOf(fields.phone) }) },
        other_e164: fields.other_phones && (await Promise.all(fields.other_phones.map((phone) => phoneOf(phone)))),
      }),
      refusals,
    }),
)

const refusals = {
  ...customerRefusals,
  name_required: refusal('invalid_input', {}, 'name is required for a new customer.', {
    pointer: '/name',
    problem: 'required',
  }),
  phone_of_another: refusal(
    'duplicate',
    { external_id: z.string() },
    ({ external_id }) => `The customer with external_id "${external_id}" already has this phone number.`,
    { pointer: '/phone', members: () => ({}) },
  ),
  customer_anonymized: refusal(
    'customer_anonymized',
    {},
    'This customer was anonymized and can no longer be changed.',
    {
      pointer: '',
    },
  ),
} as const satisfies Refusals
