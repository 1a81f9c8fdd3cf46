import * as z from 'zod'
import { hasTag } from '../../db/conditions.ts'
import { total } from '../../db/list.ts'
import { preparedList } from '../../db/prepared-list.ts'
import { products } from '../../db/schema/products.ts'
import { selection } from '../../db/selection.ts'
import { publicOperation } from '../../operation.ts'
import { closePage, listOf, openPage, PageInput } from '../../page.ts'
import { Line, SearchTerm } from '../../text.ts'
import { PublicProduct, publicColumns, toPublicProduct } from './public-product.ts'
import { edition, readPublic } from './visit.ts'

export const PublicProducts = listOf(PublicProduct)

const readProducts = preparedList(selection({ total, edition, row: publicColumns }), {
  table: products,
  conditions: { tag: hasTag },
  searchIn: 'public_products',
})

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
    const { rows, first, ...count } = await readProducts((query, values) => readPublic(context, slug, query, values), {
      page,
      // A search looks only through what is on sale.
      filter: term === undefined ? { status: 'active' } : { tag },
      search: term,
    })
    return { edition: first?.edition ?? '', body: closePage(page, rows, count, toPublicProduct) }
  },
)
