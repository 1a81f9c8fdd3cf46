import * as z from 'zod'
import { id } from '../ids.ts'

/** Some of an order's lines, to be shipped or taken back. */
export const MovedItems = z
  .array(
    z
      .strictObject({
        position: z.int().min(1).max(100).optional().describe("The line's position in the order"),
        variant_id: id('variant').optional().describe('All lines of the variant, in their order'),
        product_id: id('product').optional(),
        quantity: z.int().min(1).max(1_000_000).optional().describe('Default: all that is left of it'),
      })
      .refine((item) => item.position !== undefined || item.variant_id !== undefined || item.product_id !== undefined, {
        message: 'Say which line: give its position, variant_id or product_id',
      }),
  )
  .min(1)
  .max(100)
