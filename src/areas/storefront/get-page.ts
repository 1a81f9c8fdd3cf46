import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { inVisibleStores } from '../../platform/db/in-stores.ts'
import { storefrontPages as pages } from '../../platform/db/schema/storefront.ts'
import { notFound } from '../../platform/errors/errors.ts'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { StorefrontPage, pageColumns, toPage } from './page.ts'

export const getPage = operation(
  {
    name: 'get_page',
    scope: 'storefront:read',
    input: z.strictObject({ page_id: id('page') }),
    output: StorefrontPage,
  },
  async ({ run }, { page_id }) => {
    const [[row]] = await run((db) => [
      db
        .select(pageColumns)
        .from(pages)
        .where(and(inVisibleStores(pages.storeId), eq(pages.id, page_id), eq(pages.deleted, false))),
    ])
    if (!row) throw notFound('page')
    return toPage(row)
  },
)
