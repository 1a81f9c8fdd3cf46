import * as z from 'zod'
import { total } from '../../../platform/lists/list.ts'
import { preparedList } from '../../../platform/lists/prepared-list.ts'
import { collections } from '../../../platform/db/schema/collections.ts'
import { selection } from '../../../platform/db/selection.ts'
import { publicOperation } from '../../../platform/operation/operation.ts'
import { closePage, listOf, openPage, PageInput } from '../../../platform/lists/page.ts'
import { PublicCollection, toPublicCollection } from './public-collection.ts'
import { edition, readPublic } from './visit.ts'

export const PublicCollections = listOf(PublicCollection)

const { id, slug, title, description, image, seo, createdAt } = collections

const readCollections = preparedList(
  selection({ total, edition, row: { id, slug, title, description, image, seo, createdAt } }),
  { table: collections },
)

/** The published collections, newest first. */
export const listPublicCollections = publicOperation(
  {
    input: z.strictObject({ ...PageInput, slug: z.string() }),
    output: z.object({ edition: z.string(), body: PublicCollections }),
  },
  async (context, { slug, ...paging }) => {
    const page = openPage(paging)
    const { rows, first, ...count } = await readCollections(readPublic(context, slug), {
      page,
      filter: { published: 'true' },
      search: undefined,
    })
    return { edition: first?.edition ?? '', body: closePage(page, rows, count, toPublicCollection) }
  },
)
