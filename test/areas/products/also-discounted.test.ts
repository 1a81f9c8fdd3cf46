import { describe, expect, test } from 'vitest'
import { Discount } from '../../../src/areas/discounts/discount.ts'
import { answerOf, callOf, post, tokenFor } from '../../support/callers/assistant.ts'
import { expectBody, openShop } from '../../support/shop.ts'

/** A shop in Kuwait where wool is 15 % cheaper, with a scarf of wool whose larger size has a price of its own. */
async function openSale() {
  const shop = await openShop({ currency: 'KWD' })
  const { owner } = shop
  const add = async (discount: object) =>
    expectBody(
      await owner.post('/api/discounts', { automatic: true, kind: 'percentage', value: 15, ...discount }),
      201,
      Discount,
    )
  const { id: saleId } = await add({ name: 'Winter sale', applies_to: { tags: ['wool'] } })
  const scarf = await shop.addProduct({
    title: 'Scarf',
    price: 9.125,
    tags: ['wool'],
    variants: [{ options: { size: 'S' } }, { options: { size: 'L' }, sku: 'SCARF-L', price: 10.005 }],
  })
  const [small, large] = scarf.variants
  const at = `/api/products/${scarf.id}`
  const ofSmall = (price: number, discounted_price: number) => ({
    id: small?.id,
    title: 'S',
    sku: null,
    price,
    discounted_price,
  })
  const ofLarge = (price: number, discounted_price: number) => ({
    id: large?.id,
    title: 'L',
    sku: 'SCARF-L',
    price,
    discounted_price,
  })
  return { ...shop, add, saleId, scarf, at, largeAt: `${at}/variants/${large?.id}`, ofSmall, ofLarge }
}

type Answered = { readonly body: unknown }

const warningsOf = ({ body }: Answered): unknown => Object(body).warnings ?? []

const warning = (...variants: readonly object[]) => ({
  code: 'also_discounted',
  detail: expect.stringContaining('"Winter sale" (15% off)'),
  variants,
})

