import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { listFrom, rowsOf, total } from '../../platform/lists/list.ts'
import { storefronts, storefrontVersions as versions } from '../../platform/db/schema/storefront.ts'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, listOf, openPage, PageInput } from '../../platform/lists/page.ts'

const Version = z.object({
  id: id('version'),
  store_id: id('store'),
  version: z.int(),
  is_public: z.boolean().describe('Whether visitors see this version'),
  restored_from: z.int().nullable().describe('The version that a rollback restored'),
  note: z.string().nullable(),
  pages: z.int().describe('Number of pages'),
  published_at: z.iso.datetime(),
})

// `id` must be first: a null there marks an empty page of the left join.
const columns = {
  id: versions.id,
  storeId: versions.storeId,
  number: versions.number,
  note: versions.note,
  restoredFrom: versions.restoredFrom,
  createdAt: versions.createdAt,
  pages: sql`jsonb_array_length(${versions.content} -> 'pages')`.mapWith(Number),
  isPublic: sql<boolean>`(select f.published_version = ${versions.number} from ${storefronts} f
    where f.store_id = ${versions.storeId})`,
}

/** All published versions, newest first. */
export const listVersions = operation(
  {
    name: 'list_storefront_versions',
    scope: 'storefront:read',
    input: z.strictObject(PageInput),
    output: listOf(Version),
  },
  async ({ run }, input) => {
    const page = openPage(input)
    const { counted, rows, cap } = listFrom({ table: versions, page, filter: {}, search: undefined })
    const [found] = await run((db) => [
      db
        .select({ total, row: columns })
        .from(counted)
        .leftJoinLateral(rows, sql`true`)
        .orderBy(sql`${versions.createdAt} desc, ${versions.id} desc`),
    ])
    const shown = rowsOf(found)
    return closePage(page, shown.rows, { total: shown.total, cap }, (row) => ({
      id: row.id,
      store_id: row.storeId,
      version: row.number,
      is_public: row.isPublic,
      restored_from: row.restoredFrom,
      note: row.note,
      pages: row.pages,
      published_at: row.createdAt.toISOString(),
    }))
  },
)
