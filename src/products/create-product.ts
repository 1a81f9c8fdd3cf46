import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { products } from '../db/schema/products.ts'
import { ExternalId, newId } from '../ids.ts'
import { operation } from '../operation.ts'
import { maybe } from '../text.ts'
import { catalogRefusals } from './catalog-refusals.ts'
import { expectAmounts } from './expect-amounts.ts'
import { insertVariants, termsOf } from './insert-variants.ts'
import { defaultSlug, uniqueSlug } from './slugs.ts'
import { Product, ProductFields, readProduct, toProduct } from './product.ts'
import { productJson } from './read-variants.ts'
import { NewVariant } from './variant.ts'

export const createProduct = operation(
  {
    name: 'create_product',
    scope: 'catalog:write',
    input: z.strictObject({
      ...ProductFields,
      external_id: maybe(ExternalId),
      status: ProductFields.status.default('active'),
      variants: z.array(NewVariant).min(1).max(100).optional().describe('Default: one variant without options'),
    }),
    output: Product,
    refusals: catalogRefusals,
  },
  async ({ write }, { variants: given, external_id, slug, price, compare_at_price, ...fields }) => {
    const id = newId()
    const variants = (given ?? [NewVariant.parse({})]).map((variant) => ({ ...variant, id: newId() }))
    const prices = variants.map(({ price }, index) => [`/variants/${index}/price`, price] as const)
    const amounts = { '/price': price, '/compare_at_price': compare_at_price, ...Object.fromEntries(prices) }
    const wanted = slug ?? defaultSlug(fields.title)
    const row = await write({
      store: sql`app.only_store()`,
      statements: (db) => [
        // Of products that want one slug at the same moment, each sees what the one before it took.
        db.execute(
          sql`select pg_advisory_xact_lock(hashtextextended(concat_ws(' ', app.store(), 'slug', ${wanted}::text), 0))`,
        ),
        expectAmounts(db, amounts),
        db.insert(products).values({
          ...fields,
          id,
          storeId: sql`app.store()`,
          externalId: external_id,
          slug: slug ?? freeSlug(wanted, id),
          priceMinor: sql`app.minor(${price})`,
          compareAtPriceMinor: compare_at_price === null ? null : sql`app.minor(${compare_at_price ?? null})`,
          currency: sql`(select s.currency from stores s where s.id = app.store())`,
          currencyExponent: sql`(select s.currency_exponent from stores s where s.id = app.store())`,
          ...termsOf(variants),
        }),
        ...insertVariants(db, id, variants, (index) => index + 1),
        db.execute(sql`select app.record_event('product.created', ${id})`),
      ],
      result: productJson(id),
      read: readProduct,
    })
    return toProduct(row)
  },
)

/** The slug, or that and the end of the id where another product has it. */
function freeSlug(wanted: string, id: string) {
  const fallback = uniqueSlug(wanted, id)
  return sql`case when exists (select from products p where p.store_id = app.store() and p.slug = ${wanted})
    then ${fallback} else ${wanted} end`
}
