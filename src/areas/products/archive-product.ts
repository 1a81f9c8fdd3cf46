import { and, eq, ne, sql } from 'drizzle-orm'
import * as z from 'zod'
import { ProductReference } from '../../platform/references/reference.ts'
import { inOpenStore, lockVersion, newVersion, storeOf } from '../../platform/db/in-stores.ts'
import { products } from '../../platform/db/schema/products.ts'
import { ExpectedVersion, operation } from '../../platform/operation/operation.ts'
import { Product, readProduct, toProduct } from './product.ts'
import { productJson } from './read-variants.ts'

/** Takes a product off sale. Its orders still refer to it. Archiving it again changes nothing. */
export const archiveProduct = operation(
  {
    name: 'archive_product',
    scope: 'catalog:write',
    input: z.strictObject({ product_id: ProductReference, expected_version: ExpectedVersion }),
    output: Product,
  },
  async ({ write }, { product_id, expected_version }) => {
    const notArchived = and(inOpenStore(products.storeId), eq(products.id, product_id), ne(products.status, 'archived'))
    const row = await write({
      store: storeOf(products, product_id),
      statements: (db) => [
        db.execute(lockVersion(products, product_id, expected_version)),
        db.execute(sql`select app.record_event('product.archived', id) from ${products} where ${notArchived}`),
        db
          .update(products)
          .set({ status: 'archived', ...newVersion(products) })
          .where(notArchived),
      ],
      result: productJson(product_id),
      read: readProduct,
    })
    return toProduct(row)
  },
)
