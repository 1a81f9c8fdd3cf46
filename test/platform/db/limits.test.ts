import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { apiRoutes } from '../../isolation/route-table.ts'
import { call, stock, stockFor } from '../../isolation/goods.ts'
import type { Goods } from '../../isolation/route-facts.ts'
import { fullStore, type Sizes } from '../../support/limits/full-store.ts'
import { openScratch, type Scratch } from '../../support/scratch.ts'
import { client, inStore, openShop, type Shop } from '../../support/shop.ts'
import { database } from '../../support/service.ts'

/** Enough for what multiplies two limits, or walks over history, to read more rows than any request may. */
const sizes: Sizes = {
  products: 300,
  rich: 3,
  customers: 2_100,
  orders: 2_100,
  events: 60_000,
  messages: 1_000,
  movements: 30_000,
  pending: 100,
}

/** A list examines up to 10,000 rows of a table, and counts up to 10,001. */
const allowedRows = 25_000

const Read = z.array(z.object({ rows: z.coerce.number() }))

let scratch: Scratch
let shop: Shop
let goods: Goods
const tag = `limits-${crypto.randomUUID()}`

beforeAll(async () => {
  scratch = await openScratch()
  shop = await openShop({ through: scratch.service(), sql: scratch.sql })
  goods = await stock(shop)
  const statements = fullStore(shop.store.id, sizes)
  await scratch.sql.transaction(statements.map((statement) => scratch.sql.query(statement)))
  await scratch.sql`vacuum (analyze)`
  await database(tag).disturb({ pool_size: 1 })
}, 120_000)

/** Rows that tables and indexes have given so far. Flushes the statistics of the only connection first. */
async function rowsRead(): Promise<number> {
  await scratch.tagged(tag)`select pg_stat_force_next_flush()`
  const [read] = Read.parse(
    await scratch.sql`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as rows from pg_stat_user_tables where schemaname = 'public'`,
  )
  return read?.rows ?? 0
}

async function readBy(send: () => Promise<{ status: number; body: unknown }>): Promise<number> {
  const before = await rowsRead()
  const { status, body } = await send()
  expect(status, JSON.stringify(body).slice(0, 500)).toBeLessThan(500)
  return (await rowsRead()) - before
}

const owner = () => client(shop.owner.token, scratch.service(tag))

// Exports read the whole store, in portions.
test.for(apiRoutes.filter(({ route }) => !route.endsWith('/export')))(
  '$route reads few rows of a store that is at its limits',
  async ({ route, sample }) => {
    const request = sample(goods, crypto.randomUUID())
    if (/^DELETE|\/(anonymize|accept)$/.test(route)) goods = await stockFor((made) => sample(made, ''), shop, goods)
    expect(await readBy(() => call(owner(), route, request, inStore(shop.store)))).toBeLessThan(allowedRows)
  },
)

test.for([
  '/products?limit=100',
  '/products?limit=100&on_sale=true&sort=price',
  '/products?limit=100&facets=true&tag=tag-7',
  '/products/scarf-200',
  '/collections?limit=100',
  '/collections/full-2',
])('a visitor of %s reads few rows of a store with 50 automatic discounts on many collections', async (path) => {
  const read = await readBy(() => scratch.service(tag).fetch(`/api/storefront/${shop.store.slug}${path}`))
  expect(read).toBeLessThan(allowedRows)
})
