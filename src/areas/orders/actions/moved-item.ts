import * as z from 'zod'
import { Named, ProductReference, VariantReference } from '../../../platform/references/reference.ts'

/** Items to ship or return. */
export const MovedItems = z
  .array(
    z
      .strictObject({
        position: z.int().min(1).max(100).optional().describe('Position of the item in the order'),
        variant_id: VariantReference.optional().describe(
          'Or its SKU: all items with this variant, in the order of their position',
        ),
        product_id: ProductReference.optional().describe('Or its title, or an SKU'),
        quantity: z.int().min(1).max(1_000_000).optional().describe('Default: everything that is left'),
      })
      .refine((item) => item.position !== undefined || item.variant_id !== undefined || item.product_id !== undefined, {
        message: 'Set position, variant_id or product_id to choose an item.',
      })
      .transform(({ variant_id, product_id, ...item }) => {
        // An item of the order has its SKU and title as they were, whatever the catalogue has now.
        const named = [variant_id, product_id].find((reference) => reference instanceof Named)
        return {
          ...item,
          ...(typeof variant_id === 'string' && { variant_id }),
          ...(typeof product_id === 'string' && { product_id }),
          ...(named instanceof Named && { named: named.name }),
        }
      }),
  )
  .min(1)
  .max(100)
