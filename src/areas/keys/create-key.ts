import * as z from 'zod'
import { accessRefusals } from '../../platform/operation/shared-refusals.ts'
import { keyScopes } from '../../platform/auth/tokens/scopes.ts'
import { createAccessToken, NewAccessToken } from '../mcp-tokens/access-token.ts'
import { operation } from '../../platform/operation/operation.ts'
import { ApiKey, toApiKey } from './api-key.ts'

export const createKey = operation(
  {
    name: 'create_api_key',
    scope: 'tokens:manage',
    recentSignIn: () => 'authenticated',
    input: z.strictObject({
      name: NewAccessToken.name,
      use: z.literal('api').optional().describe('May be left out'),
      scopes: z
        .array(z.enum(keyScopes))
        .min(1)
        .transform((scopes) => keyScopes.filter((scope) => scopes.includes(scope))),
      expires_in_days: NewAccessToken.expires_in_days,
      store_id: NewAccessToken.store_id,
    }),
    output: ApiKey.extend({ key: z.string().describe('The secret. It is returned only once') }),
    refusals: accessRefusals,
  },
  async (context, input) => {
    const { row, secret } = await createAccessToken(context, 'api', input)
    return { ...toApiKey(row), key: secret }
  },
)
