import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'

/** Why the service must not use this database, or null if it may. One bounded query. */
export async function unreadiness(database: Database): Promise<string | null> {
  const [{ rows }] = await database.batch(
    (db) => [
      db.execute<{ bypasses: boolean; member: boolean; migrated: boolean }>(sql`
        select r.rolbypassrls or r.rolsuper as bypasses, to_regclass('public.orders') is not null as migrated,
               exists (select from pg_roles g where g.rolname = 'app_rw' and pg_has_role(r.oid, g.oid, 'usage')) as member
        from pg_roles r where r.rolname = current_user`),
    ],
    () => {},
  )
  const [role] = rows
  if (!role || role.bypasses)
    return 'The role in DATABASE_URL can bypass row-level security. Use a login of app_rw, which the migration creates.'
  if (!role.member)
    return 'The role in DATABASE_URL is not a member of app_rw. Use a login of app_rw, which the migration creates.'
  return role.migrated ? null : 'The database has no tables yet. Run the migration.'
}
