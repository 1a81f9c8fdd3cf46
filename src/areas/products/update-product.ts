import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { ProductReference } from '../../platform/references/reference.ts'
import { inOpenStore, lockVersion, newVersion, storeOf } from '../../platform/db/in-stores.ts'
import { products } from '../../platform/db/schema/products.ts'
import { changedNames, ExpectedVersion, isEmptyChange, operation } from '../../platform/operation/operation.ts'
import { catalogRefusals } from './catalog-refusals.ts'
import { expectAmounts, expectFormerPrices, setOptions } from './expect-fields.ts'
import { PriceWarnings, priceWarnings } from './price-warnings.ts'
import { Product, ProductFields, readProduct, storedImages, toProduct } from './product.ts'
import { productJson } from './read-variants.ts'
import { discountedJson } from './shown-discounts.ts'

export const updateProduct = operation(
  {
    name: 'update_product',
    scope: 'catalog:write',
    input: z.strictObject({
      ...ProductFields,
      title: ProductFields.title.optional(),
      price: ProductFields.price.optional(),
      product_id: ProductReference,
      expected_version: ExpectedVersion,
    }),
    output: Product.extend({ warnings: PriceWarnings.optional() }),
    refusals: catalogRefusals,
  },
  async ({ caller, write }, { product_id, expected_version, ...changes }) => {
    const { price, compare_at_price, weight_g, cost, images, options, ...columns } = changes
    const row = await write({
      store: storeOf(products, product_id),
      statements: (db) => [
        db.execute(lockVersion(products, product_id, expected_version)),
        expectAmounts(db, { '/price': price, '/compare_at_price': compare_at_price, '/cost': cost }),
        ...(isEmptyChange(changes)
          ? []
          : [
              ...(columns.status === undefined || columns.status === 'archived'
                ? []
                : [
                    db.execute(
                      sql`select app.expect_room_for_product() from ${products} p where p.store_id = app.store() and p.id = ${product_id} and p.status = 'archived'`,
                    ),
                  ]),
              db
                .update(products)
                .set({
                  ...columns,
                  images: storedImages(images, caller.deployment),
                  weightG: weight_g,
                  ...(price !== undefined && { priceMinor: sql`app.minor(${price})` }),
                  ...(compare_at_price !== undefined && { compareAtPriceMinor: sql`app.minor(${compare_at_price})` }),
                  ...(cost !== undefined && { costMinor: sql`app.minor(${cost})` }),
                  ...newVersion(products),
                })
                .where(and(inOpenStore(products.storeId), eq(products.id, product_id))),
              ...(price === undefined ? [] : [expectFormerPrices(db, product_id)]),
              ...(options === undefined ? [] : [setOptions(db, product_id, options, { replaces: true })]),
              db.execute(
                sql`select app.record_event('product.updated', ${product_id}, ${JSON.stringify({ changed: changedNames(changes) })}::jsonb)`,
              ),
            ]),
      ],
      result:
        price === undefined && compare_at_price === undefined
          ? productJson(product_id)
          : sql`${productJson(product_id)} || ${discountedJson(product_id)}`,
      read: readProduct,
    })
    return { ...toProduct(row), ...priceWarnings(row, changes) }
  },
)
