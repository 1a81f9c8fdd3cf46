import type { Order } from '@merchant-commerce/client'

type Amounts = Pick<
  Order,
  | 'subtotal_amount'
  | 'discount_amount'
  | 'shipping_amount'
  | 'tax_amount'
  | 'adjustment_amount'
  | 'total_amount'
  | 'paid_amount'
  | 'came_back_amount'
  | 'refunded_amount'
  | 'overpaid_amount'
  | 'due_amount'
> & { readonly tax: { readonly included: boolean } | null }

type Name =
  | 'subtotal'
  | 'discount'
  | 'shipping'
  | 'tax'
  | 'tax_included'
  | 'adjustment'
  | 'total'
  | 'paid'
  | 'came_back'
  | 'refunded'
  | 'overpaid'
  | 'due'

type Sum = { readonly name: Name; readonly amount: number; readonly isTotal?: true }

/** The amounts of an order as they add up, without those that are nothing. The service has computed all of them. */
export function sumsOf(order: Amounts): readonly Sum[] {
  const given = (name: Name, amount: number): readonly Sum[] => (amount === 0 ? [] : [{ name, amount }])
  return [
    { name: 'subtotal', amount: order.subtotal_amount },
    ...given('discount', -order.discount_amount),
    ...given('shipping', order.shipping_amount),
    ...given(order.tax?.included ? 'tax_included' : 'tax', order.tax_amount),
    ...given('adjustment', order.adjustment_amount),
    { name: 'total', amount: order.total_amount, isTotal: true },
    ...given('paid', order.paid_amount),
    ...given('came_back', order.came_back_amount),
    ...given('refunded', order.refunded_amount),
    ...given('overpaid', order.overpaid_amount),
    ...given('due', order.due_amount),
  ]
}
