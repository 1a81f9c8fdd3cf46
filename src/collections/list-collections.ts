import * as z from 'zod'
import { total } from '../db/list.ts'
import { preparedList } from '../db/prepared-list.ts'
import { collections } from '../db/schema/collections.ts'
import { selection } from '../db/selection.ts'
import { operation } from '../operation.ts'
import { closePage, listOf, openPage, PageInput } from '../page.ts'
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
