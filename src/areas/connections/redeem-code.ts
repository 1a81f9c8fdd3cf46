import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { tokenScopes } from '../../platform/auth/tokens/scopes.ts'
import { hashToken, isToken, newToken } from '../../platform/auth/tokens/format.ts'
import { publicOperation } from '../../platform/operation/operation.ts'
import { ClientCredentials, IssuedTokens } from './token-exchange.ts'

const Outcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('issued'), scopes: z.array(z.enum(tokenScopes)) }),
  z.object({ outcome: z.enum(['invalid_client', 'invalid', 'replayed']) }),
])

const Redeemed = z.union([IssuedTokens, z.object({ outcome: z.enum(['invalid_client', 'invalid', 'replayed']) })])

/** Exchanges a code for tokens, once. `replayed`: the code was used before, so its connection was ended. */
export const redeemCode = publicOperation(
  {
    input: z.strictObject({
      ...ClientCredentials,
      code: z.string(),
      challenge: z.string().describe('Computed from the presented verifier'),
      redirect_uri: z.string().nullable(),
    }),
    output: Redeemed,
  },
  async ({ call }, { client_id, secret_hash, code, challenge, redirect_uri }): Promise<z.output<typeof Redeemed>> => {
    if (!isToken('code', code)) return { outcome: 'invalid' }
    const [access, refresh] = [newToken('access'), newToken('refresh')]
    const [codeHash, accessHash, refreshHash] = await Promise.all([code, access, refresh].map(hashToken))
    const [{ rows }] = await call((db) => [
      db.execute(sql`select app.redeem_oauth_code(
        ${client_id}, decode(${secret_hash}, 'hex'), decode(${codeHash}, 'hex'), ${redirect_uri}, ${challenge},
        decode(${accessHash}, 'hex'), decode(${refreshHash}, 'hex')) as result`),
    ])
    const result = Outcome.parse(rows[0]?.['result'])
    if (result.outcome !== 'issued') return result
    return { ...result, access_token: access, refresh_token: refresh, expires_in: 3600 }
  },
)
