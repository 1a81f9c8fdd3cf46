import { check, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, oneOf, storeId, time, updatedAt, versionColumn } from '../columns.ts'
import { roles, stores } from './stores.ts'

/** Open invitations to join a store. Accepting (app.accept_invitation) or declining one deletes it. */
export const storeInvitations = pgTable(
  'store_invitations',
  {
    storeId: storeId().references(() => stores.id),
    id: idColumn(),
    /** In the form of a verified claim: only ASCII letters are lowered (emailOf). */
    email: text('email').notNull(),
    role: text('role', { enum: roles }).notNull(),
    /** Who sent it or last changed its role. It is valid only while that person may grant the role. */
    invitedBy: uuid('invited_by').notNull(),
    version: versionColumn(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'store_invitations_pkey', columns: [t.storeId, t.id] }),
    unique('store_invitations_email_key').on(t.storeId, t.email),
    // For lookups by address: an invited person does not know which stores have invited them.
    index('store_invitations_email_idx').on(t.email),
    index('store_invitations_expires_idx').on(t.expiresAt),
    check('store_invitations_role', oneOf('role', roles)),
  ],
)
