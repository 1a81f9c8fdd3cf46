import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Product } from '../../../src/areas/products/product.ts'
import { answerOf, callOf, post, refusalOf, request, tokenFor } from '../../support/callers/assistant.ts'
import { eventTypesOf } from '../../support/events.ts'
import { expectBody, expectProblem, openShop } from '../../support/shop.ts'

const Saved = z.looseObject({ id: z.string() })

/** A store with a shirt in three sizes and two colours, and an assistant. */
async function openShirt() {
  const shop = await openShop()
  const shirt = await shop.addProduct({
    title: 'Linen shirt',
    price: 20,
    options: [
      { name: 'Size', values: ['S', 'M', 'L'] },
      { name: 'Colour', values: ['Red', 'Blue'] },
    ],
    variants: ['S', 'M', 'L'].flatMap((Size) =>
      ['Red', 'Blue'].map((Colour) => ({ sku: `${Colour}-${Size}`.toUpperCase(), options: { Size, Colour } })),
    ),
  })
  const { token } = await tokenFor(shop, { scopes: ['catalog:write'] })
  const save = (args: Record<string, unknown>) => post(callOf('save_variant', args), { token })
  const read = async () => expectBody(await shop.owner.get(`/api/products/${shirt.id}`), 200, Product)
  return { ...shop, shirt, token, save, read }
}

describe('an assistant', () => {
  test('adds XL to a shirt in both colours, and drops blue M', async () => {
    const { save, read, shirt } = await openShirt()
    for (const Colour of ['Red', 'Blue'])
      expect(
        answerOf(await save({ product_id: 'Linen shirt', options: { Size: 'XL', Colour }, on_hand: 4 })),
      ).toMatchObject({ title: `XL / ${Colour}`, price: 20, available: 4 })
    expect(answerOf(await save({ variant_id: 'BLUE-M', archived: true }))).toMatchObject({
      sku: 'BLUE-M',
      archived: true,
    })
    const { options, variants } = await read()
    expect(options).toEqual([
      { name: 'Size', values: ['S', 'M', 'L', 'XL'] },
      { name: 'Colour', values: ['Red', 'Blue'] },
    ])
    expect(variants.map(({ title }) => title)).toEqual([
      'S / Red',
      'S / Blue',
      'M / Red',
      'L / Red',
      'L / Blue',
      'XL / Red',
      'XL / Blue',
    ])
    expect(await eventTypesOf(shirt.id)).toEqual([
      'product.created',
      'variant.created',
      'variant.created',
      'variant.archived',
    ])
  })

  test('drops the last variant of a size, and the size with it', async () => {
    const { save, read } = await openShirt()
    answerOf(await save({ variant_id: 'RED-L', archived: true }))
    expect((await read()).options[0]?.values).toEqual(['S', 'M', 'L'])
    answerOf(await save({ variant_id: 'BLUE-L', archived: true }))
    expect((await read()).options[0]?.values).toEqual(['S', 'M'])
  })

  test('changes one variant by its SKU, and only what is sent', async () => {
    const { save, read, shirt } = await openShirt()
    expect(
      answerOf(await save({ variant_id: 'RED-S', price: 25, options: { Size: 'XS', Colour: 'Red' } })),
    ).toMatchObject({ sku: 'RED-S', title: 'XS / Red', price: 25 })
    expect(answerOf(await save({ variant_id: 'RED-S', price: null }))).toMatchObject({ price: 20 })
    const { options, variants, version } = await read()
    expect(options[0]?.values).toEqual(['S', 'M', 'L', 'XS'])
    expect(variants).toHaveLength(6)
    expect(version).toBe(shirt.version + 2)
  })

  test('can name the product of the variant, but not another one', async () => {
    const { save, shirt, addProduct } = await openShirt()
    const other = await addProduct({ title: 'Cap' })
    expect(answerOf(await save({ product_id: shirt.id, variant_id: 'RED-S', price: 30 }))).toMatchObject({ price: 30 })
    for (const change of [{ price: 31 }, { archived: true }])
      expect(refusalOf(await save({ product_id: other.id, variant_id: 'RED-S', ...change })).code).toBe('not_found')
  })

  test('that retries with the same key adds one variant', async () => {
    const { save, read, shirt } = await openShirt()
    const xl = { product_id: shirt.id, options: { Size: 'XL', Colour: 'Red' }, idempotency_key: 'once' }
    const [one, two] = [Saved.parse(answerOf(await save(xl))), Saved.parse(answerOf(await save(xl)))]
    expect(two).toEqual(one)
    const drop = { variant_id: 'BLUE-M', archived: true, idempotency_key: 'drop' }
    expect(answerOf(await save(drop))).toEqual(answerOf(await save(drop)))
    expect((await read()).variants).toHaveLength(6)
  })

  test.for([
    [{}, '/product_id', 'required'],
    [{ archived: true }, '/variant_id', 'required'],
    [{ variant_id: 'RED-S', on_hand: 3 }, '/on_hand', 'option_unused'],
    [{ variant_id: 'RED-S', archived: true, price: 3 }, '/price', 'option_unused'],
    [{ variant_id: 'RED-S', archived: true, on_hand: 3 }, '/on_hand', 'option_unused'],
    [{ variant_id: 'RED-S', price: 1.005 }, '/price', 'invalid_amount'],
    [{ product_id: 'Linen shirt', options: { Size: 'S', Colour: 'Red' } }, '/options', 'duplicate'],
    [{ product_id: 'Linen shirt', options: { Size: 'XL' }, sku: 'RED-S' }, '/sku', 'duplicate'],
  ] as const)('learns what is wrong with %j', async ([args, pointer, code]) => {
    const { save, read, shirt } = await openShirt()
    expect(refusalOf(await save(args)).errors).toMatchObject([{ pointer, code }])
    expect(await read()).toEqual(shirt)
  })

  test('is told which tool changes stock', async () => {
    const { save } = await openShirt()
    expect(refusalOf(await save({ variant_id: 'RED-S', on_hand: 3 })).errors[0]?.detail).toContain('adjust_inventory')
  })

  test('keeps the last variant of a product', async () => {
    const { save, addProduct } = await openShirt()
    const { variants } = await addProduct()
    expect(refusalOf(await save({ variant_id: variants[0]?.id, archived: true })).code).toBe('invalid_transition')
  })

  test('adds and archives none of a product of another store', async () => {
    const { save } = await openShirt()
    const { shirt, read } = await openShirt()
    const [variant] = shirt.variants
    for (const args of [
      { product_id: shirt.id, options: { Size: 'XL' } },
      { variant_id: variant?.id, archived: true },
    ])
      expect(refusalOf(await save(args)).code).toBe('not_found')
    expect(await read()).toEqual(shirt)
  })

  test('that may only read neither sees the tool nor may call it', async () => {
    const shop = await openShirt()
    const { token } = await tokenFor(shop, { scopes: ['catalog:read'] })
    const list = await post(request('tools/list'), { token })
    expect(JSON.stringify(list.body)).not.toContain('save_variant')
    expect((await post(callOf('save_variant', { variant_id: 'RED-S', price: 1 }), { token })).status).toBe(403)
    expect(await shop.read()).toEqual(shop.shirt)
  })
})

test('the last variant of a product is refused over REST in words that fit there too', async () => {
  const { owner, addProduct } = await openShop()
  const { id, variants } = await addProduct()
  const refused = await owner.delete(`/api/products/${id}/variants/${variants[0]?.id}`)
  expect(expectProblem(refused, 409, 'invalid_transition').detail).toContain('archive the product')
})
