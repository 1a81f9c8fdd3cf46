import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { products } from '../../db/schema/products.ts'
import { publicOperation } from '../../operation.ts'
import { Slug } from '../../text.ts'
import { PublicProduct, publicColumns, toPublicProduct } from './public-product.ts'
import { nothingPublic, visit } from './visit.ts'

/** A product on sale. */
export const getPublicProduct = publicOperation(
  {
    input: z.strictObject({ slug: z.string(), product_slug: z.string() }),
    output: z.object({ edition: z.string(), body: PublicProduct }),
  },
  async (context, { slug, product_slug }) => {
    const parsedSlug = Slug.safeParse(product_slug)
    if (!parsedSlug.success) throw nothingPublic()
    const { edition, results } = await visit(context, { slug }, (db) => [
      db
        .select(publicColumns)
        .from(products)
        .where(
          and(
            eq(products.storeId, sql`(app.stores())[1]`),
            eq(products.slug, parsedSlug.data),
            eq(products.status, 'active'),
          ),
        ),
    ])
    const [row] = results[0]
    if (!row) throw nothingPublic()
    return { edition, body: toPublicProduct(row) }
  },
)
