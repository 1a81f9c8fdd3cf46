import * as z from 'zod'
import { tokenScopes } from '../../auth/tokens/scopes.ts'

/** What a client gets for its code or refresh token; the secrets are here and nowhere else. */
export const IssuedTokens = z.object({
  outcome: z.literal('issued'),
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.int(),
  scopes: z.array(z.enum(tokenScopes)),
})
