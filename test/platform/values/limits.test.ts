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

test('a store that has all the products it may have refuses another, also one of a file, and can change the others', async () => {
  const { owner, addProduct } = shop
  const scarf = await addProduct({ title: 'Scarf' })
  const columns = 'title, slug, status, price_minor, currency, currency_exponent, variant_terms, public_terms'
  await fill('products', columns, `'Cap', 'cap-' || n, 'archived', 100, 'USD', 2, '', ''`, limits.store.products - 1)
  expect(
    expectProblem(await owner.post('/api/products', { title: 'Coat', price: 1 }), 409, 'limit_reached').detail,
  ).toBe('A store can have at most 50000 products, archived ones included.')
  const file = csv('slug,title,price', ['coat', 'Coat', 1], [scarf.slug, 'Scarf', 11])
  const report = await sent(owner, 'products', file, { through: shop.through })
  expect(report).toMatchObject({ created: 0, updated: 1, failed: 1 })
  expect(failuresOf(report)).toEqual([[2, 'limit_reached']])
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
  const [hook] = await scratch.sql`select id from channels where name = 'Hook 1'`
  expect(await shop.owner.delete(`/api/inbox/channels/${String(hook?.['id'])}`)).toMatchObject({ status: 204 })
  expect(await add()).toMatchObject({ status: 201 })
})
