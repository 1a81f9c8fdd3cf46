import { eq } from 'drizzle-orm'
import { storefrontPages as pages } from '../../platform/db/schema/storefront.ts'
import { selection } from '../../platform/db/selection.ts'
import { resource } from '../../platform/operation/resource.ts'
import { id } from '../../platform/values/ids.ts'
import { StorefrontPage, pageColumns, toPage } from './page.ts'

export const getPage = resource({
  name: 'page',
  table: pages,
  scope: { read: 'storefront:read', write: 'storefront:write' },
  id: { page_id: id('page') },
  output: StorefrontPage,
  selected: selection(pageColumns),
  exists: eq(pages.deleted, false),
  toOutput: toPage,
}).get
