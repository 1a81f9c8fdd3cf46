import { limits } from '../../../src/platform/values/limits.ts'
import { type ColumnTexts, exampleId } from './column-text.ts'

const { other_addresses, other_phones, other_emails } = limits.customer

export const customerTexts = {
  external_id: ['Id in the other system', 'C-2001'],
  id: ['Id in this service, as in an export', exampleId],
  store_id: ['The store', exampleId],
  name: ['At most 200 characters. Required for a new customer', 'Amal Al-Sabah'],
  phone: ['With the country code if possible. Finds a customer without `external_id` too', '+96550000001'],
  email: ['An email address', 'amal@example.com'],
  address: ['The default address, as one text of at most 2,000 characters', 'Block 3, Street 12, House 4, Salmiya'],
  addresses: [
    `JSON array of at most ${other_addresses} further addresses, as texts or in [parts](orders.md#addresses)`,
    '[{"line1": "Block 1, Street 5", "city": "Hawalli", "country": "KW"}]',
  ],
  other_phones: [`List of at most ${other_phones} further numbers, separated by commas`, '+96550000003'],
  other_emails: [`List of at most ${other_emails} further addresses, separated by commas`, 'office@example.com'],
  notes: ['Internal notes of at most 5,000 characters', 'Prefers evening deliveries'],
  tags: [`List of at most ${limits.tags.each}, separated by commas`, 'vip, wholesale'],
  blocked: ['`true` or `false`: whether storefront orders of the customer are put on hold', 'false'],
  blocked_reason: ['Only for a blocked customer, at most 500 characters', 'Refused three parcels'],
  orders_count: ['Number of orders that were neither cancelled nor refused', '4'],
  total_spent: ['What was received for these orders and kept, and what is still to come', '182.5'],
  last_order_at: ['When the last of these orders was placed', '2026-05-12T07:15:00.000Z'],
  created_at: ['When the customer was created', '2026-05-01T08:00:00.000Z'],
  updated_at: ['When the customer was last changed', '2026-05-12T08:00:00.000Z'],
  total_paid: ['What was received from the customer, less refunds', '154'],
} as const satisfies ColumnTexts
