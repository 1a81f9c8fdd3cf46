import pg from 'pg'

/** The owner's role. As on Neon, it can create roles and bypasses row-level security, but is no superuser. */
const owner = 'commerce_owner'

/** Creates the database and its owner if needed, and returns the owner's connection string. */
export async function ensureDatabase(superuserUrl: string, name: string): Promise<string> {
  const url = new URL(superuserUrl)
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    const roles = await client.query('select from pg_roles where rolname = $1', [owner])
    const verb = roles.rowCount === 0 ? 'create' : 'alter'
    const password = client.escapeLiteral(decodeURIComponent(url.password))
    await client.query(`${verb} role ${owner} login createrole createdb bypassrls password ${password}`)
    const databases = await client.query('select from pg_database where datname = $1', [name])
    if (databases.rowCount === 0) {
      await client.query(`create database ${client.escapeIdentifier(name)} owner ${owner}`)
    }
  } finally {
    await client.end()
  }
  url.username = owner
  url.pathname = name
  return url.href
}
