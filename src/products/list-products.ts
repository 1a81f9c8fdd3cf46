import * as z from 'zod'
import { preparedList, total } from '../db/list.ts'
import { products, productStatuses } from '../db/schema/products.ts'
import { selection } from '../db/selection.ts'
import { ExternalId } from '../ids.ts'
import { operation } from '../operation.ts'
import { closePage, listOf, openPage, PageInput } from '../page.ts'
import { SearchTerm } from '../text.ts'
import { Product, productColumns, toProduct } from './product.ts'

const readProducts = preparedList(selection({ total, row: productColumns }), { table: products })

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
  async ({ read }, input) => {
    const { search, status, external_id } = input
    const page = openPage(input)
    const { rows, ...count } = await readProducts(read, {
      page,
      filter: { status: status ?? ['draft', 'active'], external_id },
      search,
    })
    return closePage(page, rows, count, toProduct)
  },
)
