import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { planOf } from '../../../platform/db/plan.ts'
import { openScratch, type Scratch } from '../../../support/scratch.ts'
import { database, type Service } from '../../../support/service.ts'
import { client, expectBody, inStore, openShop, type Shop } from '../../../support/shop.ts'
import { loadRows } from '../../../support/sql.ts'

// A store with 45,000 customers, of whom a filtered page examines 20,000 and a page of duplicates 2,000.

const size = 45_000

let scratch: Scratch
let large: Shop
let small: Shop

beforeAll(async () => {
  scratch = await openScratch()
  const place = { through: scratch.service(), sql: scratch.sql }
  ;[large, small] = [await openShop(place), await openShop(place)]
  await small.join(large.owner.subject, 'viewer')
  const load = (insert: ReturnType<typeof scratch.sql>) => loadRows(insert, scratch.sql)
  // One in 1,000 is a whale, and only the oldest and the newest are friends. Only the third and the third to last have
  // phone numbers with the same ending.
  await load(scratch.sql`insert into customers (store_id, id, name, phone, phone_e164, email, total_spent_minor, orders_count, tags, created_at)
    select ${large.store.id}, uuidv7(), 'Guest ' || n, number, case when n = 3 then null else number end, 'guest' || n || '@mail.test',
           case when n % 1000 = 0 then 1000000 else n % 7 end, n % 3,
           case when n in (1, ${size}) then '{friend}' else '{}' end::text[], now() - n * interval '1 minute'
      from generate_series(1, ${size}) as n,
           lateral (select case n when 3 then '6' || lpad(${size - 2}::text, 7, '0') else '+9656' || lpad(n::text, 7, '0') end as number) as p`)
  await load(scratch.sql`insert into customers (store_id, id, name, tags, created_at)
    select ${small.store.id}, uuidv7(), 'Friend ' || n, '{friend}', now() - n * interval '400 minutes' from generate_series(1, 100) as n`)
  // Customers of other stores.
  await load(scratch.sql`insert into customers (store_id, id, name, created_at)
    select ${(await openShop(place)).store.id}, uuidv7(), 'Else', now() - n * interval '1 minute' from generate_series(1, 50000) as n`)
  await scratch.sql`vacuum (analyze)`
})

const List = z.object({
  data: z.array(z.looseObject({ id: z.string(), name: z.string(), created_at: z.string() })),
  meta: z.looseObject({
    total: z.int(),
    total_is_capped: z.boolean(),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
})

const owner = (through: Service = scratch.service()) => client(large.owner.token, through)
const filtered = (filter: string, more = '') => `/api/customers?filter=${encodeURIComponent(filter)}${more}`

/** All pages, by cursor. */
async function walk(path: string, headers: Record<string, string> = {}) {
  const tag = `walk-${crypto.randomUUID()}`
  const who = owner(scratch.service(tag))
  const found: z.output<typeof List>['data'] = []
  let next = ''
  for (let pages = 1; ; pages++) {
    const { data, meta } = expectBody(await who.get(`${path}${next}`, headers), 200, List)
    expect(meta.has_more).toBe(meta.next_cursor !== null)
    found.push(...data)
    expect((await database(tag).seen()).requests).toBe(pages)
    if (meta.next_cursor === null) return { found, pages, meta }
    next = `${path.includes('?') ? '&' : '?'}cursor=${meta.next_cursor}`
  }
}

describe('in a store of 45,000 customers', () => {
  test.for([
    ['few meet', 'spent>=10000'],
    ['none meets', 'spent>99999'],
    ['most meet', 'orders>=1'],
    ['two meet', 'tag:friend'],
  ])('a filter that %s examines a bounded number of them, in order, through the index', async ([, filter]) => {
    const plan = await planOf(scratch, (through) => owner(through).get(filtered(filter ?? ''), inStore(large.store)))
    expect(plan.answer.status).toBe(200)
    expect(plan.indexes).toContain('customers_created_idx')
    expect(plan.seqScans).not.toContain('customers')
    // Once for the matches, once for the place where the page stops.
    expect(plan.read('customers'), plan.text).toBeLessThanOrEqual(2 * 20_000 + 21)
    expect(plan.sorted, plan.text).toBeLessThanOrEqual(10_001)
  })

  test('a page after a cursor costs no more', async () => {
    const path = filtered('spent>99999')
    const { meta } = expectBody(await owner().get(path, inStore(large.store)), 200, List)
    const plan = await planOf(scratch, (through) =>
      owner(through).get(`${path}&cursor=${meta.next_cursor}`, inStore(large.store)),
    )
    expect(plan.seqScans).not.toContain('customers')
    expect(plan.read('customers'), plan.text).toBeLessThanOrEqual(4 * 20_000 + 21)
  })

  test('a count that stopped early says so', async () => {
    const counts = async (filter: string) =>
      expectBody(await owner().get(filtered(filter), inStore(large.store)), 200, List).meta
    expect(await counts('spent>=10000')).toMatchObject({ total: 20, total_is_capped: true })
    expect(await counts('spent>99999')).toMatchObject({ total: 0, total_is_capped: true, has_more: true })
    expect(await counts('orders>=1')).toMatchObject({ total: 10_001, total_is_capped: true })
    const own = inStore(small.store)
    expect(expectBody(await owner().get(filtered('tag:friend'), own), 200, List).meta).toMatchObject({
      total: 100,
      total_is_capped: false,
    })
  })

  test('following the cursor finds each match once, with one round trip per page', async () => {
    const whales = await walk(filtered('spent>=10000', '&limit=50'), inStore(large.store))
    expect(whales.found.map(({ name }) => name)).toEqual(
      Array.from({ length: 45 }, (_, n) => `Guest ${(n + 1) * 1000}`),
    )
    const friends = await walk(filtered('tag:friend'), inStore(large.store))
    expect(friends.found.map(({ name }) => name)).toEqual(['Guest 1', `Guest ${size}`])
    expect(friends.pages).toBe(3)
  })

  test('with two stores, matches beyond the place where one stopped come on later pages', async () => {
    const { found } = await walk(filtered('tag:friend', '&limit=30'))
    expect(found).toHaveLength(102)
    expect(new Set(found.map(({ id }) => id)).size).toBe(102)
    const times = found.map(({ created_at }) => created_at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(found[0]?.name).toBe('Guest 1')
    expect(found.findIndex(({ name }) => name === `Guest ${size}`)).toBe(101)
  })

  test('a page of duplicates examines a limited number and finds matches of any age', async () => {
    const plan = await planOf(scratch, (through) =>
      owner(through).get('/api/customers/duplicates', inStore(large.store)),
    )
    expect(plan.seqScans).not.toContain('customers')
    expect(plan.indexes).toEqual(expect.arrayContaining(['customers_phone_tail_idx', 'customers_email_idx']))
    expect(plan.read('customers'), plan.text).toBeLessThanOrEqual(5 * 2000)
    const first = expectBody(await owner().get('/api/customers/duplicates', inStore(large.store)), 200, List)
    expect(first).toMatchObject({
      data: [{ name: 'Guest 3', duplicates: [{ name: `Guest ${size - 2}`, matches: ['phone'] }] }],
      meta: { total: 1, total_is_capped: true, has_more: true },
    })
    const second = expectBody(
      await owner().get(`/api/customers/duplicates?cursor=${first.meta.next_cursor}`, inStore(large.store)),
      200,
      List,
    )
    expect(second).toMatchObject({ data: [], meta: { has_more: true } })
  })
})
