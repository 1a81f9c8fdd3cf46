import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { storefrontPages as pages } from '../../platform/db/schema/storefront.ts'
import { slugOf, uniqueSlug } from '../../platform/values/text.ts'
import { newSeo } from '../../platform/values/seo.ts'
import { pageResource } from './get-page.ts'
import { PageFields, pageRefusals, expectPageCount, withHtml } from './page.ts'

export const createPage = pageResource.creation({
  input: z.strictObject({ ...PageFields, body: PageFields.body.default('') }),
  refusals: pageRefusals,
  save: async ({ slug, title, body, seo, position }, { id }) => {
    const page = {
      ...(await withHtml(body)),
      id,
      storeId: sql`app.store()`,
      slug: slug ?? freeSlug(slugOf(title) || 'page', id),
      title,
      seo: sql`${newSeo(seo)}::jsonb`,
      position: position ?? lastPosition,
    }
    return [(db) => db.insert(pages).values(page), expectPageCount]
  },
})

export const lastPosition = sql`(select coalesce(max(p.position), 0) + 1 from ${pages} p
  where p.store_id = app.store() and not p.deleted)`

/** The slug, with a suffix if another page has it. */
function freeSlug(slug: string, id: string) {
  return sql`case when exists (select from ${pages} p
    where p.store_id = app.store() and p.slug = ${slug} and not p.deleted) then ${uniqueSlug(slug, id)} else ${slug} end`
}
