import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import { inOpenStore, storeOf } from '../db/in-stores.ts'
import { mcpTokens } from '../db/schema/mcp-tokens.ts'
import { id } from '../ids.ts'
import { operation } from '../operation.ts'
import { McpToken, readToken, toMcpToken, tokenJson } from './mcp-token.ts'

/** The token stops working with the next call. Revoking it twice has no further effect. */
export const revokeToken = operation(
  {
    name: 'revoke_token',
    scope: 'tokens:manage',
    input: z.strictObject({ token_id: id('token') }),
    output: McpToken,
  },
  async ({ write }, { token_id }) => {
    const active = and(inOpenStore(mcpTokens.storeId), eq(mcpTokens.id, token_id), isNull(mcpTokens.revokedAt))
    const row = await write({
      store: storeOf(mcpTokens, token_id),
      statements: (db) => [
        db.execute(sql`select app.record_event('mcp_token.revoked', id) from ${mcpTokens} where ${active}`),
        db
          .update(mcpTokens)
          .set({ revokedAt: sql`now()` })
          .where(active),
      ],
      result: tokenJson(token_id),
      read: readToken,
    })
    return toMcpToken(row)
  },
)
