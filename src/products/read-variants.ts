import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { inventory, products, productVariants } from '../db/schema/products.ts'

/** The VariantJson of a variant `v` and its inventory row `i`. */
export const variantJson = sql`jsonb_build_object(
  'id', v.id, 'title', v.title, 'sku', v.sku, 'barcode', v.barcode, 'options', v.options, 'price_minor', v.price_minor,
  'weight_g', v.weight_g, 'taxable', v.taxable, 'cost_minor', v.cost_minor, 'position', v.position, 'on_hand', i.on_hand, 'reserved', i.reserved, 'tracked', i.tracked,
  'allow_backorder', i.allow_backorder)`

/** A product's variants by position, without removed ones. */
export const variantsOf = (storeId: SQLWrapper, productId: SQLWrapper): SQL =>
  sql`(select coalesce(jsonb_agg(${variantJson} order by v.position, v.id), '[]')
    from ${productVariants} v join ${inventory} i on i.store_id = v.store_id and i.variant_id = v.id
    where v.store_id = ${storeId} and v.product_id = ${productId} and v.archived_at is null)`

/** A product of the open store with its variants, as the result of a write. */
export const productJson = (productId: string): SQL =>
  sql`(select to_jsonb(p) - '{search_text,public_search_text}'::text[]
    || jsonb_build_object('variants', ${variantsOf(sql`p.store_id`, sql`p.id`)})
    from ${products} p where p.store_id = app.store() and p.id = ${productId})`
