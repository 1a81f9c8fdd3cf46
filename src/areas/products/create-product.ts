import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { products } from '../../platform/db/schema/products.ts'
import { ExternalId, newId } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { maybe, uniqueSlug } from '../../platform/values/text.ts'
import { catalogRefusals } from './catalog-refusals.ts'
import { combinationsOf, expectVariants } from './combinations.ts'
import {
  expectAmounts,
  expectEveryOption,
  expectFormerPrices,
  expectFreeSkus,
  expectImages,
  setOptions,
} from './expect-fields.ts'
import { insertVariants, searchTermsOf } from './insert-variants.ts'
import { newPriceWarnings, PriceWarnings } from './price-warnings.ts'
import { defaultSlug, Product, ProductFields, readProduct, storedImages, toProduct } from './product.ts'
import { productJson } from './read-variants.ts'
import { discountedJson } from './shown-discounts.ts'
import { NewVariant } from './variant.ts'
import { limits } from '../../platform/values/limits.ts'

export const createProduct = operation(
  {
    name: 'create_product',
    scope: 'catalog:write',
    input: z
      .strictObject({
        ...ProductFields,
        external_id: maybe(ExternalId).meta({ tool: false }),
        status: ProductFields.status.default('active'),
        variants: z
          .array(NewVariant)
          .min(1)
          .max(limits.product.new_variants)
          .optional()
          .describe('Default: one variant without options'),
        generate_variants: z
          .boolean()
          .optional()
          .describe('true: creates a variant for each combination of the values in options. Instead of variants')
          .meta({ tool: false }),
      })
      .superRefine(expectVariants),
    output: Product.extend({ warnings: PriceWarnings.optional() }),
    refusals: catalogRefusals,
  },
  async (
    { caller, write },
    {
      variants: given,
      generate_variants,
      options,
      external_id,
      slug,
      price,
      compare_at_price,
      weight_g,
      cost,
      images,
      ...fields
    },
  ) => {
    const id = newId()
    const generated = () => (generate_variants ? combinationsOf(options) : [{}]).map((each) => NewVariant.parse(each))
    const variants = (given ?? generated()).map((variant) => ({ ...variant, id: newId() }))
    const ofVariants = variants.flatMap((variant, index) => [
      [`/variants/${index}/price`, variant.price] as const,
      [`/variants/${index}/compare_at_price`, variant.compare_at_price] as const,
      [`/variants/${index}/cost`, variant.cost] as const,
    ])
    const amounts = {
      '/price': price,
      '/compare_at_price': compare_at_price,
      '/cost': cost,
      ...Object.fromEntries(ofVariants),
    }
    const preferredSlug = slug ?? defaultSlug(fields.title)
    const row = await write({
      store: sql`app.only_store()`,
      statements: (db) => [
        // Serializes concurrent requests for the same slug, so that each sees whether it is taken.
        db.execute(
          sql`select pg_advisory_xact_lock(hashtextextended(concat_ws(' ', app.store(), 'slug', ${preferredSlug}::text), 0))`,
        ),
        ...(fields.status === 'archived' ? [] : [db.execute(sql`select app.expect_room_for_product()`)]),
        expectAmounts(db, amounts),
        ...expectFreeSkus(
          db,
          variants.map(({ sku }) => sku),
        ),
        db.insert(products).values({
          ...fields,
          images: storedImages(images, caller.deployment),
          id,
          storeId: sql`app.store()`,
          externalId: external_id,
          slug: slug ?? freeSlug(preferredSlug, id),
          priceMinor: sql`app.minor(${price})`,
          compareAtPriceMinor: compare_at_price === null ? null : sql`app.minor(${compare_at_price ?? null})`,
          weightG: weight_g,
          costMinor: sql`app.minor(${cost ?? null})`,
          currency: sql`(select s.currency from stores s where s.id = app.store())`,
          currencyExponent: sql`(select s.currency_exponent from stores s where s.id = app.store())`,
          ...searchTermsOf(variants),
        }),
        ...insertVariants(db, id, variants, (index) => index + 1),
        ...(variants.length > 1
          ? [
              expectEveryOption(
                db,
                id,
                variants.map((variant) => variant.id),
              ),
            ]
          : []),
        ...(variants.some(({ compare_at_price }) => compare_at_price != null)
          ? [expectFormerPrices(db, id, JSON.stringify(formerPrices(variants)))]
          : []),
        setOptions(db, id, options, { replaces: false }),
        ...expectImages(db, id, imagesOf(variants)),
        db.execute(sql`select app.record_event('product.created', ${id})`),
      ],
      result: sql`${productJson(id)} || ${discountedJson(id)}`,
      read: readProduct,
    })
    return { ...toProduct(row), ...newPriceWarnings(row) }
  },
)

const formerPrices = (variants: readonly { readonly id: string }[]) =>
  Object.fromEntries(variants.map(({ id }, index) => [`/variants/${index}/compare_at_price`, id]))

const imagesOf = (variants: readonly { readonly image_id?: string | null | undefined }[]) =>
  Object.fromEntries(variants.map(({ image_id }, index) => [`/variants/${index}/image_id`, image_id]))

/** The slug, with a suffix if another product has it. */
function freeSlug(slug: string, id: string) {
  const withSuffix = uniqueSlug(slug, id)
  return sql`case when exists (select from products p where p.store_id = app.store() and p.slug = ${slug})
    then ${withSuffix} else ${slug} end`
}
