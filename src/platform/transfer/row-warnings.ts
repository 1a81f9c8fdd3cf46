import * as z from 'zod'

export const RowWarning = z.enum([
  'stock_kept',
  'customer_merged',
  'address_incomplete',
  'address_text_replaced',
  'joined_customer',
  'overpaid',
  'phone_not_international',
  'order_differs',
])

/** What an import says of a row that it took. */
export const rowWarnings = {
  stock_kept: 'The stock on hand was not changed. To set it from the file, import with update_stock=true.',
  customer_merged: 'The customer was merged into the one with this id. Nothing was changed: use this id in the file.',
  address_incomplete: 'The address lacks a part that addresses in its country have.',
  address_text_replaced: 'The text of the address was written from its parts, in place of the text in the file.',
  joined_customer: 'The number or email address is that of a customer of another name, to whom the order was added.',
  phone_not_international:
    "The phone number has no country code, and is not one of the store's country. It is kept as in the file.",
  order_differs:
    'This order was imported before, and its items differ from the file. An import does not change it. If the file is right, correct the order in the store.',
  overpaid: 'More was paid for this order than it costs. It was recorded as in the file.',
} as const satisfies Record<z.output<typeof RowWarning>, string>
