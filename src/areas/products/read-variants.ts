import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { inventory } from '../../platform/db/schema/inventory.ts'
import { products, productVariants } from '../../platform/db/schema/products.ts'
import type { Read } from '../../platform/operation/context.ts'
import type { Reference } from '../../platform/references/reference.ts'
import { type Discounted, discountedOf } from './shown-discounts.ts'
import type { OfProduct, VariantJson } from './variant.ts'

/** The VariantJson of a variant `v` and its inventory row `i`, as arguments of json_build_object. */
const fields = sql`
  'id', v.id, 'title', v.title, 'sku', v.sku, 'barcode', v.barcode, 'options', v.options, 'price_minor', v.price_minor,
  'compare_at_price_minor', v.compare_at_price_minor,
  'weight_g', v.weight_g, 'taxable', v.taxable, 'cost_minor', v.cost_minor, 'image_id', v.image_id, 'position', v.position,
  'on_hand', i.on_hand, 'reserved', i.reserved, 'tracked', i.tracked, 'allow_backorder', i.allow_backorder,
  'low_stock_threshold', i.low_stock_threshold`

const variantJson = sql`jsonb_build_object(${fields})`

// As json, which is text: jsonb would be built only to be written as text, and costs half as much again.
const list = (more = sql``) =>
  sql`coalesce(json_agg(json_build_object(${fields}${more}) order by v.position, v.id), '[]')`

/**
 * The stock of each variant `v`, as `i`. LIMIT makes the planner look it up by its key: in a store of ordinary size, reading all
 * of the store's stock for each variant seems to cost no more.
 */
export const stockOfVariant = sql`cross join lateral (
  select *, xmin from ${inventory} where store_id = v.store_id and variant_id = v.id limit 1) as i`

const ofProduct = (storeId: SQLWrapper, productId: SQLWrapper) =>
  sql`from ${productVariants} v ${stockOfVariant}
    where v.store_id = ${storeId} and v.product_id = ${productId} and v.archived_at is null`

/** A product's variants by position, without removed ones. `more`: see `discountOfVariant`. */
export const variantsOf = (storeId: SQLWrapper, productId: SQLWrapper, more?: SQL): SQL =>
  sql`(select ${list(more)} ${ofProduct(storeId, productId)})`

/**
 * A product's `variants`, and as `settled` whether their stock is as it was when the product's version was written. It is if
 * it was changed by the same transaction, or so long before that its transaction ended first: transaction_timeout in
 * dev/database/roles.ts is shorter. Milliseconds alone do not tell transactions apart, but the ids in xmin do.
 */
export const settledVariants = sql`select ${list()} as variants, coalesce(bool_and(
    i.updated_at < ${products.updatedAt} - interval '60 seconds'
    or (i.updated_at = ${products.updatedAt} and i.xmin = ${products}.xmin)), true) as settled
  ${ofProduct(products.storeId, products.id)}`

/** A product of the open store with its variants, as the result of a write. */
export const productJson = (productId: Reference): SQL =>
  sql`(select to_jsonb(p) - '{search_text,public_search_text,tag_keys}'::text[]
    || jsonb_build_object('variants', ${variantsOf(sql`p.store_id`, sql`p.id`)})
    from ${products} p where p.store_id = app.store() and p.id = ${productId})`

/** A variant with the fields of its product that toVariant and its warnings need. */
export type VariantRow = OfProduct & { readonly discounted: Discounted; variant: VariantJson }

/** A variant as the result of a write. */
export const variantResult = (variantId: Reference) =>
  sql`(select ${variantJson} || jsonb_build_object('product_price_minor', p.price_minor, 'product_weight_g', p.weight_g,
      'product_taxable', p.taxable, 'product_cost_minor', p.cost_minor, 'product_compare_at_minor', p.compare_at_price_minor,
      'exponent', p.currency_exponent)
    from product_variants v
    ${stockOfVariant}
    join products p on p.store_id = v.store_id and p.id = v.product_id
    where v.store_id = app.store() and v.id = ${variantId})`

export const readVariant: Read<VariantRow> = (db, result) =>
  db
    .select({
      variant: sql<VariantJson>`kept - '{product_price_minor,product_weight_g,product_taxable,product_cost_minor,product_compare_at_minor,exponent}'::text[]`,
      priceMinor: sql`(kept ->> 'product_price_minor')::bigint`.mapWith(Number),
      weightG: sql`(kept ->> 'product_weight_g')::int`.mapWith(Number),
      // Results that were stored before products had this field do not have it.
      taxable: sql`coalesce((kept ->> 'product_taxable')::boolean, true)`.mapWith(Boolean),
      costMinor: sql`(kept ->> 'product_cost_minor')::bigint`.mapWith(Number),
      compareAtPriceMinor: sql<number | null>`(kept ->> 'product_compare_at_minor')::bigint`.mapWith(Number),
      currencyExponent: sql`(kept ->> 'exponent')::int`.mapWith(Number),
      discounted: discountedOf,
    })
    .from(sql`(select ${result} as kept) as done`)
