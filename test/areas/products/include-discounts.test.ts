import { describe, expect, test } from 'vitest'
import { Collection } from '../../../src/areas/collections/collection.ts'
import { Discount } from '../../../src/areas/discounts/discount.ts'
import { ProductWithDiscounts } from '../../../src/areas/products/product-with-discounts.ts'
import { PublicProducts } from '../../../src/areas/storefront/public/list-public-products.ts'
import { Store } from '../../../src/areas/stores/store.ts'
import { listOf } from '../../../src/platform/lists/page.ts'
import { type Client, expectBody, expectProblem, inStore, openShop, pointersOf } from '../../support/shop.ts'
import { openWindow } from '../storefront/shop-window.ts'

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

const sale = { automatic: true, kind: 'percentage', value: 15 }

const List = listOf(ProductWithDiscounts)

/** A shop in Kuwait with a scarf of wool in two sizes, of which the larger costs more, and a hat. */
async function openSale() {
  const window = await openWindow({ currency: 'KWD' })
  const { owner, addProduct, visit } = window
  const scarf = await addProduct({
    title: 'Scarf',
    price: 9.125,
    compare_at_price: 12,
    tags: ['wool'],
    variants: [
      { options: { size: 'S' }, on_hand: 5 },
      { options: { size: 'L' }, on_hand: 5, price: 10.005 },
    ],
  })
  const hat = await addProduct({ title: 'Hat', price: 4 })
  const add = async (discount: object) =>
    expectBody(await owner.post('/api/discounts', { ...sale, ...discount }), 201, Discount)
  const collect = async (collection: object) =>
    expectBody(await owner.post('/api/collections', { title: 'Warm', ...collection }), 201, Collection).id
  const at = `/api/products/${scarf.id}`
  const read = async () => expectBody(await owner.get(`${at}?include=discounts`), 200, ProductWithDiscounts)
  const list = async (query = '') => listed(owner, query)
  /** What shoppers see. */
  const shown = async () => expectBody(await visit('/products'), 200, PublicProducts).data
  return { ...window, scarf, hat, add, collect, at, read, list, shown }
}

const listed = async (who: Client, query = '') =>
  expectBody(await who.get(`/api/products?include=discounts${query}`), 200, List)

type Discounted = {
  readonly title: string
  readonly discounted_price: number | null
  readonly variants: readonly { readonly discounted_price: number | null }[]
}

const pricesOf = ({ discounted_price, variants }: Discounted) => [
  discounted_price,
  ...variants.map((variant) => variant.discounted_price),
]

const pricesByTitle = (rows: readonly Discounted[]) => Object.fromEntries(rows.map((row) => [row.title, pricesOf(row)]))

const namesOf = ({ discounts }: { readonly discounts: readonly { readonly name: string }[] }) =>
  discounts.map(({ name }) => name)

// 15 % of 9.125 is 1.36875, of 10.005 1.50075, of 4 0.6.
const scarfPrices = [7.756, 7.756, 8.504]
const hatPrices = [3.4, 3.4]
const none = { Scarf: [null, null, null], Hat: [null, null] }

