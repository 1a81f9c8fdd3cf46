import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { lockVersion, storeOf } from '../../platform/db/in-stores.ts'
import { collections } from '../../platform/db/schema/collections.ts'
import { id } from '../../platform/values/ids.ts'
import { changedNames, ExpectedVersion, isEmptyChange, operation } from '../../platform/operation/operation.ts'
import { seoPatch } from '../../platform/values/seo.ts'
import { CollectionFields, collectionRefusals } from './collection-fields.ts'
import { productsField } from './collection-products.ts'
import { collectionJson, readCollection, SavedCollection, toSavedCollection } from './collection.ts'

export const updateCollection = operation(
  {
    name: 'update_collection',
    scope: 'catalog:write',
    input: z.strictObject({
      ...CollectionFields,
      title: CollectionFields.title.optional(),
      collection_id: id('collection'),
      expected_version: ExpectedVersion,
    }),
    output: SavedCollection,
    refusals: collectionRefusals,
  },
  async ({ caller, write }, { collection_id: collectionId, expected_version, ...changes }) => {
    const { seo, product_ids, ...fields } = changes
    const patch = seo === undefined ? '{}' : seoPatch(seo)
    const changed = changedNames(changes).map((name) => (name === 'product_ids' ? 'products' : name))
    const row = await write({
      store: storeOf(collections, collectionId),
      statements: (db) => [
        db.execute(lockVersion(collections, collectionId, expected_version)),
        ...(isEmptyChange(changes)
          ? []
          : [
              db.execute(sql`select app.save_collection(${collectionId},
                ${JSON.stringify(fields)}::jsonb || jsonb_build_object('seo', ${patch}::jsonb) || ${productsField(product_ids)},
                ${caller.deployment.publicUrl})`),
              db.execute(sql`select app.record_event('collection.updated', ${collectionId},
                ${JSON.stringify({ changed })})`),
            ]),
      ],
      result: collectionJson(collectionId),
      read: readCollection,
    })
    return toSavedCollection(row)
  },
)
