import { and, eq, sql } from 'drizzle-orm'
import { newVersion } from '../../platform/db/in-stores.ts'
import { storefrontPages as pages } from '../../platform/db/schema/storefront.ts'
import { refused } from '../../platform/errors/errors.ts'
import { newId } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { slugOf } from '../../platform/values/text.ts'
import { lastPosition } from './create-page.ts'
import { StorefrontPage, PageFields, pageRefusals, readPage, expectPageCount, withHtml, toPage } from './page.ts'
import { newSeo, seoPatch } from '../../platform/values/seo.ts'
import { defaultJson } from './storefront.ts'
import { updatePage } from './update-page.ts'

/** Changes the page with this id or slug, or creates one if no page has the slug. */
export const savePage = operation(
  {
    name: 'save_page',
    scope: 'storefront:write',
    input: updatePage.input.omit({ expected_version: true }).extend({
      page_id: updatePage.input.shape.page_id.optional(),
      slug: PageFields.slug.describe(
        'Without page_id: the page to change. If no page has this slug, a page is created with it',
      ),
    }),
    output: StorefrontPage,
    refusals: pageRefusals,
  },
  async ({ caller, write }, { page_id, ...fields }) => {
    if (page_id !== undefined) return updatePage(caller, { ...fields, page_id })
    const { title, body, seo, position } = fields
    const slug = fields.slug ?? slugOf(title ?? '')
    if (slug === '')
      throw refused('invalid_input', [
        { pointer: '/slug', code: 'required', detail: 'Set page_id, slug or title to say which page to save.' },
      ])
    const id = newId()
    const text = await withHtml(body ?? '')
    const saved = sql`(select to_jsonb(p) from ${pages} p where p.store_id = app.store() and p.slug = ${slug} and not p.deleted)`
    const row = await write({
      store: sql`app.only_store()`,
      statements: (db) => [
        db.execute(sql`select app.open_storefront(${defaultJson})`),
        db
          .insert(pages)
          .values({
            ...text,
            id,
            storeId: sql`app.store()`,
            slug,
            title: title ?? slug,
            seo: sql`${newSeo(seo)}::jsonb`,
            position: position ?? lastPosition,
          })
          .onConflictDoUpdate({
            target: [pages.storeId, pages.slug],
            targetWhere: sql`not deleted`,
            set: {
              title,
              position,
              ...(body !== undefined && text),
              ...(seo !== undefined && { seo: sql`${pages.seo} || ${seoPatch(seo)}::jsonb` }),
              ...newVersion(pages),
            },
          }),
        db.execute(expectPageCount),
        db
          .select({
            recorded: sql`app.record_event(case when ${pages.id} = ${id} then 'page.created' else 'page.updated' end, ${pages.id})`,
          })
          .from(pages)
          .where(and(eq(pages.storeId, sql`app.store()`), eq(pages.slug, slug), eq(pages.deleted, false))),
      ],
      result: saved,
      read: readPage,
    })
    return toPage(row)
  },
)
