import { asc, sql } from 'drizzle-orm'
import * as z from 'zod'
import { sessionOf } from '../context.ts'
import { inVisibleStores } from '../db/in-stores.ts'
import { storeInvitations } from '../db/schema/invitations.ts'
import { type Role, roles, stores } from '../db/schema/stores.ts'
import { id } from '../ids.ts'
import { operation } from '../operation.ts'
import { storeColumns } from './store.ts'

/** A store, and what the caller is in it. */
const MyStore = z.object({ id: id('store'), slug: z.string(), name: z.string(), role: z.enum(roles) })

export const getMe = operation(
  {
    name: 'get_me',
    scope: 'stores:read',
    input: z.strictObject({}),
    output: z.object({
      id: z.string().describe('By which the caller is a member of their stores'),
      issuer: z.string(),
      subject: z.string(),
      email: z.string().nullable(),
      email_verified: z.boolean().describe('The identity provider says so; else no invitation to the address counts'),
      stores: z.array(MyStore),
      invitations: z
        .array(MyStore.extend({ expires_at: z.iso.datetime() }))
        .describe('Stores to join, with any call that names one in X-Store-Id'),
    }),
  },
  async ({ caller, run }) => {
    const { id, slug, name, role } = storeColumns
    const { issuer, subject, email, emailVerified } = sessionOf(caller)
    const [mine, [me], invitations] = await run((db) => [
      db
        .select({ id, slug, name, role })
        .from(stores)
        .where(inVisibleStores(stores.id))
        .orderBy(asc(stores.name), asc(stores.id)),
      db.select({ id: sql<string>`me.id` }).from(sql`(select app.caller() as id) as me`),
      db
        .select({
          id: sql<string>`i.store_id`,
          slug: sql<string>`i.slug`,
          name: sql<string>`i.name`,
          role: sql<Role>`i.role`,
          expiresAt: sql`i.expires_at`.mapWith(storeInvitations.expiresAt),
        })
        .from(sql`app.my_invitations(${emailVerified ? email : null}) as i`),
    ])
    if (!me) throw new Error('nobody is asking')
    return {
      id: me.id,
      issuer,
      subject,
      email,
      email_verified: emailVerified,
      stores: mine,
      invitations: invitations.map(({ expiresAt, ...store }) => ({ ...store, expires_at: expiresAt.toISOString() })),
    }
  },
)
