import { listTool, RowLimit, tool } from '../../platform/tools/tool.ts'
import { Collection, SavedCollection } from './collection.ts'
import { listCollections } from './list-collections.ts'
import { saveCollection } from './save-collection.ts'

const Row = Collection.pick({
  id: true,
  title: true,
  slug: true,
  published: true,
  rules: true,
  match: true,
  products_count: true,
  version: true,
})

export const collectionsTools = [
  listTool({
    name: 'list_collections',
    title: 'List collections',
    description: 'Lists collections, newest first. list_products with collection returns their products.',
    operation: listCollections,
    input: listCollections.input.omit({ page: true }).extend(RowLimit),
    row: Row,
  }),
  tool({
    name: 'save_collection',
    title: 'Save a collection',
    effect: 'adjust',
    description: 'Changes the collection with collection_id, or creates one. Lists are replaced as a whole.',
    operation: saveCollection,
    answer: Row.extend({ hidden: SavedCollection.shape.hidden }),
    describedBy: 'list_collections',
  }),
]