describe('setting a price that an automatic discount lowers further is told', () => {
  test('of a new product', async () => {
    const { owner } = await openSale()
    // 15 % of 5.555 is 0.83325.
    const made = await owner.post('/api/products', { title: 'Cap', price: 5.555, tags: ['wool'] })
    expect(made).toMatchObject({ status: 201 })
    expect(warningsOf(made)).toEqual([
      warning({
        id: Object(made.body).variants[0].id,
        title: 'Default',
        sku: null,
        price: 5.555,
        discounted_price: 4.722,
      }),
    ])
    expect(Object(made.body)).not.toHaveProperty('discounts')
    expect(warningsOf(await owner.post('/api/products', { title: 'Vase', price: 5 }))).toEqual([])
  })

  test('of a changed product, for the variants that the price is for', async () => {
    const { owner, at, ofSmall, ofLarge } = await openSale()
    // Whoever takes 15 % off 9.125 takes 27.75 % off.
    const changed = await owner.patch(at, { price: 7.756 })
    expect(changed).toMatchObject({ status: 200, body: { price: 7.756 } })
    // 15 % of 7.756 is 1.1634.
    expect(warningsOf(changed)).toEqual([
      expect.objectContaining({ code: 'variants_keep_price' }),
      warning(ofSmall(7.756, 6.593)),
    ])
    // 15 % of 10.005 is 1.50075.
    expect(warningsOf(await owner.patch(at, { compare_at_price: 12 }))).toEqual([
      warning(ofSmall(7.756, 6.593), ofLarge(10.005, 8.504)),
    ])
    for (const change of [{ title: 'Shawl' }, { compare_at_price: null }, {}])
      expect(warningsOf(await owner.patch(at, change)), JSON.stringify(change)).toEqual([])
  })

  test('of a product that the same request makes one of those on sale', async () => {
    const { owner, addProduct } = await openSale()
    const { id } = await addProduct({ title: 'Vase', price: 5 })
    const changed = await owner.patch(`/api/products/${id}`, { price: 4, tags: ['wool'] })
    expect(warningsOf(changed)).toMatchObject([{ variants: [{ price: 4, discounted_price: 3.4 }] }])
    expect(warningsOf(await owner.patch(`/api/products/${id}`, { price: 4, tags: [] }))).toEqual([])
  })

  test('of a variant', async () => {
    const { owner, at, largeAt, ofLarge } = await openSale()
    expect(warningsOf(await owner.patch(largeAt, { price: 8 }))).toEqual([warning(ofLarge(8, 6.8))])
    expect(warningsOf(await owner.patch(largeAt, { price: null }))).toEqual([warning(ofLarge(9.125, 7.756))])
    expect(warningsOf(await owner.patch(largeAt, { barcode: '1' }))).toEqual([])
    const added = await owner.post(`${at}/variants`, { options: { size: 'XL' }, price: 11 })
    expect(added).toMatchObject({ status: 201 })
    expect(warningsOf(added)).toMatchObject([
      { code: 'also_discounted', variants: [{ title: 'XL', discounted_price: 9.35 }] },
    ])
    expect(warningsOf(await owner.post(`${at}/variants`, { options: { size: 'XXL' } }))).toEqual([])
  })

  test('with every discount by name, amounts with the decimals of the currency', async () => {
    const { owner, add, largeAt, ofLarge } = await openSale()
    await add({ name: 'Five off', kind: 'fixed', value: 5 })
    await add({ name: 'Half', value: 50, max_amount: 2.5 })
    await add({ name: 'In summer', starts_at: new Date(Date.now() + 86_400_000).toISOString() })
    expect(warningsOf(await owner.patch(largeAt, { price: 8 }))).toEqual([
      {
        code: 'also_discounted',
        detail: expect.stringContaining(
          '"Winter sale" (15% off), "Five off" (5.000 off), "Half" (50% off, at most 2.500), of which the one that takes off most applies:',
        ),
        variants: [ofLarge(8, 3)],
      },
    ])
  })

  test('in the same words when the request is repeated, whatever runs by then', async () => {
    const { owner, at, saleId } = await openSale()
    const change = () => owner.patch(at, { price: 7.756 }, { 'Idempotency-Key': 'cheaper' })
    const first = await change()
    expect(warningsOf(first)).toHaveLength(2)
    expect(await owner.patch(`/api/discounts/${saleId}`, { active: false })).toMatchObject({ status: 200 })
    expect((await change()).body).toEqual(first.body)
    expect(warningsOf(await owner.patch(at, { price: 7.756 }))).toMatchObject([{ code: 'variants_keep_price' }])
  })

  test('and a repeated request whose answer was stored before warnings of discounts is answered as then', async () => {
    const { owner, at, largeAt, sql, store } = await openSale()
    const key = { 'Idempotency-Key': 'before' }
    const changes = [
      () => owner.patch(at, { compare_at_price: 12 }, key),
      () => owner.patch(largeAt, { price: 8 }, key),
    ]
    for (const change of changes) {
      const { body } = await change()
      expect(warningsOf({ body })).toHaveLength(1)
      await sql`update idempotency_keys set result = result - 'discounted' where store_id = ${store.id}`
      const { warnings: _warnings, ...rest } = Object(body)
      expect((await change()).body).toEqual(rest)
    }
  })
})

describe('an assistant', () => {
  const openAssistant = async () => {
    const shop = await openSale()
    const { token } = await tokenFor(shop, { scopes: ['catalog:write'] })
    const call = async (name: string, args: object) => answerOf(await post(callOf(name, { ...args }), { token }))
    return { ...shop, call }
  }

  test('sees what products cost with discounts without asking', async () => {
    const { call, saleId, addProduct } = await openAssistant()
    await addProduct({ title: 'Vase', price: 5 })
    const seen = {
      title: 'Scarf',
      price: 9.125,
      discounted_price: 7.756,
      discounts: [{ id: saleId, name: 'Winter sale', kind: 'percentage', value: 15, max_amount: null, ends_at: null }],
      variants: [
        { price: 9.125, discounted_price: 7.756 },
        { price: 10.005, discounted_price: 8.504 },
      ],
    }
    expect(await call('get_product', { product_id: 'Scarf' })).toMatchObject(seen)
    const others = { title: 'Vase', discounted_price: null, discounts: [], variants: [{ discounted_price: null }] }
    expect(await call('list_products', {})).toMatchObject({ data: [others, seen] })
    expect(await call('list_products', { search: 'scarv' })).toMatchObject({ data: [seen] })
  })

  test('is told when it sets a price', async () => {
    const { call, ofSmall, ofLarge } = await openAssistant()
    expect(await call('update_product', { product_id: 'Scarf', price: 8 })).toMatchObject({
      warnings: [{ code: 'variants_keep_price' }, warning(ofSmall(8, 6.8))],
    })
    expect(await call('save_variant', { variant_id: 'SCARF-L', price: 10 })).toMatchObject({
      warnings: [warning(ofLarge(10, 8.5))],
    })
    expect(await call('create_product', { title: 'Cap', price: 4, tags: ['wool'] })).toMatchObject({
      warnings: [{ code: 'also_discounted', variants: [{ price: 4, discounted_price: 3.4 }] }],
    })
    expect(await call('save_variant', { variant_id: 'SCARF-L', sku: 'SCARF-XL' })).not.toHaveProperty('warnings')
  })
})

