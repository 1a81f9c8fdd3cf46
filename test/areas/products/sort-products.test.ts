import { beforeAll, expect, test } from 'vitest'
import { listProducts } from '../../../src/areas/products/list-products.ts'
import { expectBody, expectProblem, openShop, type Shop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

let shop: Shop
let other: Shop

// In the order of creation; they were last changed in the order of their tags.
const goods = [
  { title: 'shoes', price: 30, tags: ['3', 'wool'], variants: [{ on_hand: 5 }] },
  { title: 'Été', price: 5.5, tags: ['1'], variants: [{ on_hand: 0 }] },
  { title: 'apron', price: 12, tags: ['5', 'wool'], variants: [{ on_hand: 0, allow_backorder: true }] },
  { title: 'Zip', price: 12, tags: ['2'], status: 'draft', variants: [{ on_hand: 0 }, { on_hand: 1, sku: 'Z' }] },
  { title: 'Bag', price: 100, tags: ['4'], variants: [{ tracked: false, on_hand: 0 }] },
].map((product) => ({
  ...product,
  ...(product.variants.length > 1 && {
    variants: product.variants.map((variant, nth) => ({ ...variant, options: { size: String(nth) } })),
  }),
}))

beforeAll(async () => {
  ;[shop, other] = [await openShop(), await openShop()]
  for (const product of goods) await shop.addProduct(product)
  await other.addProduct({ title: 'Elsewhere', tags: ['wool'] })
  await asOwner`update products set updated_at = '2026-05-01'::timestamptz + tags[1]::int * interval '1 day'
    where store_id = ${shop.store.id}`
})

async function titles(query: string) {
  const { data, meta } = expectBody(await shop.owner.get(`/api/products?${query}`), 200, listProducts.output)
  return { titles: data.map(({ title }) => title), meta }
}

test.for([
  ['sort=title', 'apron Bag Été shoes Zip'],
  ['sort=-title', 'Zip shoes Été Bag apron'],
  ['sort=price', 'Été apron Zip shoes Bag'],
  ['sort=-price', 'Bag shoes Zip apron Été'],
  ['sort=updated_at', 'Été Zip shoes Bag apron'],
  ['sort=-updated_at', 'apron Bag shoes Zip Été'],
  ['sort=created_at', 'shoes Été apron Zip Bag'],
  ['sort=-created_at', 'Bag Zip apron Été shoes'],
  ['sort=title&status=active', 'apron Bag Été shoes'],
  ['sort=title&tag=wool', 'apron shoes'],
  ['tag=wool', 'apron shoes'],
  ['in_stock=true', 'Bag Zip shoes'],
  ['in_stock=false&sort=title', 'apron Été'],
  ['in_stock=false&tag=wool', 'apron'],
  ['price_from=12&price_to=30', 'Zip apron shoes'],
  ['price_to=5.5', 'Été'],
  ['price_from=100.001', ''],
] as const)('the list with %s has %s', async ([query, expected]) => {
  const all = expected.split(' ').filter((title) => title !== '')
  const found = await titles(query)
  expect(found.titles).toEqual(all)
  expect(found.meta).toMatchObject({ total: all.length, total_is_capped: false, has_more: false })
  const walked: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await titles(`${query}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
    walked.push(...page.titles)
    cursor = page.meta.next_cursor
  }
  expect(walked).toEqual(all)
})

test.for([
  ['search=s&in_stock=true', 'shoes'],
  ['search=bag&in_stock=true', 'Bag'],
  ['search=bag&in_stock=false', ''],
  ['search=apron&in_stock=false', 'apron'],
  ['search=zip&price_from=12&price_to=12', 'Zip'],
  ['search=shoes&price_to=12', ''],
  ['search=shoes&tag=wool', 'shoes'],
] as const)('a search with %s has %s', async ([query, expected]) => {
  expect((await titles(query)).titles).toEqual(expected === '' ? [] : [expected])
})

test.for([
  ['sort=name', '/sort'],
  ['sort=title&search=bag', '/sort'],
  ['in_stock=yes', '/in_stock'],
  ['price_from=cheap', '/price_from'],
  ['price_to=-1', '/price_to'],
  ['tag=', '/tag'],
])('refuses %s', async ([query, pointer]) => {
  const problem = expectProblem(await shop.owner.get(`/api/products?${query}`), 422, 'invalid_input')
  expect(problem.errors).toMatchObject([{ pointer }])
})

test('continues after a long title in any script', async () => {
  const mine = await openShop()
  for (const end of ['1', '2', '3'])
    await mine.addProduct({ title: `${'رداء 😀'.repeat(42)}${end}`, slug: `robe-${end}` })
  const first = expectBody(await mine.owner.get('/api/products?sort=title&limit=1'), 200, listProducts.output)
  const path = `/api/products?sort=title&limit=5&cursor=${first.meta.next_cursor}`
  const { data } = expectBody(await mine.owner.get(path), 200, listProducts.output)
  expect(data.map(({ slug }) => slug)).toEqual(['robe-2', 'robe-3'])
})
