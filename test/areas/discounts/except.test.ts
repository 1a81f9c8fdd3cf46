import { beforeAll, describe, expect, test } from 'vitest'
import { Quote } from '../../../src/areas/checkout/quote.ts'
import { Collection } from '../../../src/areas/collections/collection.ts'
import { Discount } from '../../../src/areas/discounts/discount.ts'
import { listProducts } from '../../../src/areas/products/list-products.ts'
import { ProductWithDiscounts } from '../../../src/areas/products/product-with-discounts.ts'
import { PublicProducts } from '../../../src/areas/storefront/public/list-public-products.ts'
import { CreatedOrder, expectBody, expectProblem } from '../../support/shop.ts'
import { openCollections } from '../collections/open-collections.ts'

// Goods that a discount is not for, in carts and in prices. 50% of each price, rounded half up: 4.563, 10.003, 1.5 and 0.628.

const half = { kind: 'percentage', value: 50 }

/** A shop in Kuwait with four products, a collection of cheap ones and one that the merchant chose. */
async function openShelves() {
  const opened = await openCollections({ currency: 'KWD' })
  const { add, put, addProduct, owner, send } = opened
  const scarf = await addProduct({ title: 'Scarf', price: 9.125, tags: ['Wool'] })
  const hat = await addProduct({ title: 'Hat', price: 20.005 })
  const vase = await addProduct({ title: 'Vase', price: 3, tags: ['glass'] })
  const tie = await addProduct({ title: 'Tie', price: 1.255, tags: ['wool', 'هدية'] })
  const cheap = await add({ title: 'Cheap', rules: [{ price_to: 10 }] })
  const chosen = await add({ title: 'Chosen' })
  expectBody(await put(chosen.id, [hat.id, tie.id]), 200, Collection)
  const goods = { scarf, hat, vase, tie, cheap, chosen }
  const discount = async (fields: object) =>
    expectBody(await owner.post('/api/discounts', { ...half, ...fields }), 201, Discount)
  const itemsOf = (...products: readonly { readonly id: string }[]) =>
    products.map(({ id }) => ({ product_id: id, quantity: 1 }))
  const quote = async (cart: object) => expectBody(await send('/quote', cart), 200, Quote)
  return { ...opened, goods, discount, itemsOf, quote }
}

type Shop = Awaited<ReturnType<typeof openShelves>>

const prices: Record<string, number> = { Scarf: 4.562, Hat: 10.002, Vase: 1.5, Tie: 0.627 }
const titles = Object.keys(prices)

type Case = readonly [
  says: string,
  appliesTo: (goods: Shop['goods']) => object,
  covered: readonly string[],
  off: number,
]

const cases: readonly Case[] = [
  ['a tag but a product', ({ tie }) => ({ tags: ['WOOL'], except: { product_ids: [tie.id] } }), ['Scarf'], 4.563],
  ['a tag but another tag', () => ({ tags: ['wool'], except: { tags: ['هديه'] } }), ['Scarf'], 4.563],
  // 20.005 + 3.
  ['all but a tag', () => ({ all: true, except: { tags: ['wOOl'] } }), ['Hat', 'Vase'], 11.503],
  // 9.125 + 20.005 + 3.
  [
    'all but an Arabic tag in another form',
    () => ({ all: true, except: { tags: ['هديه'] } }),
    ['Scarf', 'Hat', 'Vase'],
    16.065,
  ],
  // 9.125 + 3.
  [
    'all but a chosen collection',
    ({ chosen }) => ({ all: true, except: { collection_ids: [chosen.id] } }),
    ['Scarf', 'Vase'],
    6.063,
  ],
  [
    'all but a collection with rules',
    ({ cheap }) => ({ all: true, except: { collection_ids: [cheap.id] } }),
    ['Hat'],
    10.003,
  ],
  [
    'products but a collection',
    ({ scarf, hat, tie, chosen }) => ({
      product_ids: [scarf.id, hat.id, tie.id],
      except: { collection_ids: [chosen.id] },
    }),
    ['Scarf'],
    4.563,
  ],
  // 9.125 + 1.255.
  [
    'a collection with rules but a product',
    ({ cheap, vase }) => ({ collection_ids: [cheap.id], except: { product_ids: [vase.id] } }),
    ['Scarf', 'Tie'],
    5.19,
  ],
  [
    'a chosen collection but one with rules',
    ({ cheap, chosen }) => ({ collection_ids: [chosen.id], except: { collection_ids: [cheap.id] } }),
    ['Hat'],
    10.003,
  ],
  [
    'all but products, tags and collections at once',
    ({ vase, chosen }) => ({
      all: true,
      except: { product_ids: [vase.id], tags: ['nothing has this'], collection_ids: [chosen.id] },
    }),
    ['Scarf'],
    4.563,
  ],
  [
    'a tag of which everything is excepted',
    ({ cheap }) => ({ tags: ['wool'], except: { collection_ids: [cheap.id] } }),
    [],
    0,
  ],
]

