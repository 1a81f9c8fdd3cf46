import * as z from 'zod'
import { id } from '../../platform/values/ids.ts'
import { revokeAccessToken } from '../mcp-tokens/access-token.ts'
import { operation } from '../../platform/operation/operation.ts'
import { ApiKey, toApiKey } from './api-key.ts'

/** The key stops working with the next request. Revoking it twice has no further effect. */
export const revokeKey = operation(
  {
    name: 'revoke_api_key',
    scope: 'tokens:manage',
    input: z.strictObject({ key_id: id('API key') }),
    output: ApiKey,
  },
  async (context, { key_id }) => toApiKey(await revokeAccessToken(context, 'api', key_id)),
)
