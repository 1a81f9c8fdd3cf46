import { sql } from 'drizzle-orm'
import { asTable } from '../../db/as-table.ts'
import { conditionsOf, hasTag } from '../../db/conditions.ts'
import { products } from '../../db/schema/products.ts'
import type { Page } from '../../page.ts'

/** Like `listFrom` for a search term: products on sale whose public text contains it. */
export const searchProducts = (page: Page, { tag }: { readonly tag: string | undefined }, term: string) => ({
  cap: 1_001,
  counted: sql`app.search_page(
    'public_products', ${term}, ${JSON.stringify(conditionsOf({ tag }, { tag: hasTag }))}::jsonb, false,
    ${page.after?.time.toISOString() ?? null}, ${page.after?.id ?? null}, ${page.limit + 1}, ${page.offset}) as counted`,
  rows: asTable(
    products,
    sql`select one.* from ${products} as one where one.store_id = (app.stores())[1] and one.id = any (counted.ids)`,
  ),
})
