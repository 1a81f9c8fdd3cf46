import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { listFrom, rowsOf, total } from '../db/list.ts'
import { products, productStatuses } from '../db/schema/products.ts'
import { ExternalId } from '../ids.ts'
import { operation } from '../operation.ts'
import { closePage, listOf, openPage, PageInput } from '../page.ts'
import { SearchTerm } from '../text.ts'
import { Product, productColumns, toProduct } from './product.ts'

export const listProducts = operation(
  {
    name: 'list_products',
    scope: 'catalog:read',
    input: z.strictObject({
      ...PageInput,
      search: SearchTerm.optional().describe('Searches title, slug, SKU, barcode and tags'),
      status: z.enum(productStatuses).optional().describe('Default: draft and active'),
      external_id: ExternalId.optional(),
    }),
    output: listOf(Product),
  },
  async ({ run }, input) => {
    const { search, status, external_id } = input
    const page = openPage(input)
    const { counted, rows, cap } = listFrom({
      table: products,
      page,
      filter: { status: status ?? ['draft', 'active'], external_id },
      search,
    })
    const [found] = await run((db) => [
      db
        .select({ total, row: productColumns })
        .from(counted)
        .leftJoinLateral(rows, sql`true`)
        .orderBy(sql`${products.createdAt} desc, ${products.id} desc`),
    ])
    const shown = rowsOf(found)
    return closePage(page, shown.rows, { total: shown.total, cap }, toProduct)
  },
)
