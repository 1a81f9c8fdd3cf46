import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import { ProductReference, VariantReference } from '../../platform/references/reference.ts'
import { inOpenStore, storeOf } from '../../platform/db/in-stores.ts'
import { inventory } from '../../platform/db/schema/inventory.ts'
import { productVariants, type VariantOptions } from '../../platform/db/schema/products.ts'
import { isEmptyChange, operation } from '../../platform/operation/operation.ts'
import { refusal } from '../../platform/operation/refusals.ts'
import { catalogRefusals } from './catalog-refusals.ts'
import { expectAmounts, expectItsFormerPrice, expectItsOptions, expectFreeSkus, expectImages } from './expect-fields.ts'
import { belongsTo, productOfVariant } from './product-of-variant.ts'
import { PriceWarnings, variantPriceWarnings } from './price-warnings.ts'
import { readVariant, variantResult } from './read-variants.ts'
import { discountedJson } from './shown-discounts.ts'
import { titleOf, toVariant, Variant, VariantFields } from './variant.ts'

export const updateVariant = operation(
  {
    name: 'update_variant',
    scope: 'catalog:write',
    input: z.strictObject({
      ...VariantFields,
      position: z.int().min(1).max(10_000).optional(),
      product_id: ProductReference.optional(),
      variant_id: VariantReference,
    }),
    output: Variant.extend({ warnings: PriceWarnings.optional() }),
    refusals: {
      ...catalogRefusals,
      inventory_enough: refusal(
        'insufficient_stock',
        {},
        'Orders have reserved more units than are on hand. Adjust the stock first, or keep allowing backorders.',
      ),
    },
  },
  async ({ write }, { product_id, variant_id, ...changes }) => {
    const {
      title,
      options,
      price,
      compare_at_price,
      weight_g,
      cost,
      tracked,
      allow_backorder,
      low_stock_threshold,
      image_id,
      ...columns
    } = changes
    const productId = productOfVariant(product_id, variant_id)
    const row = await write({
      store: storeOf(
        productVariants,
        variant_id,
        sql`${belongsTo(product_id)} and ${isNull(productVariants.archivedAt)}`,
      ),
      statements: (db) =>
        isEmptyChange(changes)
          ? []
          : [
              db.execute(sql`select app.lock_variant(${productId}, ${variant_id})`),
              expectAmounts(db, { '/price': price, '/compare_at_price': compare_at_price, '/cost': cost }),
              ...expectFreeSkus(db, [changes.sku], variant_id),
              ...expectImages(db, productId, { '/image_id': image_id }),
              ...(options
                ? [
                    db.execute(sql`select set_config('app.options_before', (select jsonb_build_object(v.id, v.options)
                      from ${productVariants} v where v.store_id = app.store() and v.id = ${variant_id})::text, true)`),
                  ]
                : []),
              db
                .update(productVariants)
                .set({
                  ...columns,
                  imageId: image_id,
                  options,
                  title: title ?? (options && updatedTitle(options)),
                  ...(price !== undefined && { priceMinor: sql`app.minor(${price})` }),
                  ...(compare_at_price !== undefined && { compareAtPriceMinor: sql`app.minor(${compare_at_price})` }),
                  weightG: weight_g,
                  ...(cost !== undefined && { costMinor: sql`app.minor(${cost})` }),
                  updatedAt: sql`now()`,
                })
                .where(and(inOpenStore(productVariants.storeId), eq(productVariants.id, variant_id))),
              ...(price === undefined && compare_at_price === undefined
                ? []
                : [expectItsFormerPrice(db, productId, variant_id)]),
              ...(options
                ? [expectItsOptions(db, productId, variant_id, sql`current_setting('app.options_before')`)]
                : []),
              db
                .update(inventory)
                .set({
                  tracked,
                  allowBackorder: allow_backorder,
                  lowStockThreshold: low_stock_threshold,
                  updatedAt: sql`now()`,
                })
                .where(and(inOpenStore(inventory.storeId), eq(inventory.variantId, variant_id))),
              db.execute(sql`select app.touch_product(${productId})`),
              db.execute(sql`select app.record_event('variant.updated', ${productId},
                jsonb_build_object('variant_id', ${variant_id}::uuid))`),
            ],
      result:
        price === undefined
          ? variantResult(variant_id)
          : sql`${variantResult(variant_id)} || ${discountedJson(productId)}`,
      read: readVariant,
    })
    return { ...toVariant(row.variant, row), ...(changes.price !== undefined && variantPriceWarnings(row)) }
  },
)

/** A title that was derived from the options is derived again; any other title stays. */
function updatedTitle(options: VariantOptions) {
  return sql<string>`case when ${productVariants.title} = '' or
      (select array_agg(part order by part) from regexp_split_to_table(${productVariants.title}, ' / ') as part)
      = (select array_agg(value order by value) from jsonb_each_text(${productVariants.options}))
    then ${titleOf(options)} else ${productVariants.title} end`
}
