import { id } from '../../platform/values/ids.ts'
import { collections } from '../../platform/db/schema/collections.ts'
import { selection } from '../../platform/db/selection.ts'
import { resource } from '../../platform/operation/resource.ts'
import { CollectionReference } from '../../platform/references/reference.ts'
import {
  Collection,
  collectionColumns,
  collectionJson,
  readCollection,
  SavedCollection,
  toCollection,
  toSavedCollection,
} from './collection.ts'

export const collectionResource = resource({
  name: 'collection',
  table: collections,
  scope: { read: 'catalog:read', write: 'catalog:write' },
  key: 'collection_id',
  id: { collection_id: CollectionReference },
  idAlone: { collection_id: id('collection') },
  output: Collection,
  selected: selection(collectionColumns),
  toOutput: toCollection,
  saved: { output: SavedCollection, read: readCollection, json: collectionJson, toOutput: toSavedCollection },
})

export const getCollection = collectionResource.get
