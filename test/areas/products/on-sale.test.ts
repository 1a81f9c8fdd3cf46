import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Collection } from '../../../src/areas/collections/collection.ts'
import { Discount } from '../../../src/areas/discounts/discount.ts'
import { listProducts } from '../../../src/areas/products/list-products.ts'
import type { Product } from '../../../src/areas/products/product.ts'
import { PublicProducts } from '../../../src/areas/storefront/public/list-public-products.ts'
import { post, request, tokenFor } from '../../support/callers/assistant.ts'
import { openCollections } from '../collections/open-collections.ts'
import { expectBody } from '../../support/shop.ts'

// The filter on_sale of both lists, compared with a look at each product.

type Catalogued = z.output<typeof Product>

type Sale = {
  readonly of: (product: Catalogued) => boolean
  readonly off: (price: number) => number
}

const cents = (amount: number) => Math.round(amount * 100)
const percent = (value: number) => (price: number) => Math.floor((cents(price) * value) / 100 + 0.5) / 100
const isStocked = ({ variants }: Catalogued) => variants.some(({ available }) => available > 0)
const isReduced = ({ variants }: Catalogued) => variants.some(({ compare_at_price }) => compare_at_price !== null)

let shop: Awaited<ReturnType<typeof openCollections>>
let all: Catalogued[]
const ids: Record<string, string> = {}

const colours = ['red', 'blue', 'green'] as const
const prices = [0, 0.01, 0.04, 0.05, 0.49, 0.5, 3, 12, 20, 75] as const

beforeAll(async () => {
  shop = await openCollections()
  const { add, put, addProduct, owner } = shop
  for (let nth = 0; nth < 40; nth++) {
    const price = prices[nth % prices.length] ?? 0
    await addProduct({
      title: `Product ${nth}`,
      price,
      tags: colours.filter((_, at) => nth % (at + 2) === 0),
      compare_at_price: nth % 13 === 0 ? price + 1 : null,
      variants: [
        {
          options: { size: 'S' },
          on_hand: nth % 3,
          ...(nth % 4 === 0 && { price: 0.02 }),
          ...(nth % 11 === 0 && { compare_at_price: 80 }),
        },
        { options: { size: 'L' }, on_hand: 0, ...(nth % 4 < 2 && { price: (3 * nth) / 100 }) },
      ],
    })
  }
  all = expectBody(await owner.get('/api/products?limit=100'), 200, listProducts.output).data
  const { id: picked } = await add({ title: 'Picked' })
  const chosen = all.filter((_, nth) => nth % 5 === 0).map(({ id }) => id)
  expectBody(await put(picked, chosen), 200, Collection)
  ids['picked'] = picked
  const rules = {
    red: [{ tag: 'red' }],
    both: [{ tag: 'red' }, { tag: 'blue' }],
    cheap: [{ price_to: 3 }, { in_stock: true }],
    soldOut: [{ in_stock: false }],
    fresh: [{ created_within_days: 1 }, { price_from: 12 }],
    never: [{ price_from: 10 }, { price_to: 5 }],
  }
  for (const [name, given] of Object.entries(rules))
    ids[name] = (await add({ title: name, rules: given, match: 'all' })).id
  const either = [{ tag: 'green' }, { price_from: 12, price_to: 20 }]
  ids['either'] = (await add({ title: 'either', rules: either, match: 'any' })).id
})

const has = (tag: string) => (product: Catalogued) => product.tags.includes(tag)
const isPicked = ({ id }: Catalogued) => all.findIndex((product) => product.id === id) % 5 === 0
const everything = () => true

/** Discounts as given to the service, and what they should do. */
const sales: Record<string, readonly [object, Sale]> = {
  'all products': [{ value: 10 }, { of: everything, off: percent(10) }],
  'all products, where it often rounds to 0': [{ value: 1 }, { of: everything, off: percent(1) }],
  'all products, a fixed amount': [
    { kind: 'fixed', value: 0.5 },
    { of: everything, off: (price) => price },
  ],
  'all products, at most nothing': [
    { value: 50, max_amount: 0 },
    { of: everything, off: () => 0 },
  ],
  'a tag, where it rounds to 0 for many': [
    { value: 0.1, applies_to: { tags: ['green', 'none'] } },
    { of: has('green'), off: percent(0.1) },
  ],
}

/** A discount of 4% on collections, or another one. */
const onCollections = (names: readonly string[], value = 4) => ({
  value,
  applies_to: { collection_ids: names.map((name) => ids[name]) },
})

const collectionSales: Record<string, (product: Catalogued) => boolean> = {
  picked: isPicked,
  red: has('red'),
  both: (product) => has('red')(product) && has('blue')(product),
  cheap: (product) => product.price <= 3 && isStocked(product),
  soldOut: (product) => !isStocked(product),
  fresh: ({ price }) => price >= 12,
  never: () => false,
  either: (product) => has('green')(product) || (product.price >= 12 && product.price <= 20),
}

// Another limit each time: shoppers' pages are cached.
let limit = 100

async function expectOnSale(given: readonly Sale[]) {
  const isOnSale = (product: Catalogued) =>
    isReduced(product) ||
    given.some(({ of, off }) => of(product) && product.variants.some(({ price }) => off(price) > 0))
  const titles = (wanted: boolean) => all.filter((product) => isOnSale(product) === wanted).map(({ title }) => title)
  limit--
  for (const wanted of [true, false]) {
    const listed = await shop.owner.get(`/api/products?on_sale=${wanted}&limit=100`)
    expect(expectBody(listed, 200, listProducts.output).data.map(({ title }) => title)).toEqual(titles(wanted))
    const shown = await shop.visit(`/products?on_sale=${wanted}&facets=true&limit=${limit}`)
    const { data, meta } = expectBody(shown, 200, PublicProducts)
    expect(data.map(({ title }) => title)).toEqual(titles(wanted))
    expect(meta.facets?.on_sale).toBe(wanted ? titles(true).length : 0)
    // A product on sale without a former price shows what it costs now.
    for (const { variants } of data)
      if (variants.every(({ compare_at_price }) => compare_at_price === null))
        expect(variants.some(({ discounted_price }) => discounted_price !== null)).toBe(wanted)
  }
}

