import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { tokenScopes } from '../../platform/auth/tokens/scopes.ts'
import { derivedToken, hashToken, isToken } from '../../platform/auth/tokens/format.ts'
import { publicOperation } from '../../platform/operation/operation.ts'
import { ClientCredentials, IssuedTokens } from './token-exchange.ts'

const Refused = z.enum(['invalid_client', 'invalid', 'invalid_scope', 'reused'])

const Outcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.enum(['rotated', 'replayed']),
    key: z.enum(['current', 'previous']),
    scopes: z.array(z.enum(tokenScopes)),
    seconds: z.int(),
  }),
  z.object({ outcome: Refused }),
])

const Refreshed = z.union([IssuedTokens, z.object({ outcome: Refused })])

/**
 * Exchanges a refresh token for new tokens: the same ones again within five minutes of its first use. `reused`: it was used
 * after that, so the connection was ended.
 */
export const refreshTokens = publicOperation(
  {
    input: z.strictObject({
      ...ClientCredentials,
      refresh_token: z.string(),
      scopes: z.array(z.enum(tokenScopes)).nullable().describe('Null: the scopes of the token'),
      key: z.instanceof(CryptoKey).describe('Key that new tokens are derived with'),
      key_before: z.instanceof(CryptoKey).nullable().describe('The previous key, during a key change'),
    }),
    output: Refreshed,
  },
  async (
    { call },
    { client_id, secret_hash, refresh_token, scopes, key, key_before },
  ): Promise<z.output<typeof Refreshed>> => {
    if (!isToken('refresh', refresh_token)) return { outcome: 'invalid' }
    const current = await deriveTokens(key, refresh_token)
    const previous = key_before === null ? null : await deriveTokens(key_before, refresh_token)
    const [{ rows }] = await call((db) => [
      db.execute(sql`select app.refresh_oauth_tokens(
        ${client_id}, decode(${secret_hash}, 'hex'), ${hex(current.presented)}, ${scopes && sql.param(scopes)}::text[],
        ${hex(current.accessHash)}, ${hex(current.refreshHash)},
        ${hex(previous?.accessHash)}, ${hex(previous?.refreshHash)}) as result`),
    ])
    const result = Outcome.parse(rows[0]?.['result'])
    if (!('key' in result)) return result
    const { access, refresh } = result.key === 'previous' && previous ? previous : current
    return {
      outcome: 'issued',
      access_token: access,
      refresh_token: refresh,
      expires_in: result.seconds,
      scopes: result.scopes,
    }
  },
)

const hex = (hash: string | undefined) => sql`decode(${hash ?? null}, 'hex')`

async function deriveTokens(key: CryptoKey, token: string) {
  const access = await derivedToken('access', key, token)
  const refresh = await derivedToken('refresh', key, token)
  return {
    access,
    refresh,
    presented: await hashToken(token),
    accessHash: await hashToken(access),
    refreshHash: await hashToken(refresh),
  }
}
