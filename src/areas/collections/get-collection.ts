import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { inVisibleStores } from '../../platform/db/in-stores.ts'
import { query, type ValueOf } from '../../platform/db/prepared.ts'
import { collections } from '../../platform/db/schema/collections.ts'
import { selection } from '../../platform/db/selection.ts'
import { notFound } from '../../platform/errors/errors.ts'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Collection, collectionColumns, toCollection } from './collection.ts'

const byId = query(
  selection(collectionColumns),
  (value: ValueOf<{ readonly id: string }>) =>
    sql`from ${collections} where ${and(inVisibleStores(collections.storeId), eq(collections.id, value('id')))}`,
)

export const getCollection = operation(
  {
    name: 'get_collection',
    scope: 'catalog:read',
    input: z.strictObject({ collection_id: id('collection') }),
    output: Collection,
  },
  async ({ read }, { collection_id }) => {
    const [row] = await read(byId, { id: collection_id })
    if (!row) throw notFound('collection')
    return toCollection(row)
  },
)
