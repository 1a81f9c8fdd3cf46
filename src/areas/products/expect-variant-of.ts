import { sql } from 'drizzle-orm'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'

/** Refuses a filter by a variant and a product that it does not belong to, which could match nothing. */
export const expectVariantOf = (productId: string, variantId: string) =>
  sql`select app.refuse(422, 'variant_of_another_product') where not exists (
    select from product_variants v
     where v.store_id = any(app.stores()) and v.id = ${variantId} and v.product_id = ${productId})`

export const variantRefusals = {
  variant_of_another_product: refusal(
    'invalid_input',
    {},
    'variant_id is not a variant of product_id. Send only one of them.',
    { pointer: '/variant_id', problem: 'conflicting_fields' },
  ),
} as const satisfies Refusals
