import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { beginWrite, enter } from '../../isolation/inside-context.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { asApp, asOwner } from '../../support/sql.ts'

const Texts = z.array(z.object({ id: z.uuid(), search_text: z.string() }))
const Found = z.array(z.object({ ids: z.array(z.string()), folded: z.string(), total: z.coerce.number() })).length(1)

const names = [
  `O'Brien; drop table orders --`,
  'back\\slash 100% under_score $$ $q$',
  'محمد أحمد ٥٠٠٠ "quoted"',
  '%L %1$I %s {} [] () #1001',
  '12 34 56 78',
  'Flat 4 - 12 / (7) 8,\t1 2\u00A03 १ २ ३',
  'plain',
]

let shop: Shop
let other: Shop
let rows: z.output<typeof Texts>

beforeAll(async () => {
  ;[shop, other] = [await openShop(), await openShop()]
  for (const name of names) await shop.addCustomer({ name, phone: name === 'plain' ? '+965 5000 1234' : undefined })
  // These match every search just as well, but belong to another store and must never be found.
  for (const name of names) await other.addCustomer({ name })
  rows = Texts.parse(await asOwner`select id, search_text from customers where store_id = ${shop.store.id}`)
})

/** The rule that app.search_words and app.search_conditions implement: every word occurs somewhere; a phone number matches by its digits. */
function matches(text: string, folded: string): boolean {
  const term = folded.replaceAll(/[ \t\n\v\f\r]+/g, ' ').replace(/^ +| +$/g, '')
  if (/^[-+() ./\d]*\d[-+() ./\d]*$/.test(term)) {
    const digits = term.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '')
    return text.includes(digits) || text.includes(term)
  }
  const words = term
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, 8)
  return words.length > 0 && words.every((word) => text.includes(word))
}

async function search(terms: readonly string[]) {
  const [, , ...found] = await asApp.transaction([
    enter(asApp, shop),
    beginWrite(asApp, shop),
    ...terms.map((term) =>
      asApp.query(
        `select ids, total, app.fold($1) as folded from app.search_page('customers', $1, '[]', false, null, null, 100, 0)`,
        [term],
      ),
    ),
  ])
  return found.map((result) => Found.parse(result)[0])
}

const pieces = [
  ...names.flatMap((name) => name.split(' ')),
  "'",
  '"',
  '\\',
  '%',
  '_',
  '$$',
  '$q$',
  '%s',
  '%1$L',
  '||',
  ';',
  '--',
  '/*',
  '#1',
  '5000',
  '٥',
  '\\_',
  '+965',
]
const nasty = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }).map((words) => words.join('')),
  fc
    .constantFrom(...names)
    .chain((name) =>
      fc
        .tuple(fc.nat(name.length), fc.nat(name.length))
        .map(([one, other]) => name.slice(Math.min(one, other), Math.max(one, other))),
    ),
  fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => text.isWellFormed() && !text.includes('\0')),
  fc.stringMatching(/^[-+() ./0-9]{1,12}$/),
)

test('any search term is taken literally and matches by its words, only in the own store', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(nasty, { minLength: 25, maxLength: 25 }), async (terms) => {
      for (const [index, found] of (await search(terms)).entries()) {
        const expected = rows.filter(({ search_text }) => matches(search_text, found?.folded ?? '')).map(({ id }) => id)
        expect(found?.ids.toSorted(), JSON.stringify(terms[index])).toEqual(expected.toSorted())
        expect(found?.total).toBe(expected.length)
      }
    }),
    { numRuns: 60, seed: 7 },
  )
})

test('words are indexed without what is between them, but for numbers with spaces', async () => {
  const [row] = await asOwner`select cardinality(app.grams(${shop.store.id}, 0, 'silk scarf')) as words,
    cardinality(app.grams(${shop.store.id}, 0, '12 34')) as number`
  expect(row).toEqual({ words: 5, number: 3 })
})

test('an order is found by # and its number, in any digits that are folded', async () => {
  const { id } = await shop.addOrder()
  const numbers = ['#1001', '#1002', '#999999999999999999', '#٩٩', '#१००१', '#0', '#', "#1001'"]
  for (const term of numbers) {
    const answer = await shop.owner.get(`/api/orders?search=${encodeURIComponent(term)}`)
    expect(answer.status, term).toBe(200)
    if (term === '#1001') expect(answer.body).toMatchObject({ data: [{ id }], meta: { total: 1 } })
  }
})

test('numbers are found as they were typed, with spaces, in orders, customers and products', async () => {
  const typed = '81 72 63 / 5'
  const notes = `Call ${typed} 4`
  const { id: order } = await shop.addOrder({ notes })
  const { id: customer } = await shop.addCustomer({ notes })
  const { id: product } = await shop.addProduct({ title: notes })
  for (const [path, id] of [
    ['/api/orders', order],
    ['/api/customers', customer],
    ['/api/products', product],
  ]) {
    const { body } = await shop.owner.get(`${path}?search=${encodeURIComponent(typed)}`)
    expect(body, path).toMatchObject({ data: [{ id }], meta: { total: 1 } })
  }
})
