import { expect, test } from 'vitest'
import { Collection } from '../../../src/areas/collections/collection.ts'
import { Discount } from '../../../src/areas/discounts/discount.ts'
import { Quote } from '../../../src/areas/checkout/quote.ts'
import { PublicProducts } from '../../../src/areas/storefront/public/list-public-products.ts'
import { CreatedOrder, expectBody, expectProblem, openShop, pointersOf } from '../../support/shop.ts'
import { openCollections, path as collectionsPath } from '../collections/open-collections.ts'

const half = { kind: 'percentage', value: 50 }

async function openSale(discount: object) {
  const opened = await openCollections({ currency: 'KWD' })
  const { add, put, addProduct, owner } = opened
  const scarf = await addProduct({ title: 'Scarf', price: 9.125, tags: ['wool'] })
  const hat = await addProduct({ title: 'Hat', price: 20.005 })
  const vase = await addProduct({ title: 'Vase', price: 3 })
  const wool = await add({ title: 'Wool', rules: [{ tag: 'wool' }, { price_to: 10 }] })
  const chosen = await add({ title: 'Chosen' })
  expectBody(await put(chosen.id, [hat.id]), 200, Collection)
  const given = { ...half, ...discount, applies_to: { collection_ids: [wool.id, chosen.id] } }
  const saved = expectBody(await owner.post('/api/discounts', given), 201, Discount)
  const items = [scarf, hat, vase].map(({ id }) => ({ product_id: id, quantity: 1 }))
  return { ...opened, scarf, hat, vase, wool, chosen, saved, items }
}

test('a discount takes something off the products of its collections only, in a quote and in an order', async () => {
  const { send, owner, items, scarf, saved, chosen, put } = await openSale({ code: 'WARM' })
  const quote = expectBody(await send('/quote', { items, discount_code: 'warm' }), 200, Quote)
  // Half of 9.125 + 20.005, rounded half up once. The vase is in neither.
  expect(quote).toMatchObject({ subtotal_amount: 32.13, discount_amount: 14.565, total_amount: 17.565 })
  expect(quote.lines.map(({ discount_amount }) => discount_amount)).toEqual([4.563, 10.002, 0])
  const shopper = { customer: { name: 'Amal', phone: '+96550000001' }, items, discount_code: 'WARM' }
  const placed = await send('/orders', { ...shopper, expected_total: quote.total_amount })
  expect(placed).toMatchObject({ status: 201, body: { total_amount: 17.565 } })

  // Whether a product is in a collection counts when the cart is priced.
  await put(chosen.id, [])
  await owner.patch(`/api/products/${scarf.id}`, { tags: [] })
  expect(expectBody(await send('/quote', { items, discount_code: 'WARM' }), 200, Quote)).toMatchObject({
    discount_amount: 0,
    discount_refused: { code: 'discount_not_applicable' },
  })
  expectProblem(await send('/orders', shopper), 422, 'discount_not_applicable')
  expect(await owner.get(`/api/discounts/${saved.id}`)).toMatchObject({ body: { uses: 1 } })
})

test('a merchant who takes an order gets the same', async () => {
  const { owner, items, addCustomer } = await openSale({ code: 'WARM' })
  const { id: customer_id } = await addCustomer()
  const quoted = expectBody(
    await owner.post('/api/orders/quote', { customer_id, items, discount_code: 'WARM' }),
    200,
    Quote,
  )
  expect(quoted.discount_amount).toBe(14.565)
  const lines = items.map((item, at) => ({ ...item, unit_price: quoted.lines[at]?.unit_price ?? 0 }))
  const order = await owner.post('/api/orders', {
    customer_id,
    items: lines,
    discount_code: 'WARM',
    total_amount: quoted.total_amount,
  })
  expect(expectBody(order, 201, CreatedOrder)).toMatchObject({ discount_amount: 14.565, total_amount: 17.565 })
})

test('products show what they cost with an automatic discount on their collection', async () => {
  const { visit, owner, wool } = await openSale({ automatic: true })
  // Another limit: pages are cached.
  const prices = async (limit: number) => {
    const { data } = expectBody(await visit(`/products?limit=${limit}`), 200, PublicProducts)
    return Object.fromEntries(data.map(({ title, discounted_price }) => [title, discounted_price]))
  }
  expect(await prices(10)).toEqual({ Scarf: 4.562, Hat: 10.002, Vase: null })
  expect((await visit('/products/scarf')).body).toMatchObject({ discounted_price: 4.562 })
  expect((await visit('/collections/wool')).body).toMatchObject({ data: [{ title: 'Scarf', discounted_price: 4.562 }] })
  await owner.patch(`${collectionsPath}/${wool.id}`, { rules: [{ price_to: 3 }] })
  expect(await prices(11)).toEqual({ Scarf: null, Hat: 10.002, Vase: 1.5 })
})

test('a discount takes only collections of its store, and one kind of goods at a time', async () => {
  const { owner, saved, wool } = await openSale({ code: 'WARM' })
  const { owner: stranger } = await openShop()
  const foreign = await stranger.post(collectionsPath, { title: 'Theirs' })
  const unknown = { collection_ids: [wool.id, Object(foreign.body).id, crypto.randomUUID()] }
  const refused = expectProblem(
    await owner.patch(`/api/discounts/${saved.id}`, { applies_to: unknown }),
    422,
    'collection_not_found',
  )
  expect(pointersOf(refused)).toEqual(['/applies_to/collection_ids/1', '/applies_to/collection_ids/2'])
  for (const goods of [{ tags: ['wool'] }, { collection_ids: [wool.id, wool.id] }, { all: true }] as const) {
    const stored = 'collection_ids' in goods ? { collection_ids: [wool.id] } : goods
    const changed = await owner.patch(`/api/discounts/${saved.id}`, { applies_to: goods })
    expect(changed).toMatchObject({ status: 200, body: { applies_to: stored } })
    expect(Object.keys(Object(changed.body).applies_to)).toEqual(Object.keys(stored))
  }
})
