import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { lockVersion, storeOf } from '../../platform/db/in-stores.ts'
import { collections } from '../../platform/db/schema/collections.ts'
import { id } from '../../platform/values/ids.ts'
import { ExpectedVersion, operation } from '../../platform/operation/operation.ts'
import { CollectionProducts, productIdsOf, productRefusals } from './collection-products.ts'
import { collectionJson, readCollection, SavedCollection, toSavedCollection } from './collection.ts'

/** Replaces the list of a manual collection with these products, in this order. */
export const setCollectionProducts = operation(
  {
    name: 'set_collection_products',
    scope: 'catalog:write',
    input: z.strictObject({
      collection_id: id('collection'),
      product_ids: CollectionProducts.describe(
        'All products of the collection, in their order, each by id, SKU, slug or exact title',
      ),
      expected_version: ExpectedVersion,
    }),
    output: SavedCollection,
    refusals: productRefusals,
  },
  async ({ write }, { collection_id: collectionId, product_ids, expected_version }) => {
    const row = await write({
      store: storeOf(collections, collectionId),
      statements: (db) => [
        db.execute(lockVersion(collections, collectionId, expected_version)),
        db.execute(sql`select app.set_collection_products(${collectionId},
          ${productIdsOf(product_ids)})`),
      ],
      result: collectionJson(collectionId),
      read: readCollection,
    })
    return toSavedCollection(row)
  },
)
