import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { hasTag, type NamedConditions } from '../../platform/lists/conditions.ts'
import { eachPage, pageFrom, exportedPartOf, storesSeen } from '../../platform/lists/export-pages.ts'
import { collectionProducts, collections } from '../../platform/db/schema/collections.ts'
import { products } from '../../platform/db/schema/products.ts'
import { operation } from '../../platform/operation/operation.ts'
import { pagesOf } from '../../platform/transfer/export.ts'
import { listProducts } from './list-products.ts'
import { ownColumns, type ProductRow, toProduct } from './product.ts'
import { ExportedProduct } from './product-sheet.ts'
import { variantsOf } from './read-variants.ts'
import type { VariantJson } from './variant.ts'

const { search, status, external_id, tag } = listProducts.input.shape

// Small, because the variants of all products of a page are read before it is cut to its maximum size.
const size = 50

/** Exports all products that match these filters of the list. An index or the order of creation serves each of them. */
export const exportProducts = operation(
  {
    name: 'export_products',
    scope: 'catalog:read',
    input: z.strictObject({
      search,
      status,
      external_id,
      tag,
      sort: z.enum(['-created_at', 'created_at']).default('-created_at'),
    }),
    output: pagesOf(ExportedProduct),
  },
  async ({ run }, { search, status = ['draft', 'active'], external_id, tag, sort }) => {
    const ascending = sort === 'created_at'
    return eachPage({ ascending, size, toItem: toExported }, async (page) => {
      const more = sql`, ${variantsOf(sql`page.store_id`, sql`page.id`)} as variants, ${collectionsOfPage} as collections`
      const filter = { status, external_id, tag }
      const { from, rows, found } = pageFrom({ table: products, page, filter, conditions, search }, more)
      const row = {
        ...ownColumns,
        variants: sql<VariantJson[]>`products.variants`,
        collections: sql<string[]>`products.collections`,
      }
      const read = await run((db) => [
        db
          .select({ found, row })
          .from(from)
          .innerJoinLateral(rows, sql`true`)
          .orderBy(
            ascending ? products.createdAt : sql`${products.createdAt} desc`,
            ascending ? products.id : sql`${products.id} desc`,
          ),
        storesSeen(db),
      ])
      return exportedPartOf(page, read)
    })
  },
)

const conditions: NamedConditions = {
  tag: hasTag,
}

const collectionsOfPage = sql`(select coalesce(jsonb_agg(c.slug order by c.slug), '[]')
  from ${collectionProducts} m join ${collections} c on c.store_id = m.store_id and c.id = m.collection_id
  where m.store_id = page.store_id and m.product_id = page.id)`

const toExported = ({ collections: slugs, ...row }: ProductRow & { readonly collections: string[] }) => ({
  ...toProduct(row),
  collections: slugs,
})