describe('a merchant sees the price that shoppers pay', () => {
  test.for([
    ['everything', () => ({ all: true }), { Scarf: scarfPrices, Hat: hatPrices }],
    ['the product', ({ scarf }) => ({ product_ids: [scarf.id] }), { ...none, Scarf: scarfPrices }],
    ['its tag', () => ({ tags: ['Wool'] }), { ...none, Scarf: scarfPrices }],
    [
      'a collection of chosen products',
      async ({ collect, owner, scarf }) => {
        const id = await collect({})
        expectBody(await owner.put(`/api/collections/${id}/products`, { product_ids: [scarf.id] }), 200, Collection)
        return { collection_ids: [id] }
      },
      { ...none, Scarf: scarfPrices },
    ],
    [
      'a collection by rules',
      async ({ collect }) => ({ collection_ids: [await collect({ rules: [{ tag: 'wool' }] })] }),
      { ...none, Scarf: scarfPrices },
    ],
  ] satisfies [string, (shop: Awaited<ReturnType<typeof openSale>>) => object, Record<string, (number | null)[]>][])(
    'with a discount on %s',
    async ([, appliesTo, prices]) => {
      const shop = await openSale()
      const applies_to = await appliesTo(shop)
      const ends_at = inDays(1)
      const { id } = await shop.add({ name: 'Winter sale', applies_to, ends_at, max_amount: 5.5 })
      const { data } = await shop.list()
      expect(pricesByTitle(data)).toEqual(prices)
      expect(pricesByTitle(await shop.shown())).toEqual(prices)
      const found = data.find(({ title }) => title === 'Scarf')
      expect(found?.discounts).toEqual([
        { id, name: 'Winter sale', kind: 'percentage', value: 15, max_amount: 5.5, ends_at },
      ])
      expect(await shop.read()).toEqual(found)
    },
  )

  test('with the better of two discounts for each price, and sees both', async () => {
    const { add, read, shown } = await openSale()
    await add({ name: 'Rate' })
    // 1.4 is more than 15 % of 9.125, and less than 15 % of 10.005.
    const { id } = await add({ name: 'Amount', kind: 'fixed', value: 1.4, applies_to: { tags: ['wool'] } })
    const product = await read()
    expect(pricesOf(product)).toEqual([7.725, 7.725, 8.504])
    expect(namesOf(product)).toEqual(['Rate', 'Amount'])
    expect(product.discounts[1]).toEqual({
      id,
      name: 'Amount',
      kind: 'fixed',
      value: 1.4,
      max_amount: null,
      ends_at: null,
    })
    expect(pricesByTitle(await shown())).toEqual({ Scarf: [7.725, 7.725, 8.504], Hat: hatPrices })
  })

  test.for([
    ['with a code', { code: 'TEN', automatic: false }],
    ['that is off', { active: false }],
    ['that has not started', { starts_at: inDays(1) }],
    ['that has ended', { ends_at: inDays(-1) }],
    ['from a subtotal', { min_subtotal: 1 }],
    ['from a quantity', { min_quantity: 2 }],
    ['for first orders', { first_order_only: true }],
    ['for each customer once', { usage_limit_per_customer: 1 }],
    ['for other goods', { applies_to: { tags: ['summer'] } }],
    ['of free delivery', { kind: 'free_delivery', value: null }],
  ] as const)('which no discount lowers %s', async ([, discount]) => {
    const { add, read, list } = await openSale()
    await add(discount)
    const product = await read()
    expect([pricesOf(product), product.discounts]).toEqual([[null, null, null], []])
    expect(pricesByTitle((await list()).data)).toEqual(none)
  })

  test('whatever the list is filtered and sorted by, and page by page', async () => {
    const { add, list, owner, scarf } = await openSale()
    await add({ name: 'Winter sale', applies_to: { tags: ['wool'] } })
    for (const query of [
      '&search=scarf',
      '&q=scarv',
      '&tag=wool',
      '&on_sale=true',
      '&price_from=9',
      '&status=active&q=scarf',
    ])
      expect(pricesByTitle((await list(query)).data), query).toEqual({ Scarf: scarfPrices })
    for (const query of ['', '&sort=title', '&sort=created_at', '&sort=price', '&sort=best_selling', '&status=active'])
      expect(pricesByTitle((await list(query)).data), query).toEqual({ ...none, Scarf: scarfPrices })
    for (const query of ['&sort=title', '&sort=-price', '&search=a']) {
      const first = await list(`${query}&limit=1`)
      expect(first.meta.has_more).toBe(true)
      const next = await list(`${query}&limit=1&cursor=${first.meta.next_cursor}`)
      expect(pricesByTitle([...first.data, ...next.data]), query).toEqual({ ...none, Scarf: scarfPrices })
      // Discounts are not what the list is about: a cursor goes on without them.
      const plain = await owner.get(`/api/products?limit=1${query}&cursor=${first.meta.next_cursor}`)
      expect(plain.status).toBe(200)
    }
    expect((await list('&search=nothing')).data).toEqual([])
    await owner.patch(`/api/products/${scarf.id}`, { status: 'archived' })
    expect(pricesByTitle((await list('&status=archived')).data)).toEqual({ Scarf: scarfPrices })
  })

  test('only if asked', async () => {
    const { add, owner, at, read } = await openSale()
    await add({})
    const { discounted_price: _price, discounts: _discounts, variants, ...product } = await read()
    const plain = { ...product, variants: variants.map(({ discounted_price: _own, ...variant }) => variant) }
    expect((await owner.get(at)).body).toEqual(plain)
    expect((await owner.get('/api/products?search=scarf')).body).toMatchObject({ data: [plain] })
    expect((await owner.get(`${at}?include=discounts&fields=title`)).body).toEqual({
      title: 'Scarf',
      discounted_price: 7.756,
      discounts: [expect.objectContaining({ value: 15 })],
    })
    for (const path of [at, '/api/products']) {
      const refused = expectProblem(await owner.get(`${path}?include=taxes`), 422, 'invalid_input')
      expect(pointersOf(refused)[0]).toMatch(/^\/include/)
      expect(refused.detail).toContain('discounts')
    }
  })
})

