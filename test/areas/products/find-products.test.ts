import { beforeAll, describe, expect, test } from 'vitest'
import { Discount } from '../../../src/areas/discounts/discount.ts'
import { listProducts } from '../../../src/areas/products/list-products.ts'
import type { Product } from '../../../src/areas/products/product.ts'
import type { z } from 'zod'
import { PublicProducts } from '../../../src/areas/storefront/public/list-public-products.ts'
import { openWindow, type Window } from '../storefront/shop-window.ts'
import { tries } from '../../support/run/effort.ts'
import { expectBody, expectProblem, openShop } from '../../support/shop.ts'
import { type Asked, expected, isOnSale, type Known, pricesOf } from './catalogue-reference.ts'

// GET /api/storefront/:slug/products and /api/products with filters, compared with a slow search through the whole catalogue.

/** Another seed makes other products and requests. */
const seed = 6_112_301

/** Numbers from 0 to 1 that are the same for the same seed. */
function random(state: number) {
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const next = random(seed)
const below = (count: number) => Math.floor(next() * count)
const oneOf = <T>(from: readonly [T, ...T[]]): T => from[below(from.length)] ?? from[0]
const some = <T>(from: readonly T[]) => from.filter(() => next() < 0.4)

const goods = ['scarf', 'jacket', 'blanket', 'lamp', 'قميص', 'حقيبة', 'wallet'] as const
const kinds = ['wool', 'Cotton', 'leather', 'أزرق'] as const
const tags = ['winter', 'sale', 'gift', 'leather', 'هدية'] as const
const texts = ['Made by hand from wool.', 'Warm blanket for winter', 'Small batches', null] as const
const sizes = ['S', 'M', 'L'] as const
const colours = ['Red', 'Blue'] as const

const amount = () => 5 + below(40) / 2

function anyProduct(nth: number) {
  const combinations = sizes.flatMap((Size) => colours.map((Colour) => ({ Size, Colour })))
  const chosen = next() < 0.3 ? [{}] : combinations.filter((_, at) => at === nth % 6 || next() < 0.3)
  return {
    title: `${next() < 0.6 ? `${oneOf(kinds)} ` : ''}${oneOf(goods)}${next() < 0.2 ? 's' : ''} ${nth}`,
    description: oneOf(texts),
    price: amount(),
    compare_at_price: next() < 0.2 ? 20 + amount() : null,
    tags: some(tags),
    variants: chosen.map((options) => ({
      options,
      ...(next() < 0.4 && { price: amount() }),
      on_hand: next() < 0.4 ? 0 : 50,
      tracked: next() < 0.9,
      allow_backorder: next() < 0.1,
    })),
  }
}

let mine: Window
let all: z.output<typeof Product>[]
let known: Known

beforeAll(async () => {
  mine = await openWindow()
  const theirs = await openWindow()
  await theirs.addProduct({ title: 'Wool scarf', tags: ['winter', 'sale'], variants: [{ options: { Size: 'M' } }] })
  const made: z.output<typeof Product>[] = []
  for (let nth = 0; nth < 60; nth++) made.push(await mine.addProduct(anyProduct(nth)))
  await mine.addProduct({ title: 'Wool scarf draft', status: 'draft', tags: ['winter'] })
  const sale = {
    automatic: true,
    kind: 'percentage',
    value: 10,
    applies_to: { tags: ['sale'], except: { tags: ['Leather'] } },
  }
  expectBody(await mine.owner.post('/api/discounts', sale), 201, Discount)
  const sold = new Map<string, number>()
  for (const product of made.filter((_, nth) => nth % 7 === 0)) {
    const variant = product.variants.find(({ available }) => available >= 5)
    if (!variant) continue
    const quantity = 1 + below(4)
    const items = [{ product_id: product.id, variant_id: variant.id, quantity, unit_price: 1 }]
    await mine.addOrder({ items, total_amount: quantity })
    sold.set(product.id, quantity)
  }
  const list = expectBody(await mine.owner.get('/api/products?status=active&limit=100'), 200, listProducts.output)
  all = list.data
  known = { discounted: 'sale', excepted: 'leather', sold }
})

function queryOf({ tag, option = {}, ...asked }: Asked): string {
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
  if (tag) query.set('tag', tag.join(','))
  for (const [name, values] of Object.entries(option)) for (const value of values) query.append(`option.${name}`, value)
  return query.toString()
}

const publicList = async (query: string) => expectBody(await mine.visit(`/products?${query}`), 200, PublicProducts)
const merchantList = async (query: string) =>
  expectBody(await mine.owner.get(`/api/products?status=active&${query}`), 200, listProducts.output)

async function titlesOfAllPages(list: typeof publicList | typeof merchantList, query: string, limit: number) {
  const titles: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data, meta }: z.output<typeof listProducts.output | typeof PublicProducts> = await list(
      `${query}&limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`,
    )
    titles.push(...data.map(({ title }) => title))
    cursor = meta.next_cursor
  }
  return titles
}

