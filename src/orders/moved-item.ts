import * as z from 'zod'
import { id } from '../ids.ts'

/** Items to ship or return. */
export const MovedItems = z
  .array(
    z
      .strictObject({
        position: z.int().min(1).max(100).optional().describe('Position of the item in the order'),
        variant_id: id('variant').optional().describe('All items with this variant, in the order of their position'),
        product_id: id('product').optional(),
        quantity: z.int().min(1).max(1_000_000).optional().describe('Default: everything that is left'),
      })
      .refine((item) => item.position !== undefined || item.variant_id !== undefined || item.product_id !== undefined, {
        message: 'Set position, variant_id or product_id to choose an item.',
      }),
  )
  .min(1)
  .max(100)
