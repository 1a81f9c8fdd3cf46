import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'

/** Why the service must not serve from this database, or null where it may. One bounded query. */
export async function unreadiness(database: Database): Promise<string | null> {
  const [{ rows }] = await database.batch(
    (db) => [
      db.execute<{ bypasses: boolean; migrated: boolean }>(sql`
        select rolbypassrls or rolsuper as bypasses, to_regclass('public.orders') is not null as migrated
        from pg_roles where rolname = current_user`),
    ],
    () => {},
  )
  const [role] = rows
  if (!role || role.bypasses)
    return 'The role in DATABASE_URL can pass row-level security. Use the role app_rw, which the migration makes.'
  return role.migrated ? null : 'The database has no tables yet. Run the migration.'
}
