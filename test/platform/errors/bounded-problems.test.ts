import { beforeAll, expect, test } from 'vitest'
import type { NeonDbError } from '@neondatabase/serverless'
import { z } from 'zod'
import type { Answer } from '../../support/service.ts'
import { expectProblem } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { csv, sent } from '../transfer/files.ts'
import { openWindow, type Window } from '../../areas/storefront/shop-window.ts'

// A refusal lists up to 100 problems in up to 32 KB, and once more the lists of the first.

const maxBytes = 70_000
const variantsEach = 100
const optionNames = ['Colour', 'Size', 'Cut', 'Cloth']
const longText = (n: number, name: string) => `${name} ${n} `.padEnd(190, 'ع')

let window: Window
let products: readonly string[]
beforeAll(async () => {
  window = await openWindow()
  const added = await Promise.all(
    Array.from({ length: 8 }, (_, nth) =>
      window.addProduct({
        title: `Abaya ${nth}`,
        price: 10,
        variants: Array.from({ length: variantsEach }, (_each, n) => ({
          options: Object.fromEntries(optionNames.map((name) => [name, longText(n, name)])),
        })),
      }),
    ),
  )
  products = added.map(({ id }) => id)
})

const bytesOf = ({ body }: Answer) => new TextEncoder().encode(JSON.stringify(body)).length

const Choices = z.array(
  z.looseObject({
    pointer: z.string(),
    variants: z.array(z.object({ id: z.string() })).optional(),
    left_out: z.object({ variants: z.int() }).optional(),
  }),
)

const lines = (count: number, of: readonly string[], fields: object = {}) =>
  Array.from({ length: count }, (_, n) => ({ product_id: of[n % of.length], quantity: 1, ...fields }))

test('a line for each variant of a product names the choices once, and says how many are left out', async () => {
  const answers = [
    await window.send('/quote', { items: lines(50, products.slice(0, 1)) }),
    await window.owner.post('/api/orders/quote', { items: lines(50, products.slice(0, 1)) }),
    await window.owner.post('/api/orders', {
      customer: { name: 'Amal', phone: '+96550000002' },
      items: lines(50, products.slice(0, 1)),
    }),
  ]
  for (const answer of answers) {
    const problem = expectProblem(answer, 422, 'variant_required')
    const errors = Choices.parse(problem.errors)
    expect(errors.map(({ pointer }) => pointer)).toEqual(errors.map((_, n) => `/items/${n}/variant_id`))
    expect(errors).toHaveLength(50)
    const [first, ...others] = errors
    expect(first?.variants?.length).toBeGreaterThan(1)
    expect((first?.variants?.length ?? 0) + (first?.left_out?.variants ?? 0)).toBe(variantsEach)
    expect(others.every(({ variants }) => variants === undefined)).toBe(true)
    expect(bytesOf(answer)).toBeLessThan(maxBytes)
  }
})

test('lines of many large products share the room that a response has', async () => {
  for (const path of ['/quote', '/orders']) {
    const customer = path === '/orders' && { customer: { name: 'Amal', phone: '+96550000001' } }
    const answer = await window.send(path, { items: lines(50, products), ...customer })
    const errors = Choices.parse(expectProblem(answer, 422, 'variant_required').errors)
    expect(errors).toHaveLength(50)
    const lists = errors.filter(({ variants }) => variants !== undefined)
    expect(lists).toHaveLength(products.length)
    for (const { variants = [], left_out } of lists)
      expect(variants.length + (left_out?.variants ?? 0)).toBe(variantsEach)
    expect(bytesOf(answer)).toBeLessThan(maxBytes)
  }
})

test('the database raises at most 100 problems and 256 KB, and always the one that decides', async () => {
  const raised = async (bytes: number) => {
    const refusal = asOwner`
      select app.refuse(422, 'decides', (
        select jsonb_agg(jsonb_build_object('pointer', '/' || n, 'text', repeat('x', ${bytes}::int))
                 || (case when n < 150 then '{"code": "other"}' else '{}' end)::jsonb order by n)
          from generate_series(1, 150) as n))`
    const { detail } = await refusal.then(
      () => ({ detail: '' }),
      (error: NeonDbError) => error,
    )
    return z
      .array(z.looseObject({ code: z.string(), problems_left_out: z.int().optional() }))
      .parse(JSON.parse(detail ?? ''))
  }
  for (const [bytes, count] of [
    [10, 100],
    [5_000, 51],
  ] as const) {
    const problems = await raised(bytes)
    expect(problems).toHaveLength(count)
    expect(problems.at(-1)).toMatchObject({ code: 'decides', problems_left_out: 150 - count })
  }
})

test.for([
  ['many unknown fields', Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`${n}`.padEnd(1_500, 'x'), 1]))],
  ['one long unknown field', { title: 'Mug', ['x'.repeat(200_000)]: 1 }],
  ['many wrong values deep in a long name', { title: 'Mug', variants: [{ options: { ['x'.repeat(200_000)]: 1 } }] }],
] as const)('%s', async ([, body]) => {
  const answer = await window.owner.post('/api/products', body)
  const problem = expectProblem(answer, 422, 'invalid_input')
  expect(problem.errors.length).toBeGreaterThan(0)
  expect(bytesOf(answer)).toBeLessThan(maxBytes)
})

test('the report of an import has up to 2,000 errors, some of each row, and says how many each leaves out', async () => {
  const names = ['title', 'description', 'tags', 'collections', 'cost', 'weight_g']
  const product = (nth: number) =>
    Array.from({ length: 5 }, (_, line) => [nth, `S-${nth}-${line}`, ...names.map(() => line)])
  const header = ['external_id', 'sku', ...names].join(',')
  for (const count of [4, 100]) {
    const file = csv(header, ...Array.from({ length: count }, (_, nth) => product(nth)).flat())
    const { rows } = await sent(window.owner, 'products', file)
    expect(rows).toHaveLength(count)
    for (const { errors, errors_left_out } of rows) {
      // Each line but the first differs in each column.
      expect(errors).toHaveLength(count === 4 ? 24 : 20)
      expect(errors_left_out).toBe(count === 4 ? undefined : 4)
    }
  }
  const one = csv(header, ...Array.from({ length: 100 }, (_, line) => [1, `S-${line}`, ...names.map(() => line)]))
  const { rows } = await sent(window.owner, 'products', one)
  expect(rows).toMatchObject([{ errors_left_out: 99 * names.length - 100 }])
})
