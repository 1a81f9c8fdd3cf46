import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Db } from '../db/client.ts'
import { inventory, inventoryMovements, productVariants } from '../db/schema/products.ts'
import { type NewVariant, titleOf } from './variant.ts'

type Made = z.output<typeof NewVariant> & { readonly id: string }

/** Variants with their stock, and the movement that put it there. */
export function insertVariants(
  db: Db,
  productId: string,
  variants: readonly Made[],
  positionOf: (index: number) => number | SQL,
) {
  const storeId = sql`app.store()`
  const stocked = variants.filter(({ on_hand }) => on_hand > 0)
  return [
    db.insert(productVariants).values(
      variants.map(({ id, title, sku, barcode, options, price }, index) => ({
        storeId,
        id,
        productId,
        title: title || titleOf(options),
        sku,
        barcode,
        options: options ?? {},
        priceMinor: sql`app.minor(${price ?? null})`,
        position: positionOf(index),
      })),
    ),
    db.insert(inventory).values(
      variants.map(({ id, on_hand, tracked, allow_backorder }) => ({
        storeId,
        variantId: id,
        onHand: on_hand,
        tracked,
        allowBackorder: allow_backorder,
      })),
    ),
    ...(stocked.length > 0
      ? [
          db.insert(inventoryMovements).values(
            stocked.map(({ id, on_hand }) => ({
              storeId,
              variantId: id,
              kind: 'initial' as const,
              onHandDelta: on_hand,
            })),
          ),
        ]
      : []),
  ]
}

type Named = Pick<Made, 'title' | 'options' | 'sku' | 'barcode'>

/** The words of its variants that a product is found by: all of them for the merchant, what is shown for the public. app.touch_product keeps them up to date. */
export const termsOf = (variants: readonly Named[]) => ({
  variantTerms: joined(variants.map(({ title, options, sku, barcode }) => [title || titleOf(options), sku, barcode])),
  publicTerms: joined(
    variants.map(({ title, options }) => [title || titleOf(options), ...Object.values(options ?? {})]),
  ),
})

const joined = (words: readonly (string | null | undefined)[][]) => words.flat().filter(Boolean).join(' ')
