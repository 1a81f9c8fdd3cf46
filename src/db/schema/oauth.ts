import { sql } from 'drizzle-orm'
import { check, foreignKey, index, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, digest, id, storeId, time } from '../columns.ts'
import { stores } from './stores.ts'

/** dcr: registered by itself (RFC 7591). cimd: a client metadata document, kept as long as its headers say. pre: put here by hand. */
export const oauthClients = pgTable(
  'oauth_clients',
  {
    clientId: text('client_id').primaryKey(),
    kind: text('kind', { enum: ['dcr', 'cimd', 'pre'] }).notNull(),
    redirectUris: text('redirect_uris').array().notNull(),
    metadata: jsonb('metadata').notNull(),
    /** Null: a public client, which has PKCE alone. */
    secretHash: digest('secret_hash'),
    /** A keyed hash of the address, for counting and nothing else. */
    registeredFrom: text('registered_from'),
    createdAt: createdAt(),
    /** When it last got tokens, to within a day. */
    lastUsedAt: time('last_used_at'),
    /** When an unused registration or a fetched document ends; null once a registration has been used. */
    expiresAt: time('expires_at'),
  },
  (t) => [
    index('oauth_clients_expires_idx').on(t.expiresAt),
    index('oauth_clients_from_idx').on(t.registeredFrom, t.createdAt),
    // Only the sweep of clients that are out of use reads this.
    index('oauth_clients_idle_idx')
      .on(t.lastUsedAt)
      .where(sql`kind = 'dcr' and expires_at is null`),
    check('oauth_clients_kind', sql`${t.kind} in ('dcr', 'cimd', 'pre')`),
  ],
)

/** Requests that wait for somebody's answer on the consent page. No store yet: that is what the answer says. */
export const oauthPending = pgTable(
  'oauth_pending',
  {
    handleHash: digest('handle_hash').primaryKey(),
    /** Who was shown it last, and in which browser; nobody else can answer. */
    userId: uuid('user_id'),
    browserHash: digest('browser_hash'),
    /** What the consent page says of the client, as of the moment of the request. */
    client: jsonb('client').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    /** As it stood in the request, percent signs and all, so that it goes back byte for byte. */
    state: text('state'),
    challenge: text('challenge').notNull(),
    scopes: text('scopes').array().notNull(),
    resource: text('resource').notNull(),
    issuer: text('issuer').notNull(),
    /** Keyed hashes of the address (IPv4 /32, IPv6 /64) and of the network around it (/24, /48), for counting only. */
    begunFrom: text('begun_from'),
    begunNetwork: text('begun_network'),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    consumedAt: time('consumed_at'),
    outcome: text('outcome', { enum: ['approved', 'denied'] }),
  },
  (t) => [
    index('oauth_pending_expires_idx').on(t.expiresAt),
    index('oauth_pending_from_idx').on(t.begunFrom, t.expiresAt),
    check('oauth_pending_outcome', sql`${t.outcome} in ('approved', 'denied')`),
    check('oauth_pending_consumed', sql`(${t.consumedAt} is null) = (${t.outcome} is null)`),
  ],
)

/** An assistant that somebody allowed into a store: what its codes and tokens hang on. */
export const oauthGrants = pgTable(
  'oauth_grants',
  {
    storeId: storeId().references(() => stores.id),
    id: id(),
    userId: uuid('user_id').notNull(),
    clientId: text('client_id').notNull(),
    clientName: text('client_name').notNull(),
    redirectHost: text('redirect_host').notNull(),
    scopes: text('scopes').array().notNull(),
    resource: text('resource').notNull(),
    createdAt: createdAt(),
    // Written every 5 minutes at most, and indexed nowhere, so that writing it costs little.
    lastUsedAt: time('last_used_at'),
    /** When the last of its codes and tokens expires; at most 180 days after created_at (app.oauth_grant_end). */
    expiresAt: time('expires_at').notNull(),
    revokedAt: time('revoked_at'),
    revokedReason: text('revoked_reason', {
      enum: ['disconnected', 'revoked_by_client', 'code_replayed', 'refresh_reused', 'replaced', 'role_lost'],
    }),
  },
  (t) => [
    primaryKey({ name: 'oauth_grants_pkey', columns: [t.storeId, t.id] }),
    index('oauth_grants_created_idx').on(t.storeId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    // Which clients still have a grant, for the sweep; and which grants a new one replaces.
    index('oauth_grants_client_idx')
      .on(t.clientId, t.storeId, t.userId)
      .where(sql`revoked_at is null`),
    check(
      'oauth_grants_reason',
      sql`${t.revokedReason} in ('disconnected', 'revoked_by_client', 'code_replayed', 'refresh_reused', 'replaced', 'role_lost')`,
    ),
    check('oauth_grants_revoked', sql`(${t.revokedAt} is null) = (${t.revokedReason} is null)`),
  ],
)

export const oauthCodes = pgTable(
  'oauth_codes',
  {
    storeId: storeId(),
    codeHash: digest('code_hash').notNull(),
    grantId: uuid('grant_id').notNull(),
    clientId: text('client_id').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    challenge: text('challenge').notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    consumedAt: time('consumed_at'),
  },
  (t) => [
    primaryKey({ name: 'oauth_codes_pkey', columns: [t.storeId, t.codeHash] }),
    // Whoever has the secret does not say the store; likewise for tokens.
    unique('oauth_codes_hash_key').on(t.codeHash),
    index('oauth_codes_expires_idx').on(t.expiresAt),
    foreignKey({
      name: 'oauth_codes_grant_fkey',
      columns: [t.storeId, t.grantId],
      foreignColumns: [oauthGrants.storeId, oauthGrants.id],
    }),
  ],
)

export const oauthTokens = pgTable(
  'oauth_tokens',
  {
    storeId: storeId(),
    tokenHash: digest('token_hash').notNull(),
    grantId: uuid('grant_id').notNull(),
    kind: text('kind', { enum: ['access', 'refresh'] }).notNull(),
    scopes: text('scopes').array().notNull(),
    /** The refresh token that this one came of; null where it came of a code. */
    parent: digest('parent'),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    /** Of a refresh token that was used: when, and its successor. */
    replacedAt: time('replaced_at'),
    replacedBy: digest('replaced_by'),
  },
  (t) => [
    primaryKey({ name: 'oauth_tokens_pkey', columns: [t.storeId, t.tokenHash] }),
    unique('oauth_tokens_hash_key').on(t.tokenHash),
    index('oauth_tokens_expires_idx').on(t.expiresAt),
    foreignKey({
      name: 'oauth_tokens_grant_fkey',
      columns: [t.storeId, t.grantId],
      foreignColumns: [oauthGrants.storeId, oauthGrants.id],
    }),
    check('oauth_tokens_kind', sql`${t.kind} in ('access', 'refresh')`),
    check('oauth_tokens_replaced', sql`(${t.replacedAt} is null) = (${t.replacedBy} is null)`),
  ],
)