async function expectFound(asked: Asked) {
  const query = queryOf(asked)
  const titles = expected(all, asked, known).map(({ title }) => title)
  const at = `seed ${seed}: ${decodeURIComponent(query)}`
  const { data, meta } = await publicList(`${query}&limit=100`)
  expect(
    data.map(({ title }) => title),
    at,
  ).toEqual(titles)
  expect(meta, at).toMatchObject({ total: titles.length, total_is_capped: false })
  return { titles, at, query, facets: meta.facets }
}

const sorts = ['newest', 'price', '-price', 'title', '-title', 'best_selling'] as const

describe('products are found as by looking at each of them', () => {
  test.for([
    { tag: ['winter'] },
    { tag: ['gift', 'هدية'] },
    { option: { size: ['m'] } },
    { option: { Size: ['S', 'L'] } },
    { option: { size: ['M'], COLOUR: ['blue'] } },
    { price_from: 12, price_to: 15.5 },
    { price_to: 7 },
    { in_stock: true },
    { in_stock: false },
    { on_sale: true },
    { on_sale: false },
    { option: { size: ['M'] }, in_stock: true },
    { option: { size: ['M'] }, price_to: 14, in_stock: false },
    { q: 'scarf' },
    { q: 'Leather' },
    { q: 'leath' },
    { q: 'leater' },
    { q: 'scrf' },
    { q: 'scraf' },
    { q: 'blankett' },
    { q: 'jackt wool' },
    { q: 'حقيبه' },
    { q: 'حقييبة' },
    { q: 'ازرق قميص' },
    { q: 'batches' },
    { q: 'wool hand' },
    { q: 'scarf', sort: 'price' },
    { q: '!!!' },
  ] satisfies Asked[])('with %o', async (asked) => {
    await expectFound(asked)
  })

  /** From low to high: other ranges are refused. */
  const priceRange = () => {
    const [low = 0, high = 0] = [amount(), amount() + 8].toSorted((a, b) => a - b)
    return { ...(next() < 0.3 && { price_from: low }), ...(next() < 0.3 && { price_to: high }) }
  }

  test('with any combination, in any order and page by page', async () => {
    for (let run = 0; run < tries(400); run++) {
      const asked: Asked = {
        ...(next() < 0.3 && { tag: [oneOf(tags), oneOf(tags)] }),
        ...(next() < 0.4 && { option: { Size: [oneOf(sizes)], ...(next() < 0.5 && { colour: [oneOf(colours)] }) } }),
        ...priceRange(),
        ...(next() < 0.3 && { in_stock: next() < 0.7 }),
        ...(next() < 0.3 && { on_sale: next() < 0.6 }),
        ...(next() < 0.3 && { q: oneOf(goods) }),
        ...(next() < 0.7 && { sort: oneOf(sorts) }),
      }
      const { titles, at, query } = await expectFound(asked)
      expect(await titlesOfAllPages(publicList, query, 4 + below(20)), at).toEqual(titles)
    }
  }, 600_000)

  test.for(sorts)('in the order %s, and every product is on one page', async (sort) => {
    const { titles } = await expectFound({ sort })
    expect(titles).toHaveLength(all.length)
    expect(await titlesOfAllPages(publicList, `sort=${sort}`, 7)).toEqual(titles)
    // Merchants get the same order. To them, backorders are not in stock.
    expect(await titlesOfAllPages(merchantList, `sort=${sort}&tag=winter,sale`, 9)).toEqual(
      expected(all, { sort, tag: ['winter', 'sale'] }, known).map(({ title }) => title),
    )
  })
})