describe('changing many prices that an automatic discount lowers further is told', () => {
  test('before and when they change, with what shoppers would pay', async () => {
    const { owner, addProduct, saleId } = await openSale()
    await addProduct({ title: 'Mug', price: 4 })
    const body = { products: ['Scarf', 'Mug'], percentage: -15 }
    const dry = await owner.post('/api/products/prices', body)
    const told = [
      {
        code: 'also_discounted',
        detail: expect.stringContaining('lower 2 of these prices further: "Winter sale" (15% off)'),
        changes: 2,
        discounts: [
          { id: saleId, name: 'Winter sale', kind: 'percentage', value: 15, max_amount: null, ends_at: null },
        ],
      },
    ]
    const rows = [
      { title: 'Mug', sku: null, price: 4, new_price: 3.4, variants: 1 },
      { title: 'Scarf', sku: null, price: 9.125, new_price: 7.756, variants: 1, discounted_price: 6.593 },
      { title: 'Scarf – L', sku: 'SCARF-L', price: 10.005, new_price: 8.504, discounted_price: 7.228 },
    ]
    expect(dry).toMatchObject({ status: 200, body: { changes: 3, rows } })
    expect(warningsOf(dry)).toEqual(told)
    const changed = await owner.post('/api/products/prices', { ...body, dry_run: false, expected_changes: 3 })
    expect(changed).toMatchObject({ status: 200, body: { changes: 3, rows } })
    expect(warningsOf(changed)).toEqual(told)
  })

  test('by the collections that the products are in with their new prices', async () => {
    const { owner, add, addProduct } = await openSale()
    const cheap = await owner.post('/api/collections', { title: 'Cheap', rules: [{ price_to: 5 }] })
    await add({ name: 'Bargains', value: 20, applies_to: { collection_ids: [Object(cheap.body).id] } })
    await addProduct({ title: 'Mug', price: 6 })
    const change = async (amount: number) =>
      owner.post('/api/products/prices', { products: ['Mug'], amount, dry_run: false, expected_changes: 1 })
    expect(await change(-2)).toMatchObject({
      body: { warnings: [{ discounts: [{ name: 'Bargains' }] }], rows: [{ new_price: 4, discounted_price: 3.2 }] },
    })
    expect((await change(2)).body).not.toHaveProperty('warnings')
  })

  test('not where none of the prices is lowered, nor by a discount of another store', async () => {
    const { owner, addProduct } = await openSale()
    await addProduct({ title: 'Mug', price: 4 })
    const alone = await owner.post('/api/products/prices', { products: ['Mug'], percentage: -15 })
    expect(alone).toMatchObject({ status: 200, body: { changes: 1 } })
    expect(alone.body).not.toHaveProperty('warnings')
    expect(alone.body).not.toHaveProperty('prices')
    const elsewhere = await openShop({ currency: 'KWD' })
    await elsewhere.addProduct({ title: 'Scarf', price: 9.125, tags: ['wool'] })
    const other = await elsewhere.owner.post('/api/products/prices', { tag: 'wool', percentage: -15 })
    expect(other.body).not.toHaveProperty('warnings')
  })

  test('to an assistant, and again when the change is repeated with its key', async () => {
    const shop = await openSale()
    const { token } = await tokenFor(shop, { scopes: ['catalog:write'] })
    const args = { tag: 'wool', amount: -1, dry_run: false, expected_changes: 2 }
    const send = async () =>
      answerOf(await post(callOf('update_prices', { ...args, idempotency_key: 'sale-1' }), { token }))
    const first = await send()
    // 15 % of 8.125 is 1.21875.
    expect(first).toMatchObject({
      warnings: [{ changes: 2 }],
      rows: [{ new_price: 8.125, discounted_price: 6.906 }, {}],
    })
    expect(await send()).toEqual(first)
  })
})
