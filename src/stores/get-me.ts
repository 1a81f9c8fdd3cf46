import { asc } from 'drizzle-orm'
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
      issuer: z.string(),
      subject: z.string(),
      email: z.string().nullable(),
      stores: z.array(z.object({ id: id('store'), slug: z.string(), name: z.string(), role: z.enum(roles) })),
    }),
  },
  async ({ caller, run }) => {
    const { id, slug, name, role } = storeColumns
    const [mine] = await run((db) => [
      db
        .select({ id, slug, name, role })
        .from(stores)
        .where(inVisibleStores(stores.id))
        .orderBy(asc(stores.name), asc(stores.id)),
    ])
    const { issuer, subject, email } = sessionOf(caller)
    return { issuer, subject, email, stores: mine }
  },
)
