import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { asTable } from '../../../platform/db/as-table.ts'
import { products } from '../../../platform/db/schema/products.ts'
import { query, type ValueOf } from '../../../platform/db/prepared.ts'
import { selection } from '../../../platform/db/selection.ts'
import { publicOperation } from '../../../platform/operation/operation.ts'
import { Slug } from '../../../platform/values/text.ts'
import { withDiscounts } from '../../products/shown-discounts.ts'
import { PublicProduct, publicColumns, toPublicProduct } from './public-product.ts'
import { edition, nothingPublic, readPublic } from './visit.ts'

const visibleProduct = query(
  selection({ ...publicColumns, edition }),
  (value: ValueOf<{ readonly slug: string }>) =>
    sql`from ${asTable(
      products,
      withDiscounts(
        sql`select * from ${products} where ${and(
          eq(products.storeId, sql`(app.stores())[1]`),
          eq(products.slug, value('slug')),
          eq(products.status, sql`'active'`),
        )}`,
      ),
    )}`,
)

/** A product that shoppers see. */
export const getPublicProduct = publicOperation(
  {
    input: z.strictObject({ slug: z.string(), product_slug: z.string() }),
    output: z.object({ edition: z.string(), body: PublicProduct }),
  },
  async (context, { slug, product_slug }) => {
    const parsedSlug = Slug.safeParse(product_slug)
    if (!parsedSlug.success) throw nothingPublic()
    const [row] = await readPublic(context, slug)(visibleProduct, { slug: parsedSlug.data })
    if (!row) throw nothingPublic()
    return { edition: row.edition, body: toPublicProduct(row) }
  },
)