describe('facets', () => {
  const countsOf = (values: readonly string[]) => {
    const counts = new Map<string, number>()
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
    return [...counts].map(([value, count]) => ({ value, count }))
  }

  test.for([{}, { tag: ['sale'] }, { option: { size: ['M'] } }, { q: 'scarf' }] satisfies Asked[])(
    'count the products with %o',
    async (asked) => {
      const found = expected(all, asked, known)
      const { facets } = (await publicList(`${queryOf(asked)}&facets=true&limit=1`)).meta
      const byValue = (given: { value: string }[]) => given.toSorted((a, b) => (a.value < b.value ? -1 : 1))
      const counts = (facets?.tags ?? []).map(({ count }) => count)
      expect(counts, 'the most frequent first').toEqual(counts.toSorted((one, other) => other - one))
      expect(byValue(facets?.tags ?? [])).toEqual(byValue(countsOf(found.flatMap(({ tags }) => tags))))
      const optionOf = (name: string) =>
        byValue(
          countsOf(
            found.flatMap(({ variants }) => [
              ...new Set(
                variants.flatMap(({ options }) =>
                  Object.entries(options).flatMap(([own, value]) => (own === name ? [value] : [])),
                ),
              ),
            ]),
          ),
        )
      const options = new Map(facets?.options.map(({ name, values }) => [name, byValue(values)]))
      for (const name of ['Size', 'Colour']) expect(options.get(name) ?? [], name).toEqual(optionOf(name))
      expect(facets?.on_sale).toBe(found.filter((product) => isOnSale(product, known)).length)
      const stocked = expected(all, { ...asked, in_stock: true }, known)
      expect(facets?.in_stock).toBe(stocked.length)
      for (const { from, to, count } of facets?.prices ?? [])
        expect(count, `${from}–${to}`).toBe(
          found.filter((product) => pricesOf(product).some((price) => price >= from && price <= to)).length,
        )
      const [lowest, highest] = [facets?.prices[0]?.from ?? 0, facets?.prices.at(-1)?.to ?? 0]
      expect(found.flatMap(pricesOf).every((price) => price >= lowest && price <= highest)).toBe(true)
      expect(facets?.prices.length).toBeLessThanOrEqual(7)
    },
  )

  test('are counted with a filter, or on request', async () => {
    expect((await publicList('limit=1')).meta.facets).toBeUndefined()
    expect((await publicList('sort=price&limit=1')).meta.facets).toBeUndefined()
    expect((await publicList('tag=sale&limit=1')).meta.facets).toMatchObject({ counted_up_to: 1000 })
    expect((await publicList('tag=sale&facets=false&limit=1')).meta.facets).toBeUndefined()
  })
})

test('what is asked for twice may be written in any way', async () => {
  const [first] = (await publicList('tag=gift,sale&limit=1')).data
  for (const query of ['tag=sale&tag=gift', 'tag=sale,gift', 'tag=gift&tag=sale,gift'])
    expect((await publicList(`${query}&limit=1`)).data).toEqual([first])
  const { data } = await publicList('option.size=S,M&limit=3')
  for (const query of ['option[size]=M,S', 'option.size=S&option.size=M', 'option[size]=S&option[size]=M'])
    expect((await publicList(`${query}&limit=3`)).data).toEqual(data)
})

test.for([
  ['sort=cheap', '/sort'],
  ['sort=relevance', '/sort'],
  ['q=scarf&search=scarf', '/q'],
  ['in_stock=yes', '/in_stock'],
  ['on_sale=1', '/on_sale'],
  ['price_from=cheap', '/price_from'],
  ['price_to=-1', '/price_to'],
  ['tag=', '/tag'],
  ['tag=a,,b', '/tag'],
  ['option.size=', '/option.size'],
  ['option=M', '/option'],
  ['option.a%00=M', '/option.a\0'],
  ['option.__proto__=M', '/option.__proto__'],
  ['option.a=1&option.b=1&option.c=1&option.d=1&option.e=1&option.f=1', '/option'],
  ['colour=red', '/colour'],
  ['facets=all', '/facets'],
])('refuses %s', async ([query, pointer]) => {
  const problem = expectProblem(await mine.visit(`/products?${query}`), 422, 'invalid_input')
  expect(problem.errors).toMatchObject([{ pointer }])
})

