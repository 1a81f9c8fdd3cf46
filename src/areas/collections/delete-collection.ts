import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { lockVersion, storeOfDeleted } from '../../platform/db/in-stores.ts'
import { collections } from '../../platform/db/schema/collections.ts'
import { id } from '../../platform/values/ids.ts'
import { ExpectedVersion, operation } from '../../platform/operation/operation.ts'
import { refusal } from '../../platform/operation/refusals.ts'
import { Collection, readCollection, toCollection } from './collection.ts'

const Discount = z.object({ id: z.string(), name: z.string() })

/** Deletes a collection and returns it. Its products stay. */
export const deleteCollection = operation(
  {
    name: 'delete_collection',
    scope: 'catalog:write',
    input: z.strictObject({ collection_id: id('collection'), expected_version: ExpectedVersion }),
    output: Collection,
    refusals: {
      collection_in_use: refusal(
        'collection_in_use',
        { discounts: z.array(Discount) },
        ({ discounts }) =>
          `Discounts are for this collection: ${discounts.map(({ name }) => `"${name}"`).join(', ')}. Change or delete them first.`,
      ),
    },
  },
  async ({ write }, { collection_id: collectionId, expected_version }) => {
    const row = await write({
      store: storeOfDeleted(collections, collectionId, 'collection.deleted'),
      statements: (db) => [db.execute(lockVersion(collections, collectionId, expected_version))],
      result: sql`app.delete_collection(${collectionId})`,
      read: readCollection,
    })
    return toCollection(row)
  },
)
