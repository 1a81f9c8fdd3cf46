import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import type { Reference } from '../../platform/references/reference.ts'
import type * as z from 'zod'
import type { ProductFields } from './product.ts'

/** Stores options in this order, and refuses values that no variant has. `replaces`: also refuses to omit those of variants. */
export const setOptions = (
  db: Db,
  productId: Reference,
  options: z.output<typeof ProductFields.options>,
  { replaces }: { readonly replaces: boolean },
) => db.execute(sql`select app.set_options(${productId}, ${JSON.stringify(options ?? [])}::jsonb, ${replaces})`)

/** After variants were written: refuses those that lack an option of their product. */
export const expectEveryOption = (db: Db, productId: Reference | SQL, variantIds: readonly string[]) =>
  db.execute(
    sql`select app.expect_every_option(${productId}, ${JSON.stringify(
      Object.fromEntries(variantIds.map((id, index) => [`/variants/${index}/options`, id])),
    )}::jsonb)`,
  )

/** The same for one variant. `before`: its options before the write, as {id: options}. */
export const expectItsOptions = (db: Db, productId: Reference | SQL, variantId: Reference, before = sql`'{}'`) =>
  db.execute(
    sql`select app.expect_every_option(${productId}, jsonb_build_object('/options', ${variantId}::uuid), ${before}::jsonb)`,
  )

/** Refuses variants whose own former price is not above their price. `variants`: {pointer: id} as JSON; the others are at /price. */
export const expectFormerPrices = (db: Db, productId: Reference | SQL, variants: SQL | string = '{}') =>
  db.execute(sql`select app.expect_former_prices(${productId}, ${variants}::jsonb)`)

/** The same for one variant. */
export const expectItsFormerPrice = (db: Db, productId: Reference | SQL, variantId: Reference) =>
  expectFormerPrices(db, productId, sql`jsonb_build_object('/compare_at_price', ${variantId}::uuid)`)

/** Amounts by their JSON pointers in the request. */
type Amounts = Readonly<Record<string, number | null | undefined>>

/** Refuses all amounts that the store's currency cannot represent (src/platform/operation/shared-refusals.ts). */
export const expectAmounts = (db: Db, amounts: Amounts) =>
  db.execute(sql`select app.expect_amounts(${JSON.stringify(amounts)}::jsonb)`)

/** Refuses SKUs that other variants have. `variantId`: the variant that gets the SKU, unless it is new. */
export const expectFreeSkus = (
  db: Db,
  skus: readonly (string | null | undefined)[],
  variantId: Reference | null = null,
) => {
  const given = skus.filter((sku) => typeof sku === 'string')
  return given.length === 0
    ? []
    : [
        db.execute(sql`select app.expect_free_skus(
          array(select jsonb_array_elements_text(${JSON.stringify(given)}::jsonb)), ${variantId})`),
      ]
}

/** Refuses variants' images that the product does not have. `images`: {JSON pointer: media id}. */
export const expectImages = (
  db: Db,
  productId: Reference | SQL,
  images: Readonly<Record<string, string | null | undefined>>,
) =>
  Object.values(images).some(Boolean)
    ? [db.execute(sql`select app.expect_variant_images(${productId}, ${JSON.stringify(images)}::jsonb)`)]
    : []
