import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { inVisibleStores } from '../../platform/db/in-stores.ts'
import type { ValueOf } from '../../platform/db/prepared.ts'
import { isCut, sizedQuery } from '../../platform/lists/sized.ts'
import { collections } from '../../platform/db/schema/collections.ts'
import { productStatuses } from '../../platform/db/schema/products.ts'
import { selection } from '../../platform/db/selection.ts'
import { notFound } from '../../platform/errors/errors.ts'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, countCap, listOf, openPage, PageInput } from '../../platform/lists/page.ts'
import { Product, productColumns, toProduct } from '../products/product.ts'
import { joinPage, pageColumns, pageValues, placed } from './collection-page.ts'

const productsOf = sizedQuery(
  selection({ ...pageColumns, row: productColumns }),
  (value: ValueOf<ReturnType<typeof pageValues> & { readonly id: string }>) => sql`
    from ${collections} ${joinPage(value, { counts: true })}
    where ${and(inVisibleStores(collections.storeId), eq(collections.id, value('id')))} order by products.nth`,
)

/** The products of a collection: in the order of the list if it is manual, else newest first. */
export const listCollectionProducts = operation(
  {
    name: 'list_collection_products',
    scope: 'catalog:read',
    input: z.strictObject({
      ...PageInput,
      collection_id: id('collection'),
      status: z.enum(productStatuses).optional().describe('Default: draft and active'),
    }),
    output: listOf(Product),
  },
  async ({ read }, { collection_id, status, ...paging }) => {
    const page = openPage({ ...paging, collection_id, status }, true, 'number')
    const statuses = status ? [status] : ['active', 'draft']
    const found = await read(productsOf, { ...pageValues(page, statuses), id: collection_id })
    const [first] = found
    if (!first) throw notFound('collection')
    const { rows, stop } = placed(found)
    const total = first.total ?? 0
    return closePage(page, rows, { total, cap: first.isComplete ? countCap : total, isCut: isCut(found) }, toProduct, {
      stop,
      sortValue: ({ place }) => place,
    })
  },
)