describe.for(cases)('a discount on %s', ([, appliesTo, covered, off]) => {
  let shop: Shop
  let limit = 50
  beforeAll(async () => {
    shop = await openShelves()
  })

  test('takes it off these goods only, in a quote and in an order', async () => {
    const { discount, itemsOf, quote, send, goods } = shop
    const saved = await discount({ code: 'HALF', applies_to: appliesTo(goods) })
    expect(saved.applies_to).toEqual(appliesTo(goods))
    const items = itemsOf(goods.scarf, goods.hat, goods.vase, goods.tie)
    const shopper = { customer: { name: 'Amal', phone: '+96550000001' }, items, discount_code: 'half' }
    const quoted = await quote({ items, discount_code: 'half' })
    expect(quoted).toMatchObject({ subtotal_amount: 33.385, discount_amount: off })
    const taken = quoted.lines.map(({ discount_amount }) => (discount_amount ?? 0) > 0)
    expect(taken).toEqual(titles.map((title) => covered.includes(title)))
    const placed = await send('/orders', shopper)
    if (off === 0) {
      expect(quoted).toMatchObject({ discount_refused: { code: 'discount_not_applicable' } })
      expectProblem(placed, 422, 'discount_not_applicable')
    } else expect(placed).toMatchObject({ status: 201, body: { total_amount: quoted.total_amount } })
    // Where only excepted goods are in the cart, the code is for none of them.
    const { scarf, hat, vase, tie } = goods
    const others = itemsOf(...[scarf, hat, vase, tie].filter(({ title }) => !covered.includes(title)))
    expect(await quote({ items: others, discount_code: 'HALF' })).toMatchObject({
      discount_amount: 0,
      discount_refused: { code: 'discount_not_applicable' },
    })
    expectProblem(await send('/orders', { ...shopper, items: others }), 422, 'discount_not_applicable')
  })

  test('shows as a lower price of these goods only, and these are on sale', async () => {
    const { discount, visit, owner, goods, itemsOf, quote } = shop
    const { id } = await discount({ automatic: true, name: 'Half', applies_to: appliesTo(goods) })
    const wanted = Object.fromEntries(titles.map((title) => [title, covered.includes(title) ? prices[title] : null]))
    const pricesOf = (rows: readonly { title: string; discounted_price: number | null }[]) =>
      Object.fromEntries(rows.map(({ title, discounted_price }) => [title, discounted_price]))
    const shown = async (query: string) =>
      expectBody(await visit(`/products?${query}&limit=${limit--}`), 200, PublicProducts)
    const all = await shown('facets=true')
    expect(pricesOf(all.data)).toEqual(wanted)
    expect(all.meta.facets?.on_sale).toBe(covered.length)
    for (const isOnSale of [true, false]) {
      const listed = await shown(`on_sale=${isOnSale}`)
      const newest = titles.filter((title) => covered.includes(title) === isOnSale).toReversed()
      expect(listed.data.map(({ title }) => title)).toEqual(newest)
      const own = expectBody(await owner.get(`/api/products?on_sale=${isOnSale}`), 200, listProducts.output)
      expect(own.meta.total).toBe(listed.data.length)
    }
    for (const product of [goods.scarf, goods.hat, goods.vase, goods.tie]) {
      const at = `/api/products/${product.id}?include=discounts`
      const read = expectBody(await owner.get(at), 200, ProductWithDiscounts)
      expect(read.discounts.map((one) => one.id)).toEqual(covered.includes(product.title) ? [id] : [])
      const alone = await quote({ items: itemsOf(product) })
      expect(alone.discount_amount ?? 0).toBeCloseTo(product.price - (wanted[product.title] ?? product.price), 3)
    }
    expect((await owner.delete(`/api/discounts/${id}`)).status).toBe(204)
  })
})

