import { getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import { tokenScopes } from '../auth/tokens/scopes.ts'
import type { Read } from '../context.ts'
import { keptRow } from '../db/as-table.ts'
import { mcpTokens } from '../db/schema/mcp-tokens.ts'
import { id } from '../ids.ts'

export const McpToken = z.object({
  id: id('token'),
  store_id: id('store'),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  token_prefix: z.string().describe('How the secret begins'),
  created_by: z.object({
    id: z.string(),
    email: z.string().nullable(),
    may_manage: z.boolean().describe('Still an owner or admin of the store; if not, the token is refused'),
  }),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable().describe('To within 5 minutes'),
  revoked_at: z.iso.datetime().nullable(),
})

const { tokenHash: _tokenHash, id: idColumn, ...otherColumns } = getTableColumns(mcpTokens)

type Maker = { email: string | null; role: string } | null

/**
 * Beside the columns of a token, who made it, as a member now. Never the hash. `id` first: a list's left join tells an
 * empty page by its being null.
 */
export const tokenColumns = {
  id: idColumn,
  ...otherColumns,
  // Written out: Drizzle leaves the table's name away where it selects from one, and members have a store_id as well.
  maker: sql<Maker>`(select jsonb_build_object('email', m.email, 'role', m.role) from store_members m
    where m.store_id = mcp_tokens.store_id and m.user_id = mcp_tokens.created_by)`,
}

export type McpTokenRow = Omit<typeof mcpTokens.$inferSelect, 'tokenHash'> & { maker: Maker }

export const readToken: Read<McpTokenRow> = (db, result) => db.select(tokenColumns).from(keptRow(mcpTokens, result))

/** A token of the open store as a write's result. */
export const tokenJson = (tokenId: string) =>
  sql`(select to_jsonb(t) - 'token_hash' from ${mcpTokens} t where t.store_id = app.store() and t.id = ${tokenId})`

export const toMcpToken = (row: McpTokenRow): z.output<typeof McpToken> => ({
  id: row.id,
  store_id: row.storeId,
  name: row.name,
  scopes: z.array(z.enum(tokenScopes)).parse(row.scopes),
  token_prefix: row.tokenPrefix,
  created_by: {
    id: row.createdBy,
    email: row.maker?.email ?? null,
    may_manage: row.maker?.role === 'owner' || row.maker?.role === 'admin',
  },
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  revoked_at: row.revokedAt?.toISOString() ?? null,
})
