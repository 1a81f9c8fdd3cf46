import pg from 'pg'
import type { Dataset } from './dataset.ts'
import { table } from '../report/table.ts'

/** Bytes of the database as a whole, of the tables that grow with orders, and of each table and index. */
type Sizes = { orders: number; database: number; ofOrders: number; parts: Map<string, number> }

/**
 * The tables in which an order adds rows, but for those with a foreign key to orders. Without idempotency_keys, whose rows are
 * kept for a week (keysReport).
 */
const orderTables = [
  'orders',
  'order_search_texts',
  'inventory_movements',
  'events',
  'sales',
  'product_sales',
  'city_sales',
  'discount_sales',
  'activity',
]

async function sizesOf({ ownerUrl }: Dataset): Promise<Sizes> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const database = await client.query<{ bytes: string; of_orders: string; orders: string }>(
      `select pg_database_size(current_database()) as bytes, (select count(*) from orders) as orders,
              (select sum(pg_total_relation_size(id)) from (
                 select name::regclass as id from unnest($1::text[]) as name
                 union select conrelid from pg_constraint where confrelid = 'orders'::regclass) as tables) as of_orders`,
      [orderTables],
    )
    const { rows } = await client.query<{ name: string; bytes: string }>(
      `select c.relname as name, case c.relkind when 'r' then pg_table_size(c.oid) else pg_relation_size(c.oid) end as bytes
         from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i')`,
    )
    return {
      orders: Number(database.rows[0]?.orders),
      database: Number(database.rows[0]?.bytes),
      ofOrders: Number(database.rows[0]?.of_orders),
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
  const perOrder = (of: (size: Sizes) => number) => sizes.map((size) => (of(size) / size.orders / 1024).toFixed(2))
  return table(
    ['Size in MB', ...sizes.map(({ orders }) => `${orders.toLocaleString('en')} orders`)],
    [
      ['database', ...sizes.map(({ database }) => megabytes(database))],
      ['KB per order', ...perOrder(({ database }) => database)],
      ['KB per order, in tables that grow with orders', ...perOrder(({ ofOrders }) => ofOrders)],
      ...parts.map(([name]) => [name, ...sizes.map((each) => megabytes(each.parts.get(name)))]),
    ],
  )
}

/** The rows of idempotency_keys, which this run and those before it have added, and what each takes with its index. */
export async function keysReport({ ownerUrl }: Dataset): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ operation: string; count: string; kilobytes: string }>(
      `select operation, count(*) as count, round(avg(pg_column_size(k.*) + pg_column_size(row(store_id, caller, operation, key))) / 1024, 2) as kilobytes
         from idempotency_keys as k group by 1 order by count(*) desc`,
    )
    return table(
      ['Idempotency keys, kept for a week', 'rows', 'KB each'],
      rows.map(({ operation, count, kilobytes }) => [operation, count, kilobytes]),
    )
  } finally {
    await client.end()
  }
}
