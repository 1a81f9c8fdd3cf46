import { beforeAll, expect, test } from 'vitest'
import { getTopProducts } from '../../../src/areas/analytics/get-top-products.ts'
import { answerOf, callOf, post, tokenFor } from '../../support/callers/assistant.ts'
import { expectBody, expectProblem, openShop, pointersOf, type Shop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { sell } from './shops.ts'

const march = 'from=2026-03-01&to=2026-03-31'
const sorts = ['-revenue', 'revenue', '-units', 'units'] as const
const groups = ['product', 'variant'] as const

type Variant = { readonly product_id: string; readonly variant_id: string }

/** Products of two variants each. */
async function stock(shop: Shop, count: number, titleOf: (nth: number) => string): Promise<Variant[]> {
  const products = Array.from({ length: count }, (_, nth) => ({ id: crypto.randomUUID(), title: titleOf(nth), nth }))
  const variants = products.flatMap(({ id, nth }) =>
    [0, 1].map((size) => ({ product_id: id, variant_id: crypto.randomUUID(), n: 2 * nth + size })),
  )
  await asOwner.transaction([
    asOwner`insert into products (store_id, id, title, slug, status, price_minor, currency, currency_exponent)
      select ${shop.store.id}, id, title, 'scarf-' || nth, 'active', 1, 'USD', 2
        from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as p(id uuid, title text, nth int)`,
    asOwner`insert into product_variants (store_id, product_id, id, title, sku, options, position)
      select ${shop.store.id}, product_id, variant_id, repeat('مقاس ', 30) || n, 'SKU-' || n, jsonb_build_object('Size', n::text), n
        from jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) as v(product_id uuid, variant_id uuid, n int)`,
  ])
  return variants
}

let shop: Shop
let orders: Awaited<ReturnType<typeof sell>>
beforeAll(async () => {
  shop = await openShop()
  const variants = await stock(shop, 120, (nth) => `Scarf ${nth}`)
  const customer_id = (await shop.addCustomer()).id
  orders = await sell(
    shop,
    Array.from({ length: 60 }, (_, nth) => ({
      at: `2026-03-${String(1 + (nth % 31)).padStart(2, '0')}T12:00:00Z`,
      customer_id,
      status: nth % 10 === 9 ? 'cancelled' : 'completed',
      fulfillment_status: nth % 10 === 9 ? 'unfulfilled' : 'delivered',
      // Few quantities and prices, so that most products tie with others.
      lines: [0, 1, 2, 3, 4].map((line) => ({
        ...(variants[(5 * nth + line) % 240] ?? expect.unreachable()),
        quantity: 1 + ((nth + line) % 2),
        unit_price_minor: 500,
      })),
    })),
  )
})

/** What the orders add up to, in the order asked for. */
function summed(by: (typeof groups)[number], sort: (typeof sorts)[number]) {
  const sums = new Map<string, { revenue: number; units: number }>()
  for (const { status, lines } of orders)
    for (const line of status === 'cancelled' ? [] : lines) {
      const id = (by === 'variant' ? line.variant_id : line.product_id) ?? ''
      const { revenue, units } = sums.get(id) ?? { revenue: 0, units: 0 }
      sums.set(id, {
        revenue: revenue + (line.quantity * line.unit_price_minor) / 100,
        units: units + line.quantity,
      })
    }
  const sign = sort.startsWith('-') ? -1 : 1
  const figure = sort.endsWith('units') ? 'units' : 'revenue'
  return [...sums]
    .map(([id, figures]) => ({ id, ...figures }))
    .toSorted((a, b) => sign * (a[figure] - b[figure] || (a.id < b.id ? -1 : 1)))
}

/** All rows of all pages. */
async function readAll(page: (cursor: string | null) => Promise<unknown>) {
  const rows: { id: string; revenue: number; units: number }[] = []
  const pages: number[] = []
  for (let cursor: string | null = null, more = true; more;) {
    const { data, has_more, next_cursor } = getTopProducts.output
      .pick({ data: true, has_more: true, next_cursor: true })
      .extend({ data: getTopProducts.output.shape.data.element.omit({ change: true }).array() })
      .parse(await page(cursor))
    expect(has_more).toBe(next_cursor !== null)
    pages.push(data.length)
    rows.push(
      ...data.map(({ product_id, variant_id, revenue, units }) => ({ id: variant_id ?? product_id, revenue, units })),
    )
    cursor = next_cursor
    more = has_more
  }
  return { rows, pages }
}

const top = async (query: string) =>
  expectBody(await shop.owner.get(`/api/analytics/top-products?${query}`), 200, getTopProducts.output)

test.for(groups.flatMap((by) => sorts.map((sort) => [by, sort] as const)))(
  'what sold can be read to the end by %s, sorted by %s, and adds up to the orders',
  async ([by, sort]) => {
    const expected = summed(by, sort)
    expect(expected.length).toBeGreaterThan(100)
    const query = `${march}&group_by=${by}&sort=${sort}`
    for (const limit of [50, 17]) {
      const { rows } = await readAll((cursor) => top(`${query}&limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`))
      expect(rows).toEqual(expected)
    }
  },
)

test('an assistant reads the slowest sellers to the end, and then what is sorted with by', async () => {
  const { token } = await tokenFor(shop, { scopes: ['analytics:read'] })
  const period = { from: '2026-03-01', to: '2026-03-31', limit: 50 }
  const read = (query: object) => async (cursor: string | null) =>
    answerOf(
      await post(callOf('get_top_products', { ...period, ...query, ...(cursor !== null && { cursor }) }), { token }),
    )
  expect((await readAll(read({ sort: 'units' }))).rows).toEqual(summed('product', 'units'))
  expect((await readAll(read({ by: 'units' }))).rows).toEqual(summed('product', '-units'))
})

test('a page that is too large for an assistant ends earlier, and its cursor skips nothing', async () => {
  const other = await openShop()
  const variants = await stock(other, 60, (nth) => `${nth} ${'وشاح صوف '.repeat(20)}`.trim())
  await sell(other, [
    {
      at: '2026-03-10T12:00:00Z',
      lines: variants.map((variant) => ({ ...variant, quantity: 1, unit_price_minor: 500 })),
    },
  ])
  const { token } = await tokenFor(other, { scopes: ['analytics:read'] })
  const { rows, pages } = await readAll(async (cursor) => {
    const answer = answerOf(
      await post(
        callOf('get_top_products', {
          from: '2026-03-01',
          to: '2026-03-31',
          group_by: 'variant',
          limit: 50,
          ...(cursor !== null && { cursor }),
        }),
        { token },
      ),
    )
    expect(answer).not.toHaveProperty('truncated')
    return answer
  })
  expect(pages[0]).toBeLessThan(50)
  expect(rows.map(({ id }) => id)).toEqual(
    variants
      .map(({ variant_id }) => variant_id)
      .toSorted()
      .toReversed(),
  )
})

test('a cursor belongs to its period, order and grouping', async () => {
  const { next_cursor } = await top(`${march}&limit=3`)
  const path = `/api/analytics/top-products?limit=3&cursor=${next_cursor}`
  for (const query of ['', `&${march}&sort=revenue`, `&${march}&by=units`, `&${march}&group_by=variant`])
    expect(pointersOf(expectProblem(await shop.owner.get(path + query), 422, 'invalid_input'))).toEqual(['/cursor'])
  for (const query of [march, `${march}&by=revenue`, `${march}&sort=-revenue&group_by=product`])
    expect(await shop.owner.get(`${path}&${query}`)).toMatchObject({ status: 200 })
})

test('by and sort cannot contradict each other', async () => {
  const problem = expectProblem(
    await shop.owner.get('/api/analytics/top-products?by=units&sort=revenue'),
    422,
    'invalid_input',
  )
  expect(problem.errors).toMatchObject([{ pointer: '/by', code: 'conflicting_fields' }])
})
