import pg from 'pg'
import type { Login, Logins } from './logins.ts'

const settings = {
  statement_timeout: '5s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '10s',
  // Conditional reads rely on it: settledVariants in src/areas/products/read-variants.ts.
  transaction_timeout: '50s',
}

/** Groups have the privileges; their members can log in. */
const groups = { app: 'app_rw', jobs: 'app_jobs' } as const
const serviceRoles: readonly string[] = [...Object.values(groups), 'app_door']

/**
 * Creates the roles that the service's SQL uses: the group `app_rw` for requests, the group `app_jobs` for the crons, and
 * `app_door`, which owns the functions that bypass row-level security. Also creates the logins, each a member of one
 * group.
 */
export async function ensureRoles(client: pg.Client, logins: Logins): Promise<void> {
  // Roles belong to the whole server, so the migration of another database may be creating them at the same time.
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin')
      await createRoles(client, logins)
      await revokeTemporary(client)
      await client.query('commit')
      break
    } catch (error) {
      await client.query('rollback')
      if (attempt === 10 || !isRace(error)) throw error
    }
  }
}

/** Returns the names of those that there were. */
export async function retireLogins(
  client: pg.Client,
  { retired = [], disconnects = false }: Logins,
): Promise<string[]> {
  const done: string[] = []
  for (const name of retired) if (await retire(client, name, disconnects)) done.push(name)
  return done
}

function isRace(error: unknown) {
  if (!(error instanceof pg.DatabaseError)) return false
  return error.code === '23505' || error.code === '42710' || /concurrently/.test(error.message)
}

async function createRoles(client: pg.Client, { app, jobs, retired = [] }: Logins) {
  const owner = await client.query('select from pg_roles where rolname = current_user and (rolsuper or rolbypassrls)')
  // Row-level security is forced: without bypassing it, a migration would see no rows to change.
  if (owner.rowCount === 0)
    throw new Error(
      'The role that migrates must bypass row-level security. Use the owner that Neon created, or run ALTER ROLE … BYPASSRLS.',
    )
  const { rows } = await client.query<{ rolname: string; unsafe: boolean }>(
    'select rolname, rolcanlogin or rolsuper or rolbypassrls as unsafe from pg_roles where rolname = any ($1)',
    [serviceRoles],
  )
  for (const name of serviceRoles)
    if (!rows.some(({ rolname }) => rolname === name)) await client.query(`create role ${name}`)
  const unsafe = rows.find((role) => role.unsafe)?.rolname
  if (unsafe !== undefined)
    throw new Error(
      `The role ${unsafe} is only a group, but it can log in or bypass row-level security. Run ALTER ROLE ${unsafe} NOLOGIN NOSUPERUSER NOBYPASSRLS, or use another server.`,
    )

  if (app && app.name === jobs?.name)
    throw new Error('DATABASE_URL and JOBS_DATABASE_URL name the same role. Use a separate login for each.')
  for (const login of [app, jobs])
    if (login && retired.includes(login.name))
      throw new Error(
        `The login ${login.name} is to be retired, but a connection string still uses it. Remove it from RETIRE_LOGINS.`,
      )
  if (app) await ensureLogin(client, app, groups.app)
  if (jobs) await ensureLogin(client, jobs, groups.jobs)

  for (const { rolname, unsafe } of await loginsOf(client)) {
    if (unsafe)
      throw new Error(
        `The role ${rolname} can bypass row-level security, like all roles created in the Neon console. Drop it and let the migration create it.`,
      )
    // Members do not inherit settings.
    for (const [name, value] of Object.entries(settings))
      await client.query(`alter role ${client.escapeIdentifier(rolname)} set ${name} = '${value}'`)
  }
  // Creating a role allows granting it, but not making it the owner of objects.
  const member = await client.query(`select where pg_has_role(current_user, 'app_door', 'set')`)
  if (member.rowCount === 0) await client.query('grant app_door to current_user with set true, inherit true')
}

/** Every login that is a member of a group. */
async function loginsOf(client: pg.Client) {
  const { rows } = await client.query<{ rolname: string; unsafe: boolean }>(
    `select r.rolname, r.rolsuper or r.rolbypassrls as unsafe from pg_roles r
      where r.rolcanlogin and r.rolname <> current_user and exists (
        select from pg_auth_members m where m.member = r.oid and m.inherit_option and m.roleid::regrole::text = any ($1))`,
    [Object.values(groups)],
  )
  return rows
}

async function ensureLogin(client: pg.Client, { name, password }: Login, group: string) {
  const role = client.escapeIdentifier(name)
  const { rows } = await client.query<{ groups: string[]; is_owner: boolean }>(
    `select array(select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid) as groups,
            r.rolname = current_user as is_owner
       from pg_roles r where r.rolname = $1`,
    [name],
  )
  const [found] = rows
  if (!found) await client.query(`create role ${role}`)
  else if (
    found.is_owner ||
    serviceRoles.includes(name) ||
    found.groups.some((other) => other !== group) ||
    !found.groups.length
  )
    throw new Error(
      `The role ${name} already exists and is not a login of ${group}. Choose a new name; the migration creates the role.`,
    )
  await client.query(`alter role ${role} login password ${client.escapeLiteral(password)}`)
  await client.query(`grant ${group} to ${role} with inherit true, set false`)
}

/** Removes a login. Refused while it has connections, unless `disconnects`. */
async function retire(client: pg.Client, name: string, disconnects: boolean): Promise<boolean> {
  const role = client.escapeIdentifier(name)
  const found = await client.query(
    `select from pg_roles r where r.rolname = $1 and r.rolname <> current_user and exists (
       select from pg_auth_members m where m.member = r.oid and m.inherit_option and m.roleid::regrole::text = any ($2))`,
    [name, Object.values(groups)],
  )
  if (found.rowCount === 0) return false
  await client.query('begin')
  await client.query(`alter role ${role} nologin password null`)
  const { rowCount } = await client.query('select from pg_stat_activity where usename = $1', [name])
  if (rowCount !== 0 && !disconnects) {
    await client.query('rollback')
    throw new Error(
      `The login ${name} has ${rowCount} connections, so a Worker may still use it. Deploy with the other login, wait until the connections are closed, and run this again. To close them, for example after a leak, also set RETIRE_CONNECTED=1.`,
    )
  }
  await client.query('commit')
  // Only a member of a role may terminate its connections.
  await client.query(`grant ${role} to current_user with inherit true`)
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [name])
  await client.query(`drop role ${role}`)
  return true
}

/** A temporary type or table could shadow one that the security definer functions use. */
async function revokeTemporary(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  await client.query(`revoke temporary on database ${client.escapeIdentifier(rows[0]?.name ?? '')} from public`)
  const stillAllowed = await client.query(
    `select where has_database_privilege('app_rw', current_database(), 'temporary')`,
  )
  if (stillAllowed.rowCount !== 0)
    throw new Error(
      'The role app_rw can still create temporary objects. Run the migration as the role that owns the database.',
    )
}
