import { expect, test } from 'vitest'
import { CreatedOrder, expectBody, expectProblem } from '../../support/shop.ts'
import { expectBooks } from './books.ts'
import { openScarfShop } from './scarf-shop.ts'

/** A scarf shop that also sells a shirt in three variants, two of which have their own price. */
async function openShirtShop() {
  const shop = await openScarfShop()
  const shirt = await shop.addProduct({
    title: 'Shirt',
    price: 20,
    variants: [
      { sku: 'SH-RED-S', options: { Color: 'Red', Size: 'S' }, on_hand: 10 },
      { sku: 'SH-RED-M', options: { Color: 'Red', Size: 'M' }, on_hand: 10, price: 22 },
      { options: { Color: 'Blue', Size: 'M' }, on_hand: 10, price: 25 },
    ],
  })
  const [small, medium, blue] = shirt.variants
  if (!small || !medium || !blue) throw new Error('a shirt has three variants')
  const buyShirt = (fields: Record<string, unknown>) =>
    shop.buy({ total_amount: 20, items: [{ product_id: shirt.id, quantity: 1, unit_price: 20, ...fields }] })
  const bought = async (fields: Record<string, unknown>) =>
    expectBody(await buyShirt(fields), 201, CreatedOrder).items[0]?.variant_id
  return { ...shop, shirt, small, medium, blue, buyShirt, bought }
}

test('a variant is found by its id, else its SKU, else its options', async () => {
  const { small, medium, blue, bought } = await openShirtShop()
  expect(await bought({ variant_id: medium.id })).toBe(medium.id)
  expect(await bought({ variant_sku: 'SH-RED-S' })).toBe(small.id)
  expect(await bought({ variant_options: { Size: 'M', Color: 'Blue' } })).toBe(blue.id)
  expect(await bought({ variant_id: medium.id.toUpperCase(), variant_sku: 'SH-RED-S' })).toBe(medium.id)
  expect(await bought({ variant_sku: 'SH-RED-S', variant_options: { Color: 'Blue', Size: 'M' } })).toBe(small.id)
})

test('an order shows the variant by name, SKU, options and list price', async () => {
  const { medium, buyShirt } = await openShirtShop()
  const named = expectBody(await buyShirt({ variant_id: medium.id, variant_name: 'The red one' }), 201, CreatedOrder)
  expect(named.items).toMatchObject([
    {
      variant_name: 'The red one',
      variant_sku: 'SH-RED-M',
      variant_options: { Color: 'Red', Size: 'M' },
      unit_price: 20,
      list_price: 22,
    },
  ])
  const unnamed = expectBody(await buyShirt({ variant_id: medium.id }), 201, CreatedOrder)
  expect(unnamed.items).toMatchObject([{ variant_name: 'Red / M' }])
})

test('a product with one variant does not need a variant_id', async () => {
  const { bought, line, scarf } = await openScarfShop()
  const order = await bought({ items: [line()] })
  expect(order.items).toMatchObject([{ variant_id: scarf.variants[0]?.id }])
})

test('if the variant is missing, the error lists the choices', async () => {
  const { shirt, small, medium, blue, buyShirt, store } = await openShirtShop()
  const problem = expectProblem(await buyShirt({}), 422, 'variant_required')
  const variants = [small, medium, blue].map(({ id, title, sku, options }) => ({ id, title, sku, options }))
  expect(problem).toMatchObject({
    variants,
    errors: [{ pointer: '/items/0/variant_id', code: 'variant_required', variants }],
  })
  for (const wrong of [
    { variant_id: crypto.randomUUID() },
    { variant_id: shirt.id },
    { variant_sku: 'SH-GREEN' },
    { variant_options: { Color: 'Red' } },
    { variant_options: { Color: 'Red', Size: 'XL' } },
    { variant_id: crypto.randomUUID(), variant_sku: 'SH-RED-S' },
  ])
    expectProblem(await buyShirt(wrong), 422, 'variant_required')
  await expectBooks(store.id, { orders: 0, reserved: 0 })
})

test('variants of another product, and removed ones, are rejected', async () => {
  const { owner, shirt, scarf, blue, buyShirt } = await openShirtShop()
  expectProblem(await buyShirt({ variant_id: scarf.variants[0]?.id }), 422, 'variant_required')
  expectProblem(await buyShirt({ variant_sku: 'SC-1' }), 422, 'variant_required')
  expect((await owner.delete(`/api/products/${shirt.id}/variants/${blue.id}`)).status).toBe(204)
  const problem = expectProblem(await buyShirt({ variant_id: blue.id }), 422, 'variant_required')
  expect(problem).toMatchObject({ variants: [{ sku: 'SH-RED-S' }, { sku: 'SH-RED-M' }] })
})

test('unknown variant_ fields are stored and returned', async () => {
  const { owner, bought, line } = await openScarfShop()
  const additional = { variant_engraving: 'To نورة', variant_width_cm: 42.5, variant_gift: true, variant_ribbon: null }
  const order = await bought({ items: [line({ ...additional, variant_attributes: { wrapped: 'twice' } })] })
  const kept = { wrapped: 'twice', ...additional }
  expect(order.items).toMatchObject([{ variant_attributes: kept }])
  expect(order.items[0]?.variant_attributes).toEqual(kept)
  const read = await owner.get(`/api/orders/${order.id}`)
  expect(read.body).toMatchObject({ items: [{ variant_attributes: kept }] })
})

test('at most 16 unknown variant_ fields of at most 256 characters are accepted', async () => {
  const { buy, bought, line } = await openScarfShop()
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`variant_extra_${index}`, index]))
  const full = line({ ...many(16), variant_extra_0: 'x'.repeat(256) })
  expect(Object.keys((await bought({ items: [full] })).items[0]?.variant_attributes ?? {})).toHaveLength(16)

  const problem = expectProblem(await buy({ items: [line(), line(many(17))] }), 422, 'invalid_input')
  expect(problem.errors).toMatchObject([{ pointer: '/items/1' }])
  const long = `variant_${'x'.repeat(93)}`
  for (const [name, value] of Object.entries({
    variant_note: 'x'.repeat(257),
    variant_size: { a: 1 },
    variant_list: ['a'],
    [long]: 1,
  })) {
    const refusal = expectProblem(await buy({ items: [line({ [name]: value })] }), 422, 'invalid_input')
    expect(refusal.errors).toMatchObject([{ pointer: `/items/0/${name}` }])
  }
})
