import pg from 'pg'

const settings = { statement_timeout: '5s', lock_timeout: '3s', idle_in_transaction_session_timeout: '10s' }

/**
 * Makes sure of the roles that the SQL of the service names: `app_rw`, which the Worker connects as, and `app_door`,
 * which owns the functions that see past row-level security.
 */
export async function ensureRoles(client: pg.Client, appPassword?: string) {
  // Roles belong to the whole server, so another database's migration may be making the same ones at this moment.
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin')
      await makeRoles(client, appPassword)
      await refuseTemporary(client)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (attempt === 10 || !isRace(error)) throw error
    }
  }
}

function isRace(error: unknown) {
  if (!(error instanceof pg.DatabaseError)) return false
  return error.code === '23505' || error.code === '42710' || /concurrently/.test(error.message)
}

async function makeRoles(client: pg.Client, appPassword: string | undefined) {
  const { rows } = await client.query<{ rolname: string; unsafe: boolean }>(
    `select rolname, rolsuper or rolbypassrls as unsafe from pg_roles where rolname in ('app_rw', 'app_door')`,
  )
  const owner = await client.query('select from pg_roles where rolname = current_user and (rolsuper or rolbypassrls)')
  // Row-level security is forced: what a migration does to rows that are there would be done to none.
  if (owner.rowCount === 0)
    throw new Error(
      'The role that migrates must pass row-level security. Use the owner that Neon made, or ALTER ROLE … BYPASSRLS.',
    )
  const found = new Map(rows.map(({ rolname, unsafe }) => [rolname, unsafe]))
  if (found.get('app_rw')) {
    throw new Error(
      'The role app_rw passes row-level security (roles made in the Neon console do). Drop it, and let the migration make it.',
    )
  }
  if (!found.has('app_rw')) await client.query('create role app_rw login nobypassrls nocreatedb nocreaterole')
  if (!found.has('app_door')) await client.query('create role app_door nologin')

  if (appPassword !== undefined) {
    await client.query(`alter role app_rw password ${client.escapeLiteral(appPassword)}`)
  }
  for (const [name, value] of Object.entries(settings)) {
    await client.query(`alter role app_rw set ${name} = '${value}'`)
  }
  // Making a role gives the right to grant it, not the right to hand it things to own.
  const member = await client.query(`select where pg_has_role(current_user, 'app_door', 'set')`)
  if (member.rowCount === 0) await client.query('grant app_door to current_user with set true, inherit true')
}

/** Whoever can make a temporary type or table can put it in the way of one that the definer functions mean. */
async function refuseTemporary(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  await client.query(`revoke temporary on database ${client.escapeIdentifier(rows[0]?.name ?? '')} from public`)
  const left = await client.query(`select where has_database_privilege('app_rw', current_database(), 'temporary')`)
  if (left.rowCount !== 0)
    throw new Error(
      'The role app_rw may still create temporary objects. Run the migration as the role that owns the database.',
    )
}
