import { notFound, type RouteFacts } from '../route-facts.ts'

export const keysRows: Readonly<Record<string, RouteFacts>> = {
  'GET /api/keys': {
    sample: () => ({ path: '/api/keys' }),
    scope: 'tokens:manage',
    list: 'plain',
  },
  'POST /api/keys': {
    sample: ({ storeId }, unique) => ({
      path: '/api/keys',
      body: { name: `Warehouse ${unique}`, scopes: ['orders:read'], store_id: storeId },
    }),
    status: 201,
    scope: 'tokens:manage',
    names: { storeId: notFound },
    // A retry must not return the secret again.
    repeated: { status: 409, code: 'duplicate' },
    full: ({ storeId }) => ({
      name: 'Warehouse',
      use: 'api',
      scopes: ['orders:read', 'crm:write'],
      expires_in_days: 30,
      store_id: storeId,
    }),
  },
  'GET /api/keys/:key_id': {
    sample: ({ keyId }) => ({ path: `/api/keys/${keyId}` }),
    scope: 'tokens:manage',
    names: { keyId: notFound },
  },
  'DELETE /api/keys/:key_id': {
    sample: ({ keyId }) => ({ path: `/api/keys/${keyId}` }),
    status: 204,
    scope: 'tokens:manage',
    names: { keyId: notFound },
  },
}
