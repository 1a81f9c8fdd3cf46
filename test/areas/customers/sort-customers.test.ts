import { beforeAll, expect, test } from 'vitest'
import { listCustomers } from '../../../src/areas/customers/list-customers.ts'
import { expectBody, expectProblem, openShop, type Shop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
  const other = await openShop()
  await other.addCustomer({ name: 'Elsewhere' })
  for (const [name, spent, last] of [
    ['zoe', 0, null],
    ['Émile', 500, '2026-05-03T10:00:00.123Z'],
    ['adam', 20_000, '2026-05-01T10:00:00Z'],
    ['Basma', 500, null],
  ] as const) {
    const { id } = await shop.addCustomer({ name })
    await asOwner`update customers set total_spent_minor = ${spent}, last_order_at = ${last}
      where store_id = ${shop.store.id} and id = ${id}`
  }
})

async function names(query: string) {
  const { data, meta } = expectBody(await shop.owner.get(`/api/customers?${query}`), 200, listCustomers.output)
  return { names: data.map(({ name }) => name), meta }
}

test.for([
  ['name', 'adam Basma Émile zoe'],
  ['last_order_at', 'zoe Basma adam Émile'],
  ['total_spent', 'zoe Émile Basma adam'],
  ['created_at', 'zoe Émile adam Basma'],
] as const)('customers are sorted by %s in both directions, with cursors', async ([sort, expected]) => {
  const ascending = expected.split(' ')
  for (const [query, all] of [
    [`sort=${sort}`, ascending],
    [`sort=-${sort}`, ascending.toReversed()],
  ] as const) {
    expect((await names(query)).names).toEqual(all)
    const walked: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await names(`${query}&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`)
      walked.push(...page.names)
      cursor = page.meta.next_cursor
    }
    expect(walked).toEqual(all)
  }
})

test('customers of stores with other currencies are sorted by the amounts shown', async () => {
  const kuwait = await openShop({ currency: 'KWD' })
  const dubai = await openShop({ currency: 'AED' })
  await dubai.join(kuwait.owner.subject, 'owner')
  for (const [place, name, amount] of [
    [kuwait, 'Twenty dinars', 20_000],
    [dubai, 'A hundred and fifty dirhams', 15_000],
    [dubai, 'Five dirhams', 500],
  ] as const) {
    const { id } = await place.addCustomer({ name })
    await asOwner`update customers set total_spent_minor = ${amount}, total_paid_minor = ${amount} where id = ${id}`
  }
  for (const sort of ['-total_spent', '-total_paid']) {
    const shown: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const path: string = `/api/customers?sort=${sort}&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`
      const { data, meta } = expectBody(await kuwait.owner.get(path), 200, listCustomers.output)
      shown.push(...data.map(({ total_spent }) => total_spent))
      cursor = meta.next_cursor
    }
    expect(shown).toEqual([150, 20, 5])
  }
})

test('the oldest customers found come first on request', async () => {
  expect((await names('search=a&sort=created_at')).names).toEqual(['adam', 'Basma'])
})

test.for(['sort=email', 'sort=name&search=adam', 'sort=name&filter=orders%3E0', 'sort=created_at&filter=orders%3E0'])(
  'refuses %s',
  async (query) => {
    const problem = expectProblem(await shop.owner.get(`/api/customers?${query}`), 422, 'invalid_input')
    expect(problem.errors).toMatchObject([{ pointer: '/sort' }])
  },
)
