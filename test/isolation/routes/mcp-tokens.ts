import { notFound, type RouteFacts } from '../route-facts.ts'

export const mcpTokensRows: Readonly<Record<string, RouteFacts>> = {
  'GET /api/mcp/tokens': {
    sample: () => ({ path: '/api/mcp/tokens' }),
    scope: 'tokens:manage',
    list: 'plain',
  },
  'POST /api/mcp/tokens': {
    sample: ({ storeId }, unique) => ({
      path: '/api/mcp/tokens',
      body: { name: `Assistant ${unique}`, scopes: ['orders:read'], store_id: storeId },
    }),
    status: 201,
    scope: 'tokens:manage',
    names: { storeId: notFound },
    // A retry must not return the secret again.
    repeated: { status: 409, code: 'duplicate' },
    full: ({ storeId }) => ({
      name: 'Assistant',
      scopes: ['orders:read', 'catalog:write'],
      expires_in_days: 30,
      store_id: storeId,
    }),
  },
  'DELETE /api/mcp/tokens/:token_id': {
    sample: ({ tokenId }) => ({ path: `/api/mcp/tokens/${tokenId}` }),
    status: 204,
    scope: 'tokens:manage',
    names: { tokenId: notFound },
  },
}
