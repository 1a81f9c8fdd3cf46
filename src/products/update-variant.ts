import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import { inOpenStore, storeOf } from '../db/in-stores.ts'
import { violated } from '../db/failure.ts'
import { inventory, productVariants } from '../db/schema/products.ts'
import { ServiceError } from '../errors.ts'
import { id } from '../ids.ts'
import { operation } from '../operation.ts'
import { explainAmounts } from './explain-amounts.ts'
import { catalogFailure } from './product.ts'
import { readVariant, variantResult } from './read-variant.ts'
import { toVariant, Variant, VariantFields } from './variant.ts'

export const updateVariant = operation(
  {
    name: 'update_variant',
    scope: 'catalog:write',
    input: z.strictObject({
      ...VariantFields,
      position: z.int().min(1).max(10_000).optional(),
      product_id: id('product'),
      variant_id: id('variant'),
    }),
    output: Variant,
  },
  async ({ run, write }, { product_id, variant_id, price, tracked, allow_backorder, ...changes }) => {
    const store = storeOf(productVariants, variant_id, isOf(product_id))
    try {
      const row = await write({
        store,
        statements: (db) => [
          db
            .update(productVariants)
            .set({
              ...changes,
              ...(price !== undefined && { priceMinor: sql`app.minor(${price})` }),
              updatedAt: sql`now()`,
            })
            .where(and(inOpenStore(productVariants.storeId), eq(productVariants.id, variant_id))),
          db
            .update(inventory)
            .set({ tracked, allowBackorder: allow_backorder, updatedAt: sql`now()` })
            .where(and(inOpenStore(inventory.storeId), eq(inventory.variantId, variant_id))),
          db.execute(sql`select app.touch_product(${product_id})`),
          db.execute(sql`select app.record_event('variant.updated', ${product_id}, ${JSON.stringify({ variant_id })})`),
        ],
        result: variantResult(variant_id),
        read: readVariant,
      })
      return toVariant(row.variant, row)
    } catch (error) {
      if (violated(error) === 'inventory_enough')
        throw new ServiceError(
          'insufficient_stock',
          'More is promised to orders than is on hand: adjust the stock first, or leave the variant open to backorders.',
        )
      throw catalogFailure(await explainAmounts(run, store, { '/price': price }, error))
    }
  },
)

const isOf = (productId: string) => sql`product_id = ${productId} and ${isNull(productVariants.archivedAt)}`
