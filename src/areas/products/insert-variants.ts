import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { inventory, inventoryMovements } from '../../platform/db/schema/inventory.ts'
import { productVariants } from '../../platform/db/schema/products.ts'
import { type NewVariant, titleOf } from './variant.ts'

type VariantToInsert = z.output<typeof NewVariant> & { readonly id: string }

/** Inserts variants with their stock and its first movement. */
export function insertVariants(
  db: Db,
  productId: string | SQL,
  variants: readonly VariantToInsert[],
  positionOf: (index: number) => number | SQL,
) {
  const storeId = sql`app.store()`
  const stocked = variants.filter(({ on_hand }) => on_hand > 0)
  return [
    db.insert(productVariants).values(
      variants.map(
        ({ id, title, sku, barcode, options, price, weight_g, taxable, cost, image_id, compare_at_price }, index) => ({
          storeId,
          id,
          productId,
          title: title || titleOf(options),
          sku,
          barcode,
          options: options ?? {},
          priceMinor: sql`app.minor(${price ?? null})`,
          compareAtPriceMinor: sql`app.minor(${compare_at_price ?? null})`,
          weightG: weight_g,
          taxable,
          costMinor: sql`app.minor(${cost ?? null})`,
          imageId: image_id,
          position: positionOf(index),
        }),
      ),
    ),
    db.insert(inventory).values(
      variants.map(({ id, on_hand, tracked, allow_backorder, low_stock_threshold }) => ({
        storeId,
        variantId: id,
        onHand: on_hand,
        tracked,
        allowBackorder: allow_backorder,
        lowStockThreshold: low_stock_threshold,
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
              onHandAfter: on_hand,
              reservedAfter: 0,
            })),
          ),
        ]
      : []),
  ]
}

type Searchable = Pick<VariantToInsert, 'title' | 'options' | 'sku' | 'barcode'>

/** What a new product's variants add to its search texts. Later, app.touch_product updates them. */
export const searchTermsOf = (variants: readonly Searchable[]) => ({
  variantTerms: joined(variants.map(({ title, options, sku, barcode }) => [title || titleOf(options), sku, barcode])),
  publicTerms: joined(
    variants.map(({ title, options }) => [title || titleOf(options), ...Object.values(options ?? {})]),
  ),
})

const joined = (words: readonly (string | null | undefined)[][]) => words.flat().filter(Boolean).join(' ')
