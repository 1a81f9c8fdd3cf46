import * as z from 'zod'
import { total } from '../../platform/lists/list.ts'
import { preparedList } from '../../platform/lists/prepared-list.ts'
import { collections } from '../../platform/db/schema/collections.ts'
import { selection } from '../../platform/db/selection.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, listOf, openPage, PageInput } from '../../platform/lists/page.ts'
import { Collection, collectionColumns, toCollection } from './collection.ts'

const readCollections = preparedList(selection({ total, row: collectionColumns }), { table: collections })

export const listCollections = operation(
  {
    name: 'list_collections',
    scope: 'catalog:read',
    input: z.strictObject(PageInput),
    output: listOf(Collection),
  },
  async ({ read }, input) => {
    const page = openPage(input)
    const { rows, ...count } = await readCollections(read, { page, filter: {}, search: undefined })
    return closePage(page, rows, count, toCollection)
  },
)
