import * as z from 'zod'
import { keyScopes } from '../../platform/auth/tokens/scopes.ts'
import { id } from '../../platform/values/ids.ts'
import { AccessToken, toAccessToken, type TokenRow } from '../mcp-tokens/access-token.ts'

export const ApiKey = z.object({
  id: id('API key'),
  store_id: id('store'),
  use: z.literal('api').describe('Accepted by REST, not by the MCP endpoint'),
  name: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  key_prefix: z.string().describe('The beginning of the secret'),
  ...AccessToken,
})

export const toApiKey = (row: TokenRow): z.output<typeof ApiKey> => ({
  id: row.id,
  store_id: row.storeId,
  use: 'api',
  name: row.name,
  scopes: z.array(z.enum(keyScopes)).parse(row.scopes),
  key_prefix: row.tokenPrefix,
  ...toAccessToken(row),
})
