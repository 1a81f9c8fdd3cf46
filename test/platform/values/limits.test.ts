import { beforeAll, expect, test } from 'vitest'
import { limits } from '../../../src/platform/values/limits.ts'
import { openScratch, type Scratch } from '../../support/scratch.ts'
import { expectProblem, openShop, type Shop } from '../../support/shop.ts'
import { csv, failuresOf, sent } from '../transfer/files.ts'

let scratch: Scratch
let shop: Shop

/** Writes rows directly into the database, until the store has as many as it may have. */
const fill = async (table: string, columns: string, values: string, most: number) => {
  await scratch.sql.query(`alter table ${table} disable trigger user`)
  await scratch.sql.query(
    `insert into ${table} (store_id, id, ${columns}) select $1, uuidv7(), ${values} from generate_series(1, $2) as n`,
    [shop.store.id, most],
  )
  await scratch.sql.query(`alter table ${table} enable trigger user`)
}

beforeAll(async () => {
  scratch = await openScratch()
  shop = await openShop({ through: scratch.service(), sql: scratch.sql })
})

test('a store that has all the products it may have refuses another, also one of a file, until one is archived', async () => {
  const { owner, addProduct } = shop
  const scarf = await addProduct({ title: 'Scarf' })
  const old = await addProduct({ title: 'Old', status: 'archived' })
  const columns = 'title, slug, status, price_minor, currency, currency_exponent, variant_terms, public_terms'
  await fill('products', columns, `'Cap', 'cap-' || n, 'draft', 100, 'USD', 2, '', ''`, limits.store.products - 2)
  await addProduct({ title: 'The last' })
  const add = () => owner.post('/api/products', { title: 'Coat', price: 1 })
  expect(expectProblem(await add(), 409, 'limit_reached').detail).toBe(
    'A store can have at most 50000 products that are not archived. Archive some first.',
  )
  expectProblem(await owner.patch(`/api/products/${old.id}`, { status: 'active' }), 409, 'limit_reached')
  expect(await owner.patch(`/api/products/${scarf.id}`, { status: 'draft' })).toMatchObject({ status: 200 })
  const file = csv(
    'slug,title,price,status',
    ['coat', 'Coat', 1, 'active'],
    [scarf.slug, 'Scarf', 11, 'active'],
    [old.slug, 'Old', 1, 'active'],
    ['new', 'New', 1, 'archived'],
  )
  const report = await sent(owner, 'products', file, { through: shop.through, query: '?match=slug' })
  expect(report).toMatchObject({ created: 1, updated: 1, failed: 2 })
  expect(failuresOf(report)).toEqual([
    [2, 'limit_reached'],
    [4, 'limit_reached'],
  ])
  expect(await owner.patch(`/api/products/${scarf.id}`, { status: 'archived' })).toMatchObject({ status: 200 })
  expect(await add()).toMatchObject({ status: 201 })
})

test('a store refuses more segments than it may have', async () => {
  await fill('segments', 'name, filter, conditions', `'Guests ' || n, 'orders>=1', '[]'`, limits.store.segments)
  const answer = await shop.owner.post('/api/segments', { name: 'New', filter: 'orders>=1' })
  expectProblem(answer, 409, 'limit_reached')
})

test('a store refuses more channels than it may have, and a removed one makes room', async () => {
  await fill('channels', 'kind, name', `'webhook', 'Hook ' || n`, limits.store.channels)
  const add = () => shop.owner.post('/api/inbox/channels', { kind: 'webhook', name: 'New' })
  expectProblem(await add(), 409, 'limit_reached')
  await scratch.sql`update channels set created_at = now() - interval '1 day'`
  const [hook] = await scratch.sql`select id from channels where name = 'Hook 1'`
  expect(await shop.owner.delete(`/api/inbox/channels/${String(hook?.['id'])}`)).toMatchObject({ status: 204 })
  expect(await add()).toMatchObject({ status: 201 })
})

test('a store adds no more than 100 channels in 24 hours, removed ones included', async () => {
  await scratch.sql`update channels set archived_at = now(), created_at = now() - interval '2 hours' where ctid in (select ctid from channels limit 100)`
  const add = () => shop.owner.post('/api/inbox/channels', { kind: 'webhook', name: 'New' })
  expect(expectProblem(await add(), 409, 'limit_reached').detail).toContain('100 channels in 24 hours')
  await scratch.sql`update channels set created_at = now() - interval '1 day'`
  expect(await add()).toMatchObject({ status: 201 })
})
