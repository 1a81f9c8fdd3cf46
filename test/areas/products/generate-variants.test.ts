import { describe, expect, test } from 'vitest'
import { Product } from '../../../src/areas/products/product.ts'
import { answerOf, callOf, post, refusalOf, tokenFor } from '../../support/callers/assistant.ts'
import { expectBody, expectProblem, openShop, pointersOf } from '../../support/shop.ts'

const sizes = { name: 'Size', values: ['S', 'M', 'L'] }
const colours = { name: 'Colour', values: ['Red', 'Blue'] }
const shirt = { title: 'Shirt', price: 10, options: [sizes, colours] }

describe('a new product with options', () => {
  test('needs variants, and is told how to send them', async () => {
    const { owner } = await openShop()
    for (const generate_variants of [undefined, false]) {
      const answer = await owner.post('/api/products', { ...shirt, generate_variants })
      const { errors } = expectProblem(answer, 422, 'invalid_input')
      expect(errors).toMatchObject([
        { pointer: '/variants', code: 'variants_required', detail: expect.stringContaining('generate_variants: true') },
      ])
    }
    expect(await owner.get('/api/products')).toMatchObject({ body: { meta: { total: 0 } } })
  })

  test('can have a variant for every combination', async () => {
    const { owner } = await openShop()
    const answer = await owner.post('/api/products', { ...shirt, generate_variants: true })
    const product = expectBody(answer, 201, Product)
    expect(product.options).toEqual([sizes, colours])
    expect(product.variants.map(({ title, options, price, on_hand }) => [title, options, price, on_hand])).toEqual(
      sizes.values.flatMap((Size) => colours.values.map((Colour) => [`${Size} / ${Colour}`, { Size, Colour }, 10, 0])),
    )
  })

  test('has each combination once if a value is repeated', async () => {
    const { owner } = await openShop()
    const options = [{ name: 'Size', values: ['S', 'S', 'M'] }]
    const answer = await owner.post('/api/products', { ...shirt, options, generate_variants: true })
    expect(expectBody(answer, 201, Product).variants.map(({ title }) => title)).toEqual(['S', 'M'])
  })

  test('cannot have more combinations than variants can be sent', async () => {
    const { owner } = await openShop()
    const numbers = (count: number) => Array.from({ length: count }, (_, nth) => `${nth + 1}`)
    const send = (counts: readonly number[]) => {
      const options = counts.map((count, nth) => ({ name: `Option ${nth}`, values: numbers(count) }))
      return owner.post('/api/products', { ...shirt, options, generate_variants: true })
    }
    const full = expectBody(await send([10, 10]), 201, Product)
    expect(full.variants).toHaveLength(100)
    for (const counts of [[101], [10, 11], [250, 250, 250, 250, 250]]) {
      const problem = expectProblem(await send(counts), 422, 'invalid_input')
      expect(pointersOf(problem)).toEqual(['/options'])
      expect(problem.detail).toContain('100 variants')
    }
  })

  test('is refused if there is nothing to combine, or variants are sent as well', async () => {
    const { owner } = await openShop()
    const pointers = async (body: object) =>
      pointersOf(
        expectProblem(
          await owner.post('/api/products', { ...shirt, generate_variants: true, ...body }),
          422,
          'invalid_input',
        ),
      )
    expect(await pointers({ options: undefined })).toEqual(['/options'])
    expect(await pointers({ options: [] })).toEqual(['/options'])
    expect(await pointers({ options: [sizes, { name: 'Colour' }] })).toEqual(['/options/1/values'])
    expect(await pointers({ variants: [{ options: { Size: 'S' } }] })).toEqual(['/generate_variants'])
    const tooLong = ['a', 'b', 'c', 'd'].map((letter) => ({ name: letter.repeat(100), values: ['ط'.repeat(200)] }))
    expect(await pointers({ options: tooLong })).toEqual(['/options'])
  })

  test('is created by an assistant in the same way', async () => {
    const shop = await openShop()
    const { token } = await tokenFor(shop, { scopes: ['catalog:write'] })
    const create = (args: object) => post(callOf('create_product', { ...shirt, ...args }), { token })
    const refusal = refusalOf(await create({}))
    expect(refusal.errors).toMatchObject([{ pointer: '/variants', code: 'variants_required' }])
    expect(answerOf(await create({ generate_variants: true }))['variants']).toHaveLength(6)
  })
})

test('a new product without options and variants still has one variant', async () => {
  const { owner } = await openShop()
  for (const options of [undefined, []]) {
    const product = expectBody(await owner.post('/api/products', { title: 'Mug', price: 5, options }), 201, Product)
    expect(product).toMatchObject({ options: [], variants: [{ title: 'Default', options: {} }] })
  }
})
