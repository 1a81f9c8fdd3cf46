import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openScratch, type Scratch } from '../../support/scratch.ts'
import { database } from '../../support/service.ts'
import { type Client, client, expectProblem, openShop, userId } from '../../support/shop.ts'
import { loadRows } from '../../support/sql.ts'

const stores = 30
const rowsOfEach = 4_000
const tag = `many-${crypto.randomUUID()}`
/** Five times what is examined of one store; a list also counts them, and an index and its table count apart. */
const most = 50_000

let scratch: Scratch
let person: Client

const Read = z.array(z.object({ rows: z.coerce.number() }))

/** Rows that tables and indexes have given so far, to the only connection. */
async function rowsRead(): Promise<number> {
  await scratch.tagged(tag)`select pg_stat_force_next_flush()`
  const [read] = Read.parse(
    await scratch.sql`select sum(seq_tup_read + coalesce(idx_tup_read, 0)) as rows from pg_stat_user_tables as t
      left join lateral (select sum(idx_tup_read) as idx_tup_read from pg_stat_user_indexes i where i.relid = t.relid) as i on true`,
  )
  return read?.rows ?? 0
}

beforeAll(async () => {
  scratch = await openScratch()
  const shop = await openShop({ through: scratch.service(), sql: scratch.sql })
  const id = await userId(shop.owner)
  await loadRows(
    scratch.sql.query(
      `with made as (
         insert into stores (id, slug, name, currency, currency_exponent, created_by)
         select uuidv7(), 'many-' || n, 'Shop', 'USD', 2, $1 from generate_series(2, $2::int) as n returning id
       ), counted as (
         insert into store_counters (store_id) select id from made
       ), joined as (
         insert into store_members (store_id, user_id, issuer, subject, role)
         select made.id, $1, m.issuer, m.subject, 'owner' from made, (select * from store_members where user_id = $1) as m
       ), sold as (
         insert into customers (store_id, id, name, created_at) select s.id, uuidv7(), 'Guest', now() - n * interval '1 second'
           from (select id from made union all select $3) as s(id), generate_series(1, $4::int) as n
       )
       insert into events (store_id, type, subject_id, actor_kind, created_at)
       select s.id, 'order.noted', uuidv7(), 'system', now() - n * interval '1 second'
         from (select id from made union all select $3) as s(id), generate_series(1, $4::int) as n`,
      [id, stores, shop.store.id, rowsOfEach],
    ),
    scratch.sql,
  )
  await scratch.sql`vacuum (analyze)`
  await database(tag).disturb({ pool_size: 1 })
  person = client(shop.owner.token, scratch.service(tag))
}, 60_000)

test.for([
  ['/api/events?types=order.held&limit=100', 2],
  ['/api/customers?filter=spent>100&limit=100', 4],
  ['/api/customers?no_order_for_days=1&limit=100', 4],
  ['/api/customers?limit=100', 1],
] as const)('%s reads as much of 30 stores as of five', async ([path, times]) => {
  const before = await rowsRead()
  expect(await person.get(path)).toMatchObject({ status: 200 })
  expect((await rowsRead()) - before).toBeLessThan(times * most * 1.2)
})

test('page numbers reach as deep as somebody with five stores can go, and cursors further', async () => {
  expect(await person.get('/api/customers?limit=100&page=16')).toMatchObject({ status: 200 })
  for (const search of ['', '&search=guest'])
    expectProblem(await person.get(`/api/customers?limit=100&page=17${search}`), 422, 'page_too_deep')
  const { detail } = expectProblem(await person.get('/api/customers?limit=100&page=17'), 422, 'page_too_deep')
  expect(detail).toContain('only the first 1666 items')
})