test('only goods that are not excepted count towards the minimum', async () => {
  const { goods, discount, itemsOf, quote } = await openShelves()
  const { scarf, tie } = goods
  const wool = { applies_to: { tags: ['wool'], except: { product_ids: [tie.id] } } }
  await discount({ ...wool, code: 'TEN', min_subtotal: 10 })
  await discount({ ...wool, code: 'TWO', min_quantity: 2 })
  // The scarf costs 9.125; with the tie it would be 10.38.
  for (const discount_code of ['TEN', 'TWO']) {
    expect(await quote({ items: itemsOf(scarf, tie), discount_code })).toMatchObject({
      discount_refused: { code: 'discount_below_minimum', subtotal: 9.125, quantity: 1 },
    })
    const items = [...itemsOf(tie), { product_id: scarf.id, quantity: 2 }]
    expect(await quote({ items, discount_code })).toMatchObject({ discount_amount: 9.125 })
  }
})

test('a code for all but some goods leaves those to an automatic discount', async () => {
  const { goods, discount, itemsOf, quote } = await openShelves()
  await discount({ code: 'HALF', applies_to: { all: true, except: { tags: ['wool'] } } })
  await discount({ automatic: true, name: 'A tenth', value: 10 })
  expect(await quote({ items: itemsOf(goods.tie), discount_code: 'HALF' })).toMatchObject({
    discount_amount: 0.126,
    discount_refused: { code: 'discount_not_applicable' },
  })
  // Half of 3 is more than a tenth of 12.125.
  expect(await quote({ items: itemsOf(goods.scarf, goods.vase), discount_code: 'HALF' })).toMatchObject({
    discount_amount: 1.5,
  })
})

test('an excepted item that joins an order gets nothing off, also after the discount has changed', async () => {
  const { goods, discount, itemsOf, owner, addCustomer } = await openShelves()
  const { scarf, vase, tie } = goods
  const { id } = await discount({ code: 'HALF', applies_to: { all: true, except: { product_ids: [tie.id] } } })
  const { id: customer_id } = await addCustomer()
  const placed = await owner.post('/api/orders', { customer_id, items: itemsOf(scarf), discount_code: 'HALF' })
  const order = expectBody(placed, 201, CreatedOrder)
  expect(order.discount_amount).toBe(4.563)
  const change = async (...products: readonly { readonly id: string }[]) =>
    Object((await owner.patch(`/api/orders/${order.id}`, { items: itemsOf(...products) })).body)
  expect(await change(scarf, tie)).toMatchObject({ subtotal_amount: 10.38, discount_amount: 4.563 })
  await owner.patch(`/api/discounts/${id}`, { applies_to: { all: true, except: { tags: ['wool'] } }, active: false })
  expect(await change(scarf, tie, vase)).toMatchObject({ subtotal_amount: 13.38, discount_amount: 1.5 })
  expect(await change(scarf, tie)).toMatchObject({ code: 'discount_not_applicable' })
})

test('a price that is set warns of a discount only where the product is not excepted', async () => {
  const { goods, discount, owner } = await openShelves()
  await discount({ automatic: true, name: 'Half', applies_to: { all: true, except: { tags: ['wool'] } } })
  const setPrice = async ({ id }: { id: string }) =>
    Object((await owner.patch(`/api/products/${id}`, { price: 5 })).body)
  expect(await setPrice(goods.vase)).toMatchObject({ warnings: [{ code: 'also_discounted' }] })
  expect((await setPrice(goods.scarf)).warnings ?? []).toEqual([])
})
