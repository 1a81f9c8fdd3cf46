import { routes } from '../../platform/http/routes/routes.ts'
import { createCollection } from './create-collection.ts'
import { deleteCollection } from './delete-collection.ts'
import { getCollection } from './get-collection.ts'
import { listCollectionProducts } from './list-collection-products.ts'
import { listCollections } from './list-collections.ts'
import { setCollectionProducts } from './set-collection-products.ts'
import { updateCollection } from './update-collection.ts'

export const collectionsRoutes = routes('/api/collections', [
  { get: '/', operation: listCollections },
  { post: '/', operation: createCollection },
  { get: '/:collection_id', operation: getCollection, versionTells: () => true },
  { patch: '/:collection_id', operation: updateCollection },
  { delete: '/:collection_id', operation: deleteCollection },
  { get: '/:collection_id/products', operation: listCollectionProducts },
  { put: '/:collection_id/products', operation: setCollectionProducts },
])
