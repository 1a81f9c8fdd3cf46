import type { VariantOptions } from './products.ts'

/** A line in `orders.lines`: the snapshot needed to show an order without joins. */
export type OrderLine = {
  position: number
  product_id: string
  product_name: string
  variant_id: string
  variant_name: string | null
  variant_sku: string | null
  variant_options: VariantOptions
  variant_attributes: Record<string, string | number | boolean | null>
  quantity: number
  unit_price_minor: number
  list_price_minor: number
  /** The line's share of the order's discounts. Absent means none, as in the next two. */
  discount_minor?: number
  /** The line's tax: part of its price if the order's `tax_included`, else added to it. */
  tax_minor?: number
  /** What the merchant paid for one, when the order was placed. */
  cost_minor?: number
  /** The address of the picture, when the order was placed. Absent means none. */
  image_url?: string
  /** How many units were shipped, and how many of those were returned or refused at the door. Absent means none. */
  shipped?: number
  returned?: number
  refused?: number
  /** What those cost, after discounts and without tax that is added to it, and their tax (app.came_back_of). */
  came_back_minor?: number
  came_back_tax_minor?: number
}

/** A shipment in `orders.shipments`. */
export type ShipmentSnapshot = {
  id: string
  carrier: string | null
  tracking_number: string | null
  tracking_url: string | null
  items: MovedLine[]
  created_at: string
}

/** Where an order goes. */
export type OrderDestination = { country: string; region: string | null }

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
  /** Whether the store taxed deliveries, even if this one cost nothing. Absent if no method ever priced it. */
  taxed?: boolean
  estimated_days: { min: number; max: number } | null
  pickup_address: string | null
  destination: OrderDestination | null
}

/** A discount in `orders.discounts`. The amounts add up to discount_minor. Free delivery takes nothing off the goods. */
export type OrderDiscount = {
  discount_id: string
  code: string | null
  name: string
  kind: 'percentage' | 'fixed' | 'free_delivery'
  amount_minor: number
}

/** How many units of a line were shipped or returned. */
export type MovedLine = { position: number; variant_id: string; quantity: number }
