import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { asTable } from '../../platform/db/as-table.ts'
import { keyset } from '../../platform/lists/keyset.ts'
import { rowsOf, total } from '../../platform/lists/list.ts'
import { stores } from '../../platform/db/schema/stores.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, countCap, listOf, openPage, PageInput } from '../../platform/lists/page.ts'
import { Store, storeColumns, toStore } from './store.ts'

export const listStores = operation(
  { name: 'list_stores', scope: 'stores:read', input: z.strictObject(PageInput), output: listOf(Store) },
  async ({ run }, input) => {
    const page = openPage(input)
    const { beyond } = keyset(page)
    const [found] = await run((db) => [
      db
        .select({ total, row: storeColumns })
        .from(sql`(select cardinality(app.stores()) as total) as counted`)
        .leftJoin(
          asTable(
            stores,
            sql`select * from stores where id = any(app.stores()) and ${beyond} order by created_at desc, id desc
              limit ${page.limit + 1} offset ${page.offset}`,
          ),
          sql`true`,
        )
        .orderBy(sql`${stores.createdAt} desc, ${stores.id} desc`),
    ])
    const shown = rowsOf(found)
    return closePage(page, shown.rows, { total: shown.total, cap: countCap }, toStore)
  },
)
