import { sql } from 'drizzle-orm'
import { newVersion } from '../../platform/db/in-stores.ts'
import { storefrontPages as pages } from '../../platform/db/schema/storefront.ts'
import { pageResource } from './get-page.ts'

/** Deletes the draft of a page. The page stays public until the next publication. Deleting it again changes nothing. */
export const deletePage = pageResource.deletion({
  visible: sql`true`,
  keep: (db, isOne, recorded) =>
    db
      .update(pages)
      .set({ deleted: true, body: '', bodyHtml: '', ...newVersion(pages) })
      .where(isOne)
      .returning({ recorded }),
})
