import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { id } from '../../platform/values/ids.ts'
import { changedNames, ExpectedVersion, operation } from '../../platform/operation/operation.ts'
import { seoPatch } from '../../platform/values/seo.ts'
import { CollectionFields, collectionRefusals } from './collection-fields.ts'
import { productsField } from './collection-products.ts'
import { collectionResource } from './get-collection.ts'
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
  async (context, { collection_id: collectionId, expected_version, ...changes }) => {
    const { seo, product_ids, ...fields } = changes
    const patch = seo === undefined ? '{}' : seoPatch(seo)
    const row = await collectionResource.change(context, collectionId, expected_version, changes, {
      save: (db) =>
        db.execute(sql`select app.save_collection(${collectionId},
          ${JSON.stringify(fields)}::jsonb || jsonb_build_object('seo', ${patch}::jsonb) || ${productsField(product_ids)},
          ${context.caller.deployment.publicUrl})`),
      changed: changedNames(changes).map((name) => (name === 'product_ids' ? 'products' : name)),
      result: collectionJson(collectionId),
      read: readCollection,
    })
    return toSavedCollection(row)
  },
)
