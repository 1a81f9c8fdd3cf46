import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { joinPage, pageColumns, pageValues, placed } from '../../collections/collection-page.ts'
import type { ValueOf } from '../../../platform/db/prepared.ts'
import { isCut, sizedQuery } from '../../../platform/lists/sized.ts'
import { collections } from '../../../platform/db/schema/collections.ts'
import { selection, typed } from '../../../platform/db/selection.ts'
import { publicOperation } from '../../../platform/operation/operation.ts'
import { closePage, openPage, PageInput } from '../../../platform/lists/page.ts'
import { Slug } from '../../../platform/values/text.ts'
import { PublicCollection, type PublicCollectionRow, toPublicCollection } from './public-collection.ts'
import { withDiscounts } from '../../products/shown-discounts.ts'
import { PublicProduct, publicColumns, toPublicProduct } from './public-product.ts'
import { edition, nothingPublic, readPublic } from './visit.ts'

export const PublicCollectionPage = z.strictObject({
  collection: PublicCollection,
  data: z.array(PublicProduct),
  meta: z.strictObject({ limit: z.int(), has_more: z.boolean(), next_cursor: z.string().nullable() }),
})

/** Rows after the first need not repeat the collection. */
const collection = typed(
  'jsonb',
  sql<PublicCollectionRow | null>`case when products.nth is null or products.nth = 1 then jsonb_build_object(
    'id', ${collections.id}, 'slug', ${collections.slug}, 'title', ${collections.title},
    'description', ${collections.description}, 'image', ${collections.image}, 'seo', ${collections.seo}) end`,
)

const published = sizedQuery(
  selection({ ...pageColumns, edition, collection, row: publicColumns }),
  (value: ValueOf<ReturnType<typeof pageValues> & { readonly slug: string }>) => sql`
    from ${collections} ${joinPage(value, { counts: false, extend: withDiscounts })}
    where ${and(
      eq(collections.storeId, sql`(app.stores())[1]`),
      eq(collections.slug, value('slug')),
      eq(collections.published, sql`true`),
    )} order by products.nth`,
)

/** A published collection with a page of its visible products, in its order. Nothing is counted. */
export const getPublicCollection = publicOperation(
  {
    input: z.strictObject({
      slug: z.string(),
      collection_slug: z.string(),
      limit: PageInput.limit,
      cursor: PageInput.cursor,
    }),
    output: z.object({ edition: z.string(), body: PublicCollectionPage }),
  },
  async (context, { slug, collection_slug, ...paging }) => {
    const parsedSlug = Slug.safeParse(collection_slug)
    if (!parsedSlug.success) throw nothingPublic()
    const page = openPage({ ...paging, collection: parsedSlug.data }, true, 'number')
    const found = await readPublic(context, slug)(published, { ...pageValues(page, ['active']), slug: parsedSlug.data })
    const [first] = found
    if (!first?.collection) throw nothingPublic()
    const { rows, stop } = placed(found)
    const { data, meta } = closePage(page, rows, { total: 0, cap: 1, isCut: isCut(found) }, toPublicProduct, {
      stop,
      sortValue: ({ place }) => place,
    })
    const { limit, has_more, next_cursor } = meta
    const body = { collection: toPublicCollection(first.collection), data, meta: { limit, has_more, next_cursor } }
    return { edition: first.edition, body }
  },
)
