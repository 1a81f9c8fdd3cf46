import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, digest, idColumn, oneOf, storeId, time } from '../columns.ts'
import { stores } from './stores.ts'

/** dcr: registered itself (RFC 7591). cimd: a cached client metadata document. */
export const oauthClients = pgTable(
  'oauth_clients',
  {
    clientId: text('client_id').primaryKey(),
    kind: text('kind', { enum: ['dcr', 'cimd'] }).notNull(),
    redirectUris: text('redirect_uris').array().notNull(),
    metadata: jsonb('metadata').notNull(),
    /** Null: a public client, which uses only PKCE. */
    secretHash: digest('secret_hash'),
    /** A keyed hash of the address, only for counting. */
    registeredFrom: text('registered_from'),
    createdAt: createdAt(),
    /** When it last got tokens, accurate to a day. */
    lastUsedAt: time('last_used_at'),
    /** When an unused registration or a cached document expires; null once a registration was used. */
    expiresAt: time('expires_at'),
  },
  (t) => [
    index('oauth_clients_expires_idx').on(t.expiresAt),
    index('oauth_clients_from_idx').on(t.registeredFrom, t.createdAt),
    // Used only to delete unused clients.
    index('oauth_clients_idle_idx')
      .on(t.lastUsedAt)
      .where(sql`kind = 'dcr' and expires_at is null`),
    check('oauth_clients_kind', sql`${t.kind} in ('dcr', 'cimd')`),
  ],
)

/** Requests that wait for an answer on the consent page. They have no store until somebody chooses one there. */
export const oauthPending = pgTable(
  'oauth_pending',
  {
    handleHash: digest('handle_hash').primaryKey(),
    /** The person who saw it last, and the browser. Nobody else can answer. */
    userId: uuid('user_id'),
    browserHash: digest('browser_hash'),
    /** What the consent page shows of the client, at the time of the request. */
    client: jsonb('client').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    /** Exactly as in the request, still percent-encoded, so that it is returned byte for byte. */
    state: text('state'),
    challenge: text('challenge').notNull(),
    scopes: text('scopes').array().notNull(),
    resource: text('resource').notNull(),
    issuer: text('issuer').notNull(),
    /** Keyed hashes of the address (IPv4 /32, IPv6 /64) and of its network (/24, /48), only for counting. */
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

/** Why a connection ended before it expired. */
export const connectionEndings = [
  'disconnected',
  'revoked_by_client',
  'code_replayed',
  'refresh_reused',
  'replaced',
  'too_many_devices',
  'role_lost',
] as const

/** An assistant that somebody allowed into a store. Its codes and tokens depend on it. The table has the name in RFC 6749. */
export const connections = pgTable(
  'oauth_grants',
  {
    storeId: storeId().references(() => stores.id),
    id: idColumn(),
    userId: uuid('user_id').notNull(),
    clientId: text('client_id').notNull(),
    clientName: text('client_name').notNull(),
    redirectHost: text('redirect_host').notNull(),
    /** A client with a metadata document that redirected to the device itself. All its installations have one client id. */
    isDevice: boolean('is_device').notNull().default(false),
    /** The browser and system where the person allowed it, such as "Firefox on Windows". */
    allowedFrom: text('allowed_from'),
    scopes: text('scopes').array().notNull(),
    resource: text('resource').notNull(),
    createdAt: createdAt(),
    // Written at most every 5 minutes, and in no index, so that writing it is cheap.
    lastUsedAt: time('last_used_at'),
    /** When the last of its codes and tokens expires; at most 180 days after created_at (app.oauth_grant_end). */
    expiresAt: time('expires_at').notNull(),
    revokedAt: time('revoked_at'),
    revokedReason: text('revoked_reason', { enum: connectionEndings }),
  },
  (t) => [
    primaryKey({ name: 'oauth_grants_pkey', columns: [t.storeId, t.id] }),
    index('oauth_grants_created_idx').on(t.storeId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    // For deleting unused clients, and for finding the grants that a new one replaces.
    index('oauth_grants_client_idx')
      .on(t.clientId, t.storeId, t.userId)
      .where(sql`revoked_at is null`),
    // What a member loses with their role.
    index('oauth_grants_valid_idx')
      .on(t.storeId, t.userId)
      .where(sql`revoked_at is null`)
      .concurrently(),
    check('oauth_grants_reason', oneOf('revoked_reason', connectionEndings)),
    check('oauth_grants_revoked', sql`(${t.revokedAt} is null) = (${t.revokedReason} is null)`),
  ],
)

export const oauthCodes = pgTable(
  'oauth_codes',
  {
    storeId: storeId(),
    codeHash: digest('code_hash').notNull(),
    connectionId: uuid('grant_id').notNull(),
    clientId: text('client_id').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    challenge: text('challenge').notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    consumedAt: time('consumed_at'),
  },
  (t) => [
    primaryKey({ name: 'oauth_codes_pkey', columns: [t.storeId, t.codeHash] }),
    // For lookups by secret: the client does not name the store. The same applies to tokens.
    unique('oauth_codes_hash_key').on(t.codeHash),
    index('oauth_codes_expires_idx').on(t.expiresAt),
    foreignKey({
      name: 'oauth_codes_grant_fkey',
      columns: [t.storeId, t.connectionId],
      foreignColumns: [connections.storeId, connections.id],
    }),
  ],
)

export const oauthTokens = pgTable(
  'oauth_tokens',
  {
    storeId: storeId(),
    tokenHash: digest('token_hash').notNull(),
    connectionId: uuid('grant_id').notNull(),
    kind: text('kind', { enum: ['access', 'refresh'] }).notNull(),
    scopes: text('scopes').array().notNull(),
    /** The refresh token that this one was issued for; null if it was issued for a code. */
    parent: digest('parent'),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    /** For a used refresh token: when it was used, and its replacement. */
    replacedAt: time('replaced_at'),
    replacedBy: digest('replaced_by'),
  },
  (t) => [
    primaryKey({ name: 'oauth_tokens_pkey', columns: [t.storeId, t.tokenHash] }),
    unique('oauth_tokens_hash_key').on(t.tokenHash),
    index('oauth_tokens_expires_idx').on(t.expiresAt),
    foreignKey({
      name: 'oauth_tokens_grant_fkey',
      columns: [t.storeId, t.connectionId],
      foreignColumns: [connections.storeId, connections.id],
    }),
    check('oauth_tokens_kind', sql`${t.kind} in ('access', 'refresh')`),
    check('oauth_tokens_replaced', sql`(${t.replacedAt} is null) = (${t.replacedBy} is null)`),
  ],
)
