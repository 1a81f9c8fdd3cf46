import { expect, test } from 'vitest'
import { updateProduct } from '../../../src/areas/products/update-product.ts'
import { answerOf, callOf, post, tokenFor } from '../../support/callers/assistant.ts'
import { expectBody, openShop } from '../../support/shop.ts'

async function openMugShop() {
  const shop = await openShop()
  const mug = await shop.addProduct({
    title: 'Mug',
    price: 10,
    variants: [
      { options: { size: 'S' } },
      { options: { size: 'L' }, sku: 'MUG-L', price: 14.5 },
      { options: { size: 'XL' }, price: 18 },
    ],
  })
  const [, large, largest] = mug.variants
  const keep = [
    { id: large?.id, title: 'L', sku: 'MUG-L', price: 14.5 },
    { id: largest?.id, title: 'XL', sku: null, price: 18 },
  ]
  return { ...shop, mug, at: `/api/products/${mug.id}`, keep }
}

test('setting the price of a product says which variants keep one of their own', async () => {
  const { owner, at, keep } = await openMugShop()
  const { warnings, variants } = expectBody(await owner.patch(at, { price: 12 }), 200, updateProduct.output)
  expect(warnings).toEqual([{ code: 'variants_keep_price', detail: expect.stringContaining('null'), variants: keep }])
  expect(variants.map(({ price }) => price)).toEqual([12, 14.5, 18])
})

test('a retry with the same key says it again', async () => {
  const { owner, at } = await openMugShop()
  const change = () => owner.patch(at, { price: 12 }, { 'Idempotency-Key': 'dearer' })
  const first = await change()
  expect(await change()).toMatchObject({ status: 200, body: first.body })
  expect(first.body).toHaveProperty('warnings')
})

test('says nothing if the price is not set, or applies to every variant', async () => {
  const { owner, addProduct, at, keep } = await openMugShop()
  expect((await owner.patch(at, { title: 'Cup' })).body).not.toHaveProperty('warnings')
  for (const { id } of keep) await owner.patch(`${at}/variants/${id}`, { price: null })
  expect((await owner.patch(at, { price: 11 })).body).not.toHaveProperty('warnings')
  const { id } = await addProduct({ title: 'Plate' })
  expect((await owner.patch(`/api/products/${id}`, { price: 11 })).body).not.toHaveProperty('warnings')
})

test('an assistant is told, too', async () => {
  const shop = await openMugShop()
  const { token } = await tokenFor(shop, { scopes: ['catalog:write'] })
  const change = callOf('update_product', { product_id: 'Mug', price: 12 })
  expect(answerOf(await post(change, { token }))).toMatchObject({
    price: 12,
    warnings: [{ code: 'variants_keep_price', variants: shop.keep }],
  })
})

test('an assistant sees the price of each variant in a list', async () => {
  const shop = await openMugShop()
  const { token } = await tokenFor(shop, { scopes: ['catalog:read'] })
  const variants = [{ title: 'S', price: 10 }, ...shop.keep]
  expect(answerOf(await post(callOf('list_products'), { token }))).toMatchObject({ data: [{ price: 10, variants }] })
})
