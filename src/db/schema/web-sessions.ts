import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, digest, time } from '../columns.ts'

/** People signed in on the pages. The cookie holds the id, of which only the hash is kept; who it is, is sealed in it. */
export const webSessions = pgTable(
  'web_sessions',
  {
    idHash: digest('id_hash').primaryKey(),
    userId: uuid('user_id').notNull(),
    /** When the person last proved to the identity provider who they are; null where the provider does not say. */
    authTime: time('auth_time'),
    /** Browser and system, such as "Firefox on Windows": enough to recognize a device. */
    userAgent: text('user_agent'),
    /** The /24 of an IPv4 address, the /48 of an IPv6 one. */
    addressPrefix: text('address_prefix'),
    createdAt: createdAt(),
    // Written every 5 minutes at most, and not indexed, so that writing it costs little.
    lastSeenAt: time('last_seen_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('web_sessions_user_idx').on(t.userId, t.createdAt), index('web_sessions_expires_idx').on(t.expiresAt)],
)
