import { index, interval, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, digest, time } from '../columns.ts'

/** Sessions of the web pages. The encrypted cookie contains the id and the person; only the hash of the id is stored. */
export const webSessions = pgTable(
  'web_sessions',
  {
    idHash: digest('id_hash').primaryKey(),
    userId: uuid('user_id').notNull(),
    /** When the person last authenticated with the identity provider; null if it does not say. */
    authTime: time('auth_time'),
    /** Browser and system, such as "Firefox on Windows": enough to recognize a device. */
    userAgent: text('user_agent'),
    /** The /24 of an IPv4 address or the /48 of an IPv6 address. */
    addressPrefix: text('address_prefix'),
    createdAt: createdAt(),
    // Written at most every 5 minutes, and in no index, so that writing it is cheap.
    lastSeenAt: time('last_seen_at').notNull().defaultNow(),
    /** It ends this long after it was last seen, and in any case at expires_at. */
    idle: interval('idle').notNull().default('24:00:00'),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('web_sessions_user_idx').on(t.userId, t.createdAt), index('web_sessions_expires_idx').on(t.expiresAt)],
)
