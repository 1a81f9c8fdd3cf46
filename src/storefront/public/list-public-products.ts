import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { listFrom, rowsOf, total } from '../../db/list.ts'
import { products } from '../../db/schema/products.ts'
import { publicOperation } from '../../operation.ts'
import { closePage, listOf, openPage, PageInput } from '../../page.ts'
import { Line, SearchTerm } from '../../text.ts'
import { PublicProduct, publicColumns, toPublicProduct } from './public-product.ts'
import { searchProducts } from './search-products.ts'
import { visit } from './visit.ts'

export const PublicProducts = listOf(PublicProduct)

/** The products on sale, newest first. */
export const listPublicProducts = publicOperation(
  {
    input: z.strictObject({
      ...PageInput,
      slug: z.string(),
      search: SearchTerm.optional().describe('Words of a title, tag or variant name'),
      tag: Line(64).optional().describe('Products with this tag'),
    }),
    output: z.object({ edition: z.string(), body: PublicProducts }),
  },
  async (context, { slug, search, tag, ...paging }) => {
    const page = openPage({ ...paging, search, tag })
    // The index holds the words of tags, so a tag is searched by its words and then filtered.
    const term = search ?? tag
    const found =
      term === undefined
        ? listFrom({ table: products, page, filter: { status: 'active' }, search: undefined })
        : searchProducts(page, { tag }, term)
    const { edition, results } = await visit(context, { slug }, (db) => [
      db
        .select({ total, row: publicColumns })
        .from(found.counted)
        .leftJoinLateral(found.rows, sql`true`)
        .orderBy(sql`${products.createdAt} desc, ${products.id} desc`),
    ])
    const shown = rowsOf(results[0])
    return { edition, body: closePage(page, shown.rows, { total: shown.total, cap: found.cap }, toPublicProduct) }
  },
)
