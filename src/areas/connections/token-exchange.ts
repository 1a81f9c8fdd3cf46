import * as z from 'zod'
import { tokenScopes } from '../../platform/auth/tokens/scopes.ts'

/** A client's credentials at the token endpoint. `secret_hash` is null if it sent no secret. */
export const ClientCredentials = { client_id: z.string(), secret_hash: z.string().nullable() }

/** The tokens for a code or refresh token. The secrets are not stored anywhere. */
export const IssuedTokens = z.object({
  outcome: z.literal('issued'),
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.int(),
  scopes: z.array(z.enum(tokenScopes)),
})
