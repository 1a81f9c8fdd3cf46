import { deliveryKinds } from '../../../src/platform/db/schema/delivery-methods.ts'
import {
  fulfillmentStatuses,
  holdReasons,
  orderStatuses,
  paymentKinds,
  paymentStatuses,
} from '../../../src/platform/db/schema/order-states.ts'
import { limits } from '../../../src/platform/values/limits.ts'
import { type ColumnTexts, exampleId, oneOf } from './column-text.ts'

const orders = {
  external_id: ['Id or number in the other system. All lines with the same one are one order', 'SO-2001'],
  id: ['Id in this service, as in an export', exampleId],
  store_id: ['The store', exampleId],
  number: ['Number in this store. An imported order gets a new one', '1001'],
  created_at: ['When it was placed: a time, or a date', '2026-05-12T10:15:00+03:00'],
  status: [oneOf(orderStatuses), 'confirmed'],
  payment_status: [oneOf(paymentStatuses), 'paid'],
  fulfillment_status: [oneOf(fulfillmentStatuses), 'shipped'],
  hold_reason: [`If it is on hold: ${oneOf(holdReasons)}`, 'no_answer'],
  reservation: ['`held`, or `released` for a pending order whose stock is reserved when it is confirmed', 'held'],
  platform: ['Where it came from: lower-case letters, digits and underscores', 'instagram'],
  source: ['How it got into this service', 'import'],
  currency: ["The store's currency. May be left out", 'KWD'],
  tags: [`List of at most ${limits.tags.each}, separated by commas`, 'gift'],
  shipping_address: ['The address as one text, if it has no parts', 'Block 3, Street 12, House 4, Salmiya'],
  payment_method: ['Your own word, at most 100 characters', 'Cash on delivery'],
  po_number: ["Number of the customer's purchase order", 'PO-77'],
  notes: ['Internal notes of at most 5,000 characters', 'Call first'],
  payment_kind: [`What \`payment_method\` means: ${oneOf(paymentKinds)}`, 'cash_on_delivery'],
  updated_at: ['When it was last changed', '2026-05-14T15:30:00.000Z'],
} as const satisfies ColumnTexts

const customers = {
  customer_id: ['Id of the customer, or their `external_id`', 'C-2001'],
  customer_name: [
    'If there is no `customer_id`: the phone number or email address finds the customer, or one is created',
    'Amal Al-Sabah',
  ],
  customer_phone: ["With the country code if possible. Default: the customer's", '+96550000001'],
  customer_email: ['An email address', 'amal@example.com'],
} as const satisfies ColumnTexts

const amounts = {
  subtotal_amount: ['Sum of the items', '58.75'],
  shipping_amount: ['Price of the delivery', '2'],
  tax_amount: ['Tax of the whole order', '0'],
  discount_amount: ['Discount of the whole order', '2.5'],
  adjustment_amount: ['By how much `total_amount` differs from the sum of the others. May be negative', '-0.25'],
  total_amount: ['Default: items, shipping and tax, minus the discount', '58.25'],
  paid_amount: ['Default: from `payment_status`. Required for `partially_paid`', '20'],
  refunded_amount: ['At most `paid_amount`. Default: from `payment_status`', '9.75'],
  due_again_amount: ['The part of `refunded_amount` that the customer was to pay another way', '0'],
  came_back_amount: ['What the units that came back cost', '9.75'],
  due_amount: ['What is still to be paid', '38.25'],
  overpaid_amount: ['What was paid beyond the total and not refunded', '0'],
} as const satisfies ColumnTexts

