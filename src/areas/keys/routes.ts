import { routes } from '../../platform/http/routes/routes.ts'
import { createKey } from './create-key.ts'
import { getKey } from './get-key.ts'
import { listKeys } from './list-keys.ts'
import { revokeKey } from './revoke-key.ts'

export const keysRoutes = routes('/api/keys', [
  { get: '/', operation: listKeys },
  { post: '/', operation: createKey },
  { get: '/:key_id', operation: getKey },
  { delete: '/:key_id', operation: revokeKey },
])
