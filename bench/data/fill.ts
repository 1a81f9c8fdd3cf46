import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import pg from 'pg'
import { type Restoration, stripTables } from './bare-tables.ts'
import { addRebuildSales } from '../../dev/database/rebuild-sales.ts'
import { issuer } from '../rig/identity-provider.ts'
import type { Timed } from '../rig/stopwatch.ts'

/** The folder with the seed's SQL. */
export const seedFolder = new URL('seed/', import.meta.url)

/** As many as use the machine fully; more would only compete for memory. */
const connectionCount = Math.min(4, Math.max(2, availableParallelism()))

/**
 * Triggers are off while rows are loaded. List those here whose work the seed's SQL does instead, as
 * `alter table <table> enable trigger <name>`. Loading fails if there is another one.
 */
const replacedTriggers: readonly string[] = [
  'alter table orders enable trigger orders_search_rows',
  'alter table orders enable trigger orders_search_changes',
  'alter table customers enable trigger customers_search_rows',
  'alter table customers enable trigger customers_search_changes',
  // As 65-product-facts.sql writes them.
  'alter table products enable trigger products_new_words',
  'alter table products enable trigger products_words',
  'alter table products enable trigger products_facts',
  'alter table product_variants enable trigger product_variants_new_facts',
  'alter table product_variants enable trigger product_variants_facts',
  'alter table inventory enable trigger inventory_new_sold_out',
  'alter table inventory enable trigger inventory_sold_out',
  // As 40-stock.sql writes it.
  'alter table inventory enable trigger inventory_low',
  // Nothing is queued, because no store has a webhook yet.
  'alter table events enable trigger events_webhooks',
  // Nothing shows an uploaded picture.
  'alter table collections enable trigger collections_media',
  'alter table products enable trigger products_media_rows',
  'alter table products enable trigger products_media_changes',
  'alter table storefronts enable trigger storefronts_media',
  'alter table storefront_pages enable trigger storefront_pages_media',
  'alter table storefront_versions enable trigger storefront_versions_media',
  'alter table storefront_page_revisions enable trigger storefront_page_revisions_media',
]

type Run = (client: pg.Client, statement: string, label: string) => Promise<void>

/** Fills an empty database: rows first, then indexes and keys, then what needs them. */
export async function fill(ownerUrl: string, orders: number, timed: Timed): Promise<void> {
  const [first, second, ...others] = await Promise.all(
    Array.from({ length: connectionCount }, () => connect(ownerUrl, orders)),
  )
  if (!first || !second) throw new Error('loading needs two connections')
  const connections = [first, second, ...others]
  const run: Run = (client, statement, label) => timed(label, () => client.query(statement))
  const runFile = async (client: pg.Client, file: string) =>
    run(client, await readFile(new URL(file, seedFolder), 'utf8'), file)
  const runHalves = async (file: string, count: number) => {
    const half = Math.floor(count / 2)
    await setRange(first, 0, half)
    await setRange(second, half, count)
    await Promise.all([runFile(first, file), runFile(second, file)])
  }
  try {
    await addRebuildSales(first)
    await runFile(first, '10-plan.sql')
    const readRestoration = await stripTables(first)
    await runFile(first, '20-catalogue.sql')
    await runHalves('30-orders.sql', orders)
    await Promise.all([
      runFile(first, '40-stock.sql'),
      runFile(second, '41-facts.sql').then(() => runFile(second, '42-inbox.sql')),
    ])
    await runHalves('45-search-texts.sql', 2)
    await restoreTables(connections, await readRestoration(), run)
    await runFile(first, '50-checkout.sql')
    await runFile(first, '60-storefronts.sql')
    await runFile(first, '65-product-facts.sql')
    await runHalves('70-sales.sql', 1000)
    await first.query('drop schema bench_plan cascade')
    await vacuum(connections, run)
  } finally {
    await Promise.all(connections.map((client) => client.end()))
  }
}

/** Refuses to enable triggers whose work nothing has done. */
export async function restoreTables(connections: readonly pg.Client[], parts: Restoration, run: Run) {
  const [first] = connections
  const unknown = parts.triggers.filter((each) => !replacedTriggers.includes(each))
  if (unknown.length > 0)
    throw new Error(
      `These triggers were off while the data set was loaded. Let bench/data/seed write what they write, and list them in bench/data/fill.ts:\n${unknown.join('\n')}`,
    )
  await runAll(connections, parts.indexes, run)
  for (const statement of [...parts.constraints, ...parts.triggers]) await first?.query(statement)
  // The validations, and what follows, then have statistics and index-only scans.
  await vacuum(connections, run)
  await runAll(connections, parts.validations, run)
}

/** Vacuums the tables that were filled since the last call. VACUUM uses one process for a table, so several run at once. */
async function vacuum([first, ...others]: readonly pg.Client[], run: Run) {
  if (!first) return
  const { rows } = await first.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
        and pg_stat_get_last_vacuum_time(oid) is null
      order by pg_table_size(oid) desc`,
  )
  const tables = rows.map(({ name }) => `vacuum (analyze, freeze) ${name}`)
  await runAll([first, ...others], tables, run)
}

/** Every connection takes the next statement when it has finished one. */
async function runAll(connections: readonly pg.Client[], statements: readonly string[], run: Run) {
  const waiting = [...statements]
  await Promise.all(
    connections.map(async (client) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await run(client, next, next.replace(/ ON (.*)/, ' $1').slice(0, 100))
    }),
  )
}

async function connect(ownerUrl: string, orders: number) {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  // Only while loading: the measured requests commit durably.
  await client.query(
    `set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set max_parallel_maintenance_workers = 1`,
  )
  await client.query(`select set_config('bench.orders', $1, false), set_config('bench.issuer', $2, false)`, [
    orders,
    issuer,
  ])
  return client
}

/** For the files that run in two halves. */
const setRange = (client: pg.Client, from: number, to: number) =>
  client.query(`select set_config('bench.from', $1, false), set_config('bench.to', $2, false)`, [from, to])
