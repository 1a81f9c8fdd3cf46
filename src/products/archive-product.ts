import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { products } from '../db/schema/products.ts'
import { id } from '../ids.ts'
import { ExpectedVersion, operation } from '../operation.ts'
import { Product, readProduct, toProduct } from './product.ts'
import { productStore } from './product-store.ts'

/** Takes a product off sale for good. Its orders keep it; archiving it again changes nothing. */
export const archiveProduct = operation(
  {
    name: 'archive_product',
    scope: 'catalog:write',
    input: z.strictObject({ product_id: id('product'), expected_version: ExpectedVersion }),
    output: Product,
  },
  async ({ write }, { product_id, expected_version }) => {
    const row = await write({
      store: productStore(product_id),
      statements: (db) => [
        db.execute(sql`select app.expect_version(
          (select version from ${products} where id = ${product_id} for update), ${expected_version ?? null})`),
        db.execute(sql`select app.record_event('product.archived', id) from ${products}
          where id = ${product_id} and status <> 'archived'`),
        db
          .update(products)
          .set({ status: 'archived', version: sql`${products.version} + 1`, updatedAt: sql`now()` })
          .where(sql`${eq(products.id, product_id)} and ${products.status} <> 'archived'`),
      ],
      result: sql`app.product_json(${product_id})`,
      read: readProduct,
    })
    return toProduct(row)
  },
)
