import { and, eq, inArray, like, ne, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { storeMembers, stores } from '../../../src/platform/db/schema/stores.ts'
import { addRebuildSales } from '../../database/rebuild-sales.ts'
import { loadStore } from './load-store.ts'
import { storePlans } from './stores.ts'
import { users } from '../identity/users.ts'

type Options = {
  ownerUrl: string
  /** The identity provider's issuer. It changes with PORT. */
  issuer: string
  /** Where the service runs. It changes with PORT. */
  baseUrl: string
  now?: Date
  /** How many orders more than usual the last week has. */
  recent?: number
}

/** Loads missing stores and adds the fixed users to them, in one transaction. */
export async function seed({ ownerUrl, issuer, baseUrl, now = new Date(), recent = 0 }: Options): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await addRebuildSales(client)
    await drizzle(client).transaction(async (db) => {
      for (const plan of storePlans) {
        const found = await db.select({ id: stores.id }).from(stores).where(eq(stores.slug, plan.slug))
        const owner = users.find(({ member }) => member.some(({ store }) => store === plan.slug))
        if (found.length === 0 && owner) await loadStore(db, plan, now, { issuer, subject: owner.sub }, recent)
      }
      // Pictures that were uploaded at another PORT are still there.
      const moved = (column: string) =>
        sql.raw(
          `${column} = regexp_replace(${column}::text, 'http://127[.]0[.]0[.]1:[0-9]+/media/', '${baseUrl}/media/', 'g')::jsonb
            where ${column}::text like '%http://127.0.0.1:%' and ${column}::text not like '%${baseUrl}/media/%'`,
        )
      await db.execute(sql`update products set ${moved('images')}`)
      await db.execute(sql`update collections set ${moved('image')}`)
      // Memberships from another PORT would list every user twice.
      await db.delete(storeMembers).where(
        and(
          inArray(
            storeMembers.subject,
            users.map(({ sub }) => sub),
          ),
          like(storeMembers.issuer, 'http://127.0.0.1:%'),
          ne(storeMembers.issuer, issuer),
        ),
      )
      const known = await db.select({ id: stores.id, slug: stores.slug }).from(stores)
      const members = users.flatMap(({ sub, email, member }) =>
        member.flatMap(({ store, role }) =>
          known
            .filter(({ slug }) => slug === store)
            .map(({ id }) => ({
              storeId: id,
              userId: sql<string>`app.user_id(${issuer}, ${sub})`,
              issuer,
              subject: sub,
              email,
              role,
            })),
        ),
      )
      await db
        .insert(storeMembers)
        .values(members)
        .onConflictDoUpdate({
          target: [storeMembers.storeId, storeMembers.userId],
          set: { role: sql`excluded.role`, email: sql`excluded.email`, updatedAt: sql`now()` },
        })
    })
  } finally {
    await client.end()
  }
}
