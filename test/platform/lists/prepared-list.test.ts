import { expect, test } from 'vitest'
import type { Filter } from '../../../src/platform/lists/conditions.ts'
import { total } from '../../../src/platform/lists/list.ts'
import { preparedList } from '../../../src/platform/lists/prepared-list.ts'
import { orders } from '../../../src/platform/db/schema/orders.ts'
import { selection } from '../../../src/platform/db/selection.ts'
import { openPage, type ListPage } from '../../../src/platform/lists/page.ts'

const readOrders = preparedList(selection({ total, row: { id: orders.id } }), { table: orders })

/** What such a request sends: its text, and the values in it. */
async function sent({ page, filter = {}, search }: { page?: Partial<ListPage>; filter?: Filter; search?: string }) {
  const given = { page: { ...openPage({ limit: 20 }), ...page }, filter, search }
  let statement: { text: string; params: readonly unknown[] } | undefined
  await readOrders((query, values) => {
    const { text, params } = query.prepared()
    statement = { text, params: params(values) }
    return Promise.resolve([])
  }, given)
  if (!statement) throw new Error('nothing was sent')
  return statement
}

const after = (id: string, day: number) => ({ at: new Date(Date.UTC(2026, 0, day)).toISOString(), id })

test.for([
  ['pages', { page: { limit: 5, offset: 10 } }, { page: { limit: 7, offset: 0 } }],
  ['cursors', { page: { after: after('a', 1) } }, { page: { after: after('b', 2) } }],
  ['statuses', { filter: { status: 'pending' } }, { filter: { status: 'cancelled' } }],
  ['days', { filter: { created_from: '2026-01-01' } }, { filter: { created_from: '2026-02-01' } }],
  ['terms', { search: 'wool', filter: { status: 'pending' } }, { search: 'silk' }],
] as const)('lists with different %s share a text and differ in its values', async ([, one, other]) => {
  const [first, second] = [await sent(one), await sent(other)]
  expect(second.text).toBe(first.text)
  expect(second.params).not.toEqual(first.params)
})

test('lists with other filters, another order or another kind of page have other texts', async () => {
  const kinds = [
    {},
    { page: { ascending: true } },
    { page: { after: after('a', 1) } },
    { filter: { status: 'pending' } },
    { filter: { status: ['pending', 'confirmed'] } },
    { filter: { payment_status: 'paid' } },
    { filter: { status: 'pending', payment_status: 'paid' } },
    { filter: { created_from: '2026-01-01' } },
    { filter: { created_from: '2026-01-01T00:00:00Z' } },
    { filter: { created_to: '2026-01-01' } },
    { search: 'wool' },
    { search: 'wool', page: { ascending: true } },
  ]
  const texts: string[] = []
  for (const kind of kinds) texts.push((await sent(kind)).text)
  expect(new Set(texts).size).toBe(kinds.length)
})

test('a hundred texts are kept, those used last', async () => {
  const built: number[] = []
  const read = preparedList(selection({ total, row: { id: orders.id } }), {
    table: orders,
    extend: (rows) => {
      built.push(count)
      return rows
    },
  })
  let count = 0
  const ask = async (statuses: number) => {
    count = statuses
    const filter = { status: Array.from({ length: statuses }, (_, n) => `status ${n}`) }
    await read(
      (query) => {
        query.prepared()
        return Promise.resolve([])
      },
      { page: openPage({ limit: 20 }), filter, search: undefined },
    )
  }
  for (let n = 1; n <= 100; n++) await ask(n)
  await ask(1)
  await ask(101)
  expect(built).toHaveLength(101)
  await ask(1)
  await ask(101)
  expect(built).toHaveLength(101)
  await ask(2)
  expect(built.slice(101)).toEqual([2])
})
