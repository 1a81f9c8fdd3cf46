import * as z from 'zod'
import { total } from '../../../platform/lists/list.ts'
import { preparedList } from '../../../platform/lists/prepared-list.ts'
import { products } from '../../../platform/db/schema/products.ts'
import { selection } from '../../../platform/db/selection.ts'
import { publicOperation } from '../../../platform/operation/operation.ts'
import { closePage, listOf, openPage, PageInput } from '../../../platform/lists/page.ts'
import { Facets, toFacets } from '../../products/facets.ts'
import { FindingFilters, findingRefusals, openFoundPage, orderOf } from '../../products/product-search.ts'
import { foundColumns, foundProducts, orderedBy } from '../../products/product-page.ts'
import { SearchTerm } from '../../../platform/values/text.ts'
import { withDiscounts } from '../../products/shown-discounts.ts'
import { PublicProduct, publicColumns, toPublicProduct } from './public-product.ts'
import { edition, readPublic } from './visit.ts'

const Listed = listOf(PublicProduct)

export const PublicProducts = Listed.extend({ meta: Listed.shape.meta.extend({ facets: Facets.optional() }) })

const readProducts = preparedList(selection({ total, edition, row: publicColumns }), {
  table: products,
  searchIn: 'public_products',
  extend: withDiscounts,
})

const productsFound = foundProducts(
  selection({ ...foundColumns, edition, row: { ...publicColumns, ...orderedBy } }),
  withDiscounts,
)

/** The products that shoppers see. */
export const listPublicProducts = publicOperation(
  {
    input: z.strictObject({
      ...PageInput,
      slug: z.string(),
      search: SearchTerm.optional().describe('Words of a title, tag or variant name. The newest first'),
      ...FindingFilters,
      sort: z
        .enum(['relevance', 'newest', 'price', '-price', 'title', '-title', 'best_selling', 'position'])
        .optional()
        .describe(
          'Default: relevance with q, else newest. With a minus, the highest come first. price sorts by the lowest price of a product, -price by its highest, best_selling by the units sold in the last 90 days, position by the order in the collection',
        ),
      facets: z
        .boolean()
        .optional()
        .describe('Whether meta has counts of tags, prices, options and the like. Default: with a filter or q'),
    }),
    output: z.object({ edition: z.string(), body: PublicProducts }),
    refusals: findingRefusals,
  },
  async (context, { slug, search, sort, facets, ...input }) => {
    const { page: _page, limit: _limit, cursor: _cursor, ...filters } = input
    const isFiltered = Object.values(filters).some((value) => value !== undefined)
    if (!isFiltered && sort === undefined && facets !== true) {
      const page = openPage({ ...input, search })
      const { rows, first, ...count } = await readProducts(readPublic(context, slug), {
        page,
        // A search covers only what shoppers see.
        filter: search === undefined ? { status: 'active' } : {},
        search,
      })
      return { edition: first?.edition ?? '', body: closePage(page, rows, count, toPublicProduct) }
    }
    const order = orderOf({ ...filters, search }, sort)
    const { first, close } = await productsFound(readPublic(context, slug), {
      page: openFoundPage({ ...input, search, sort }, order),
      search: {
        ...filters,
        search,
        statuses: ['active'],
        isPublic: true,
        facets: facets ?? isFiltered,
      },
      order,
    })
    const { data, meta } = close(toPublicProduct)
    const counts = first?.facets
    return {
      edition: first?.edition ?? '',
      body: { data, meta: { ...meta, ...(counts && { facets: toFacets(counts) }) } },
    }
  },
)
