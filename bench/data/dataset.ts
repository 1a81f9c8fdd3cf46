import pg from 'pg'
import { ensureDatabase } from '../../dev/database/ensure-database.ts'
import { localLogins, urlOf } from '../../dev/database/logins.ts'
import { migrate } from '../../dev/database/migrate.ts'
import { type DatabaseServer, loadSettings, startDatabaseServer } from '../rig/database-server.ts'
import { fill, seedFolder } from './fill.ts'
import { tablesHash } from './tables-hash.ts'
import { stopwatch } from '../rig/stopwatch.ts'

export type Dataset = { orders: number; ownerUrl: string; appUrl: string; jobsUrl: string; superuserUrl: string }

type Options = { dir: string; sizes: readonly number[]; reset: boolean; started: (stop: () => Promise<void>) => void }

/**
 * Starts PostgreSQL with a database for each size: 1,000 stores with this many orders in all. Reuses databases of an earlier
 * run that were created in the same way.
 */
export async function startDatasets({ dir, sizes, reset, started }: Options) {
  const loading = await startDatabaseServer(dir, loadSettings)
  started(() => loading.stop())
  for (const orders of sizes) await ensureDataset(loading, orders, reset)
  await loading.stop()
  const postgres = await startDatabaseServer(dir)
  started(() => postgres.stop())
  const datasets: Dataset[] = []
  for (const orders of sizes) {
    const ownerUrl = await ensureDatabase(postgres.superuserUrl, nameOf(orders))
    const appUrl = urlOf(ownerUrl, localLogins.app)
    const jobsUrl = urlOf(ownerUrl, localLogins.jobs)
    datasets.push({
      orders,
      ownerUrl,
      appUrl,
      jobsUrl,
      superuserUrl: inDatabase(postgres.superuserUrl, nameOf(orders)),
    })
  }
  return { postgres, datasets }
}

const nameOf = (orders: number) => `bench_${orders}`

async function ensureDataset({ superuserUrl, pid }: DatabaseServer, orders: number, reset: boolean) {
  const name = nameOf(orders)
  const comment = `${orders} orders, seed ${await tablesHash(seedFolder)}`
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
    if (isReusable) return
    const { timed, summary } = stopwatch(pid)
    await fill(ownerUrl, orders, timed)
    // Writes left over from loading must not slow down the measurements.
    await admin.query('checkpoint')
    // Written last. If it is missing, the data is incomplete and the next run creates it again.
    await admin.query(`comment on database ${name} is '${comment}'`)
    console.log(`seeded ${orders} orders in ${summary()}`)
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
