import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listCustomers } from '../../../../src/areas/customers/list-customers.ts'
import type { Comparison, Term, When } from '../../../../src/areas/customers/segments/parse-filter.ts'
import { service } from '../../../support/service.ts'
import { type Client, expectBody, expectProblem, openShop, type Shop } from '../../../support/shop.ts'
import { asOwner } from '../../../support/sql.ts'
import { terms, written } from './filters.ts'

const day = 86_400_000
const now = Date.now()

/** Days ago count from now, and the database's now is later. */
const awayFromNow = (now + day / 2) % day

/** The fields that filters compare; amounts in minor units. */
const Person = z.object({
  id: z.string(),
  spent: z.coerce.bigint(),
  orders: z.int(),
  last_order: z.coerce.date().nullable(),
  created: z.coerce.date(),
  tags: z.array(z.string()),
  blocked: z.boolean(),
})
type Person = z.output<typeof Person>

// Few values, so that filters hit them exactly.
const tags = fc.constantFrom('vip', 'VIP', 'وفية', 'big spender', 'a"b', '%')
const moments = fc
  .tuple(fc.integer({ min: 0, max: 12 }), fc.constantFrom(0, 1, awayFromNow, day - 1))
  .map(([days, ms]) => Math.floor(now / day) * day - days * 30 * day + ms)
const minors = fc.constantFrom(0, 1, 999, 1000, 1001, 99_950, 123_456_789_012_345)

const people = fc.array(
  fc.record({
    spent: minors,
    orders: fc.integer({ min: 0, max: 4 }),
    last_order: fc.option(moments),
    created: moments,
    tags: fc.uniqueArray(tags, { maxLength: 3 }),
    blocked: fc.boolean(),
  }),
  { minLength: 300, maxLength: 300 },
)

/** Writes customers directly into the database. */
async function fill({ store }: Shop, seed: number): Promise<Person[]> {
  const [made = []] = fc.sample(people, { seed, numRuns: 1 })
  const rows = made.map(({ last_order, created, ...person }) => ({
    ...person,
    last_order: last_order === null ? null : new Date(last_order).toISOString(),
    created: new Date(created).toISOString(),
  }))
  const kept = await asOwner.query(
    `insert into customers (store_id, id, name, total_spent_minor, orders_count, last_order_at, created_at, tags, blocked)
     select $1, uuidv7(), 'Guest', spent, orders, last_order, created, tags, blocked
       from jsonb_to_recordset($2::jsonb) as p(spent bigint, orders int, last_order timestamptz, created timestamptz, tags text[], blocked boolean)
     returning id, total_spent_minor::text as spent, orders_count as orders, last_order_at as last_order, created_at as created, tags, blocked`,
    [store.id, JSON.stringify(rows)],
  )
  return z.array(Person).parse(kept)
}

const holds = {
  '<': (n: number) => n < 0,
  '<=': (n: number) => n <= 0,
  '>': (n: number) => n > 0,
  '>=': (n: number) => n >= 0,
  '=': (n: number) => n === 0,
} satisfies Record<Comparison, (order: number) => boolean>

/** Compares a moment with a term's time; a day includes all of its moments. */
function order(at: Date, when: When): number {
  if (when.kind === 'days_ago') return at.getTime() - (now - when.days * day)
  if (when.kind === 'moment') return at.getTime() - new Date(when.time).getTime()
  return at.toISOString().slice(0, 10) < when.day ? -1 : at.toISOString().slice(0, 10) > when.day ? 1 : 0
}

/** The reference: evaluates the terms in TypeScript. */
function meets(person: Person, term: Term, exponent: number): boolean {
  switch (term.field) {
    case 'spent': {
      const [whole = '', decimals = ''] = term.amount.split('.')
      const amount = BigInt(whole + decimals.padEnd(6, '0'))
      const spent = person.spent * 10n ** BigInt(6 - exponent)
      return holds[term.op](spent < amount ? -1 : spent > amount ? 1 : 0)
    }
    case 'orders':
      return holds[term.op](person.orders - term.quantity)
    case 'created':
      return holds[term.op](order(person.created, term.when))
    case 'last_order':
      return person.last_order !== null && holds[term.op](order(person.last_order, term.when))
    case 'tag':
      return person.tags.some((tag) => tag.toLowerCase() === term.tag.toLowerCase()) === term.has
    case 'blocked':
      return person.blocked === term.blocked
  }
}

