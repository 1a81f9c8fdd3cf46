import { routes } from '../../platform/http/routes/routes.ts'
import { createStore } from './create-store.ts'
import { getMe } from './get-me.ts'
import { getStoreById } from './get-store-by-id.ts'
import { listStores } from './list-stores.ts'
import { updateStore } from './update-store.ts'

export const storesRoutes = routes('/api/stores', [
  { get: '/', operation: listStores },
  { post: '/', operation: createStore },
  { get: '/:store_id', operation: getStoreById },
  { patch: '/:store_id', operation: updateStore },
])

export const meRoutes = routes('/api/me', [{ get: '/', operation: getMe }])
