import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { hashToken, isToken } from '../../platform/auth/tokens/format.ts'
import { publicOperation } from '../../platform/operation/operation.ts'
import { ClientCredentials } from './token-exchange.ts'

const Outcome = z.object({ outcome: z.enum(['done', 'invalid_client']) })

/** Ends the connection of an access or refresh token that belongs to the client. */
export const revokeOAuthToken = publicOperation(
  { input: z.strictObject({ ...ClientCredentials, token: z.string() }), output: Outcome },
  async ({ call }, { client_id, secret_hash, token }): Promise<z.output<typeof Outcome>> => {
    if (!isToken('access', token) && !isToken('refresh', token)) return { outcome: 'done' }
    const hash = await hashToken(token)
    const [{ rows }] = await call((db) => [
      db.execute(sql`select app.revoke_oauth_token(
        ${client_id}, decode(${secret_hash}, 'hex'), decode(${hash}, 'hex')) as result`),
    ])
    return Outcome.parse(rows[0]?.['result'])
  },
)
