import { sql } from 'drizzle-orm'
import { asTable } from '../../db/as-table.ts'
import type { List } from '../../db/list.ts'
import { products } from '../../db/schema/products.ts'

/** Like `listFrom`, for products whose public texts contain the term. */
export const searchProducts = ({ page, filter }: Pick<List, 'page' | 'filter'>, term: string) => ({
  cap: 1_001,
  counted: sql`app.search_storefront(
    ${term}, ${JSON.stringify(filter)}::jsonb, ${page.after?.time.toISOString() ?? null}, ${page.after?.id ?? null},
    ${page.limit + 1}, ${page.offset}) as counted`,
  rows: asTable(
    products,
    sql`select one.* from ${products} as one where one.store_id = (app.stores())[1] and one.id = any (counted.ids)`,
  ),
})
