import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { inVisibleStores } from '../../platform/db/in-stores.ts'
import { stores } from '../../platform/db/schema/stores.ts'
import { notFound } from '../../platform/errors/errors.ts'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Store, storeColumns, toStore } from './store.ts'

/** One of the caller's stores, with their role in it. */
export const getStoreById = operation(
  { name: 'get_store_by_id', scope: 'stores:read', input: z.strictObject({ store_id: id('store') }), output: Store },
  async ({ run }, { store_id }) => {
    const [[row]] = await run((db) => [
      db
        .select(storeColumns)
        .from(stores)
        .where(and(inVisibleStores(stores.id), eq(stores.id, store_id))),
    ])
    if (!row) throw notFound('store')
    return toStore(row)
  },
)
