import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { tokenScopes } from '../auth/scopes.ts'
import { inVisibleStores } from '../db/in-stores.ts'
import { mcpTokens } from '../db/schema/mcp-tokens.ts'
import { notFound } from '../errors.ts'
import { operation } from '../operation.ts'

const Scopes = z.array(z.enum(tokenScopes))

/** What the calling token may do. */
export const getTokenScopes = operation(
  {
    name: 'get_token_scopes',
    scope: 'stores:read',
    input: z.strictObject({}),
    output: z.object({ scopes: Scopes }),
  },
  async ({ run }) => {
    const [[row]] = await run((db) => [
      db
        .select({ scopes: mcpTokens.scopes })
        .from(mcpTokens)
        .where(and(inVisibleStores(mcpTokens.storeId), eq(mcpTokens.id, sql`app.caller()`))),
    ])
    if (!row) throw notFound('token')
    return { scopes: Scopes.parse(row.scopes) }
  },
)
