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

/** What products are found by besides their own words; app.touch_product keeps it up. */
export const variantTerms = (variants: readonly Pick<Made, 'title' | 'options' | 'sku' | 'barcode'>[]): string =>
  variants
    .map(({ title, options, sku, barcode }) => [title || titleOf(options), sku, barcode].filter(Boolean).join(' '))
    .join(' ')
