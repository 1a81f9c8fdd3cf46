import { sql } from 'drizzle-orm'
import { eachPage, pageFrom, partOf, storesSeen } from '../db/pages.ts'
import { products } from '../db/schema/products.ts'
import { operation } from '../operation.ts'
import { pagesOf } from '../transfer/export.ts'
import { listProducts } from './list-products.ts'
import { ownColumns, Product, toProduct } from './product.ts'
import { variantsOf } from './read-variants.ts'
import type { VariantJson } from './variant.ts'

// Small, because the variants of all products of a page are read before it is cut to its maximum size.
const size = 250

/** Exports all products that match the filters of the list. */
export const exportProducts = operation(
  {
    name: 'export_products',
    scope: 'catalog:read',
    input: listProducts.input.omit({ page: true, limit: true, cursor: true }),
    output: pagesOf(Product),
  },
  async ({ run }, { search, status = ['draft', 'active'], external_id }) =>
    eachPage({ ascending: false, size, toItem: toProduct }, async (page) => {
      const variants = sql`, ${variantsOf(sql`page.store_id`, sql`page.id`)} as variants`
      const { from, rows, found } = pageFrom(
        { table: products, page, filter: { status, external_id }, search },
        variants,
      )
      const row = { ...ownColumns, variants: sql<VariantJson[]>`products.variants` }
      const read = await run((db) => [
        db
          .select({ found, row })
          .from(from)
          .innerJoinLateral(rows, sql`true`)
          .orderBy(sql`${products.createdAt} desc, ${products.id} desc`),
        storesSeen(db),
      ])
      return partOf(page, read)
    }),
)
