import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { tokenScopes } from '../auth/tokens/scopes.ts'
import { hashToken, newToken, displayPrefix } from '../auth/tokens/format.ts'
import { mcpTokens } from '../db/schema/mcp-tokens.ts'
import { ServiceError } from '../errors.ts'
import { id, newId } from '../ids.ts'
import { operation } from '../operation.ts'
import { Line } from '../text.ts'
import { McpToken, readToken, toMcpToken, tokenJson } from './mcp-token.ts'

export const mintToken = operation(
  {
    name: 'mint_token',
    scope: 'tokens:manage',
    recentSignIn: () => 'authenticated',
    input: z.strictObject({
      name: Line(100).describe('What the token is for. Shown in the list'),
      scopes: z
        .array(z.enum(tokenScopes))
        .min(1)
        .transform((scopes) => tokenScopes.filter((scope) => scopes.includes(scope))),
      expires_in_days: z.int().min(1).max(365).default(90),
      store_id: id('store').optional().describe('Default: the store in X-Store-Id, or your only store'),
    }),
    output: McpToken.extend({ token: z.string().describe('The secret. It is returned only once') }),
  },
  async ({ write }, { name, scopes, expires_in_days, store_id }) => {
    const tokenId = newId()
    const token = newToken('mcp')
    const tokenHash = await hashToken(token)
    const row = await write({
      store: store_id === undefined ? sql`app.only_store()` : sql`${store_id}::uuid`,
      statements: (db) => [
        db.execute(sql`select app.expect_present_manager()`),
        db.insert(mcpTokens).values({
          storeId: sql`app.store()`,
          id: tokenId,
          name,
          scopes,
          tokenHash,
          tokenPrefix: displayPrefix(token),
          createdBy: sql`app.caller()`,
          expiresAt: sql`now() + make_interval(days => ${expires_in_days})`,
        }),
        db.execute(sql`select app.record_event('mcp_token.minted', ${tokenId}, ${JSON.stringify({ scopes })})`),
      ],
      result: tokenJson(tokenId),
      read: readToken,
    })
    // Only the hash is stored, so the secret of an earlier request cannot be returned again.
    if (row.id !== tokenId)
      throw new ServiceError(
        'duplicate',
        'A token was already created with this Idempotency-Key, and its secret is returned only once. If you lost it, revoke the token and create another with a new key.',
        { extra: { token_id: row.id } },
      )
    return { ...toMcpToken(row), token }
  },
)
