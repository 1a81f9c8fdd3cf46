import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { lockVersion, storeOf } from '../../platform/db/in-stores.ts'
import { collections } from '../../platform/db/schema/collections.ts'
import { id } from '../../platform/values/ids.ts'
import { ExpectedVersion, operation } from '../../platform/operation/operation.ts'
import { refusal } from '../../platform/operation/refusals.ts'
import { Collection, collectionJson, readCollection, toCollection } from './collection.ts'
import { limits } from '../../platform/values/limits.ts'

/** Replaces the list of a manual collection with these products, in this order. */
export const setCollectionProducts = operation(
  {
    name: 'set_collection_products',
    scope: 'catalog:write',
    input: z.strictObject({
      collection_id: id('collection'),
      product_ids: z
        .array(id('product'))
        .max(limits.collection.products)
        .transform((ids) => [...new Set(ids)])
        .describe('All products of the collection, in their order'),
      expected_version: ExpectedVersion,
    }),
    output: Collection,
    refusals: {
      product_not_found: refusal('product_not_found', {}, 'This store has no product with this id.'),
      collection_has_rules: refusal(
        'invalid_input',
        {},
        'The rules of this collection decide which products it has. Change the rules, or create a manual collection.',
        { problem: 'collection_has_rules', pointer: '' },
      ),
    },
  },
  async ({ write }, { collection_id: collectionId, product_ids, expected_version }) => {
    const row = await write({
      store: storeOf(collections, collectionId),
      statements: (db) => [
        db.execute(lockVersion(collections, collectionId, expected_version)),
        db.execute(sql`select app.set_collection_products(${collectionId},
          array(select jsonb_array_elements_text(${JSON.stringify(product_ids)}::jsonb))::uuid[])`),
      ],
      result: collectionJson(collectionId),
      read: readCollection,
    })
    return toCollection(row)
  },
)
