import { expect, test } from 'vitest'
import { z } from 'zod'
import { database, service } from '../../support/service.ts'
import { asApp } from '../../support/sql.ts'
import { openScarfShop } from './scarf-shop.ts'

const Plan = z.object({ 'WAL Bytes': z.number() })
const Explained = z
  .array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan })).length(1) }))
  .transform(([row]) => row?.['QUERY PLAN'][0]?.Plan)
const Counts = z
  .array(z.object({ name: z.string(), rows: z.coerce.number() }))
  .transform((counts) => new Map(counts.map(({ name, rows }) => [name, rows])))

// Both are what PostgreSQL logs and counts. A change that makes an order larger changes these figures, and says why.
const rowsOfAnOrder = {
  customers: 1,
  events: 1,
  idempotency_keys: 1,
  inventory: 2,
  inventory_movements: 2,
  order_search_texts: 1,
  orders: 1,
  product_sales: 4,
  sales: 2,
  store_counters: 1,
}
const bytesOfAnOrder = 11_000

test('an order of two lines writes the rows that it did, and at most a tenth more bytes', async () => {
  const tag = `order-size-${crypto.randomUUID()}`
  const shop = await openScarfShop({ through: service(tag) })
  const [shirt, belt] = [
    await shop.addProduct({ title: 'Cotton shirt', price: 12 }),
    await shop.addProduct({ title: 'Leather belt', price: 8 }),
  ]
  const key = crypto.randomUUID()
  const { id } = await shop.bought(
    {
      total_amount: 32,
      platform: 'whatsapp',
      payment_method: 'cash_on_delivery',
      items: [
        { product_id: shirt.id, quantity: 2, unit_price: 12 },
        { product_id: belt.id, quantity: 1, unit_price: 8 },
      ],
    },
    { 'Idempotency-Key': key },
  )
  const [statement] = (await database(tag).seen()).recent.at(-1) ?? []

  /** Creates the same order again, and returns what the database wrote for it. */
  async function repeat() {
    const [newId, newKey] = [crypto.randomUUID(), crypto.randomUUID()]
    const params = statement?.params.map((param) =>
      typeof param === 'string' ? param.replaceAll(id, newId).replaceAll(key, newKey) : param,
    )
    // The counters go on from what the connection did before.
    const counts = asApp`select relname as name, n_tup_ins + n_tup_upd + n_tup_del as rows
      from pg_stat_xact_user_tables where schemaname = 'public'`
    const [before, explained, after] = await asApp.transaction([
      counts,
      asApp.query(`explain (analyze, wal, format json) ${statement?.query}`, params),
      counts,
    ])
    const earlier = Counts.parse(before)
    const rows = [...Counts.parse(after)].map(([name, count]) => [name, count - (earlier.get(name) ?? 0)] as const)
    return { plan: Explained.parse(explained), rows: Object.fromEntries(rows.filter(([, count]) => count > 0)) }
  }
  await repeat()
  const orders = [await repeat(), await repeat(), await repeat(), await repeat(), await repeat()]
  expect(orders.at(-1)?.rows).toEqual(rowsOfAnOrder)
  // Now and then, a page is split.
  const bytes = Math.min(...orders.map(({ plan }) => plan?.['WAL Bytes'] ?? NaN))
  expect(bytes).toBeLessThanOrEqual(bytesOfAnOrder * 1.1)
})
