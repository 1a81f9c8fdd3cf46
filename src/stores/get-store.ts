import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { stores } from '../db/schema/stores.ts'
import { notFound } from '../errors.ts'
import { operation } from '../operation.ts'
import { Store, storeColumns, toStore } from './store.ts'

/** The caller's one store, as a token has it. A token has no role in it, so none is shown. */
export const getStore = operation(
  { name: 'get_store', scope: 'stores:read', input: z.strictObject({}), output: Store.omit({ role: true }) },
  async ({ run }) => {
    const [[row]] = await run((db) => [
      db
        .select(storeColumns)
        .from(stores)
        .where(eq(stores.id, sql`app.only_store()`)),
    ])
    if (!row) throw notFound('store')
    const { role: _role, ...store } = toStore(row)
    return store
  },
)
