/** How an order is delivered, in `orders.delivery`, as it was when it was priced. */
export type OrderDelivery = {
  /** Null: the merchant has changed the amounts since, so they are no longer the method's. */
  method_id: string | null
  name: string
  kind: 'delivery' | 'pickup'
  /** With cod_fee_minor, the order's shipping_minor. */
  amount_minor: number
  cod_fee_minor: number
  tax_minor: number
  estimated_days: { min: number; max: number } | null
  pickup_address: string | null
  destination: { country: string; region: string | null } | null
}

/** A discount in `orders.discounts`. The amounts add up to discount_minor. Free delivery takes nothing off the goods. */
export type OrderDiscount = {
  discount_id: string
  code: string | null
  name: string
  kind: 'percentage' | 'fixed' | 'free_delivery'
  amount_minor: number
}
