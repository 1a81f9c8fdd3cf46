import { describe, expect, test } from 'vitest'
import { Product } from '../../../src/areas/products/product.ts'
import { Variant } from '../../../src/areas/products/variant.ts'
import { answerOf, callOf, tokenFor, post } from '../../support/callers/assistant.ts'
import { expectBody, expectProblem, openShop, pointersOf } from '../../support/shop.ts'

const sizes = [
  { options: { Size: 'S' } },
  { options: { Size: 'L' }, weight_g: 400, taxable: false, cost: 4.25 },
  { options: { Size: 'XS' }, weight_g: 0, cost: 0 },
]

type Facts = { weight_g: number | null; taxable: boolean; cost: number | null }

const factsOf = ({ weight_g, taxable, cost }: Facts) => [weight_g, taxable, cost]

describe('weight, tax and cost', () => {
  test('of a new product are unknown, taxable and unknown', async () => {
    const { addProduct } = await openShop()
    const product = await addProduct()
    expect(factsOf(product)).toEqual([null, true, null])
    expect(product.variants.map(factsOf)).toEqual([[null, true, null]])
  })

  test('of a variant are its own, or else those of the product', async () => {
    const { owner, addProduct } = await openShop()
    const product = await addProduct({ weight_g: 300, cost: 3.5, variants: sizes })
    expect(product.variants.map(factsOf)).toEqual([
      [300, true, 3.5],
      [400, false, 4.25],
      [0, true, 0],
    ])
    const at = `/api/products/${product.id}`
    const changed = expectBody(await owner.patch(at, { weight_g: 310, taxable: false, cost: null }), 200, Product)
    expect(changed.variants.map(factsOf)).toEqual([
      [310, false, null],
      [400, false, 4.25],
      [0, false, 0],
    ])
    const large = `${at}/variants/${product.variants[1]?.id}`
    const own = expectBody(await owner.patch(large, { taxable: true }), 200, Variant)
    expect(factsOf(own)).toEqual([400, true, 4.25])
    const none = { weight_g: null, taxable: null, cost: null }
    expect(factsOf(expectBody(await owner.patch(large, none), 200, Variant))).toEqual([310, false, null])
  })

  test('must be whole grams and an amount of the currency', async () => {
    const { owner, addProduct } = await openShop()
    const { id } = await addProduct()
    const wrong = { weight_g: 1.5, taxable: 'yes', cost: -1 }
    const problem = expectProblem(await owner.patch(`/api/products/${id}`, wrong), 422, 'invalid_input')
    expect(pointersOf(problem).toSorted()).toEqual(['/cost', '/taxable', '/weight_g'])
    for (const weight_g of [-1, 10_000_001])
      expectProblem(await owner.patch(`/api/products/${id}`, { weight_g }), 422, 'invalid_input')
  })

  test('can be set and read by an assistant', async () => {
    const shop = await openShop()
    const { token } = await tokenFor(shop)
    const call = async (name: string, args: object) => answerOf(await post(callOf(name, { ...args }), { token }))
    const made = await call('create_product', { title: 'Scarf', price: 10, weight_g: 300, cost: 3.5, variants: sizes })
    expect(made).toMatchObject({
      weight_g: 300,
      taxable: true,
      cost: 3.5,
      variants: [{ cost: 3.5 }, sizes[1], sizes[2]],
    })
    const product_id = made['id']
    await call('update_product', { product_id, weight_g: 320, taxable: false, cost: 3.75 })
    expect(await call('get_product', { product_id })).toMatchObject({ weight_g: 320, taxable: false, cost: 3.75 })
  })
})
