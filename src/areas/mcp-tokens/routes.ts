import { routes } from '../../platform/http/routes/routes.ts'
import { listTokens } from './list-tokens.ts'
import { mintToken } from './mint-token.ts'
import { revokeToken } from './revoke-token.ts'

export const mcpTokensRoutes = routes('/api/mcp/tokens', [
  { get: '/', operation: listTokens },
  { post: '/', operation: mintToken },
  { delete: '/:token_id', operation: revokeToken },
])
