import { asc, sql } from 'drizzle-orm'
import * as z from 'zod'
import { sessionOf } from '../context.ts'
import { inVisibleStores } from '../db/in-stores.ts'
import { roles, stores } from '../db/schema/stores.ts'
import { id } from '../ids.ts'
import { operation } from '../operation.ts'
import { storeColumns } from './store.ts'

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
      stores: z.array(z.object({ id: id('store'), slug: z.string(), name: z.string(), role: z.enum(roles) })),
    }),
  },
  async ({ caller, run }) => {
    const { id, slug, name, role } = storeColumns
    const [mine, [me]] = await run((db) => [
      db
        .select({ id, slug, name, role })
        .from(stores)
        .where(inVisibleStores(stores.id))
        .orderBy(asc(stores.name), asc(stores.id)),
      db.select({ id: sql<string>`me.id` }).from(sql`(select app.caller() as id) as me`),
    ])
    if (!me) throw new Error('nobody is asking')
    const { issuer, subject, email, emailVerified } = sessionOf(caller)
    return { id: me.id, issuer, subject, email, email_verified: emailVerified, stores: mine }
  },
)
