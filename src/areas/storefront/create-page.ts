import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { storefrontPages as pages } from '../../platform/db/schema/storefront.ts'
import { newId } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { slugOf, uniqueSlug } from '../../platform/values/text.ts'
import {
  StorefrontPage,
  PageFields,
  pageRefusals,
  pageJson,
  readPage,
  expectPageCount,
  withHtml,
  toPage,
} from './page.ts'
import { newSeo } from '../../platform/values/seo.ts'
import { defaultJson } from './storefront.ts'

export const createPage = operation(
  {
    name: 'create_page',
    scope: 'storefront:write',
    input: z.strictObject({ ...PageFields, body: PageFields.body.default('') }),
    output: StorefrontPage,
    refusals: pageRefusals,
  },
  async ({ write }, { slug, title, body, seo, position }) => {
    const id = newId()
    const text = await withHtml(body)
    const row = await write({
      store: sql`app.only_store()`,
      statements: (db) => [
        db.execute(sql`select app.open_storefront(${defaultJson})`),
        db.insert(pages).values({
          ...text,
          id,
          storeId: sql`app.store()`,
          slug: slug ?? freeSlug(slugOf(title) || 'page', id),
          title,
          seo: sql`${newSeo(seo)}::jsonb`,
          position: position ?? lastPosition,
        }),
        db.execute(expectPageCount),
        db.execute(sql`select app.record_event('page.created', ${id})`),
      ],
      result: pageJson(id),
      read: readPage,
    })
    return toPage(row)
  },
)

export const lastPosition = sql`(select coalesce(max(p.position), 0) + 1 from ${pages} p
  where p.store_id = app.store() and not p.deleted)`

/** The slug, with a suffix if another page has it. */
function freeSlug(slug: string, id: string) {
  return sql`case when exists (select from ${pages} p
    where p.store_id = app.store() and p.slug = ${slug} and not p.deleted) then ${uniqueSlug(slug, id)} else ${slug} end`
}
