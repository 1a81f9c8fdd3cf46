import { getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import { tokenScopes } from '../auth/tokens/scopes.ts'
import type { Read } from '../context.ts'
import { keptRow } from '../db/as-table.ts'
import { knownPerson, type KnownPerson } from '../db/person.ts'
import { mcpTokens } from '../db/schema/mcp-tokens.ts'
import { id } from '../ids.ts'

export const McpToken = z.object({
  id: id('token'),
  store_id: id('store'),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  token_prefix: z.string().describe('The beginning of the secret'),
  created_by: z.object({
    id: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    may_manage: z
      .boolean()
      .describe('Whether they are still an owner or admin of the store. If not, the token does not work'),
  }),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable().describe('Accurate to 5 minutes'),
  revoked_at: z.iso.datetime().nullable(),
})

const { tokenHash: _tokenHash, id: idColumn, ...otherColumns } = getTableColumns(mcpTokens)

/**
 * The columns of a token without the hash, and its creator's current membership. `id` must be first: a null there marks an
 * empty page of the left join.
 */
export const tokenColumns = {
  id: idColumn,
  ...otherColumns,
  creator: knownPerson(sql`mcp_tokens.store_id`, sql`mcp_tokens.created_by`),
}

export type McpTokenRow = Omit<typeof mcpTokens.$inferSelect, 'tokenHash'> & { creator: KnownPerson }

export const readToken: Read<McpTokenRow> = (db, result) => db.select(tokenColumns).from(keptRow(mcpTokens, result))

/** A token of the open store, as the result of a write. */
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
    name: row.creator?.name ?? null,
    email: row.creator?.email ?? null,
    may_manage: row.creator?.role === 'owner' || row.creator?.role === 'admin',
  },
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  revoked_at: row.revokedAt?.toISOString() ?? null,
})
