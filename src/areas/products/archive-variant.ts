import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { ProductReference, VariantReference } from '../../platform/references/reference.ts'
import { storeOf } from '../../platform/db/in-stores.ts'
import { productVariants } from '../../platform/db/schema/products.ts'
import { operation } from '../../platform/operation/operation.ts'
import { refusal } from '../../platform/operation/refusals.ts'
import { belongsTo, productOfVariant } from './product-of-variant.ts'
import { readVariant, variantResult } from './read-variants.ts'
import { toVariant, Variant } from './variant.ts'

/** Removes a variant from its product, unless it is the last one. Orders still refer to it. */
export const archiveVariant = operation(
  {
    name: 'archive_variant',
    scope: 'catalog:write',
    input: z.strictObject({ product_id: ProductReference.optional(), variant_id: VariantReference }),
    output: Variant,
    refusals: {
      last_variant: refusal(
        'invalid_transition',
        {},
        'A product must have at least one variant. Add another one first, or archive the product instead.',
        { members: () => ({ allowed_actions: [] }) },
      ),
    },
  },
  async ({ write }, { product_id, variant_id }) => {
    const row = await write({
      store: storeOf(productVariants, variant_id, belongsTo(product_id)),
      statements: (db) => [
        db.execute(sql`select app.archive_variant(${productOfVariant(product_id, variant_id)}, ${variant_id})`),
      ],
      result: variantResult(variant_id),
      read: readVariant,
    })
    return toVariant(row.variant, row)
  },
)
