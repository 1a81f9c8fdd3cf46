import { type SQL, sql } from 'drizzle-orm'
import { productVariants } from '../../platform/db/schema/products.ts'
import type { Reference } from '../../platform/references/reference.ts'

/** The product that a request names, or else the one that its variant belongs to. */
export const productOfVariant = (productId: Reference | undefined, variantId: Reference): SQL =>
  productId === undefined
    ? sql`(select product_id from ${productVariants} where store_id = app.store() and id = ${variantId})`
    : sql`${productId}::uuid`

/** Whether a variant belongs to the product that a request names, if it names one. */
export const belongsTo = (productId: Reference | undefined): SQL =>
  productId === undefined ? sql`true` : sql`product_id = ${productId}`
