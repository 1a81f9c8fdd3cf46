import { sql } from 'drizzle-orm'
import { productVariants, products } from '../db/schema/products.ts'

/** The store of a product the caller can see, or NULL. */
export const productStore = (productId: string) => sql`(select store_id from ${products} where id = ${productId})`

/** The store of a product's variant the caller can see, or NULL. */
export const variantStore = (productId: string, variantId: string) =>
  sql`(select store_id from ${productVariants} where product_id = ${productId} and id = ${variantId})`

/** The same, but NULL where the variant was removed. */
export const liveVariantStore = (productId: string, variantId: string) =>
  sql`(select store_id from ${productVariants}
    where product_id = ${productId} and id = ${variantId} and archived_at is null)`
