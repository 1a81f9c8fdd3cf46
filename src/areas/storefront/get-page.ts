import { id } from '../../platform/values/ids.ts'
import { eq, sql } from 'drizzle-orm'
import { storefrontPages as pages } from '../../platform/db/schema/storefront.ts'
import { selection } from '../../platform/db/selection.ts'
import { resource } from '../../platform/operation/resource.ts'
import { PageReference } from '../../platform/references/reference.ts'
import { StorefrontPage, pageColumns, readPage, toPage } from './page.ts'
import { defaultJson } from './storefront.ts'

export const pageResource = resource({
  name: 'page',
  table: pages,
  scope: { read: 'storefront:read', write: 'storefront:write' },
  key: 'page_id',
  id: { page_id: PageReference },
  idAlone: { page_id: id('page') },
  output: StorefrontPage,
  selected: selection(pageColumns),
  exists: eq(pages.deleted, false),
  toOutput: toPage,
  saved: { output: StorefrontPage, read: readPage, toOutput: toPage },
  first: sql`select app.open_storefront(${defaultJson})`,
})

export const getPage = pageResource.get
