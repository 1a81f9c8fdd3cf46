import * as z from 'zod'
import { ExpectedVersion, neededForNew, operation } from '../../platform/operation/operation.ts'
import { CollectionReference } from '../../platform/references/reference.ts'
import { CollectionFields, collectionRefusals } from './collection-fields.ts'
import { SavedCollection } from './collection.ts'
import { createCollection } from './create-collection.ts'
import { updateCollection } from './update-collection.ts'

/** Changes the collection with this id, or creates one. */
export const saveCollection = operation(
  {
    name: 'save_collection',
    scope: 'catalog:write',
    input: z.strictObject({
      collection_id: CollectionReference.optional(),
      ...CollectionFields,
      title: CollectionFields.title.optional().meta({ tool: 'Required for a new one' }),
      expected_version: ExpectedVersion,
    }),
    output: SavedCollection,
    refusals: collectionRefusals,
  },
  async ({ caller }, { collection_id, title, expected_version, ...fields }) => {
    if (collection_id !== undefined)
      return updateCollection(caller, { ...fields, title, collection_id, expected_version })
    const needed = neededForNew('collection', ['title', title], expected_version)
    return createCollection(caller, { ...fields, title: needed })
  },
)
