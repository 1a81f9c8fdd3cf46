import { routes } from '../../platform/http/routes/routes.ts'
import { listTokens } from './list-tokens.ts'
import { createToken } from './create-token.ts'
import { revokeToken } from './revoke-token.ts'

export const mcpTokensRoutes = routes('/api/mcp/tokens', [
  { get: '/', operation: listTokens },
  { post: '/', operation: createToken },
  { delete: '/:token_id', operation: revokeToken },
])
