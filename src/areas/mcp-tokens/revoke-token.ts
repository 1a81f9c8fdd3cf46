import * as z from 'zod'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { revokeAccessToken } from './access-token.ts'
import { McpToken, toMcpToken } from './mcp-token.ts'

/** The token stops working with the next call. Revoking it twice has no further effect. */
export const revokeToken = operation(
  {
    name: 'revoke_token',
    scope: 'tokens:manage',
    input: z.strictObject({ token_id: id('token') }),
    output: McpToken,
  },
  async (context, { token_id }) => toMcpToken(await revokeAccessToken(context, 'mcp', token_id)),
)
