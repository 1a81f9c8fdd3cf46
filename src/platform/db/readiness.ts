import { sql } from 'drizzle-orm'
import { ServiceError } from '../errors/errors.ts'
import type { Database } from './client.ts'
import { DatabaseFailure, type FailureReason } from './failure.ts'

type Login = { readonly variable: 'DATABASE_URL' | 'JOBS_DATABASE_URL'; readonly group: 'app_rw' | 'app_jobs' }

const reasons: Record<FailureReason, string> = {
  'timed out': 'The database did not answer within two seconds',
  'login refused': 'The database refused the login: its password is wrong, or it does not exist or was retired',
  unreachable: 'The database cannot be reached',
  'too many connections': 'The database has too many connections',
  failed: 'The database did not answer the query',
}

/** Why the service must not use the database with this login, or null if it may. */
export async function unreadiness(database: Database, login: Login): Promise<string | null> {
  try {
    return await problemOf(database, login)
  } catch (error) {
    const failure = error instanceof ServiceError ? error.cause : error
    if (failure instanceof DatabaseFailure) return `${reasons[failure.reason]} (${login.variable}).`
    throw error
  }
}

/** One bounded query. */
async function problemOf(database: Database, { variable, group }: Login): Promise<string | null> {
  const [{ rows }] = await database.batch(
    (db) => [
      db.execute<{ bypasses: boolean; member: boolean; migrated: boolean }>(sql`
        select r.rolbypassrls or r.rolsuper as bypasses, to_regclass('public.orders') is not null as migrated,
               exists (select from pg_roles g where g.rolname = ${group} and pg_has_role(r.oid, g.oid, 'usage')) as member
        from pg_roles r where r.rolname = current_user`),
    ],
    () => {},
  )
  const [role] = rows
  if (!role || role.bypasses)
    return `The role in ${variable} can bypass row-level security. Use a login of ${group}, which the migration creates.`
  if (!role.member)
    return `The role in ${variable} is not a member of ${group}. Use a login of ${group}, which the migration creates.`
  return role.migrated ? null : 'The database has no tables yet. Run the migration.'
}
