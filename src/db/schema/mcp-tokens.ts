import { index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, digest, id, storeId, time } from '../columns.ts'
import { stores } from './stores.ts'

/** A store's tokens for /api/mcp: what is left of them once the secret was shown. */
export const mcpTokens = pgTable(
  'mcp_tokens',
  {
    storeId: storeId().references(() => stores.id),
    id: id(),
    name: text('name').notNull(),
    scopes: text('scopes').array().notNull(),
    tokenHash: digest('token_hash').notNull(),
    tokenPrefix: text('token_prefix').notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    // Written every 5 minutes at most, and indexed nowhere, so that writing it costs little.
    lastUsedAt: time('last_used_at'),
    revokedAt: time('revoked_at'),
  },
  (t) => [
    primaryKey({ name: 'mcp_tokens_pkey', columns: [t.storeId, t.id] }),
    // The door's look-up: whoever has the secret does not say the store.
    unique('mcp_tokens_hash_key').on(t.tokenHash),
    index('mcp_tokens_created_idx').on(t.storeId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
)