async function withDiscounts(discounts: readonly object[], work: () => Promise<void>) {
  const added: string[] = []
  for (const discount of discounts) {
    const body = { automatic: true, kind: 'percentage', ...discount }
    added.push(expectBody(await shop.owner.post('/api/discounts', body), 201, Discount).id)
  }
  await work()
  for (const id of added) await shop.owner.delete(`/api/discounts/${id}`)
}

test('without discounts, only products with a former price are on sale', () => expectOnSale([]))

test.for(Object.keys(sales))('with a discount on %s', async (name) => {
  const [discount, sale] = sales[name] ?? expect.unreachable()
  await withDiscounts([discount], () => expectOnSale([sale]))
})

test.for(Object.keys(collectionSales))('with a discount on a collection: %s', async (name) => {
  const of = collectionSales[name] ?? expect.unreachable()
  await withDiscounts([onCollections([name])], () => expectOnSale([{ of, off: percent(4) }]))
})

test('with discounts on products, tags and overlapping collections at once', async () => {
  const some = all.filter((_, nth) => nth % 11 === 3).map(({ id }) => id)
  const discounts = [
    { value: 100, applies_to: { product_ids: some } },
    { value: 1, applies_to: { product_ids: all.slice(0, 9).map(({ id }) => id) } },
    { value: 0.2, applies_to: { tags: ['red'] } },
    onCollections(['picked', 'both', 'never'], 20),
    onCollections(['both', 'soldOut'], 3),
    onCollections(['picked', 'soldOut'], 0.01),
  ]
  const either = (names: readonly string[]) => (product: Catalogued) =>
    names.some((name) => collectionSales[name]?.(product))
  await withDiscounts(discounts, () =>
    expectOnSale([
      { of: ({ id }) => some.includes(id), off: percent(100) },
      { of: ({ id }) => all.slice(0, 9).some((product) => product.id === id), off: percent(1) },
      { of: has('red'), off: percent(0.2) },
      { of: either(['picked', 'both']), off: percent(20) },
      { of: either(['both', 'soldOut']), off: percent(3) },
      { of: either(['picked', 'soldOut']), off: percent(0.01) },
    ]),
  )
})

const exceptions: Record<string, readonly [object: () => object, of: (product: Catalogued) => boolean]> = {
  'all but a tag': [() => ({ all: true, except: { tags: ['Red'] } }), (product) => !has('red')(product)],
  'all but a collection with rules': [
    () => ({ all: true, except: { collection_ids: [ids['cheap']] } }),
    (product) => !(product.price <= 3 && isStocked(product)),
  ],
  'a tag but chosen products': [
    () => ({ tags: ['green'], except: { collection_ids: [ids['picked']] } }),
    (product) => has('green')(product) && !isPicked(product),
  ],
  'collections but products, tags and a collection': [
    () => ({
      collection_ids: [ids['picked'], ids['either']],
      except: { product_ids: all.slice(0, 9).map(({ id }) => id), tags: ['blue'], collection_ids: [ids['soldOut']] },
    }),
    (product) =>
      (isPicked(product) || collectionSales['either']?.(product) === true) &&
      !(all.slice(0, 9).some(({ id }) => id === product.id) || has('blue')(product) || !isStocked(product)),
  ],
}

test.for(Object.keys(exceptions))('with a discount on %s', async (name) => {
  const [appliesTo, of] = exceptions[name] ?? expect.unreachable()
  await withDiscounts([{ value: 4, applies_to: appliesTo() }], () => expectOnSale([{ of, off: percent(4) }]))
})

test('what one discount excepts is on sale by another', async () => {
  const sales = Object.values(exceptions).map(([appliesTo, of], nth) => ({
    discount: { value: [0.2, 100, 4, 20][nth], applies_to: appliesTo() },
    sale: { of, off: percent([0.2, 100, 4, 20][nth] ?? 0) },
  }))
  const plain = {
    discount: onCollections(['both'], 3),
    sale: { of: collectionSales['both'] ?? everything, off: percent(3) },
  }
  for (const some of [sales, sales.slice(2), [...sales.slice(0, 1), plain], [...sales.slice(3), plain]])
    await withDiscounts(
      some.map(({ discount }) => discount),
      () => expectOnSale(some.map(({ sale }) => sale)),
    )
})

test('with discounts on thousands of tags', async () => {
  const others = Array.from({ length: 49 }, (_, nth) => ({
    value: 5,
    applies_to: { tags: Array.from({ length: 50 }, (_, at) => `tag ${nth} ${at}`) },
  }))
  await withDiscounts([...others, { value: 100, applies_to: { tags: ['green'] } }], () =>
    expectOnSale([{ of: has('green'), off: percent(100) }]),
  )
})

test('to an assistant, only what is reduced is on sale: a new product is visible to shoppers', async () => {
  const { token } = await tokenFor(shop)
  const { body } = await post(request('tools/list'), { token })
  const { tools } = z
    .object({ tools: z.array(z.object({ name: z.string(), description: z.string() })) })
    .parse(Object(body).result)
  expect(tools.filter(({ description }) => /on sale/i.test(description))).toEqual([])
  expect(tools.find(({ name }) => name === 'create_product')?.description).toContain('visible to shoppers')
})
