import { sql } from 'drizzle-orm'
import { ProductReference } from '../../platform/references/reference.ts'
import { storeOf } from '../../platform/db/in-stores.ts'
import { products } from '../../platform/db/schema/products.ts'
import { newId } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { catalogRefusals } from './catalog-refusals.ts'
import { expectAmounts, expectItsFormerPrice, expectItsOptions, expectFreeSkus, expectImages } from './expect-fields.ts'
import { insertVariants } from './insert-variants.ts'
import { PriceWarnings, variantPriceWarnings } from './price-warnings.ts'
import { readVariant, variantResult } from './read-variants.ts'
import { discountedJson } from './shown-discounts.ts'
import { NewVariant, toVariant, Variant } from './variant.ts'

export const createVariant = operation(
  {
    name: 'create_variant',
    scope: 'catalog:write',
    input: NewVariant.extend({ product_id: ProductReference }),
    output: Variant.extend({ warnings: PriceWarnings.optional() }),
    refusals: catalogRefusals,
  },
  async ({ write }, { product_id, ...variant }) => {
    const variantId = newId()
    const next = sql`(select coalesce(max(v.position), 0) + 1 from product_variants v
      where v.store_id = app.store() and v.product_id = ${product_id})`
    const row = await write({
      store: storeOf(products, product_id),
      statements: (db) => [
        expectAmounts(db, {
          '/price': variant.price,
          '/compare_at_price': variant.compare_at_price,
          '/cost': variant.cost,
        }),
        ...expectFreeSkus(db, [variant.sku]),
        ...insertVariants(db, sql`${product_id}`, [{ ...variant, id: variantId }], () => next),
        ...(variant.compare_at_price == null ? [] : [expectItsFormerPrice(db, product_id, variantId)]),
        expectItsOptions(db, product_id, variantId),
        ...expectImages(db, product_id, { '/image_id': variant.image_id }),
        db.execute(sql`select app.touch_product(${product_id})`),
        db.execute(
          sql`select app.record_event('variant.created', ${product_id}, ${JSON.stringify({ variant_id: variantId })})`,
        ),
      ],
      result:
        typeof variant.price === 'number'
          ? sql`${variantResult(variantId)} || ${discountedJson(product_id)}`
          : variantResult(variantId),
      read: readVariant,
    })
    return { ...toVariant(row.variant, row), ...variantPriceWarnings(row) }
  },
)