const newestFirst = (a: Person, b: Person) => b.created.getTime() - a.created.getTime() || (a.id < b.id ? 1 : -1)

/** All pages, by cursor. A filter that is refused because nobody can meet it has none. */
async function walk(client: Client, filter: string, limit: number) {
  const ids: string[] = []
  let next = ''
  for (;;) {
    const path = `/api/customers?limit=${limit}&filter=${encodeURIComponent(filter)}${next}`
    const answer = await client.get(path)
    if (answer.status === 422) {
      expect(expectProblem(answer, 422, 'invalid_input').errors).toMatchObject([{ code: 'range_empty' }])
      return { ids, total: 0 }
    }
    const { data, meta } = expectBody(answer, 200, listCustomers.output)
    ids.push(...data.map(({ id }) => id))
    if (meta.next_cursor === null) return { ids, total: meta.total }
    next = `&cursor=${meta.next_cursor}`
  }
}

const anyTerm = terms({
  // Amounts in minor units of either currency, and finer.
  amounts: fc.constantFrom(
    '0',
    '0.01',
    '0.001',
    '9.99',
    '1',
    '1.000',
    '10',
    '10.01',
    '0.0105',
    '99.95',
    '999.5',
    '123456789012.345',
    '1234567890123.45',
  ),
  quantities: fc.integer({ min: 0, max: 5 }),
  whens: moments.chain((ms) =>
    fc.constantFrom<When>(
      { kind: 'day', day: new Date(ms).toISOString().slice(0, 10) },
      { kind: 'moment', time: new Date(ms).toISOString() },
    ),
  ),
  tags,
})

describe('a filter finds exactly the matching customers, in order', () => {
  const stores: { shop: Shop; people: Person[]; exponent: number }[] = []
  beforeAll(async () => {
    for (const [currency, exponent] of [
      ['USD', 2],
      ['KWD', 3],
      ['JPY', 0],
    ] as const) {
      const shop = await openShop({ currency, through: service() })
      stores.push({ shop, exponent, people: await fill(shop, exponent) })
    }
  })

  test.for([0, 1, 2])('in one store (%i)', async (which) => {
    const { shop, people, exponent } = stores[which] ?? never()
    let found = 0
    await fc.assert(
      fc.asyncProperty(fc.array(anyTerm, { minLength: 1, maxLength: 3 }), async (all) => {
        const expected = people
          .filter((person) => all.every((term) => meets(person, term, exponent)))
          .toSorted(newestFirst)
        const got = await walk(shop.owner, all.map(written).join(' '), 100)
        expect(got).toEqual({ ids: expected.map(({ id }) => id), total: expected.length })
        found += got.ids.length
      }),
      { numRuns: 300, seed: 20_261_121 },
    )
    expect(found).toBeGreaterThan(1000)
  })

  test('over several stores, each in its own currency, page by page', async () => {
    const { shop } = stores[0] ?? never()
    for (const other of stores.slice(1)) await other.shop.join(shop.owner.subject, 'viewer')
    await fc.assert(
      fc.asyncProperty(fc.array(anyTerm, { minLength: 1, maxLength: 2 }), async (all) => {
        const expected = stores
          .flatMap(({ people, exponent }) =>
            people.filter((person) => all.every((term) => meets(person, term, exponent))),
          )
          .toSorted(newestFirst)
        const got = await walk(shop.owner, all.map(written).join(' and '), 37)
        expect(got).toEqual({ ids: expected.map(({ id }) => id), total: expected.length })
      }),
      { numRuns: 60, seed: 20_261_121 },
    )
  })
})

function never(): never {
  throw new Error('there is one for every index')
}
