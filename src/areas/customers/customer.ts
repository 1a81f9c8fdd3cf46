import * as z from 'zod'
import { AddressRecord } from '../../platform/values/address.ts'
import { id } from '../../platform/values/ids.ts'
import { Phone, PhoneWarning } from '../../platform/values/phone.ts'
import { Email, Line, Tags, Text } from '../../platform/values/text.ts'
import { Address } from './address.ts'
import { limits } from '../../platform/values/limits.ts'

export const Customer = z.object({
  id: id('customer'),
  store_id: id('store'),
  external_id: z.string().nullable(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable().describe('The default address'),
  addresses: z.array(z.union([z.string(), AddressRecord])).describe('Further addresses'),
  other_phones: z.array(z.string()).describe('Other numbers, such as those of customers merged into this one'),
  other_emails: z.array(z.string()),
  notes: z.string().nullable(),
  tags: z.array(z.string()),
  blocked: z
    .boolean()
    .describe('Whether storefront orders of the customer are put on hold, and staff are warned about new orders'),
  blocked_reason: z.string().nullable(),
  orders_count: z.int().describe('Orders that were neither cancelled nor refused at the door'),
  total_spent: z
    .number()
    .nullable()
    .describe(
      "What was received for these orders and kept, and what is still to come, in the store's currency; null if too large for an exact JSON number",
    ),
  total_paid: z.number().nullable().describe('What was received from the customer, less refunds; null as above'),
  last_order_at: z.iso.datetime().nullable().describe('When the last of these orders was placed'),
  anonymized_at: z.iso.datetime().nullable(),
  anonymization: z
    .enum(['in_progress', 'done'])
    .nullable()
    .describe(
      'Of an anonymized customer: whether everything about them is erased, or still on its way in orders, conversations, events and stock movements',
    ),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

/** The result of a write. */
export const WrittenCustomer = Customer.extend({ warnings: z.array(PhoneWarning) })

export const CustomerFields = {
  name: Line(200),
  phone: Phone.nullable().optional().describe('Kept as written. A number with its country code is unique in the store'),
  email: Email.nullable().optional(),
  address: Text(2000).nullable().optional().describe('The default address'),
  addresses: z
    .array(Address)
    .max(limits.customer.other_addresses)
    .optional()
    .describe('Other addresses, as strings or in parts'),
  other_phones: z.array(Phone).max(limits.customer.other_phones).optional(),
  other_emails: z.array(Email).max(limits.customer.other_emails).optional(),
  notes: Text(5000).nullable().optional(),
  tags: Tags.optional(),
  blocked: z.boolean().optional(),
  blocked_reason: Line(500)
    .nullable()
    .optional()
    .describe('Only for a blocked customer; removed when they are unblocked'),
}
