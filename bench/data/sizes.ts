import pg from 'pg'
import type { Dataset } from './dataset.ts'
import { table } from '../report/table.ts'

/** Bytes of the database as a whole, and of each table and index. */
type Sizes = { orders: number; database: number; parts: Map<string, number> }

async function sizesOf({ orders, ownerUrl }: Dataset): Promise<Sizes> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const database = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
    const { rows } = await client.query<{ name: string; bytes: string }>(
      `select c.relname as name, case c.relkind when 'r' then pg_table_size(c.oid) else pg_relation_size(c.oid) end as bytes
         from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i')`,
    )
    return {
      orders,
      database: Number(database.rows[0]?.bytes),
      parts: new Map(rows.map(({ name, bytes }) => [name, Number(bytes)])),
    }
  } finally {
    await client.end()
  }
}

/** The sizes of each data set. */
export async function measureSizes(datasets: readonly Dataset[]): Promise<Sizes[]> {
  const sizes: Sizes[] = []
  for (const dataset of datasets) sizes.push(await sizesOf(dataset))
  return sizes
}

/** Smaller tables and indexes are left out. */
const shownMb = 10

/** Megabytes of the tables and indexes of each data set, largest first. */
export function sizesReport(sizes: readonly Sizes[]): string {
  const largest = sizes.at(-1)
  if (!largest) return ''
  const parts = [...largest.parts].filter(([, bytes]) => bytes >= shownMb * 2 ** 20).toSorted((a, b) => b[1] - a[1])
  const megabytes = (bytes: number | undefined) => ((bytes ?? 0) / 2 ** 20).toFixed(0)
  const perOrder = sizes.map(({ database, orders }) => (database / orders / 1024).toFixed(2))
  return table(
    ['Size in MB', ...sizes.map(({ orders }) => `${orders.toLocaleString('en')} orders`)],
    [
      ['database', ...sizes.map(({ database }) => megabytes(database))],
      ['KB per order', ...perOrder],
      ...parts.map(([name]) => [name, ...sizes.map((each) => megabytes(each.parts.get(name)))]),
    ],
  )
}
