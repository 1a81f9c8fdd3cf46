import { expect, test } from 'vitest'
import { Discount } from '../../../src/areas/discounts/discount.ts'
import { Quote } from '../../../src/areas/checkout/quote.ts'
import { PublicProducts } from '../../../src/areas/storefront/public/list-public-products.ts'
import { PublicProduct } from '../../../src/areas/storefront/public/public-product.ts'
import { expectBody } from '../../support/shop.ts'
import { openWindow } from './shop-window.ts'

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

async function openSale(discount: object) {
  const window = await openWindow({ currency: 'KWD' })
  const product = await window.addProduct({
    title: 'Scarf',
    price: 9.125,
    tags: ['winter'],
    variants: [
      { options: { size: 'S' }, on_hand: 5 },
      { options: { size: 'L' }, on_hand: 5, price: 10.005 },
    ],
  })
  const sale = { automatic: true, kind: 'percentage', value: 10, ...discount }
  const { id } = expectBody(await window.owner.post('/api/discounts', sale), 201, Discount)
  const read = async () => expectBody(await window.visit('/products/scarf'), 200, PublicProduct)
  return { ...window, product, discountId: id, read }
}

test.for([
  ['a percentage, rounded half up', {}, 8.212, 9.004],
  ['at most its maximum', { max_amount: 0.5 }, 8.625, 9.505],
  ['a fixed amount', { kind: 'fixed', value: 1.5 }, 7.625, 8.505],
  ['a fixed amount above the price', { kind: 'fixed', value: 50 }, 0, 0],
  ['for its tag', { applies_to: { tags: ['winter'] } }, 8.212, 9.004],
  ['while it lasts', { starts_at: inDays(-1), ends_at: inDays(1), usage_limit: 5 }, 8.212, 9.004],
] as const)('a product shows the price with its automatic discount: %s', async ([, discount, small, large]) => {
  const { read, send, visit, product } = await openSale(discount)
  const shown = await read()
  expect([shown.discounted_price, ...shown.variants.map(({ discounted_price }) => discounted_price)]).toEqual([
    small,
    small,
    large,
  ])
  expect(expectBody(await visit('/products'), 200, PublicProducts).data).toEqual([shown])
  for (const [at, price] of [small, large].entries()) {
    const items = [{ product_id: product.id, variant_id: product.variants[at]?.id, quantity: 1 }]
    expect(expectBody(await send('/quote', { items }), 200, Quote).total_amount).toBe(price)
  }
})

test.for([
  ['with a code', { code: 'TEN', automatic: false }],
  ['that is not active', { active: false }],
  ['that has not started', { starts_at: inDays(1) }],
  ['that has ended', { ends_at: inDays(-1) }],
  ['from a subtotal', { min_subtotal: 1 }],
  ['from a quantity', { min_quantity: 2 }],
  ['for first orders', { first_order_only: true }],
  ['for each customer once', { usage_limit_per_customer: 1 }],
  ['for other goods', { applies_to: { tags: ['summer'] } }],
  ['of free delivery', { kind: 'free_delivery', value: null }],
] as const)('a product does not show a discount %s', async ([, discount]) => {
  const { read } = await openSale(discount)
  const shown = await read()
  expect([shown, ...shown.variants].map(({ discounted_price }) => discounted_price)).toEqual([null, null, null])
})

test('a product shows the better of two automatic discounts', async () => {
  const { owner, visit } = await openSale({})
  const fixed = { automatic: true, kind: 'fixed', value: 0.95 }
  expectBody(await owner.post('/api/discounts', fixed), 201, Discount)
  const shown = expectBody(await visit('/products/scarf'), 200, PublicProduct)
  expect([shown.discounted_price, shown.variants[1]?.discounted_price]).toEqual([8.175, 9.004])
})

test('each price shows the discount that takes the most off it, among many with a maximum', async () => {
  const { owner, addProduct, visit } = await openWindow()
  for (const [value, max_amount] of [
    [50, 10],
    [40, 5],
    [30, 8],
    [20, 30],
    [15, 20],
    [10, 60],
    [5, 60],
  ])
    expectBody(
      await owner.post('/api/discounts', { automatic: true, kind: 'percentage', value, max_amount }),
      201,
      Discount,
    )
  const prices = { 18: 9, 30: 20, 50: 40, 50.02: 40.02, 60: 48, 150: 120, 299: 269, 301: 270.9, 600: 540, 2000: 1940 }
  const variants = Object.keys(prices).map((price) => ({ options: { size: price }, on_hand: 1, price: Number(price) }))
  await addProduct({ title: 'Scarf', price: 1, variants })
  const shown = expectBody(await visit('/products/scarf'), 200, PublicProduct)
  expect(Object.fromEntries(shown.variants.map((variant) => [variant.price, variant.discounted_price]))).toEqual(prices)
})

test('a product shows its price beside the largest amount that a discount can take off', async () => {
  const { owner, read } = await openSale({})
  const fixed = { automatic: true, kind: 'fixed', value: 100_000_000_000 }
  expectBody(await owner.post('/api/discounts', fixed), 201, Discount)
  expect((await read()).discounted_price).toBe(0)
})

test('a product no longer shows a discount that is used up', async () => {
  const { sql, discountId, read } = await openSale({ usage_limit: 3 })
  await sql`update discounts set uses = 3 where id = ${discountId}`
  expect((await read()).discounted_price).toBeNull()
})

test('a product is on sale only if the discount takes something off one of its prices', async () => {
  const { addProduct, visit } = await openSale({ value: 1 })
  await addProduct({ title: 'Bead', price: 0.049, variants: [{ on_hand: 5 }] })
  const found = async (query: string) => expectBody(await visit(`/products?${query}`), 200, PublicProducts)
  const titles = async (query: string) => (await found(query)).data.map(({ title }) => title)
  expect(await titles('on_sale=true')).toEqual(['Scarf'])
  expect(await titles('on_sale=false')).toEqual(['Bead'])
  expect((await found('facets=true')).meta.facets).toMatchObject({ on_sale: 1 })
})
