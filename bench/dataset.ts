import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { ensureDatabase } from '../dev/database.ts'
import { localLogins, urlOf } from '../dev/logins.ts'
import { migrate } from '../dev/migrate.ts'
import { stripTables } from './bare-tables.ts'
import { issuer } from './identity-provider.ts'

export type Dataset = { orders: number; ownerUrl: string; appUrl: string; superuserUrl: string }

/** A database with 1,000 stores and this many orders. Reuses that of an earlier run if it was created the same way. */
export async function ensureDataset(superuserUrl: string, orders: number, reset: boolean): Promise<Dataset> {
  const name = `bench_${orders}`
  const comment = `${orders} orders, seed ${await seedHash()}`
  const admin = new pg.Client({ connectionString: superuserUrl })
  await admin.connect()
  try {
    const found = await admin.query<{ comment: string | null }>(
      `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1`,
      [name],
    )
    const isReusable =
      !reset && found.rows[0]?.comment === comment && !(await isOutgrown(inDatabase(superuserUrl, name), orders))
    if (!isReusable) await admin.query(`drop database if exists ${name}`)
    const ownerUrl = await ensureDatabase(superuserUrl, name)
    await migrate({ ownerUrl, logins: localLogins })
    if (!isReusable) {
      const started = Date.now()
      await fill(ownerUrl, orders)
      // Writes left over from loading must not slow down the measurements.
      await admin.query('checkpoint')
      // Written last. If it is missing, the data is incomplete and the next run creates it again.
      await admin.query(`comment on database ${name} is '${comment}'`)
      console.log(`seeded ${orders} orders in ${Math.round((Date.now() - started) / 1000)} s`)
    }
    return {
      orders,
      ownerUrl,
      appUrl: urlOf(ownerUrl, localLogins.app),
      superuserUrl: inDatabase(superuserUrl, name),
    }
  } finally {
    await admin.end()
  }
}

/** Every run creates orders, most of them in the hot store, which would grow too large after some runs. */
async function isOutgrown(url: string, orders: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ orders: string }>(
      'select max(last_order_number) - 1000 as orders from store_counters',
    )
    return Number(rows[0]?.orders) > orders / 50 + 20_000
  } finally {
    await client.end()
  }
}

function inDatabase(url: string, name: string) {
  return Object.assign(new URL(url), { pathname: name }).href
}

const sqlFolder = new URL('seed/', import.meta.url)
const migrationsFolder = new URL('../drizzle/migrations/', import.meta.url)

/** A hash of the seed's SQL and the tables. */
async function seedHash() {
  const hash = createHash('sha256')
  for (const folder of [sqlFolder, migrationsFolder]) {
    for (const name of (await readdir(fileURLToPath(folder))).filter((each) => each.endsWith('.sql')).toSorted()) {
      hash.update(await readFile(new URL(name, folder)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

async function fill(ownerUrl: string, orders: number) {
  const [first, second] = await Promise.all([connect(ownerUrl, orders), connect(ownerUrl, orders)])
  try {
    await run(first, '10-plan.sql')
    const restore = await stripTables(first)
    await run(first, '20-catalogue.sql')
    await run(first, '25-storefronts.sql')
    const half = Math.floor(orders / 2)
    await Promise.all([runPart(first, '30-orders.sql', 0, half), runPart(second, '30-orders.sql', half, orders)])
    await run(first, '40-facts.sql')
    for (const statement of restore) {
      await timed(statement.replace(/ ON (.*)| add constraint /i, ' $1'), () => first.query(statement))
    }
    await run(first, '50-sales.sql')
    await timed('vacuum', () => first.query('vacuum (analyze, freeze)'))
  } finally {
    await Promise.all([first.end(), second.end()])
  }
}

async function connect(ownerUrl: string, orders: number) {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  // Only while loading: the measured requests commit durably.
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'`)
  await client.query(`select set_config('bench.orders', $1, false), set_config('bench.issuer', $2, false)`, [
    orders,
    issuer,
  ])
  return client
}

async function run(client: pg.Client, file: string) {
  const text = await readFile(new URL(file, sqlFolder), 'utf8')
  await timed(file, () => client.query(text))
}

async function runPart(client: pg.Client, file: string, from: number, to: number) {
  await client.query(`select set_config('bench.from', $1, false), set_config('bench.to', $2, false)`, [from, to])
  await run(client, file)
}

async function timed(label: string, work: () => Promise<unknown>) {
  const started = Date.now()
  await work()
  const seconds = (Date.now() - started) / 1000
  if (seconds >= 2) console.log(`  ${seconds.toFixed(0).padStart(4)} s  ${label}`)
}
