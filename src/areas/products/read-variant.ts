import { sql } from 'drizzle-orm'
import type { Read } from '../../platform/operation/context.ts'
import type { Reference } from '../../platform/references/reference.ts'
import { variantJson } from './read-variants.ts'
import type { OfProduct, VariantJson } from './variant.ts'

/** A variant with the fields of its product that toVariant needs. */
export type VariantRow = OfProduct & { variant: VariantJson }

/** A variant as the result of a write. */
export const variantResult = (variantId: Reference) =>
  sql`(select ${variantJson} || jsonb_build_object('product_price_minor', p.price_minor, 'product_weight_g', p.weight_g,
      'product_taxable', p.taxable, 'product_cost_minor', p.cost_minor, 'exponent', p.currency_exponent)
    from product_variants v
    join inventory i on i.store_id = v.store_id and i.variant_id = v.id
    join products p on p.store_id = v.store_id and p.id = v.product_id
    where v.store_id = app.store() and v.id = ${variantId})`

export const readVariant: Read<VariantRow> = (db, result) =>
  db
    .select({
      variant: sql<VariantJson>`kept - '{product_price_minor,product_weight_g,product_taxable,product_cost_minor,exponent}'::text[]`,
      priceMinor: sql`(kept ->> 'product_price_minor')::bigint`.mapWith(Number),
      weightG: sql`(kept ->> 'product_weight_g')::int`.mapWith(Number),
      // Results that were stored before products had this field do not have it.
      taxable: sql`coalesce((kept ->> 'product_taxable')::boolean, true)`.mapWith(Boolean),
      costMinor: sql`(kept ->> 'product_cost_minor')::bigint`.mapWith(Number),
      currencyExponent: sql`(kept ->> 'exponent')::int`.mapWith(Number),
    })
    .from(sql`(select ${result} as kept) as done`)
