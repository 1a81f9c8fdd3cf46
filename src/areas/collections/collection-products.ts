import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'
import { idsOf, ProductReference, type Reference } from '../../platform/references/reference.ts'
import { limits } from '../../platform/values/limits.ts'

/** The list of a manual collection. */
export const CollectionProducts = z
  .array(ProductReference)
  .max(limits.collection.products)
  .meta({ tool: 'All products in their order. Ids, SKUs or titles' })

/** Their ids in SQL. */
export const productIdsOf = (products: readonly Reference[]): SQL => idsOf('product', products, '/product_ids')

/** The field of app.save_collection for the products, if they change. */
export const productsField = (products: readonly Reference[] | undefined): SQL =>
  products ? sql`jsonb_build_object('product_ids', ${productIdsOf(products)})` : sql`'{}'::jsonb`

/** Why the database can refuse the products of a collection. */
export const productRefusals = {
  product_not_found: refusal('product_not_found', {}, 'This store has no product with this id.'),
  collection_has_rules: refusal(
    'invalid_input',
    {},
    'The rules of this collection decide which products it has. Change the rules, or create a manual collection.',
    { problem: 'collection_has_rules' },
  ),
} as const satisfies Refusals
