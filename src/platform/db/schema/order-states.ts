export const orderStatuses = ['pending', 'confirmed', 'completed', 'cancelled'] as const
export const paymentStatuses = ['unpaid', 'partially_paid', 'paid', 'partially_refunded', 'refunded'] as const
export const fulfillmentStatuses = [
  'unfulfilled',
  'preparing',
  'partially_shipped',
  'shipped',
  'delivered',
  'partially_returned',
  'returned',
] as const
/** The results of app.payment_kind. */
export const paymentKinds = ['cash_on_delivery', 'online', 'card', 'bank_transfer', 'other'] as const
export type OrderStatus = (typeof orderStatuses)[number]
export type FulfillmentStatus = (typeof fulfillmentStatuses)[number]

export const holdReasons = [
  'no_answer',
  'call_later',
  'wrong_number',
  'incomplete_address',
  'awaiting_payment',
  'suspected_fraud',
  'out_of_stock',
  'duplicate',
  'customer_blocked',
  'other',
] as const
