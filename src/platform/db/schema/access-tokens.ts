import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, digest, idColumn, storeId, time } from '../columns.ts'
import { stores } from './stores.ts'

/** What a token is for: `mcp` for /api/mcp, `api` for REST (an API key). */
const tokenUses = ['mcp', 'api'] as const

export type TokenUse = (typeof tokenUses)[number]

/** A store's access tokens for /api/mcp, and its API keys. Without the secret, which is returned once and not stored. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    storeId: storeId().references(() => stores.id),
    id: idColumn(),
    use: text('use', { enum: tokenUses }).notNull().default('mcp'),
    name: text('name').notNull(),
    scopes: text('scopes').array().notNull(),
    tokenHash: digest('token_hash').notNull(),
    tokenPrefix: text('token_prefix').notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    // Written at most every 5 minutes, and in no index, so that writing it is cheap.
    lastUsedAt: time('last_used_at'),
    revokedAt: time('revoked_at'),
  },
  (t) => [
    primaryKey({ name: 'access_tokens_pkey', columns: [t.storeId, t.id] }),
    // For app.enter_token and app.enter_key: the caller does not name the store.
    unique('access_tokens_hash_key').on(t.tokenHash),
    index('access_tokens_use_idx').on(t.storeId, t.use, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    // What a member loses with their role.
    index('access_tokens_valid_idx')
      .on(t.storeId, t.createdBy)
      .where(sql`revoked_at is null`)
      .concurrently(),
    check('access_tokens_use', sql`${t.use} in ('mcp', 'api')`),
  ],
)
