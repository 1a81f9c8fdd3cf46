import * as z from 'zod'
import type { OrderLine } from '../../platform/db/schema/order-parts.ts'
import { id } from '../../platform/values/ids.ts'
import { Money } from '../../platform/values/money.ts'

const Attribute = z.union([z.string(), z.number(), z.boolean(), z.null()])
export const OrderItem = z.object({
  position: z.int(),
  product_id: id('product'),
  product_name: z.string(),
  variant_id: id('variant'),
  variant_name: z.string().nullable(),
  variant_sku: z.string().nullable(),
  variant_options: z.record(z.string(), z.string()),
  variant_attributes: z.record(z.string(), Attribute),
  image_url: z.string().nullable().describe('Picture when the order was placed'),
  quantity: z.int(),
  shipped_quantity: z.int(),
  returned_quantity: z.int().describe('How many of the shipped units were returned'),
  refused_quantity: z.int().describe('How many of the shipped units came back because the customer refused them'),
  unit_price: Money,
  list_price: Money.describe('Catalogue price when the order was placed'),
  line_total: Money,
  discount_amount: Money.describe("The item's share of the discounts"),
  tax_amount: Money,
})

// Field by field: copying the rest of each line with `...` costs more than everything else here.
export const toItem = (line: OrderLine, major: (minor: number) => number): z.output<typeof OrderItem> => ({
  position: line.position,
  product_id: line.product_id,
  product_name: line.product_name,
  variant_id: line.variant_id,
  variant_name: line.variant_name,
  variant_sku: line.variant_sku,
  variant_options: line.variant_options,
  variant_attributes: line.variant_attributes,
  image_url: line.image_url ?? null,
  quantity: line.quantity,
  shipped_quantity: line.shipped ?? 0,
  returned_quantity: line.returned ?? 0,
  refused_quantity: line.refused ?? 0,
  unit_price: major(line.unit_price_minor),
  list_price: major(line.list_price_minor),
  line_total: major(line.unit_price_minor * line.quantity),
  discount_amount: major(line.discount_minor ?? 0),
  tax_amount: major(line.tax_minor ?? 0),
})
