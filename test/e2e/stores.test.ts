import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { stores } from '../../dev/database/stores.ts'

// `npm run stores` on the local stack's database.

const { ownerUrl } = inject('stack')
const slug = `closing-${crypto.randomUUID().slice(0, 8)}`
const id = crypto.randomUUID()

const owner = new pg.Client({ connectionString: ownerUrl })
beforeAll(async () => {
  await owner.connect()
  await owner.query(
    `insert into stores (id, slug, name, currency, currency_exponent, created_by) values ($1, $2, 'Closing', 'KWD', 3, gen_random_uuid())`,
    [id, slug],
  )
})
afterAll(async () => {
  await owner.query('delete from stores where id = $1', [id]).catch(() => undefined)
  await owner.end()
})

const run = (...args: string[]) => stores(args, ownerUrl)
const status = async () =>
  (await owner.query<{ status: string }>('select status from stores where id = $1', [id])).rows[0]?.status

test('an operator closes a store by its slug and opens it by its id, and the store’s audit log says so once each', async () => {
  expect(await run('close', slug.toUpperCase())).toBe(`${slug} is now closed.`)
  expect(await status()).toBe('closed')
  expect(await run('close', slug)).toBe(`${slug} was already closed.`)
  expect(await run('list', '--closed')).toMatch(new RegExp(`${id}  closed  .*  ${slug}`))
  expect(await run('open', id)).toBe(`${slug} is now open.`)
  expect(await status()).toBe('active')
  expect(await run('list', '--closed')).not.toContain(slug)
  expect(await run('list')).toContain(slug)
  const { rows } = await owner.query('select type, data, actor_kind from events where store_id = $1', [id])
  const changed = { type: 'store.updated', data: { changed: ['status'] }, actor_kind: 'system' }
  expect(rows).toEqual([changed, changed])
})

test('a store that does not exist, and a command that does not either, are refused in words', async () => {
  await expect(run('close', 'no-such-store')).rejects.toThrow(/^There is no store with the slug or id no-such-store/)
  for (const args of [[], ['close'], ['list', slug], ['shut', slug]] as const)
    await expect(run(...args)).rejects.toThrow(/npm run stores -- close/)
})
