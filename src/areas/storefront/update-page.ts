import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { newVersion } from '../../platform/db/in-stores.ts'
import { storefrontPages as pages } from '../../platform/db/schema/storefront.ts'
import { PageReference } from '../../platform/references/reference.ts'
import { ExpectedVersion } from '../../platform/operation/operation.ts'
import { seoPatch } from '../../platform/values/seo.ts'
import { pageResource } from './get-page.ts'
import { PageFields, pageRefusals, withHtml } from './page.ts'

export const updatePage = pageResource.change({
  input: z.strictObject({
    ...PageFields,
    title: PageFields.title.optional(),
    body: PageFields.body.optional(),
    page_id: PageReference,
    expected_version: ExpectedVersion,
  }),
  refusals: pageRefusals,
  save: async ({ body, seo, ...changes }, { isOne }) => {
    const text = body === undefined ? {} : await withHtml(body)
    const merged = seo !== undefined && { seo: sql`${pages.seo} || ${seoPatch(seo)}::jsonb` }
    return [
      (db) =>
        db
          .update(pages)
          .set({ ...changes, ...text, ...merged, ...newVersion(pages) })
          .where(isOne),
    ]
  },
  told: () => ({}),
})