const prices = {
  delivery_method: ['Name of the delivery method, at most 200 characters', 'Standard'],
  delivery_kind: [`${oneOf(deliveryKinds)}. Default: \`delivery\``, 'delivery'],
  delivery_country: ['Destination, a two-letter code. Default: `address_country`', 'KW'],
  delivery_region: ['Region of the destination. Requires `delivery_country`', 'Hawalli'],
  delivery_tax: [
    'The part of `tax_amount` for the delivery. Without `delivery_method`, the items must have the rest in `line_tax`',
    '0',
  ],
  cod_fee: ['The part of `shipping_amount` that is a fee for cash on delivery', '0.5'],
  discount_codes: ['Codes that were used', 'EID'],
  tax_rate: ['A percentage of at most 4 decimals', '5'],
  tax_label: ['Name of the tax. Requires `tax_rate`', 'VAT'],
  tax_included: ['`true` or `false`: whether prices include the tax. Requires `tax_rate`', 'true'],
} as const satisfies ColumnTexts

const times = {
  confirmed_at: ['Default: `created_at`', '2026-05-12T10:20:00+03:00'],
  paid_at: ['Default: `created_at`', '2026-05-12T10:16:00+03:00'],
  shipped_at: ['Default: `created_at`', '2026-05-13'],
  delivered_at: ['Default: when it was shipped', '2026-05-14T18:30:00+03:00'],
  cancelled_at: ['Default: `created_at`', '2026-05-13'],
  cancel_reason: ['`refused` if all that was shipped came back undelivered', 'refused'],
  tracking_numbers: ['List of the tracking numbers of what was shipped, separated by commas', 'AX123456'],
} as const satisfies ColumnTexts

const items = {
  position: ['1 for the first item of the order, and so on. May be left out', '1'],
  product_id: ['Id of the product, or its `external_id`. Default: the product of the SKU', 'P-2001'],
  product_name: ['Title of the product', 'Linen abaya'],
  variant_id: ['Id of the variant in this service. Not needed with `sku`', exampleId],
  sku: ['SKU of a variant in the store: import products first', 'ABAYA-S'],
  variant_name: ['At most 200 characters', 'S'],
  variant_options: ['Options of the variant as ordered', 'Size: S'],
  variant_attributes: [
    'JSON object of at most 16 fields of your own: texts, numbers, `true` or `false`',
    '{"variant_engraving": "Amal"}',
  ],
  quantity: ['Whole number from 1 to 1,000,000. Required', '2'],
  shipped_quantity: ['How many were shipped. Default: from `fulfillment_status`', '2'],
  returned_quantity: ['How many of these were returned', '0'],
  refused_quantity: ['How many of these came back undelivered', '0'],
  unit_price: ['Price of one unit. Required', '24.5'],
  list_price: ['Price in the catalogue', '24.5'],
  line_total: ['`quantity` times `unit_price`', '49'],
  line_discount: ['The part of `discount_amount` for this item', '2.5'],
  line_tax: ['The part of `tax_amount` for this item', '0'],
} as const satisfies ColumnTexts

const addresses = {
  address_label: ['Name of the address, at most 100 characters', 'Home'],
  address_recipient: ['At most 200 characters', 'Amal Al-Sabah'],
  address_phone: ['Number of the recipient', '+96550000001'],
  address_line1: ['Block, street and house number', 'Block 3, Street 12, House 4'],
  address_line2: ['Floor, apartment, building', 'Floor 2'],
  address_area: ['At most 100 characters', 'Salmiya'],
  address_city: ['At most 100 characters', 'Hawalli'],
  address_region: ['Governorate, province or state, at most 100 characters', 'Hawalli'],
  address_postal_code: ['At most 20 characters', '22001'],
  address_country: ['A two-letter code', 'KW'],
  address_instructions: ['For the courier, at most 500 characters', 'Blue door'],
  address_lat: ['Latitude, with `address_lng`', '29.3339'],
  address_lng: ['Longitude, with `address_lat`', '48.0761'],
} as const satisfies ColumnTexts

export const orderTexts = {
  ...orders,
  ...customers,
  ...amounts,
  ...prices,
  ...times,
  ...items,
  ...addresses,
} as const satisfies ColumnTexts
