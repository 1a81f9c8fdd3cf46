import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, storeId, time, updatedAt, version } from '../columns.ts'
import { roles, stores } from './stores.ts'

/** Open invitations to join a store. Accepting (app.accept_invitation) or declining one deletes it. */
export const storeInvitations = pgTable(
  'store_invitations',
  {
    storeId: storeId().references(() => stores.id),
    id: id(),
    /** As a verified claim has it: ASCII letters in lower case, and nothing else made alike. */
    email: text('email').notNull(),
    role: text('role', { enum: roles }).notNull(),
    /** Whoever sent it, or changed its role, last. It holds as long as they may give that role. */
    invitedBy: uuid('invited_by').notNull(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'store_invitations_pkey', columns: [t.storeId, t.id] }),
    unique('store_invitations_email_key').on(t.storeId, t.email),
    // Scanned up by address: an invited person does not know which stores have invited them.
    index('store_invitations_email_idx').on(t.email),
    index('store_invitations_expires_idx').on(t.expiresAt),
    check('store_invitations_role', sql`${t.role} in ('owner', 'admin', 'staff', 'viewer')`),
  ],
)
