import { expect, test } from 'vitest'
import { Product } from '../../../src/areas/products/product.ts'
import { expectBody, expectProblem } from '../../support/shop.ts'
import { booksOf, expectBooks } from './books.ts'
import { openScarfShop } from './scarf-shop.ts'

test('the last unit can be sold, but not one more', async () => {
  const { buy, bought, line, store } = await openScarfShop({ on_hand: 3 })
  await bought({ items: [line({ quantity: 2 })] })
  await bought()
  const problem = expectProblem(await buy(), 409, 'insufficient_stock')
  expect(problem).toMatchObject({ available: 0, requested: 1 })
  await expectBooks(store.id, { orders: 2, reserved: 3 })
})

test('rejects an order above the stock, lists the short items, and changes nothing', async () => {
  const { addProduct, buy, line, store } = await openScarfShop({ on_hand: 5 })
  const [hat, glove] = await Promise.all([
    addProduct({ title: 'Hat', variants: [{ on_hand: 1 }] }),
    addProduct({ title: 'Glove' }),
  ])
  const before = await booksOf(store.id)
  const answer = await buy({
    items: [
      line({ quantity: 3 }),
      { product_id: glove.id, quantity: 100, unit_price: 1 },
      { product_id: hat.id, quantity: 2, unit_price: 1 },
      line({ quantity: 3 }),
    ],
  })
  const problem = expectProblem(answer, 409, 'insufficient_stock')
  const short = { code: 'insufficient_stock', detail: expect.any(String) }
  expect(problem.errors).toEqual([
    { ...short, pointer: '/items/0/quantity', available: 5, requested: 6 },
    { ...short, pointer: '/items/2/quantity', available: 1, requested: 2 },
    { ...short, pointer: '/items/3/quantity', available: 5, requested: 6 },
  ])
  expect(await booksOf(store.id)).toEqual(before)
  await expectBooks(store.id, { orders: 0, reserved: 0 })
})

test('two items of one variant are added up', async () => {
  const { buy, bought, line, scarf, store } = await openScarfShop({ on_hand: 5 })
  const byId = line({ quantity: 3, variant_id: scarf.variants[0]?.id })
  const bySku = line({ quantity: 3, variant_sku: 'SC-1' })
  expect(expectProblem(await buy({ items: [byId, bySku] }), 409, 'insufficient_stock').errors).toHaveLength(2)
  await bought({ items: [byId, line({ quantity: 2 })] })
  await expectBooks(store.id, { orders: 1, reserved: 5 })
})

test('untracked products and backorders never run out', async () => {
  const { addProduct, bought, owner, store } = await openScarfShop()
  const service = await addProduct({ title: 'Engraving', variants: [{ tracked: false }] })
  const ahead = await addProduct({ title: 'Coat', variants: [{ on_hand: 1, allow_backorder: true }] })
  const items = [service, ahead].map(({ id }) => ({ product_id: id, quantity: 1_000_000, unit_price: 0 }))
  await bought({ items, total_amount: 0 })
  const { variants } = expectBody(await owner.get(`/api/products/${ahead.id}`), 200, Product)
  expect(variants).toMatchObject([{ on_hand: 1, reserved: 1_000_000, available: -999_999 }])
  await expectBooks(store.id, { orders: 1, reserved: 2_000_000 })
})

test('added stock can be sold', async () => {
  const { buy, bought, owner, scarf } = await openScarfShop({ on_hand: 0 })
  expectProblem(await buy(), 409, 'insufficient_stock')
  const received = { variant_id: scarf.variants[0]?.id, delta: 1, reason: 'received' }
  expect((await owner.post('/api/inventory/adjust', received)).status).toBe(200)
  await bought()
  expectProblem(await buy(), 409, 'insufficient_stock')
})
