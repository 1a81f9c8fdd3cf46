import * as z from 'zod'
import { tokenScopes } from '../../platform/auth/tokens/scopes.ts'
import { id } from '../../platform/values/ids.ts'
import { AccessToken, toAccessToken, type TokenRow } from './access-token.ts'

export const McpToken = z.object({
  id: id('token'),
  store_id: id('store'),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  token_prefix: z.string().describe('The beginning of the secret'),
  ...AccessToken,
})

export const toMcpToken = (row: TokenRow): z.output<typeof McpToken> => ({
  id: row.id,
  store_id: row.storeId,
  name: row.name,
  scopes: z.array(z.enum(tokenScopes)).parse(row.scopes),
  token_prefix: row.tokenPrefix,
  ...toAccessToken(row),
})
