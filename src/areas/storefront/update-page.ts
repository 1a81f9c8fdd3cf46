import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { inOpenStore, lockVersion, storeOf } from '../../platform/db/in-stores.ts'
import { storefrontPages as pages } from '../../platform/db/schema/storefront.ts'
import { id } from '../../platform/values/ids.ts'
import { ExpectedVersion, isEmptyChange, operation } from '../../platform/operation/operation.ts'
import { StorefrontPage, PageFields, pageRefusals, pageJson, readPage, withHtml, toPage } from './page.ts'
import { seoPatch } from '../../platform/values/seo.ts'
import { defaultJson } from './storefront.ts'

export const updatePage = operation(
  {
    name: 'update_page',
    scope: 'storefront:write',
    input: z.strictObject({
      ...PageFields,
      title: PageFields.title.optional(),
      body: PageFields.body.optional(),
      page_id: id('page'),
      expected_version: ExpectedVersion,
    }),
    output: StorefrontPage,
    refusals: pageRefusals,
  },
  async ({ write }, { page_id, expected_version, body, seo, ...changes }) => {
    const text = body === undefined ? {} : await withHtml(body)
    const row = await write({
      store: storeOf(pages, page_id, sql`not deleted`),
      statements: (db) => [
        db.execute(sql`select app.open_storefront(${defaultJson})`),
        db.execute(lockVersion(pages, page_id, expected_version)),
        ...(isEmptyChange({ ...changes, body, seo })
          ? []
          : [
              db
                .update(pages)
                .set({
                  ...changes,
                  ...text,
                  ...(seo !== undefined && { seo: sql`${pages.seo} || ${seoPatch(seo)}::jsonb` }),
                  version: sql`${pages.version} + 1`,
                  updatedAt: sql`now()`,
                })
                .where(and(inOpenStore(pages.storeId), eq(pages.id, page_id))),
              db.execute(sql`select app.record_event('page.updated', ${page_id})`),
            ]),
      ],
      result: pageJson(page_id),
      read: readPage,
    })
    return toPage(row)
  },
)