test('a word may be as long as a search, and is forgiven one mistake up to 40 letters', async () => {
  const { visit, addProduct } = await openWindow()
  const long = 'honorificabilitudinitatibus'.repeat(2)
  await addProduct({ title: `${long.slice(0, 40)} tea` })
  await addProduct({ title: `${long.slice(0, 41)} coffee` })
  const titles = async (q: string) => {
    const { data } = expectBody(await visit(`/products?${new URLSearchParams({ q }).toString()}`), 200, PublicProducts)
    return data.map(({ title }) => title.split(' ')[1])
  }
  expect(await titles(`x${long.slice(1, 40)}`)).toEqual(['tea'])
  expect(await titles(`x${long.slice(1, 41)}`)).toEqual([])
  expect(await titles(`${long.slice(0, 41)} cofee`)).toEqual(['coffee'])
  for (const letter of ['a', 'é', 'ع']) expect(await titles(letter.repeat(200))).toEqual([])
})

test('a cursor belongs to its filters and order', async () => {
  const { meta } = await publicList('tag=winter&sort=price&limit=1')
  for (const query of ['tag=winter&sort=-price', 'tag=sale&sort=price', 'sort=price', 'tag=winter'])
    expectProblem(await mine.visit(`/products?${query}&limit=1&cursor=${meta.next_cursor}`), 422, 'invalid_input')
})

test('a collection filters both lists, by its id or slug', async () => {
  const { owner, visit, addProduct } = await openWindow()
  const cap = await addProduct({ title: 'Cap', price: 5, tags: ['hats'] })
  await addProduct({ title: 'Scarf', price: 20, tags: ['wool'] })
  const hat = await addProduct({ title: 'Wool hat', price: 30, tags: ['hats', 'wool'] })
  const manual = await owner.post('/api/collections', { title: 'Picked' })
  const { id } = Object(manual.body)
  await owner.post(`/api/collections/${id}/products`, {})
  expect(manual.status).toBe(201)
  const { through } = await openShop()
  const put = await through.fetch(`/api/collections/${id}/products`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ product_ids: [cap.id, hat.id] }),
  })
  expect(put.status, JSON.stringify(put.body)).toBe(200)
  const ruled = await owner.post('/api/collections', { title: 'Woollen', rules: [{ tag: 'wool' }, { price_to: 25 }] })
  expect(ruled.status, JSON.stringify(ruled.body)).toBe(201)
  const titles = async (query: string) => {
    const shown = expectBody(await visit(`/products?${query}`), 200, PublicProducts).data.map(({ title }) => title)
    const listed = expectBody(await owner.get(`/api/products?${query}`), 200, listProducts.output)
    expect(listed.data.map(({ title }) => title)).toEqual(shown)
    return shown
  }
  expect(await titles('collection=picked')).toEqual(['Wool hat', 'Cap'])
  expect(await titles(`collection=${id}&sort=price`)).toEqual(['Cap', 'Wool hat'])
  expect(await titles('collection=picked&q=wool')).toEqual(['Wool hat'])
  expect(await titles('collection=woollen')).toEqual(['Scarf'])
  expect(await titles('collection=woollen&tag=hats')).toEqual([])
  for (const answer of [
    await visit('/products?collection=unknown'),
    await owner.get('/api/products?collection=unknown'),
  ])
    expect(expectProblem(answer, 422, 'unknown_collection').errors).toMatchObject([{ pointer: '/collection' }])
  // What is not published is only the merchant's.
  expect((await owner.patch(`/api/collections/${id}`, { published: false })).status).toBe(200)
  // Another page than those before, which a cache may keep.
  expectProblem(await visit('/products?collection=picked&limit=9'), 422, 'unknown_collection')
  const { data } = expectBody(await owner.get('/api/products?collection=picked'), 200, listProducts.output)
  expect(data).toHaveLength(2)
})