describe('several stores', () => {
  test('in one list have each their own discounts, in their own currency', async () => {
    const { owner, store, addProduct, hire } = await openShop({ currency: 'USD' })
    const other = expectBody(
      await owner.post('/api/stores', {
        name: 'Kuwait',
        slug: `kuwait-${crypto.randomUUID().slice(-12)}`,
        currency: 'KWD',
      }),
      201,
      Store,
    )
    await addProduct({ title: 'Scarf', price: 10.05, tags: ['wool'] })
    const there = { title: 'Shawl', price: 10.005, tags: ['wool'] }
    const shawl = expectBody(
      await owner.post('/api/products', there, inStore(other)),
      201,
      ProductWithDiscounts.pick({ id: true }),
    )
    const prices = async () => pricesByTitle((await listed(owner)).data)
    const off = (discount: object, where: { id: string }) =>
      owner.post('/api/discounts', { ...sale, ...discount }, inStore(where))
    expectBody(await off({ name: 'Here', applies_to: { tags: ['wool'] } }, store), 201, Discount)
    // 15 % of 10.05 is 1.5075.
    expect(await prices()).toEqual({ Scarf: [8.54, 8.54], Shawl: [null, null] })

    const wool = { title: 'Wool', rules: [{ tag: 'wool' }] }
    const collection = expectBody(await owner.post('/api/collections', wool, inStore(other)), 201, Collection)
    const collected = { name: 'There', value: 50, applies_to: { collection_ids: [collection.id] } }
    expectBody(await off(collected, other), 201, Discount)
    // Half of 10.005 is 5.0025.
    expect(await prices()).toEqual({ Scarf: [8.54, 8.54], Shawl: [5.002, 5.002] })
    const { data } = await listed(owner)
    expect(Object.fromEntries(data.map((row) => [row.title, namesOf(row)]))).toEqual({
      Scarf: ['Here'],
      Shawl: ['There'],
    })
    const one = await owner.get(`/api/products/${shawl.id}?include=discounts`)
    expect(namesOf(expectBody(one, 200, ProductWithDiscounts))).toEqual(['There'])

    const colleague = await hire('viewer')
    expect(pricesByTitle((await listed(colleague)).data)).toEqual({ Scarf: [8.54, 8.54] })
    expectProblem(await colleague.get(`/api/products/${shawl.id}?include=discounts`), 404, 'not_found')
    const { owner: stranger } = await openShop()
    expect((await listed(stranger)).data).toEqual([])
  })
})

describe('a client that has the product', () => {
  test('reads it again once a discount has started, without a new version', async () => {
    const { add, owner, at, sql } = await openSale()
    const before = await owner.get(`${at}?include=discounts`)
    const etag = before.headers.get('ETag') ?? ''
    expect(etag).toMatch(/^W\/"/)
    const again = (known: string, query = '?include=discounts') => owner.get(at + query, { 'If-None-Match': known })
    expect((await again(etag)).status).toBe(304)

    const { id } = await add({ starts_at: inDays(1) })
    expect((await again(etag)).status).toBe(304)
    await sql`update discounts set starts_at = now() - interval '1 second' where id = ${id}`
    const started = await again(etag)
    expect(started).toMatchObject({ status: 200, body: { version: 1, discounted_price: 7.756 } })
    expect(started.headers.get('ETag')).not.toBe(etag)

    // The version alone says nothing of discounts.
    expect((await again('"v1"')).status).toBe(200)
    expect((await owner.get(at)).headers.get('ETag')).toBe('"v1"')
    expect((await again('"v1"', '')).status).toBe(304)
  })
})
