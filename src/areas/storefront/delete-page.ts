import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { inOpenStore, lockVersion, storeOf } from '../../platform/db/in-stores.ts'
import { storefrontPages as pages } from '../../platform/db/schema/storefront.ts'
import { id } from '../../platform/values/ids.ts'
import { ExpectedVersion, operation } from '../../platform/operation/operation.ts'
import { StorefrontPage, pageJson, readPage, toPage } from './page.ts'
import { defaultJson } from './storefront.ts'

/** Deletes the draft of a page. The page stays public until the next publication. Deleting it again changes nothing. */
export const deletePage = operation(
  {
    name: 'delete_page',
    scope: 'storefront:write',
    input: z.strictObject({ page_id: id('page'), expected_version: ExpectedVersion }),
    output: StorefrontPage,
  },
  async ({ write }, { page_id, expected_version }) => {
    const isThePage = and(inOpenStore(pages.storeId), eq(pages.id, page_id), eq(pages.deleted, false))
    const row = await write({
      store: storeOf(pages, page_id),
      statements: (db) => [
        db.execute(sql`select app.open_storefront(${defaultJson})`),
        db.execute(lockVersion(pages, page_id, expected_version)),
        db.execute(sql`select app.record_event('page.deleted', id) from ${pages} where ${isThePage}`),
        db
          .update(pages)
          .set({ deleted: true, body: '', bodyHtml: '', version: sql`${pages.version} + 1`, updatedAt: sql`now()` })
          .where(isThePage),
      ],
      result: pageJson(page_id),
      read: readPage,
    })
    return toPage(row)
  },
)
