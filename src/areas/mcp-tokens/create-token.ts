import * as z from 'zod'
import { accessRefusals } from '../../platform/operation/shared-refusals.ts'
import { tokenScopes } from '../../platform/auth/tokens/scopes.ts'
import { operation } from '../../platform/operation/operation.ts'
import { createAccessToken, NewAccessToken } from './access-token.ts'
import { McpToken, toMcpToken } from './mcp-token.ts'

export const createToken = operation(
  {
    // Its first name, under which idempotency keys are stored.
    name: 'mint_token',
    scope: 'tokens:manage',
    recentSignIn: () => 'authenticated',
    input: z.strictObject({
      name: NewAccessToken.name,
      scopes: z
        .array(z.enum(tokenScopes))
        .min(1)
        .transform((scopes) => tokenScopes.filter((scope) => scopes.includes(scope))),
      expires_in_days: NewAccessToken.expires_in_days,
      store_id: NewAccessToken.store_id,
    }),
    output: McpToken.extend({ token: z.string().describe('The secret. It is returned only once') }),
    refusals: accessRefusals,
  },
  async (context, input) => {
    const { row, secret } = await createAccessToken(context, 'mcp', input)
    return { ...toMcpToken(row), token: secret }
  },
)
